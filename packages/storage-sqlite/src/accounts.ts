/**
 * The accounts of this file as this process knows them: their rows, and the ends of their histories.
 *
 * The journal determines balances. A payment writes only its entry; account rows are settled (updated) only from time
 * to time. Between settlements, the newest entry of an account contains its balance. `tails` holds what is not settled.
 * After a restart or another process's commit, it is rebuilt from the entries after the settled mark.
 */
import {
  type Account,
  type AccountId,
  CURRENCIES,
  CUSTOMERS,
  type Customer,
  type CustomerId,
  mayBeOwn,
  type Owned,
  Recent,
  type Table,
  type TenantId,
  type Timestamp,
  type VirtualCurrency,
} from '@tallystick/core'
import { firstTrees } from './chain.js'
import type { Connection } from './connection.js'
import { requireSame } from './migrate.js'
import type { NameKeys } from './name-keys.js'
import { ACCOUNT_COLUMNS, type AccountRow, readAccount } from './rows.js'
import type { Tables, Term } from './tables.js'

/** The end of an account's history. */
export interface Tail {
  /** Position of the newest entry; 0 if there is none. */
  readonly seq: number
  /** Its record number. */
  readonly number: number
  /** The roots of the history's trees, from `seq` backwards: see chain.ts. */
  readonly root: Root | null
}

export interface Root {
  readonly seq: number
  /** Null after the last tree; undefined if it has not been read. */
  readonly next: Root | null | undefined
}

interface Unsettled {
  tail: Tail
  balance: bigint
}

export interface KnownAccount {
  readonly key: number
  account: Account
  tail: Tail
}

/** The part of an entry's row that never changes, so the row leaves it out. */
export interface AccountFacts {
  readonly account: AccountId
  readonly currency: string
  readonly scale: number
  readonly valueCurrency: string
}

/** Entries between two settlements, by default. More make a restart slower; fewer write account rows more often. */
export const SETTLE_INTERVAL = 8_192
/**
 * Accounts in the cache, about a kilobyte each; and as many items of every other kind of which accounts have one each.
 */
export const REMEMBERED = 100_000

const SETTLED_MARK = 'settled'
/** The newest time in the file. */
const LATEST_MARK = 'latest'

export class Accounts {
  private readonly known: Recent<AccountId, KnownAccount>
  private readonly customers: Recent<CustomerId, Customer>
  private readonly currencies: Recent<string, VirtualCurrency | null>
  private readonly facts: Recent<number, AccountFacts>
  private readonly tails = new Map<number, Unsettled>()
  /** All entries up to this position are in `tails` or settled. */
  private lastSeq = 0
  private mark = 0
  private version = -1
  /** The result of `latest`, or a later time reported since. */
  private newest: Timestamp | null = null

  constructor(
    private readonly connection: Connection,
    private readonly tenants: NameKeys<TenantId>,
    private readonly tables: Tables,
    private readonly settleEvery: number,
    remember: number,
  ) {
    this.known = new Recent(remember)
    this.customers = new Recent(remember)
    this.currencies = new Recent(remember)
    this.facts = new Recent(remember)
  }

  /** The number of cached items. */
  get remembered(): number {
    return this.known.size + this.customers.size + this.currencies.size + this.facts.size
  }

  /** The position of the next entry. Only within a write, after `catchUp`. */
  get nextSeq(): number {
    return this.lastSeq + 1
  }

  /**
   * Cached data are valid while this stays the same: it changes with commits of other processes and with failed writes.
   */
  get seen(): number {
    return this.version
  }

  /**
   * Must be the first step in every snapshot. SQLite's data_version reveals commits of other processes: rows are then
   * read again when they are used, and the new entries are read.
   */
  catchUp(): void {
    // The first read fixes the snapshot, so version, mark and entries belong together.
    const version = this.connection.seen()
    if (version === this.version) return
    requireSame(this.connection)
    this.known.clear()
    this.customers.clear()
    this.currencies.clear()
    this.newest = null
    const mark = Number(
      this.connection.prepare('select value from meta where name = ?').get(SETTLED_MARK)?.[0] ?? 0,
    )
    if (mark !== this.mark) {
      this.tails.clear()
      this.mark = mark
      this.lastSeq = mark
    }
    this.follow()
    this.version = version
  }

  /**
   * The newest time of the file. Units of work on one file run one after another, so its times rise. Within a write.
   */
  latest(): Timestamp {
    this.newest ??= this.findLatest()
    return this.newest
  }

