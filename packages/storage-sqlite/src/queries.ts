/** Reads of committed state. Each call uses one snapshot. Balances come from the journal if rows lag behind. */
import {
  type Account,
  type AccountId,
  BLOCKAGES,
  type BlockageId,
  type Found,
  fieldOf,
  isUuid,
  type Key,
  lookupOf,
  type Owned,
  type Reference,
  STATUS_HISTORY,
  type StatusEntry,
  systemAccountId,
  type Table,
  type TenantId,
  type Timestamp,
  type Where,
} from '@tallystick/core'
import {
  type AccountWhere,
  type Addressed,
  AddressFilter,
  FILTER_WINDOW,
  type JournalPosition,
  type Page,
  type Queries,
  type Query,
  REFERENCE_LEAD_MS,
  type RecordPlace,
} from '@tallystick/engine'
import type { KnownAccount } from './accounts.js'
import type { Value } from './connection.js'
import type { Database } from './database.js'
import { accountList, indexedList, Lists, tenantIn, WINDOW, WINDOW_COST } from './lists.js'
import type { Loader } from './load.js'
import { ACCOUNT_COLUMNS, ENTRY_COLUMNS, readAccount, referenceBytes } from './rows.js'
import type { Term } from './tables.js'
import { termsOf } from './where.js'

/** The limit of a list without a limit. */
const EVERYTHING = Number.MAX_SAFE_INTEGER

export class SqliteQueries implements Queries {
  private readonly filter = new AddressFilter()

  constructor(
    private readonly database: Database,
    private readonly loader: Loader,
    private readonly lists = new Lists(database),
  ) {}

  /** The same, for the service's own work. */
  get own(): SqliteQueries {
    return new SqliteQueries(this.database, this.loader, this.lists.own)
  }

  async account(tenant: TenantId, id: AccountId) {
    return this.database.read(() => {
      const known = this.known(tenant, id)
      return known === undefined ? undefined : this.owned(known.account)
    })
  }

