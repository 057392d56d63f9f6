/** What a query asks of the rows of a table, as text, and as values behind those that are there already. */
import { type Field, type Owned, type Table, toCell, type Where } from '@tallystick/core'
import { Fault, type Query } from '@tallystick/engine'
import type { Value } from './connection.js'
import { arrayOf } from './statement.js'
import { columnOf, typeOf } from './tables.js'

/** @param values Grows by those of the conditions. A part's own are written out: only so is its index known. */
export function conditionsOf<Item extends Owned>(
  table: Table<Item>,
  { where = {}, part }: Query<Item>,
  values: Value[],
): readonly string[] {
  const put = (type: string, value: Value): string => `$${values.push(value)}::${type}`
  const written = (_type: string, value: Value): string => literal(value)
  const within = part === undefined ? [] : conditions(table, table.parts[part] ?? {}, written)
  return [...within, ...conditions(table, where, put)]
}

type Put = (type: string, value: Value) => string

function conditions<Item extends Owned>(table: Table<Item>, where: Where<Item>, put: Put): readonly string[] {
  return Object.entries(where).flatMap(([name, condition]) =>
    condition === undefined ? [] : [conditionOf(fieldOf(table, name), condition, put)],
  )
}

function conditionOf(field: Field, condition: unknown, put: Put): string {
  const column = columnOf(field)
  const one = (sign: string, value: unknown): string =>
    `${column} ${sign} ${put(typeOf(field), toCell(field, value))}`
  if (condition === null) return `${column} is null`
  if (typeof condition !== 'object') return one('=', condition)
  const [[how, to] = ['', null]] = Object.entries(condition) as [string, unknown][]
  switch (how) {
    case 'in':
      return `${column} in (${(to as readonly unknown[]).map((value) => put(typeOf(field), toCell(field, value))).join(', ')})`
    case 'holds': {
      const any = put(
        'text[]',
        arrayOf('text', to as readonly string[], (text) => text),
      )
      return field.type === 'words'
        ? `string_to_array(${column}, ' ') && ${any}`
        : `${column}::jsonb ?| ${any}`
    }
    case 'not':
      return one('<>', to)
    case 'from':
      return one('>=', to)
    default:
      return one('<=', to)
  }
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

export function fieldOf(table: Table, name: string): Field {
  const field = table.fields.find((one) => one.name === name)
  if (field === undefined) throw new Fault(`No ${table.noun} has a field ${name}`)
  return field
}
