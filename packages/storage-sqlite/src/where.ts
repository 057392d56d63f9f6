/** Converts the conditions of a query on a table to SQL. */
import {
  type Cell,
  type Comparison,
  comparisonsOf,
  literalOf,
  type Owned,
  type Table,
  type Where,
} from '@tallystick/core'
import type { Query } from '@tallystick/engine'
import type { Tables, Term } from './tables.js'

/** The conditions of a part are written literally, because SQLite uses its partial index only then. */
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
  return comparisonsOf(table, where).map((comparison) => termOf(tables, comparison, written))
}

function termOf(tables: Tables, { field, how, values }: Comparison, written: boolean): Term {
  const { column } = field
  if (how === 'is null') return [`${column} is null`]
  if (how === 'holds') {
    return [
      `exists (select 1 from json_each(${column}) as own where own.value in (select value from json_each(?)))`,
      JSON.stringify(values),
    ]
  }
  const cells = values.map((value) => tables.encoded(field, value))
  const literals = (): string => cells.map(literalOf).join(', ')
  if (how === 'in' || how === 'not in') {
    const among = (list: string): string =>
      how === 'in' ? `${column} in (${list})` : `(${column} in (${list})) is not true`
    if (written) return [among(literals())]
    // The same statement for any number of values.
    return [among('select value from json_each(?)'), jsonOf(cells)]
  }
  return written ? [`${column} ${how} ${literals()}`] : [`${column} ${how} ?`, ...cells]
}

/** Keeps every digit of an integer. */
function jsonOf(cells: readonly Cell[]): string {
  if (cells.every((cell) => typeof cell !== 'bigint')) return JSON.stringify(cells)
  const texts = cells.map((cell) => (typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)))
  return `[${texts.join(',')}]`
}
