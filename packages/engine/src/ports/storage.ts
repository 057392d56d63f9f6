import type {
  Account,
  AccountId,
  Amount,
  Blockage,
  BlockageId,
  CustomerId,
  Entry,
  EntryTerms,
  EntryText,
  Found,
  Key,
  Owned,
  OwnedAccount,
  PastBalance,
  Reference,
  Table,
  TenantId,
  Timestamp,
  View,
  VirtualCurrency,
  Where,
} from '@tallystick/core'
import type { Anchor } from '../seal.js'
import type { PoolStatus } from './pool.js'

/**
 * The storage port. Writing has one method; reading has `query` and `audit`. The contract suite in
 * `@tallystick/testing` proves every adapter.
 */
export interface Storage {
  /** A short name for logs and errors: `memory`, `sqlite`, `postgres`. */
  readonly name: string

  /**
   * A unit of work. It loads what the keys name, with what these items bring with them, so that nothing else can change
   * it meanwhile. It runs `decide` synchronously, writes all of `view.changes` atomically, and returns when they are
   * durable. If the first attempt certainly wrote nothing, it may run `decide` again on a fresh view, so `decide` must
   * affect nothing but the view. Nothing is written if `decide` throws or applies no change. `patienceMs` limits the
   * time in milliseconds: the promise rejects when it is over, unless the storage knows that it has written. It rejects
   * with `Unwritable` if it wrote nothing because of what was decided.
   *
   * A status replaces an earlier status of its subject with the same time, and is never older than the newest one: if
   * it would be, for example because a clock is behind, it gets that one's time.
   */
  transact<Result>(keys: readonly Key[], decide: (view: View) => Result, patienceMs?: number): Promise<Result>

  readonly query: Queries

  /**
   * Reads that may be older than `query`, by as much as the storage was told: for answers that show something, never for
   * a decision. They see what was committed for the tenant through this storage before. Reads that follow from each other
   * use one result of this call: it is one source. A storage with one source lacks it.
   */
  reads?(tenant: TenantId): Queries

  /** The same reads as `query`, for the service's own work: they wait for no tenant. Where nobody waits, it is absent. */
  readonly own?: Queries

  /** Runs `work` on one consistent snapshot of everything, while other calls write. */
  audit<Result>(work: (audit: Audit) => Promise<Result>): Promise<Result>

  /**
   * Returns the value stored under `name`. If there is none, stores `create()`; if that throws, stores nothing and rejects
   * with the same error. All processes get the same value.
   */
  constant(name: string, create: () => string): Promise<string>

  /** Resolves when the storage answers; rejects with the cause if it does not. */
  ping(): Promise<void>

  /** The state of its connections, for metrics. A storage without connections lacks it. */
  connections?(): readonly PoolStatus[]

  close(): Promise<void>
}

/** A page of a short list that can be skipped through: accounts, customers, blockages, deposits. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

export interface AccountWhere {
  readonly customer?: CustomerId
  readonly active?: boolean
  readonly frozen?: boolean
  readonly currency?: string
  readonly accountNumber?: string
  readonly accountCode?: string
}

/** Whether the account, which is a customer's, meets the conditions. */
export const isAccountOf = (account: Account, where: AccountWhere): boolean =>
  account.role === null &&
  (where.customer === undefined || account.customer === where.customer) &&
  (where.active === undefined || account.active === where.active) &&
  (where.frozen === undefined || (account.frozenBy !== null) === where.frozen) &&
  (where.currency === undefined || account.currency === where.currency) &&
  (where.accountNumber === undefined || account.accountNumber === where.accountNumber) &&
  (where.accountCode === undefined || account.accountCode === where.accountCode)

/** Conditions and order of items of a table. Default: all items, ordered by their key. */
export interface Query<Item> {
  readonly where?: Where<Item>
  /** A part of the table with an index of its own. */
  readonly part?: string | undefined
  /** A field that orders before the key. */
  readonly by?: keyof Item & string
  readonly order?: 'asc' | 'desc'
  /** Only items after the one with this key, if the key is a single text. */
  readonly after?: string
  readonly offset?: number
  readonly limit?: number
}

/** An entry as one of its two accounts sees it. */
export interface JournalRecord {
  readonly entry: Entry
  readonly side: 'debit' | 'credit'
  /** The number of this record among those of its account: from 1, without gaps. */
  readonly number: number
}

/** The records of an account from this number downwards, at most `limit`. */
export interface RecordPlace {
  readonly account: AccountId
  readonly from: number
  readonly limit: number
}

/** An opaque position between two entries of the journal. */
export type JournalPosition = string & { readonly __brand: 'JournalPosition' }

export interface PlacedEntry {
  readonly entry: Entry
  readonly position: JournalPosition
}

/** What is looked up by its address. */
export interface Addressed {
  readonly address: string
}

/**
 * Reads of committed state. They see everything that was acknowledged before the call. Lists are ordered by id (which
 * rises with creation) unless stated otherwise. They never contain the ledger's own accounts.
 */
