/** A PostgreSQL ledger in the hands of somebody who goes past the adapter: row by row, with a copy to go back to. */
import type { Cell, RawDatabase, RawTable } from '@tallystick/testing'
import pg from 'pg'

/** @param url Of a ledger that is closed. */
export async function rawPostgres(url: string): Promise<RawDatabase & { end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const { rows: names } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  )
  for (const { name } of names) await client.query(`create table kept_${name} as table ${name}`)
  let touched: string | null = null
  const run = async ({ name }: RawTable, sql: string, values: readonly Cell[]): Promise<boolean> => {
    touched = name
    try {
      return (await client.query(sql, [...values])).rowCount === 1
    } catch (cause) {
      // Constraints, and values that the type of a column does not take.
      if (cause instanceof pg.DatabaseError && /^2[23]/.test(cause.code ?? '')) return false
      throw cause
    }
  }
  const isRow = ({ columns }: RawTable, from: number): string =>
    columns.map(({ name }, index) => `"${name}" is not distinct from $${index + from}`).join(' and ')
  return {
    async tables() {
      const tables: RawTable[] = []
      for (const { name } of names) {
        const { fields, rows } = await client.query({
          text: `select * from kept_${name}`,
          rowMode: 'array',
        })
        const columns = fields.map((field) => ({
          name: field.name,
          isText: field.dataTypeID === pg.types.builtins.TEXT,
        }))
        const all = rows as Cell[][]
        tables.push({ name, columns, rows: name === 'meta' ? all : all.slice(all.length >> 1).slice(0, 1) })
      }
      return tables
    },
    change: (table, row, column, to) =>
      run(
        table,
        `update "${table.name}" set "${table.columns[column]?.name}" = $1 where ${isRow(table, 2)}`,
        [to, ...row],
      ),
    remove: (table, row) => run(table, `delete from "${table.name}" where ${isRow(table, 1)}`, row),
    add: (table, row) =>
      run(
        table,
        `insert into "${table.name}" values (${table.columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        row,
      ),
    async restore() {
      if (touched === null) return
      await client.query(`delete from ${touched}`)
      await client.query(`insert into ${touched} select * from kept_${touched}`)
      touched = null
    },
    end: () => client.end(),
  }
}
