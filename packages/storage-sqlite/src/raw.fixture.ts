/** An SQLite ledger in the hands of somebody who goes past the adapter: row by row, with a copy to go back to. */
import { copyFileSync, rmSync } from 'node:fs'
import type { Cell, RawDatabase, RawTable } from '@tallystick/testing'
import Database from 'better-sqlite3'

/** @param file Of a ledger that is closed. */
export function rawSqlite(file: string): RawDatabase {
  const kept = `${file}.kept`
  copyFileSync(file, kept)
  const run = (sql: string, values: readonly Cell[]): boolean => {
    const database = new Database(file)
    try {
      const triggers = database.prepare("select name from sqlite_master where type = 'trigger'").pluck().all()
      for (const trigger of triggers) database.exec(`drop trigger ${trigger}`)
      return database.prepare(sql).run(...values).changes === 1
    } catch (cause) {
      if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_CONSTRAINT')) return false
      throw cause
    } finally {
      database.close()
    }
  }
  const isRow = ({ columns }: RawTable): string => columns.map(({ name }) => `"${name}" is ?`).join(' and ')
  return {
    tables() {
      const database = new Database(kept, { readonly: true })
      const names = database
        .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
        .pluck()
        .all() as string[]
      const tables = names.map((name): RawTable => {
        const info = database.pragma(`table_info(${name})`) as { name: string; type: string }[]
        const columns = info.map((column) => ({ name: column.name, isText: column.type === 'text' }))
        const all = database.prepare(`select * from "${name}"`).raw().all() as Cell[][]
        return { name, columns, rows: name === 'meta' ? all : all.slice(all.length >> 1).slice(0, 1) }
      })
      database.close()
      return tables
    },
    change: (table, row, column, to) =>
      run(`update "${table.name}" set "${table.columns[column]?.name}" = ? where ${isRow(table)}`, [
        to,
        ...row,
      ]),
    remove: (table, row) => run(`delete from "${table.name}" where ${isRow(table)}`, row),
    add: (table, row) =>
      run(`insert into "${table.name}" values (${table.columns.map(() => '?').join(', ')})`, row),
    restore() {
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
      copyFileSync(kept, file)
    },
  }
}
