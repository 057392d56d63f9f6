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
  const put = (type: string, cell: Cell): string => `$${values.push(cell)}::${type}`
  const written = (_type: string, cell: Cell): string => literalOf(cell)
  const within = part === undefined ? [] : comparisonsOf(table, table.parts[part] ?? {})
  return [
    ...within.map((comparison) => conditionOf(comparison, written)),
    ...comparisonsOf(table, where).map((comparison) => conditionOf(comparison, put)),
  ]
}

function conditionOf({ field, how, values }: Comparison, put: (type: string, cell: Cell) => string): string {
  const column = columnOf(field)
  if (how === 'is null') return `${column} is null`
  if (how === 'holds') {
    const texts = arrayOf('text', values as readonly string[], (text) => text)
    const any = put('text[]', texts)
    return field.type === 'words' ? `string_to_array(${column}, ' ') && ${any}` : `${column}::jsonb ?| ${any}`
  }
  const places = values.map((value) => put(typeOf(field), toCell(field, value))).join(', ')
  return `${column} ${how} ${how === 'in' ? `(${places})` : places}`
}
