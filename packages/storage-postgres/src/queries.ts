/** Reads of committed state. Every commit updates the account rows, so each read is a plain query. */
import {
  type AccountId,
  BLOCKAGES,
  type BlockageId,
  CURRENCIES,
  CUSTOMERS,
  type EntryTerms,
  type Found,
  fieldOf,
  isUuid,
  type Key,
  lookupOf,
  type Owned,
  type OwnedAccount,
  type Reference,
  systemAccountId,
  type Table,
  type TenantId,
  type Timestamp,
  type Where,
} from '@tallystick/core'
import {
  type AccountWhere,
  type Addressed,
  type JournalPosition,
  type JournalRecord,
  type Page,
  type Queries,
  type Query,
  REFERENCE_LEAD_MS,
  type RecordPlace,
} from '@tallystick/engine'
import type { ExpressionBuilder } from 'kysely'
import type { Connection, Row, Value } from './connection.js'
import { KnownAddresses } from './known-addresses.js'
import {
  ACCOUNT_COLUMNS,
  ACCOUNT_WIDTH,
  ENTRY_COLUMNS,
  type EntryRow,
  prefixed,
  readAccount,
  readEntry,
} from './rows.js'
import { type Schema, sql } from './schema.js'
import { BALANCE_AT, LAST_RECORDS, RECORDS, RECORDS_AT } from './seek.js'
import { columnOf, columnsOf, readItem, rowsOf } from './tables.js'
import { conditionsOf } from './where.js'

const OWNED = `${prefixed('a', ACCOUNT_COLUMNS)}, ${prefixed('c', columnsOf(CUSTOMERS).names)}`
const OWNERS = 'account a left join customer c on c.tenant = a.tenant and c.id = a.customer'

export class PostgresQueries implements Queries {
  private readonly depositAddresses: KnownAddresses

  constructor(private readonly connection: Connection) {
    this.depositAddresses = new KnownAddresses(connection)
  }

  async account(tenant: TenantId, id: AccountId) {
    const row = await this.one(
      `select ${OWNED} from ${OWNERS} where a.tenant = $1 and a.id = $2 and a.role is null`,
      [tenant, id],
    )
    return row === undefined ? undefined : readOwned(row)
  }

