/** What a query asks of the rows of a table. */
import type { Field, Owned, Table, Where } from '@tallystick/core'
import { Fault, type Query } from '@tallystick/engine'
import type { Value } from './connection.js'
import type { Tables, Term } from './tables.js'

/** A part's own terms are written out: only so does SQLite know its index. */
export function termsOf<Item extends Owned>(
  tables: Tables,
  table: Table<Item>,
  { where = {}, part }: Query<Item>,
): readonly Term[] {
  const within = part === undefined ? [] : terms(tables, table, table.parts[part] ?? {}, true)
  return [...within, ...terms(tables, table, where, false)]
}

export function terms<Item extends Owned>(
  tables: Tables,
  table: Table<Item>,
  where: Where<Item>,
  written: boolean,
): readonly Term[] {
  return Object.entries(where).flatMap(([name, condition]): readonly Term[] => {
    if (condition === undefined) return []
    const field = fieldOf(table, name)
    return [termOf(field, condition, (value) => tables.encoded(field, value), written)]
  })
}

/** Whether the condition is that the field has one value. */
export const isEqual = (condition: unknown): boolean =>
  condition !== null && typeof condition !== 'object' && condition !== undefined

function termOf(field: Field, condition: unknown, encode: (value: unknown) => Value, written: boolean): Term {
  const { column } = field
  const one = (sign: string, value: unknown): Term =>
    written ? [`${column} ${sign} ${literal(encode(value))}`] : [`${column} ${sign} ?`, encode(value)]
  if (condition === null) return [`${column} is null`]
  if (typeof condition !== 'object') return one('=', condition)
  const [[how, to] = ['', null]] = Object.entries(condition) as [string, unknown][]
  switch (how) {
    case 'in': {
      const values = (to as readonly unknown[]).map(encode)
      return written
        ? [`${column} in (${values.map(literal).join(', ')})`]
        : [`${column} in (${values.map(() => '?').join(', ')})`, ...values]
    }
    case 'holds':
      return [
        `exists (select 1 from json_each(${column}) as own where own.value in (select value from json_each(?)))`,
        JSON.stringify(to),
      ]
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
