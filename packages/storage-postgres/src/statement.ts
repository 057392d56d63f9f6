/**
 * One statement that writes any number of tables: each gets at most one insert, one update and one delete, fed
 * by arrays. What all rows have in common travels once and not in an array: most of what an entry says of its
 * batch is the same for all entries of it.
 */
import type { Cell } from '@tallystick/core'
import type { Value } from './connection.js'

/**
 * A column: its name, its type on the server, and how a thing says it. Columns of one group are those of which
 * all rows of a batch usually say the same together.
 */
export type Column<T> = readonly [name: string, type: string, of: (thing: T) => Cell, group?: string]

/** Names of the statements made so far: as many as there are combinations of tables in use. */
const NAMES = new Map<string, string>()

/** The statement as it grows: parts that each write one table, and their parameters. */
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

  /** One name per text, and a short one: the server cuts names off at 63 characters. */
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
 * Groups of columns of which all things say the same, with what they say, by the column's place. A group and
 * not each column for itself: every combination is a statement of its own, to be prepared and kept. A single
 * thing agrees with itself, in every column.
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

/** The array as PostgreSQL reads it. */
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
