/**
 * One statement that writes any number of tables: an insert, updates and a delete for each, of different rows, fed by
 * arrays. A value that all rows share is sent once and not as an array: entries of a batch share most of their values.
 */
import type { Cell } from '@tallystick/core'
import type { Value } from './connection.js'

/**
 * A column: its name, its type on the server, and its value. All rows of a batch usually have equal values in all
 * columns of a group.
 */
export type Column<T> = readonly [name: string, type: string, of: (thing: T) => Cell, group?: string]

/** Names of the statements so far: one for each combination of tables in use. */
const NAMES = new Map<string, string>()

/** The statement under construction: parts that each write one table, and their parameters. */
export class Statement {
  private readonly parts: string[] = []
  readonly values: Value[] = []

  insert<T>(
    table: string,
    columns: readonly Column<T>[],
    things: readonly T[],
    conflict = '',
    select = '*',
  ): void {
    if (things.length === 0) return
    const names = columns.map(([name]) => name).join(', ')
    this.parts.push(
      `insert into ${table} (${names}) select ${select} from ${this.rows(columns, things)} as n ${conflict}`,
    )
  }

  update<T>(
    table: string,
    key: readonly Column<T>[],
    columns: readonly Column<T>[],
    things: readonly T[],
  ): void {
    if (things.length === 0) return
    const sets = columns.map(([name]) => `${name} = n.${name}`).join(', ')
    const match = key.map(([name]) => `t.${name} = n.${name}`).join(' and ')
    const rows = this.rows([...key, ...columns], things)
    this.parts.push(`update ${table} t set ${sets} from ${rows} as n where ${match}`)
  }

  delete<T>(table: string, key: readonly Column<T>[], things: readonly T[]): void {
    if (things.length === 0) return
    const names = key.map(([name]) => name).join(', ')
    this.parts.push(`delete from ${table} where (${names}) in (select * from ${this.rows(key, things)} as n)`)
  }

  get text(): string {
    return `with ${this.parts.map((part, index) => `w${index} as (${part})`).join(', ')} select 1`
  }

  /** A short name for each text: the server truncates names after 63 characters. */
  get name(): string {
    const { text } = this
    let name = NAMES.get(text)
    if (name === undefined) {
      name = `write_${NAMES.size}`
      NAMES.set(text, name)
    }
    return name
  }

  private rows<T>(columns: readonly Column<T>[], things: readonly T[]): string {
    const said = agreed(columns, things)
    const arrays: string[] = []
    const names: string[] = []
    const fields = columns.map(([name, type, of, group], index) => {
      if (said.has(group)) {
        this.values.push(said.get(group)?.[index] ?? null)
        return `$${this.values.length}::${type} as ${name}`
      }
      this.values.push(arrayOf(type, things, of))
      arrays.push(`$${this.values.length}::${type}[]`)
      names.push(name)
      return `u.${name}`
    })
    const from = arrays.length === 0 ? '' : ` from unnest(${arrays.join(', ')}) as u (${names.join(', ')})`
    return `(select ${fields.join(', ')}${from})`
  }
}

/**
 * Groups of columns in which all rows have the same values, with these values by column position. It works by group and
 * not by column, because each combination is a statement to prepare and keep. A single row agrees with itself in every
 * column.
 */
function agreed<T>(
  columns: readonly Column<T>[],
  things: readonly T[],
): ReadonlyMap<string | undefined, readonly Cell[]> {
  const [first] = things
  const said = new Map<string | undefined, Cell[]>()
  if (first === undefined) return said
  const differ = new Set<string | undefined>(things.length === 1 ? [] : [undefined])
  for (const [index, [, , of, group]] of columns.entries()) {
    if (differ.has(group)) continue
    const cell = of(first)
    if (things.length === 1 || things.every((thing) => of(thing) === cell)) {
      const cells = said.get(group) ?? []
      cells[index] = cell
      said.set(group, cells)
    } else {
      differ.add(group)
      said.delete(group)
    }
  }
  return said
}

const QUOTED: ReadonlySet<string> = new Set(['text', 'bytea'])
const SPECIAL = /["\\]/

/** The array in PostgreSQL's text format. */
export function arrayOf<T>(type: string, things: readonly T[], of: (thing: T) => Cell): string {
  const quoted = QUOTED.has(type)
  let text = ''
  for (const thing of things) {
    const cell = of(thing)
    if (cell === null) text += ',NULL'
    else if (quoted) text += `,"${escaped(cell as string)}"`
    else text += `,${cell}`
  }
  return `{${text.slice(1)}}`
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text
}