  async accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ) {
    let ids = sql
      .selectFrom('account')
      .select('id')
      .where(accountFilter(tenant, where))
      .orderBy('id', page.order)
      .limit(page.limit)
      .offset(page.offset)
    if (page.after !== undefined) ids = ids.where('id', page.order === 'asc' ? '>' : '<', page.after)
    const { sql: text, parameters } = ids.compile()
    const rows = await this.connection.query(
      `select ${OWNED} from (${text}) as p join ${OWNERS.replace('account a', 'account a on a.id = p.id')}
       where a.tenant = $${parameters.length + 1} order by a.id ${page.order}`,
      [...(parameters as readonly Value[]), tenant],
    )
    return rows.map(readOwned)
  }

  async accountCount(tenant: TenantId, where: AccountWhere) {
    const { sql: text, parameters } = sql
      .selectFrom('account')
      .select((e) => e.fn.countAll().as('count'))
      .where((e) => accountFilter(tenant, where)(e))
      .compile()
    return (await this.one(text, parameters as readonly Value[]))?.[0] as number
  }

  async find<K extends Key>(key: K) {
    return (await this.findAll([key]))[0]
  }

  async findAll<K extends Key>(keys: readonly K[]) {
    const [first] = keys
    if (first === undefined) return []
    const { table, lookup } = lookupOf(first.type)
    const { where, values } = rowsOf(table, lookup, keys)
    const rows = await this.connection.query(
      `select ${columnsOf(table).names} from ${table.table} t where ${where}`,
      values,
    )
    // Items of the table that keys of this type use.
    return rows.map((row) => readItem(table, row)) as unknown as Found<K['type']>[]
  }

  async list<Item extends Owned>(table: Table<Item>, query: Query<Item> = {}) {
    const { where = {}, by, order = 'asc', after, offset, limit } = query
    const values: Value[] = []
    const conditions = [...conditionsOf(table, query, values)]
    // A field with a fixed value does not affect the order, and would prevent the use of the index.
    const varies = table.key.filter(({ name }) => !isFixed(Reflect.get(where, name)))
    const key = (varies.length === 0 ? table.key : varies).map(columnOf)
    if (after !== undefined)
      conditions.push(`${key[0]} ${order === 'asc' ? '>' : '<'} $${values.push(after)}`)
    const sorted = [...(by === undefined ? [] : [columnOf(fieldOf(table, by))]), ...key]
    const rows = await this.connection.query(
      `select ${columnsOf(table).names} from ${table.table}${whereOf(conditions)}
       order by ${sorted.map((column) => `${column} ${order}`).join(', ')}
       ${limit === undefined ? '' : `limit $${values.push(limit)}`} ${offset === undefined ? '' : `offset $${values.push(offset)}`}`,
      values,
    )
    return rows.map((row) => readItem(table, row))
  }

  async count<Item extends Owned>(table: Table<Item>, where: Where<Item> = {}, part?: string) {
    const values: Value[] = []
    const conditions = conditionsOf(table, { where, part }, values)
    const row = await this.one(`select count(*) from ${table.table}${whereOf(conditions)}`, values)
    return row?.[0] as number
  }

  possibleDepositAddresses<Item extends Addressed>(lists: readonly (readonly Item[])[]) {
    return this.depositAddresses.among(lists)
  }

  async blockage(tenant: TenantId, id: BlockageId) {
    const row = await this.one(
      `select ${prefixed('a', ACCOUNT_COLUMNS)}, ${prefixed('b', columnsOf(BLOCKAGES).names)}
       from blockage b join account a on a.tenant = b.tenant and a.id = b.account
       where b.tenant = $1 and b.id = $2 and a.role is null`,
      [tenant, id],
    )
    if (row === undefined) return undefined
    return { blockage: readItem(BLOCKAGES, row, ACCOUNT_WIDTH), account: readAccount(row).account }
  }

  async currency(tenant: TenantId, name: string) {
    const row = await this.one(
      `select ${prefixed('v', columnsOf(CURRENCIES).names)}, -coalesce(m.balance, 0)
       from virtual_currency v left join account m on m.tenant = v.tenant and m.id = $3
       where v.tenant = $1 and v.name = $2`,
      [tenant, name, systemAccountId(tenant, 'mint', name)],
    )
    if (row === undefined) return undefined
    return { currency: readItem(CURRENCIES, row), supply: BigInt(row[row.length - 1] as string) }
  }

  async balanceAt(tenant: TenantId, id: AccountId, at: Timestamp) {
    const row = await this.one(BALANCE_AT, [tenant, [id], at])
    if (row === undefined) return undefined
    const [scale, sum, blocked, frozen, disabled] = row as [number, string, string, boolean, boolean]
    return { scale, balance: BigInt(sum), blocked: BigInt(blocked), frozen, disabled }
  }

  async lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp) {
    return (await this.lastRecords(tenant, [account], until))[0] ?? 0
  }

  async lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp) {
    const rows = await (until === undefined
      ? this.connection.query(
          'select id, records from account where tenant = $1 and id = any($2::text[]) and role is null',
          [tenant, accounts],
        )
      : this.connection.query(LAST_RECORDS, [tenant, accounts, until]))
    const last = new Map(rows as readonly [AccountId, number][])
    return accounts.map((account) => last.get(account) ?? 0)
  }

  async records(tenant: TenantId, account: AccountId, from: number, limit: number) {
    const rows = await this.connection.query(RECORDS, [tenant, account, from, limit])
    return rows.map(recordOf)
  }

  async recordsAt(tenant: TenantId, places: readonly RecordPlace[]): Promise<readonly JournalRecord[]> {
    const rows = await this.connection.query(RECORDS_AT, [
      tenant,
      places.map(({ account }) => account),
      places.map(({ from }) => from),
      places.map(({ limit }) => limit),
    ])
    return rows.map(recordOf)
  }

  async journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ) {
    const conditions = ['tenant = $1']
    const values: Value[] = [tenant, limit]
    if (from.before !== undefined) {
      const place = placeOf(from.before)
      if (place === null) return []
      const { reference, height, debit, number } = place
      conditions.push(
        '(reference, height, debit, debit_number) < ($3::uuid, $4::bigint, $5::text, $6::bigint)',
      )
      values.push(reference, height, debit, number)
    }
    if (from.until !== undefined) {
      const at = values.length
      conditions.push(`reference < $${at + 1}::uuid`, `created <= $${at + 2}::bigint`)
      values.push(lowestReference(from.until + REFERENCE_LEAD_MS), from.until)
    }
    const rows = await this.connection.query(
      `select ${ENTRY_COLUMNS} from journal where ${conditions.join(' and ')}
       order by reference desc, height desc, debit desc, debit_number desc limit $2`,
      values,
    )
    return rows.map((row) => placed(readEntry(row)))
  }

  async recordCount(tenant: TenantId) {
    const row = await this.one(
      'select coalesce(sum(records), 0)::bigint from account where tenant = $1 and role is null',
      [tenant],
    )
    return row?.[0] as number
  }

  async entriesByReference(tenant: TenantId, reference: Reference | string, page: Page) {
    const own = isUuid(reference) ? 'reference = $2::uuid or' : ''
    const rows = await this.connection.query(
      `select ${ENTRY_COLUMNS} from journal where tenant = $1 and (${own} custom_reference = $2::text)
       order by created, height, reference, debit, debit_number limit $3 offset $4`,
      [tenant, reference, page.limit, page.offset],
    )
    return rows.map((row) => readEntry(row).entry)
  }

  private async one(text: string, values: readonly Value[]): Promise<Row | undefined> {
    const [row] = await this.connection.query(text, values)
    return row
  }
}

