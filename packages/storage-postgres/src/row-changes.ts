/** The combined effect of a unit of work on the rows of nouns, because one statement may touch a row only once. */
import {
  type Change,
  type Field,
  type Owned,
  type Step,
  stepOf,
  subjectOf,
  type Table,
  toCell,
  type View,
} from '@tallystick/core'
import type { Session } from './connection.js'
import type { Statement } from './statement.js'
import { columnOf, columnsOf } from './tables.js'

interface Folded {
  readonly item: Owned
  /** It did not exist before the unit of work, as its first change shows. */
  readonly isNew: boolean
  readonly stays: boolean
}

export class RowChanges {
  private readonly tables = new Map<Table, Map<string, Folded>>()

  constructor(
    private readonly session: Session,
    private readonly view: View,
  ) {}

  /** Returns a promise only if it must ask the server first. */
  add(change: Exclude<Change, { type: 'entry.posted' }>): Promise<void> | null {
    const step = stepOf(change)
    const { table, verb } = step
    const item = subjectOf(step, change)
    const rows = this.tables.get(table) ?? new Map<string, Folded>()
    this.tables.set(table, rows)
    const id = table.identify(item)
    const known = rows.get(id)
    const isNew = known?.isNew ?? (verb === 'insert' || verb === 'add')
    rows.set(id, {
      item: known === undefined ? item : sumOf(table, known.item, item),
      isNew,
      stays: verb !== 'delete',
    })
    return verb === 'update' && !isNew ? this.move(step, id, known?.item, item) : null
  }

  into(statement: Statement): void {
    for (const [table, rows] of this.tables) {
      const { key, changing, all } = columnsOf(table)
      const those = (isNew: boolean, stays: boolean): readonly Owned[] =>
        // The same order everywhere, because engines that add to the same rows must not deadlock.
        [...rows]
          .filter(([, row]) => row.isNew === isNew && row.stays === stays)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, { item }]) => item)
      statement.insert(table.table, all, those(true, true), additionTo(table))
      statement.update(table.table, key, changing, those(false, true))
      statement.delete(table.table, key, those(false, false))
    }
  }

  /** One by one and in order: a unique value may pass from one item to the next within a unit of work. */
  private async move({ table }: Step, id: string, known: Owned | undefined, item: Owned): Promise<void> {
    const names = movable(table)
    if (names.length === 0) return
    const before = known ?? this.before(table, id)
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

  private before(table: Table, id: string): Owned | undefined {
    for (const touched of this.view.touched()) {
      if (touched.table === table && touched.before !== null && table.identify(touched.before) === id)
        return touched.before
    }
    return undefined
  }
}

/** Fields that may change and that keys use to find one item. */
function movable(table: Table): readonly Field[] {
  const named = new Set(Object.values(table.keys).flatMap(({ by, many }) => (many === true ? [] : by)))
  return table.fields.filter(({ changes, name }) => changes && named.has(name))
}

/** For tables that are added to: the sum of both. */
function sumOf({ adds }: Table, before: Owned, item: Owned): Owned {
  if (adds === null) return item
  return { ...item, [adds]: (Reflect.get(before, adds) as number) + (Reflect.get(item, adds) as number) }
}

function additionTo(table: Table): string {
  if (table.adds === null) return ''
  const { key, changing } = columnsOf(table)
  const sets = changing.map(([name]) => `${name} = ${table.table}.${name} + excluded.${name}`)
  return `on conflict (${key.map(([name]) => name).join(', ')}) do update set ${sets.join(', ')}`
}
