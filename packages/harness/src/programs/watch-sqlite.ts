/**
 * Observes the SQLite driver of the storage: when a commit begins and ends, whether it settles accounts, and how
 * durable the connection is. If `begun` throws, the commit throws the same.
 */
import { createRequire } from 'node:module'

interface Statement {
  run(...values: readonly unknown[]): unknown
}

interface Connection {
  prepare(this: Connection, sql: string): Statement
  pragma(source: string, options: { readonly simple: true }): unknown
}

export interface Watch {
  /** `PRAGMA synchronous` of the connection that wrote last: 1 is NORMAL. */
  synchronous(): unknown
}

/** Must be called before the storage is opened. */
export function watchSqlite(on: {
  readonly begun: (settles: boolean) => void
  readonly ended: () => void
}): Watch {
  const ours = createRequire(import.meta.url)
  // The storage's own driver, which this package does not depend on.
  const theirs = createRequire(ours.resolve('@tallystick/storage-sqlite/package.json'))
  const driver: { readonly prototype: Connection } = theirs('better-sqlite3')
  const prepare = driver.prototype.prepare
  let connection: Connection | null = null
  let settles = false
  const runsBefore = (statement: Statement, before: () => void, after: () => void): void => {
    const run = statement.run
    statement.run = (...values) => {
      before()
      const result = Reflect.apply(run, statement, values)
      after()
      return result
    }
  }
  const nothing = (): void => undefined
  driver.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql)
    if (sql === 'begin immediate') {
      runsBefore(
        statement,
        () => {
          connection = this
          settles = false
        },
        nothing,
      )
    } else if (sql.startsWith('update account set balance')) {
      runsBefore(
        statement,
        () => {
          settles = true
        },
        nothing,
      )
    } else if (sql === 'commit') {
      runsBefore(statement, () => on.begun(settles), on.ended)
    }
    return statement
  }
  return { synchronous: () => connection?.pragma('synchronous', { simple: true }) }
}