export interface Queries {
  account(tenant: TenantId, id: AccountId): Promise<OwnedAccount | undefined>
  accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ): Promise<readonly OwnedAccount[]>
  accountCount(tenant: TenantId, where: AccountWhere): Promise<number>

  /** The item that the key finds, without the items that it would bring with it. */
  find<K extends Key>(key: K): Promise<Found<K['type']> | undefined>
  /** The items that the keys find, in no particular order. All keys have the same type. */
  findAll<K extends Key>(keys: readonly K[]): Promise<readonly Found<K['type']>[]>
  /** For any table except the accounts. */
  list<Item extends Owned>(table: Table<Item>, query?: Query<Item>): Promise<readonly Item[]>
  count<Item extends Owned>(table: Table<Item>, where?: Where<Item>, part?: string): Promise<number>
  /**
   * Of each list, in its order, what has an address that deposit addresses may have, of whichever tenant and chain: none of
   * theirs is missing, and few others are among them. For the thousands of movements of a block, it costs much less than a
   * list of the addresses.
   */
  possibleDepositAddresses<Item extends Addressed>(
    lists: readonly (readonly Item[])[],
  ): Promise<readonly (readonly Item[])[]>

  blockage(
    tenant: TenantId,
    id: BlockageId,
  ): Promise<{ readonly blockage: Blockage; readonly account: Account } | undefined>

  /** A virtual currency, with the supply that its mint account has issued. */
  currency(
    tenant: TenantId,
    name: string,
  ): Promise<{ readonly currency: VirtualCurrency; readonly supply: Amount } | undefined>

  /**
   * The balance and status of an account at the end of the millisecond `at`, from one snapshot, found by seeking.
   * Undefined if the account was not open then.
   */
  balanceAt(tenant: TenantId, account: AccountId, at: Timestamp): Promise<PastBalance | undefined>
  /** The number of the account's last record at or before `until` (or of the last one); 0 if there is none. */
  lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp): Promise<number>
  /** Records `from`, `from - 1`, … of an account, newest first, found by seeking. */
  records(
    tenant: TenantId,
    account: AccountId,
    from: number,
    limit: number,
  ): Promise<readonly JournalRecord[]>
  /** Entries of the tenant, newest first by reference: before a position, and at or before `until`. */
  journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ): Promise<readonly PlacedEntry[]>
  /** `lastRecord` for several accounts, in their order, in one round trip. */
  lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp): Promise<readonly number[]>
  /** `records` for several accounts, one after the other, in one round trip. */
  recordsAt(tenant: TenantId, places: readonly RecordPlace[]): Promise<readonly JournalRecord[]>
  /** The number of records of all customers' accounts of the tenant. */
  recordCount(tenant: TenantId): Promise<number>
  /** Entries with a reference, ours or the caller's, oldest first. */
  entriesByReference(tenant: TenantId, reference: Reference | string, page: Page): Promise<readonly Entry[]>
}

/** The seal of a unit of work: see seal.ts. */
export interface StoredSeal {
  /** Identifies the unit of work. Its entries have it too. */
  readonly batch: string
  /** The writer whose chain contains the seal. */
  readonly writer: string
  /** Rises along the chain of the writer. */
  readonly number: number
  /** The number of entries that it covers. */
  readonly entries: number
  /** How the unit of work changed the other lists, in the format of `StateSum`. */
  readonly state: string
  readonly hash: string
}

/** An entry of the journal. Checks of every entry use what is at hand: a storage may make `entry` when it is asked for. */
export interface AuditedEntry extends PlacedEntry {
  /** What its digest covers beside the amounts. */
  readonly terms: EntryTerms
  /** Its amounts as `canonicalEntry` prints them. */
  readonly text: EntryText
  /** The numbers of its two records. */
  readonly debitNumber: number
  readonly creditNumber: number
  /** The unit of work whose seal covers it; null if none does. */
  readonly batch: string | null
  /** The first STORED_DIGEST_DIGITS hex digits of its digest, as stored with it. */
  readonly digest: string
}

/** A stored copy that does not agree with the item it belongs to, so that a search would miss or misplace the item. */
export interface Stray {
  readonly subject: string
  readonly stored: string
  readonly computed: string
}

/** A value that is the same for every process. */
export interface Constant {
  readonly name: string
  readonly value: string
}

/**
 * All data of every tenant, for `verify`. Pages continue after `after`. Entries come unit of work by unit of work, in
 * order within each; so the entries of each account come in the order of its record numbers. Seals come in the same
 * order of units of work; so those of each writer come in the order of its chain. All other lists are ordered by the
 * fields that `after` names, text by its UTF-8 bytes.
 */
export interface Audit {
  /**
   * Leaves out the past: after this, `entries` gives only those that later seals than these cover, or that none covers,
   * and `seals` begins with these. Call it before both.
   */
  since(anchors: readonly Anchor[]): Promise<void>
  entries(after: JournalPosition | undefined, limit: number): Promise<readonly AuditedEntry[]>
  seals(after: string | undefined, limit: number): Promise<readonly StoredSeal[]>
  /** All accounts, including the ledger's own, with the number of records of each. */
  accounts(
    after: AccountId | undefined,
    limit: number,
  ): Promise<readonly { readonly account: Account; readonly records: number }[]>
  /** For any other table. */
  list<Item extends Owned>(
    table: Table<Item>,
    after: Item | undefined,
    limit: number,
  ): Promise<readonly Item[]>
  /**
   * Derived values that the storage keeps for searching and that disagree with their source, in everything read so far.
   * Call it after everything has been read.
   */
  strays(): Promise<readonly Stray[]>
  /** The values of `constant`. */
  constants(after: string | undefined, limit: number): Promise<readonly Constant[]>
}
