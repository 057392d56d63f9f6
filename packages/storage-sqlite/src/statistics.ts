/**
 * Statistics of the indexes, which SQLite plans its statements with. Without any, it prefers the index that has the order
 * of a list to the one that finds its few rows: the addresses of an account were looked for among all of its tenant, and
 * whoever is told of a payment among all subscriptions. Those of `analyze` are of the day on which it ran, so these are
 * the same in every file: of a ledger that has grown. See https://www.sqlite.org/optoverview.html#manctrl
 */
import type Database from 'better-sqlite3'

const ROWS = 1e9
/** Of an index with a condition. */
const ROWS_OF_PART = 1e7
/** Columns of few values: a tenth of the rows has the same one. Of any other column, a millionth. */
const OF_FEW_VALUES: ReadonlySet<string | null> = new Set([
  ...['tenant', 'chain', 'network', 'chain_network', 'kind', 'type', 'status', 'state', 'quota', 'removed'],
])

interface Index {
  readonly name: string
  readonly unique: 0 | 1
  readonly origin: string
  readonly partial: 0 | 1
}

interface Column {
  readonly name: string | null
  readonly key: 0 | 1
}

/** Within the transaction that changes the schema. */
export function writeStatistics(database: Database.Database): void {
  // Only `analyze` makes the table of statistics. This one is small.
  database.exec('analyze tenant; delete from sqlite_stat1; drop table if exists sqlite_stat4')
  const insert = database.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)')
  const tables = database.prepare<[], { readonly name: string; readonly wr: 0 | 1 }>(
    "select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  )
  for (const { name: table, wr } of tables.all()) {
    for (const index of database.pragma(`index_list(${table})`) as readonly Index[]) {
      const columns = database.pragma(`index_xinfo("${index.name}")`) as readonly Column[]
      // The key of a table without row ids has the table's name here.
      const name = wr === 1 && index.origin === 'pk' ? table : index.name
      insert.run(table, name, statisticsOf(index, columns))
    }
  }
  database.exec('analyze sqlite_schema')
}

/** The rows of the index, then how many of them have the same first column, the same first two, and so on. */
function statisticsOf({ unique, partial }: Index, columns: readonly Column[]): string {
  const rows = partial === 1 ? ROWS_OF_PART : ROWS
  const keys = columns.filter(({ key }) => key === 1)
  let same = rows
  const sames = keys.map(({ name }, at) => {
    same = Math.max(2, Math.ceil(same / (OF_FEW_VALUES.has(name) ? 10 : 1e6)))
    return unique === 1 && at === keys.length - 1 ? 1 : same
  })
  // There may be more tenants than it is worth to look for one after the other.
  return [rows, ...sames, 'noskipscan'].join(' ')
}