  private findLatest(): Timestamp {
    const mark = this.connection.prepare('select value from meta where name = ?').get(LATEST_MARK)?.[0]
    const newest = this.connection.prepare('select created from entry order by seq desc limit 1').get()?.[0]
    return Math.max(Number(mark ?? 0), Number(newest ?? 0))
  }

  /** @param mark Whether the last entry need not contain that time: something else was written, or an older entry */
  rememberLatest(at: Timestamp, mark: boolean): void {
    this.newest = at
    if (!mark) return
    this.connection
      .prepare(
        'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
      )
      .run(LATEST_MARK, String(at))
  }

  /** After a failed write, nothing cached can be trusted. */
  forget(): void {
    this.known.clear()
    this.customers.clear()
    this.currencies.clear()
    this.facts.clear()
    this.version = -1
    this.newest = null
    // No stored mark has this value, so the next catchUp starts at the file's mark.
    this.mark = -1
  }

  find(id: AccountId): KnownAccount | undefined {
    const known = this.known.get(id)
    if (known !== undefined) return known
    const row = this.connection.prepare(`select ${ACCOUNT_COLUMNS} from account where id = ?`).get(id)
    if (row === undefined) return undefined
    const account = this.settle(readAccount(row, this.tenants.nameOf))
    this.known.set(id, account)
    return account
  }

  /** The current row: with the balance and tail of its unsettled entries. */
  settle(row: AccountRow): KnownAccount {
    const unsettled = this.tails.get(row.key)
    if (unsettled === undefined) {
      const root = row.head === 0 ? null : { seq: row.head, next: undefined }
      return {
        key: row.key,
        account: row.account,
        tail: { seq: row.head, number: row.records, root },
      }
    }
    return {
      key: row.key,
      account: { ...row.account, balance: unsettled.balance },
      tail: unsettled.tail,
    }
  }

  /** Adds a new account, within a write. */
  open(account: Account): KnownAccount {
    const { lastInsertRowid } = this.connection
      .prepare(
        'insert into account (id, tenant, currency, scale, customer, role, balance, blocked, frozen_by, active, accounting_currency, account_code, account_number, xpub, created, head, records) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)',
      )
      .run(
        account.id,
        this.tenants.keyFor(account.tenant),
        account.currency,
        account.scale,
        account.customer,
        account.role,
        account.balance.toString(),
        account.blocked.toString(),
        account.frozenBy,
        account.active ? 1 : 0,
        account.accountingCurrency,
        account.accountCode,
        account.accountNumber,
        account.xpub,
        account.created,
      )
    const known: KnownAccount = {
      key: Number(lastInsertRowid),
      account,
      tail: { seq: 0, number: 0, root: null },
    }
    this.known.set(account.id, known)
    return known
  }

  /** Updates the row, from the view, but for balance, history and what blockages hold. */
  update(account: Account): void {
    const { active, accountCode, accountNumber, xpub, id } = account
    this.connection
      .prepare('update account set active = ?, account_code = ?, account_number = ?, xpub = ? where id = ?')
      .run(active ? 1 : 0, accountCode, accountNumber, xpub, id)
    this.renew(account)
  }

  /** Updates what blockages hold. No index has it. */
  hold(account: Account): void {
    this.connection
      .prepare('update account set blocked = ?, frozen_by = ? where id = ?')
      .run(account.blocked.toString(), account.frozenBy, account.id)
    this.renew(account)
  }

  private renew(account: Account): void {
    const known = this.known.get(account.id)
    if (known !== undefined) known.account = account
  }

  /** Records that the account's history has grown by the entry at `tail.seq`. */
  extend(known: KnownAccount, tail: Tail, balance: bigint): void {
    known.tail = tail
    const unsettled = this.tails.get(known.key)
    if (unsettled === undefined) {
      this.tails.set(known.key, { tail, balance })
    } else {
      unsettled.tail = tail
      unsettled.balance = balance
    }
    if (tail.seq > this.lastSeq) this.lastSeq = tail.seq
  }

