/** How a database holds a field of which it has no type of its own. */

import type { Reservation } from './send/reservation.js'
import { readReservations, writeReservations } from './send/reservation.js'
import type { Field, Owned, Table } from './table.js'

export type Cell = string | number | bigint | boolean | null

/** What makes cells of values that are not null; without one, the value is the cell. */
const WRITES: { readonly [Type in Field['type']]?: (value: never) => Cell } = {
  amount: String,
  words: (texts: readonly string[]) => texts.join(' '),
  json: (value: unknown) => JSON.stringify(value),
  claims: (claims: readonly Reservation[]) => writeReservations(claims),
}

/** And values of cells. */
const READS: { readonly [Type in Field['type']]?: Read } = {
  amount: BigInt,
  // It may come as any text or number that has all its digits.
  integer: BigInt,
  // A database writes them as it writes UUIDs.
  hex: (cell: string) => cell.replaceAll('-', ''),
  words: (cell: string) => cell.split(' ').filter(Boolean),
  json: (cell: string) => JSON.parse(cell),
  claims: (cell: string) => readReservations(cell),
}

/** Makes a value of a cell that is not null. */
export type Read = (cell: never) => unknown

const written = (write: ((value: never) => Cell) | undefined, value: unknown): Cell => {
  if (value === null || value === undefined) return null
  return write === undefined ? (value as Cell) : write(value as never)
}

/** A value of the field, as a column holds it. */
export const toCell = ({ type }: Field, value: unknown): Cell => written(WRITES[type], value)

/** The same for the field of items: what follows from the field is found once. */
export function cellOf({ name, type }: Field): (item: object) => Cell {
  const write = WRITES[type]
  return (item) => written(write, Reflect.get(item, name))
}

/** Undefined where the cell is the value. */
export const readOf = ({ type }: Field): Read | undefined => READS[type]

/**
 * Makes items of rows with a cell for each field, in the order of the table, from `from` on.
 * @param how How a database of its own types reads a field
 */
export function itemsOf<Item extends Owned>(
  table: Table<Item>,
  how: (field: Field) => Read | undefined = readOf,
): (row: readonly unknown[], from?: number) => Item {
  const fields = table.fields.map((field) => ({ name: field.name, read: how(field) }))
  const nulls = table.fields.flatMap(({ name, optional }) => (optional ? [] : [[name, null] as const]))
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(nulls)
  return (row, from = 0) => {
    // A copy, because V8 makes a slow dictionary of an object to which very many fields are added one by one.
    const item: Record<string, unknown> = { ...blank }
    let at = from
    for (const { name, read } of fields) {
      const cell = row[at++]
      if (cell !== null) item[name] = read === undefined ? cell : read(cell as never)
    }
    // Its fields are those of the table.
    return item as unknown as Item
  }
}

/** Written into a statement: only so does a database know that a partial index covers it. */
export function literalOf(cell: Cell): string {
  return typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell)
}
