/** The rows of nouns that a unit of work changes, each once, because one statement may touch a row only once. */
import {
  type Change,
  movableOf,
  type Owned,
  RowChanges,
  type Step,
  stepOf,
  subjectOf,
  toCell,
  type View,
} from '@tallystick/core'
import type { Session } from './connection.js'
import type { Statement } from './statement.js'
import { columnOf, columnsOf } from './tables.js'

export class PostgresRows {
  private readonly changes = new RowChanges()

  constructor(
    private readonly session: Session,
    private readonly view: View,
  ) {}

  /** Returns a promise only if it must ask the server first. */
  add(change: Exclude<Change, { type: 'entry.posted' }>): Promise<void> | null {
    const step = stepOf(change)
    const item = subjectOf(step, change)
    const known = this.changes.add(step, change)
    if (step.verb !== 'update') return null
    const id = step.table.identify(item)
    return this.changes.tables.get(step.table)?.get(id)?.isNew === true
      ? null
      : this.move(step, id, known, item)
  }

  into(statement: Statement): void {
    for (const [table, rows] of this.changes.tables) {
      const { key, changing, rest, all, addition } = columnsOf(table)
      const made: Owned[] = []
      const changed: Owned[] = []
      const replaced: Owned[] = []
      const gone: Owned[] = []
      // The same order everywhere, because engines that add to the same rows must not deadlock.
      for (const [, { item, isNew, stays, isReplaced }] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (isNew && stays) made.push(item)
        else if (!stays && !isNew) gone.push(item)
        else if (!isNew) (isReplaced ? replaced : changed).push(item)
      }
      statement.insert(table.table, all, made, addition)
      statement.update(table.table, key, changing, changed)
      // One statement cannot delete a row and insert another one with its key.
      statement.update(table.table, key, rest, replaced)
      statement.delete(table.table, key, gone)
    }
  }

  /** One by one and in order: a unique value may pass from one item to the next within a unit of work. */
  private async move({ table }: Step, id: string, known: Owned | undefined, item: Owned): Promise<void> {
    const names = movableOf(table)
    if (names.length === 0) return
    const before = known ?? this.view.before(table, id)
    for (const field of names) {
      const value: unknown = Reflect.get(item, field.name)
      if (before === undefined || Reflect.get(before, field.name) === value) continue
      const key = columnsOf(table).key
      const match = key.map(([name], index) => `${name} = $${index + 2}`).join(' and ')
      await this.session.query(`update ${table.table} set ${columnOf(field)} = $1 where ${match}`, [
        toCell(field, value),
        ...key.map(([, , of]) => of(item)),
      ])
    }
  }
}
