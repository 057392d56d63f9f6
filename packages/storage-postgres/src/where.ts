/** Converts the conditions of a query to SQL text, and appends their values to the existing ones. */
import {
  type Cell,
  type Comparison,
  comparisonsOf,
  literalOf,
  type Owned,
  type Table,
  toCell,
} from '@tallystick/core'
import type { Query } from '@tallystick/engine'
import type { Value } from './connection.js'
import { arrayOf } from './statement.js'
import { columnOf, typeOf } from './tables.js'

/**
 * @param values Gets the values of the conditions. Those of a part are written literally, because its index is used
 * only then
 */
export function conditionsOf<Item extends Owned>(
  table: Table<Item>,
  { where = {}, part }: Query<Item>,
  values: Value[],
): readonly string[] {
  const put: Put = {
    one: (type, cell) => `$${values.push(cell)}::${type}`,
    // The same statement for any number of values.
    among: (type, cells) => `= any($${values.push(arrayOf(type, cells, (cell) => cell))}::${type}[])`,
  }
  const written: Put = {
    one: (_type, cell) => literalOf(cell),
    among: (_type, cells) => `in (${cells.map(literalOf).join(', ')})`,
  }
  const within = part === undefined ? [] : comparisonsOf(table, table.parts[part] ?? {})
  return [
    ...within.map((comparison) => conditionOf(comparison, written)),
    ...comparisonsOf(table, where).map((comparison) => conditionOf(comparison, put)),
  ]
}

/** Writes values into a condition. */
interface Put {
  one(type: string, cell: Cell): string
  /** Compares with any of them. */
  among(type: string, cells: readonly Cell[]): string
}

function conditionOf({ field, how, values }: Comparison, put: Put): string {
  const column = columnOf(field)
  if (how === 'is null') return `${column} is null`
  if (how === 'holds') {
    const texts = arrayOf('text', values as readonly string[], (text) => text)
    const any = put.one('text[]', texts)
    return field.type === 'words' ? `string_to_array(${column}, ' ') && ${any}` : `${column}::jsonb ?| ${any}`
  }
  const cells = values.map((value) => toCell(field, value))
  if (how === 'in') return `${column} ${put.among(typeOf(field), cells)}`
  if (how === 'not in') return `(${column} ${put.among(typeOf(field), cells)}) is not true`
  return `${column} ${how} ${put.one(typeOf(field), cells[0] ?? null)}`
}