  /** Within a write: settles the rows when enough entries have accumulated. */
  settleIfDue(now = false): void {
    if (this.lastSeq - this.mark < this.settleEvery && !(now && this.lastSeq > this.mark)) return
    const update = this.connection.prepare(
      'update account set balance = ?, head = ?, records = ? where key = ?',
    )
    for (const [key, { tail, balance }] of this.tails) {
      update.run(balance.toString(), tail.seq, tail.number, key)
    }
    this.connection
      .prepare(
        'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
      )
      .run(SETTLED_MARK, String(this.lastSeq))
    this.tails.clear()
    this.mark = this.lastSeq
  }

  /** The number of records of an account, by its key and the number in its row. */
  recordsOf(key: number, settled: number): number {
    return this.tails.get(key)?.tail.number ?? settled
  }

  customer(id: CustomerId): Customer | undefined {
    const known = this.customers.get(id)
    if (known !== undefined) return known
    const [row] = this.tables.select(CUSTOMERS, [['id = ?', id]], [''])
    if (row === undefined) return undefined
    const customer = this.tables.read(CUSTOMERS, row)
    this.customers.set(id, customer)
    return customer
  }

  /** Caches customers and currencies as written. */
  remember(table: Table, item: Owned): void {
    if (table === CUSTOMERS) {
      const customer = item as Customer
      this.customers.set(customer.id, customer)
    } else if (table === CURRENCIES) {
      const { tenant, name } = item as VirtualCurrency
      this.currencies.set(`${tenant} ${name}`, item as VirtualCurrency)
    }
  }

  currency(tenant: TenantId, name: string): VirtualCurrency | undefined {
    if (!mayBeOwn(name)) return undefined
    const id = `${tenant} ${name}`
    const known = this.currencies.get(id)
    if (known !== undefined) return known ?? undefined
    const own: Term = ['tenant = ? and name = ?', this.tenants.keyOf(tenant) ?? -1, name]
    const [row] = this.tables.select(CURRENCIES, [own], [''])
    const currency = row === undefined ? null : this.tables.read(CURRENCIES, row)
    this.currencies.set(id, currency)
    return currency ?? undefined
  }

  factsOf(key: number): AccountFacts {
    const known = this.facts.get(key)
    if (known !== undefined) return known
    const row = this.connection
      .prepare('select id, currency, scale, accounting_currency from account where key = ?')
      .get(key)
    const [account, currency, scale, valueCurrency] = row as [AccountId, string, number, string]
    const facts = { account, currency, scale, valueCurrency }
    this.facts.set(key, facts)
    return facts
  }

  /** Reads the entries after the known ones, and takes each account's balance and tail from its newest entry. */
  private follow(): void {
    const rows = this.connection
      .prepare(
        'select seq, debit, debit_number, debit_jump, debit_balance, credit, credit_number, credit_jump, credit_balance from entry where seq > ? order by seq',
      )
      .all(this.lastSeq)
    for (const row of rows) {
      const [seq, debit, debitNumber, debitJump, debitBalance] = row as [
        number,
        number,
        number,
        number,
        string,
      ]
      const [credit, creditNumber, creditJump, creditBalance] = row.slice(5) as [
        number,
        number,
        number,
        string,
      ]
      this.followSide(seq, debit, debitNumber, debitJump, debitBalance)
      this.followSide(seq, credit, creditNumber, creditJump, creditBalance)
      this.lastSeq = seq
    }
  }

  private followSide(seq: number, key: number, number: number, jump: number, balance: string): void {
    const next = jump === 0 ? null : { seq: jump, next: undefined }
    this.tails.set(key, {
      tail: { seq, number, root: { seq, next } },
      balance: BigInt(balance),
    })
  }
}

/** The tail after appending the entry at `seq` to a history that ended in `tail`. Its second root is known. */
export function grow(tail: Tail, seq: number, jumpOf: (root: number) => number): Tail {
  const number = tail.number + 1
  const { root } = tail
  const [first, second] = firstTrees(tail.number)
  if (root === null || first !== second) return { seq, number, root: { seq, next: root } }
  // Two trees of equal size become children of the new root.
  const sibling = nextRoot(root, jumpOf)
  return { seq, number, root: { seq, next: sibling === null ? null : nextRoot(sibling, jumpOf) } }
}

function nextRoot({ seq, next }: Root, jumpOf: (root: number) => number): Root | null {
  if (next !== undefined) return next
  const found = jumpOf(seq)
  return found === 0 ? null : { seq: found, next: undefined }
}

/** The position that the newest record of a history jumps to; 0 if nothing precedes its tree. */
export function jumpOfTail({ root }: Tail): number {
  return root?.next?.seq ?? 0
}