/** From a row of RECORDS or RECORDS_AT. */
function recordOf(row: Row): JournalRecord {
  const { entry } = readEntry(row)
  const [side, number] = row.slice(-2) as ['debit' | 'credit', number]
  return { entry, side, number }
}

function placed({ entry, height, debitNumber }: EntryRow) {
  return { entry, position: positionOf(entry, height, debitNumber) }
}

export function positionOf(
  { reference, debit }: Pick<EntryTerms, 'reference' | 'debit'>,
  height: number,
  debitNumber: number,
): JournalPosition {
  return `${reference} ${height} ${debitNumber} ${debit.account}` as JournalPosition
}

/** Null for what is no position: a caller's cursor may have it. */
function placeOf(position: JournalPosition) {
  const [reference = '', ...rest] = position.split(' ')
  const [height, number] = rest.map(Number)
  if (!isUuid(reference) || !Number.isSafeInteger(height) || !Number.isSafeInteger(number)) return null
  return { reference, height: height as number, number: number as number, debit: rest.slice(2).join(' ') }
}

function readOwned(row: Row): OwnedAccount {
  return {
    account: readAccount(row).account,
    customer: row[ACCOUNT_WIDTH] === null ? undefined : readItem(CUSTOMERS, row, ACCOUNT_WIDTH),
  }
}

function accountFilter(tenant: TenantId, where: AccountWhere) {
  return (e: ExpressionBuilder<Schema, 'account'>) =>
    e.and([
      e('tenant', '=', tenant),
      e('role', 'is', null),
      ...(where.customer === undefined ? [] : [e('customer', '=', where.customer)]),
      ...(where.active === undefined ? [] : [e('active', '=', where.active)]),
      ...(where.frozen === undefined ? [] : [e('frozen_by', where.frozen ? 'is not' : 'is', null)]),
      ...(where.currency === undefined ? [] : [e('currency', '=', where.currency)]),
      ...(where.accountNumber === undefined ? [] : [e('account_number', '=', where.accountNumber)]),
      ...(where.accountCode === undefined ? [] : [e('account_code', '=', where.accountCode)]),
    ])
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

const isFixed = (condition: unknown): boolean => condition !== undefined && typeof condition !== 'object'

/** The lowest UUIDv7 of a millisecond. */
function lowestReference(time: Timestamp): string {
  const hex = Math.min(time, 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
