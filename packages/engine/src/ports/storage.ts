import type {
  Account,
  AccountId,
  Amount,
  Blockage,
  BlockageId,
  CustomerId,
  Entry,
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

/**
 * The storage port. Writing has one method; reading has `query` and `audit`. Every adapter proves itself by
 * the contract suite in `@tallystick/testing`.
 */
export interface Storage {
  /** A short name for logs and errors: `memory`, `sqlite`, `postgres`. */
  readonly name: string

  /**
   * The unit of work. Loads what the keys name (and what they bring with them) so that nothing else can
   * change it meanwhile, runs `decide` synchronously, writes all of `view.changes` atomically, and returns
   * once they are durable. `decide` may be run again on a fresh view, if the first attempt surely wrote
   * nothing; it therefore has no effect but on the view. When it throws, nothing is written. When it
   * applies no change, nothing is written either. It may be told how long it has, in milliseconds, and
   * rejects once that is over, or knows whether it has written.
   *
   * A standing takes the place of its subject's of the same time, and never goes back behind the newest: noted
   * for an earlier time, as by a process whose clock is behind, it takes the newest's.
   */
  transact<Result>(keys: readonly Key[], decide: (view: View) => Result, patienceMs?: number): Promise<Result>

  readonly query: Queries

  /** Runs `work` on one consistent snapshot of everything, while others go on writing. */
  audit<Result>(work: (books: Audit) => Promise<Result>): Promise<Result>

  /** The value stored under `name`, or else `create()`, stored now: the same for every process. */
  constant(name: string, create: () => string): Promise<string>

  /** Resolves when the storage answers, rejects with the cause when it does not. */
  ping(): Promise<void>

  close(): Promise<void>
}

/** A page of a list that is short enough to be skipped through: accounts, customers, blockages, deposits. */
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

/** Which items of a table, and in what order; without anything, all of them in the order of their key. */
export interface Query<Item> {
  readonly where?: Where<Item>
  /** A part of the table that has an index of its own. */
  readonly part?: string
  /** A field that orders before the key does. */
  readonly by?: keyof Item & string
  readonly order?: 'asc' | 'desc'
  /** Behind the item of this key, where the key is one text. */
  readonly after?: string
  readonly offset?: number
  readonly limit?: number
}

/** An entry as one of its two accounts sees it. */
export interface JournalRecord {
  readonly entry: Entry
  readonly side: 'debit' | 'credit'
  /** The running number of this record among its account's: 1 is the first, without gaps. */
  readonly number: number
}

/** The records of an account from this number downwards, no more than `limit`. */
export interface RecordPlace {
  readonly account: AccountId
  readonly from: number
  readonly limit: number
}

/** Opaque; names a place between two entries of the journal. */
export type JournalPosition = string & { readonly __brand: 'JournalPosition' }

export interface PlacedEntry {
  readonly entry: Entry
  readonly position: JournalPosition
}

/**
 * Reads of committed state. They see everything that was acknowledged before the call. Lists are in order
 * of id (which rises with creation) unless they say otherwise. The ledger's own accounts are never listed.
 */
export interface Queries {
  account(tenant: TenantId, id: AccountId): Promise<OwnedAccount | undefined>
  accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ): Promise<readonly OwnedAccount[]>
  accountCount(tenant: TenantId, where: AccountWhere): Promise<number>

  /** What the key finds, without what that would bring. */
  find<K extends Key>(key: K): Promise<Found<K['type']> | undefined>
  /** What the keys, all of one type, find: in no order. */
  findAll<K extends Key>(keys: readonly K[]): Promise<readonly Found<K['type']>[]>
  /** Of any table but the accounts. */
  list<Item extends Owned>(table: Table<Item>, query?: Query<Item>): Promise<readonly Item[]>
  count<Item extends Owned>(table: Table<Item>, where?: Where<Item>): Promise<number>

  blockage(
    tenant: TenantId,
    id: BlockageId,
  ): Promise<{ readonly blockage: Blockage; readonly account: Account } | undefined>

  /** With what its mint account has issued. */
  currency(
    tenant: TenantId,
    name: string,
  ): Promise<{ readonly currency: VirtualCurrency; readonly supply: Amount } | undefined>

  /**
   * What an account's balance and standing were at the end of the millisecond `at`, on one snapshot, found by
   * seeking. Undefined when it was not open then.
   */
  balanceAt(tenant: TenantId, account: AccountId, at: Timestamp): Promise<PastBalance | undefined>
  /** The number of the account's last record made at or before `until` (of all, without it); 0 when none. */
  lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp): Promise<number>
  /** Records `from`, `from - 1`, … of an account, newest first, found by seeking. */
  records(
    tenant: TenantId,
    account: AccountId,
    from: number,
    limit: number,
  ): Promise<readonly JournalRecord[]>
  /** Entries of the tenant, newest first, by reference: those before a position, made at or before `until`. */
  journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ): Promise<readonly PlacedEntry[]>
  /** `lastRecord` of each of several accounts, in their order: one round for all. */
  lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp): Promise<readonly number[]>
  /** `records` of each of several accounts, one after the other: one round for all. */
  recordsAt(tenant: TenantId, places: readonly RecordPlace[]): Promise<readonly JournalRecord[]>
  /** How many records the tenant's customers' accounts have. */
  recordCount(tenant: TenantId): Promise<number>
  /** Entries of a reference, ours or the caller's own, oldest first. */
  entriesByReference(tenant: TenantId, reference: Reference | string, page: Page): Promise<readonly Entry[]>
}

/** A unit of work's seal: see seal.ts. */
export interface StoredSeal {
  /** Names the unit of work; its entries carry it too. */
  readonly batch: string
  /** Whose chain it belongs to. */
  readonly writer: string
  /** Rises along the writer's chain. */
  readonly number: number
  /** How many entries it covers. */
  readonly entries: number
  /** What its unit of work did to the other lists, as `StateSum` says it. */
  readonly state: string
  readonly hash: string
}

export interface AuditedEntry extends PlacedEntry {
  /** Running numbers of its two records. */
  readonly debitNumber: number
  readonly creditNumber: number
  /** The seal that covers it; null when there is none. */
  readonly batch: string | null
  /** The first STORED_DIGEST_DIGITS hex digits of its digest, as written with it. */
  readonly digest: string
}

/** Something that a storage would not find, or not in its place. */
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
 * Everything, of every tenant: what `verify` reads. Pages go by `after`. Entries come batch after batch, each
 * batch in its order, and every account's in the order of its running numbers; seals come in the order of
 * their batches, and so each writer's in the order of its chain. All other lists come in the order of what
 * `after` names, text compared by its UTF-8 bytes.
 */
export interface Audit {
  entries(after: JournalPosition | undefined, limit: number): Promise<readonly AuditedEntry[]>
  seals(after: string | undefined, limit: number): Promise<readonly StoredSeal[]>
  /** All accounts, the ledger's own among them, with how many records each has. */
  accounts(
    after: AccountId | undefined,
    limit: number,
  ): Promise<readonly { readonly account: Account; readonly records: number }[]>
  /** Of any other table. */
  list<Item extends Owned>(
    table: Table<Item>,
    after: Item | undefined,
    limit: number,
  ): Promise<readonly Item[]>
  /**
   * What the storage keeps a second time, to find things by, and what did not agree with the first, in all that was
   * read so far: told after everything has been read.
   */
  strays(): Promise<readonly Stray[]>
  /** What `constant` has kept. */
  constants(after: string | undefined, limit: number): Promise<readonly Constant[]>
}
