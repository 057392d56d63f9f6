/**
 * Lists in the order of ids: filtered, counted, and with an offset. SQLite runs in the thread that serves all calls, so
 * no statement reads more than a window of rows, and tenants take turns between windows.
 */
import { isEqual, type Owned, type Table, type Where } from '@tallystick/core'
import { type AccountWhere, type Query, Turns } from '@tallystick/engine'
import type { Row } from './connection.js'
import type { Database } from './database.js'
import type { Tables, Term } from './tables.js'
import { terms } from './where.js'

/** Rows that one statement reads: about 5 ms. */
export const WINDOW = 4_000
/** Entries cost 1 each. A row that is only checked costs less. */
export const WINDOW_COST = 500
/** About 10 ms. */
const COST_PER_TURN = 1_000

/** Table and index of a list. */
export interface List {
  readonly table: string
  /** Begins with the columns of `sought`, followed by the id. */
  readonly index: string
  readonly sought: readonly Term[]
  readonly filter: readonly Term[]
}

export interface Paging {
  readonly offset: number
  readonly limit: number
  readonly order?: 'asc' | 'desc'
  readonly after?: string
}

export class Lists {
  /** @param lane Whose turns they take. Default: those of the tenant that a read is about */
  constructor(
    private readonly database: Database,
    private readonly turns = new Turns({ atOnce: Number.POSITIVE_INFINITY, perTurn: COST_PER_TURN }),
    private readonly lane?: string,
  ) {}

  /** The same, for the service's own work. */
  get own(): Lists {
    return new Lists(this.database, this.turns, '')
  }

  /** Runs a read of many rows in its turn. @param cost The approximate number of rows */
  read<Result>(tenant: string, cost: number, work: () => Result): Promise<Result> {
    return this.turns.run(this.lane ?? tenant, Math.max(1, cost), () => this.database.read(work))
  }

  /** @param present Runs on the snapshot of the row */
  async page<Item>(
    tenant: string,
    list: List,
    columns: string,
    { offset, limit, order = 'asc', after }: Paging,
    present: (row: Row) => Item,
  ): Promise<readonly Item[]> {
    const items: Item[] = []
    let skip = offset
    await this.windows(tenant, list, order, after, (range) => {
      if (skip > 0) {
        const count = this.select(list, range, 'count(*)')[0]?.[0] as number
        if (count <= skip) {
          skip -= count
          return true
        }
      }
      const rest: Term = [`order by id ${order} limit ? offset ?`, limit - items.length, skip]
      for (const row of this.select(list, range, columns, rest)) items.push(present(row))
      skip = 0
      return items.length < limit
    })
    return items
  }

  count(tenant: string, list: List): Promise<number> {
    return this.sum(tenant, list, 'count(*)', (row) => row[0] as number)
  }

  /** Adds up a number computed from each selected row. */
  async sum(tenant: string, list: List, columns: string, of: (row: Row) => number): Promise<number> {
    let total = 0
    await this.windows(tenant, list, 'asc', undefined, (range) => {
      for (const row of this.select(list, range, columns)) total += of(row)
      return true
    })
    return total
  }

  /** Reads one window after another, while `look` returns true. */
  private async windows(
    tenant: string,
    list: List,
    order: 'asc' | 'desc',
    after: string | undefined,
    look: (range: readonly Term[]) => boolean,
  ): Promise<void> {
    const [beyond, until] = order === 'asc' ? ['id > ?', 'id <= ?'] : ['id < ?', 'id >= ?']
    let from = after
    let more = true
    while (more) {
      more = await this.read(tenant, WINDOW_COST, () => {
        const start: readonly Term[] = from === undefined ? [] : [[beyond, from]]
        const unfiltered = { ...list, filter: [] }
        const rest: Term = [`order by id ${order} limit 1 offset ${WINDOW - 1}`]
        const end = this.select(unfiltered, start, 'id', rest)[0]?.[0] as string | undefined
        from = end
        return look(end === undefined ? start : [...start, [until, end]]) && end !== undefined
      })
    }
  }

  private select(
    list: List,
    range: readonly Term[],
    columns: string,
    [rest, ...values]: Term = [''],
  ): readonly Row[] {
    const conditions = [...list.sought, ...range, ...list.filter]
    const where = conditions.map(([sql]) => sql).join(' and ')
    // If two indexes fit, SQLite might choose the one that contains the rows of all tenants.
    const text = `select ${columns} from ${list.table} indexed by ${list.index} where ${where} ${rest}`
    const given = [...conditions.flatMap(([, ...of]) => of), ...values]
    return this.database.connection.prepare(text).all(...given)
  }
}

export function accountList(tenant: number, where: AccountWhere): List {
  const of: Term = ['tenant = ?', tenant]
  const filter: Term[] = [
    ['role is null'],
    ...(where.active === undefined ? [] : [['active = ?', where.active ? 1 : 0] as const]),
    ...(where.frozen === undefined ? [] : [[`frozen_by is ${where.frozen ? 'not ' : ''}null`] as const]),
    ...equal('currency', where.currency),
    ...equal('account_code', where.accountCode),
  ]
  const customer = equal('customer', where.customer)
  const number = equal('account_number', where.accountNumber)
  const table = 'account'
  if (customer.length > 0) {
    return { table, index: 'account_by_customer', sought: customer, filter: [of, ...number, ...filter] }
  }
  if (number.length > 0) return { table, index: 'account_by_number', sought: [of, ...number], filter }
  return { table, index: 'account_by_tenant', sought: [of], filter }
}

/** The query by the index with the most of its conditions; null if the table has no index for paging. */
export function indexedList<Item extends Owned>(
  tables: Tables,
  table: Table<Item>,
  { where = {}, part, by }: Query<Item>,
): List | null {
  if (part !== undefined || by !== undefined) return null
  const isSought = (name: string): boolean => isEqual(Reflect.get(where, name))
  const fits = ([name, columns]: [string, readonly string[]]): boolean => {
    const [field, value] = table.within[name] ?? []
    return columns.every(isSought) && (field === undefined || Reflect.get(where, field) === value)
  }
  const [index, columns] = Object.entries(table.indexes).findLast(fits) ?? []
  if (index === undefined || columns === undefined) return null
  const pick = (names: readonly string[], written = false): readonly Term[] =>
    terms(
      tables,
      table,
      Object.fromEntries(names.map((name) => [name, Reflect.get(where, name)])) as Where<Item>,
      written,
    )
  const within = (table.within[index] ?? []).slice(0, 1)
  const others = Object.keys(where).filter((name) => ![...columns, ...within].includes(name))
  // Written literally: only so does SQLite know that the index has all of them.
  const sought = [...pick(columns), ...pick(within, true)]
  return { table: table.table, index, sought, filter: pick(others) }
}

/** The tenant in whose turn a read runs. */
export function tenantIn(where: object = {}): string {
  return String(Reflect.get(where, 'tenant') ?? '')
}

function equal(column: string, value: string | undefined): readonly Term[] {
  return value === undefined ? [] : [[`${column} = ?`, value]]
}