  async accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ) {
    const list = accountList(this.tenant(tenant), where)
    return this.lists.page(tenant, list, ACCOUNT_COLUMNS, page, (row) =>
      this.owned(this.database.accounts.settle(readAccount(row, this.database.tenants.nameOf)).account),
    )
  }

  async accountCount(tenant: TenantId, where: AccountWhere) {
    return this.lists.count(tenant, accountList(this.tenant(tenant), where))
  }

  async find<K extends Key>(key: K) {
    return (await this.findAll([key]))[0]
  }

  async findAll<K extends Key>(keys: readonly K[]) {
    return this.database.read(() => {
      const found = keys.flatMap((key) => {
        const { table, lookup } = lookupOf(key.type)
        return this.loader.find(table, lookup, key).map(({ item }) => item)
      })
      // Items of the table that keys of this type use.
      return found as Found<K['type']>[]
    })
  }

  async list<Item extends Owned>(table: Table<Item>, query: Query<Item> = {}) {
    const { tables } = this.database
    const { by, order = 'asc', after, offset = 0, limit = EVERYTHING } = query
    const list = indexedList(tables, table, query)
    if (list !== null) {
      const paging = { offset, limit, order, ...(after === undefined ? {} : { after }) }
      return this.lists.page(tenantIn(query.where), list, tables.columns(table), paging, (row) =>
        tables.read(table, row),
      )
    }
    return this.database.read(() => {
      const key = table.key.map(({ column }) => column)
      const beyond = order === 'asc' ? '>' : '<'
      const behind: readonly Term[] = after === undefined ? [] : [[`${key[0]} ${beyond} ?`, after]]
      const sorted = [...(by === undefined ? [] : [fieldOf(table, by).column]), ...key]
      const rest = `order by ${sorted.map((column) => `${column} ${order}`).join(', ')} limit ? offset ?`
      return tables
        .select(table, [...termsOf(tables, table, query), ...behind], [rest, limit, offset])
        .map((row) => tables.read(table, row))
    })
  }

  async count<Item extends Owned>(table: Table<Item>, where: Where<Item> = {}, part?: string) {
    const { tables } = this.database
    const list = indexedList(tables, table, { where, part })
    if (list !== null) return this.lists.count(tenantIn(where), list)
    return this.database.read(
      () => tables.select(table, termsOf(tables, table, { where, part }), [''], 'count(*)')[0]?.[0] as number,
    )
  }

  async possibleDepositAddresses<Item extends Addressed>(lists: readonly (readonly Item[])[]) {
    while (!(await this.lists.read('', WINDOW_COST, () => this.advanceFilter())));
    return this.filter.among(lists)
  }

  async blockage(tenant: TenantId, id: BlockageId) {
    return this.database.read(() => {
      const [row] = this.database.tables.select(
        BLOCKAGES,
        [['id = ? and tenant = ?', id, this.tenant(tenant)]],
        [''],
      )
      if (row === undefined) return undefined
      const blockage = this.database.tables.read(BLOCKAGES, row)
      const account = this.known(tenant, blockage.account)?.account
      return account === undefined ? undefined : { blockage, account }
    })
  }

  async currency(tenant: TenantId, name: string) {
    return this.database.read(() => {
      const { accounts } = this.database
      const currency = accounts.currency(tenant, name)
      if (currency === undefined) return undefined
      const mint = accounts.find(systemAccountId(tenant, 'mint', name))
      return { currency, supply: -(mint?.account.balance ?? 0n) }
    })
  }

  async balanceAt(tenant: TenantId, id: AccountId, at: Timestamp) {
    return this.database.read(() => {
      const known = this.known(tenant, id)
      if (known === undefined || known.account.created > at) return undefined
      const { scale, customer } = known.account
      const standing = this.standing(tenant, id, at)
      return {
        scale,
        balance: this.database.journal.balanceAt(known, at),
        blocked: standing?.blocked ?? 0n,
        frozen: standing?.stopped ?? false,
        disabled: customer !== null && (this.standing(tenant, customer, at)?.stopped ?? false),
      }
    })
  }

  async lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp) {
    return (await this.lastRecords(tenant, [account], until))[0] ?? 0
  }

  async lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp) {
    return this.lists.read(tenant, accounts.length, () =>
      accounts.map((account) => {
        const known = this.known(tenant, account)
        if (known === undefined) return 0
        return until === undefined ? known.tail.number : this.database.journal.lastRecord(known, until)
      }),
    )
  }

  async records(tenant: TenantId, account: AccountId, from: number, limit: number) {
    return this.recordsAt(tenant, [{ account, from, limit }])
  }

  async recordsAt(tenant: TenantId, places: readonly RecordPlace[]) {
    const cost = places.reduce((sum, { limit }) => sum + limit, 0)
    return this.lists.read(tenant, Math.min(cost, 500), () =>
      places.flatMap(({ account, from, limit }) => {
        const known = this.known(tenant, account)
        return known === undefined ? [] : this.database.journal.records(known, from, limit)
      }),
    )
  }

  async journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ) {
    return this.lists.read(tenant, limit, () => {
      const conditions = ['tenant = ?']
      const values: Value[] = [this.tenant(tenant)]
      if (from.before !== undefined) {
        const seq = Number(from.before)
        const reference = this.database.connection
          .prepare('select reference from entry where seq = ? and tenant = ?')
          .get(seq, this.tenant(tenant))?.[0]
        if (reference === undefined) return []
        conditions.push('(reference, seq) < (?, ?)')
        values.push(reference as Buffer, seq)
      }
      if (from.until !== undefined) {
        conditions.push('reference < ?', 'created <= ?')
        values.push(referencesFrom(from.until + REFERENCE_LEAD_MS), from.until)
      }
      return this.database.connection
        .prepare(
          `select ${ENTRY_COLUMNS} from entry where ${conditions.join(' and ')} order by reference desc, seq desc limit ?`,
        )
        .all(...values, limit)
        .map((row) => this.database.journal.placed(row))
    })
  }

  async recordCount(tenant: TenantId) {
    const { accounts } = this.database
    return this.lists.sum(tenant, accountList(this.tenant(tenant), {}), 'key, records', ([key, records]) =>
      accounts.recordsOf(key as number, records as number),
    )
  }

  async entriesByReference(tenant: TenantId, reference: Reference | string, page: Page) {
    const key = this.tenant(tenant)
    const own = isUuid(reference) ? referenceBytes(reference as Reference) : null
    let after = 0
    const found = (limit: number, offset: number) =>
      this.database.connection
        .prepare(
          `select ${ENTRY_COLUMNS} from entry where seq in (
             select seq from entry where tenant = ? and reference = ? and seq > ?
             union all select seq from custom_reference where tenant = ? and reference = ? and seq > ?
             order by seq limit ? offset ?) order by seq`,
        )
        .all(key, own, after, key, reference, after, limit, offset)
        .map((row) => this.database.journal.placed(row))
    // Skips a window at a time, because many entries may have the reference.
    let skip = page.offset
    for (; skip >= WINDOW; skip -= WINDOW) {
      const last = await this.lists.read(tenant, WINDOW_COST, () => found(1, WINDOW - 1)[0])
      if (last === undefined) return []
      after = Number(last.position)
    }
    return this.lists.read(tenant, page.limit, () => found(page.limit, skip).map(({ entry }) => entry))
  }

  /**
   * Row ids number deposit addresses in the order of the commits: SQLite has one writer, and none is deleted.
   * @returns Whether the filter has all of them
   */
  private advanceFilter(): boolean {
    const rows = this.database.connection
      .prepare('select rowid, address from deposit_address where rowid >= ? order by rowid limit ?')
      .all(this.filter.from, FILTER_WINDOW)
    return this.filter.take(
      rows.map(([number, address]) => ({ number: number as number, address: address as string })),
    )
  }

  private known(tenant: TenantId, id: AccountId): KnownAccount | undefined {
    const known = this.database.accounts.find(id)
    return known?.account.tenant === tenant && known.account.role === null ? known : undefined
  }

  /** The subject's last status at or before `at`. */
  private standing(
    tenant: TenantId,
    subject: StatusEntry['subject'],
    at: Timestamp,
  ): StatusEntry | undefined {
    const own = ['tenant = ? and subject = ? and at <= ?', this.tenant(tenant), subject, at] as const
    const [row] = this.database.tables.select(STATUS_HISTORY, [own], ['order by at desc limit 1'])
    return row && this.database.tables.read(STATUS_HISTORY, row)
  }

  private owned(account: Account) {
    return {
      account,
      customer: account.customer === null ? undefined : this.database.accounts.customer(account.customer),
    }
  }

  /** No tenant has the key -1: a tenant that has written nothing yet finds nothing. */
  private tenant(id: TenantId): number {
    return this.database.tenants.keyOf(id) ?? -1
  }
}

/** The lowest UUIDv7 of a millisecond. */
function referencesFrom(time: Timestamp): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.min(time, 2 ** 48 - 1), 0, 6)
  return bytes
}
