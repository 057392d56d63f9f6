/** What a unit of work does to the rows of nouns, all changes to one row combined. */
import type { Owned, Table } from './table.js'
import { type Change, type Step, subjectOf } from './tables.js'

/** What is left of the changes to a row. */
export interface RowChange {
  readonly item: Owned
  /** It did not exist before the unit of work, as its first change shows. */
  readonly isNew: boolean
  readonly stays: boolean
  /** It was deleted and inserted again, so it may have changed in everything but its key. */
  readonly isReplaced: boolean
}

export class RowChanges {
  readonly tables = new Map<Table, Map<string, RowChange>>()

  /** Returns the item as the change before this one has left it; undefined if this is the first. */
  add(step: Step, change: Exclude<Change, { type: 'entry.posted' }>): Owned | undefined {
    const { table, verb } = step
    const item = subjectOf(step, change)
    let rows = this.tables.get(table)
    if (rows === undefined) {
      rows = new Map()
      this.tables.set(table, rows)
    }
    const id = table.identify(item)
    const known = rows.get(id)
    rows.set(id, {
      item: known === undefined ? item : sumOf(table, known.item, item),
      isNew: known?.isNew ?? (verb === 'insert' || verb === 'add'),
      stays: verb !== 'delete',
      isReplaced: known !== undefined && !known.isNew && (known.isReplaced || !known.stays),
    })
    return known?.item
  }
}

/** For tables that are added to: the sum of both. */
function sumOf({ adds }: Table, before: Owned, item: Owned): Owned {
  if (adds === null) return item
  return { ...item, [adds]: (Reflect.get(before, adds) as number) + (Reflect.get(item, adds) as number) }
}
