/**
 * One statement that writes any number of tables: an insert, updates and a delete for each, of different rows, fed by
 * arrays. A value that all rows share is sent once and not as an array: entries of a batch share most of their values.
 */
import { type Cell, Recent } from '@tallystick/core'

/** What a statement takes as a parameter. */
export type Value = Cell | Buffer | readonly Cell[]

/**
 * A column: its name, its type on the server, and its value. All rows of a batch usually have equal values in all
 * columns of a group.
 */
export type Column<T> = readonly [name: string, type: string, of: (thing: T) => Cell, group?: string]

interface Prepared {
  readonly text: string
  /** A short one: the server truncates names after 63 characters. */
  readonly name: string
}

/** One for each combination of tables in use, by its shape: a text of this length takes long to build and to look up. */
const PREPARED = new Recent<string, Prepared>(1_000)
let made = 0

/** The statement under construction: parts that each write one table, and their parameters. */
export class Statement {
  private readonly parts: (() => string)[] = []
  /** Everything that the text depends on. */
  private shape = ''
  readonly values: Value[] = []

  insert<T>(
    table: string,
    columns: readonly Column<T>[],
    things: readonly T[],
    conflict = '',
    select = '*',
  ): void {
    if (things.length === 0) return
    const rows = this.rows(`insert ${table} ${conflict} ${select}`, columns, things)
    this.parts.push(() => {
      const names = columns.map(([name]) => name).join(', ')
      return `insert into ${table} (${names}) select ${select} from ${rows()} as n ${conflict}`
    })
  }

  update<T>(
    table: string,
    key: readonly Column<T>[],
    columns: readonly Column<T>[],
    things: readonly T[],
  ): void {
    if (things.length === 0) return
    const rows = this.rows(`update ${table} ${key.length}`, joined(key, columns), things)
    this.parts.push(() => {
      const sets = columns.map(([name]) => `${name} = n.${name}`).join(', ')
      const match = key.map(([name]) => `t.${name} = n.${name}`).join(' and ')
      return `update ${table} t set ${sets} from ${rows()} as n where ${match}`
    })
  }

  delete<T>(table: string, key: readonly Column<T>[], things: readonly T[]): void {
    if (things.length === 0) return
    const rows = this.rows(`delete ${table}`, key, things)
    this.parts.push(() => {
      const names = key.map(([name]) => name).join(', ')
      return `delete from ${table} where (${names}) in (select * from ${rows()} as n)`
    })
  }

  get text(): string {
    return this.prepared.text
  }

  get name(): string {
    return this.prepared.name
  }

  private get prepared(): Prepared {
    let known = PREPARED.get(this.shape)
    if (known === undefined) {
      const parts = this.parts.map((part, index) => `w${index} as (${part()})`)
      known = { text: `with ${parts.join(', ')} select 1`, name: `write_${made++}` }
      PREPARED.set(this.shape, known)
    }
    return known
  }

  /** Adds the values of the rows. Returns what writes their text. */
  private rows<T>(what: string, columns: readonly Column<T>[], things: readonly T[]): () => string {
    const { id, groups } = groupsOf(columns)
    const { values } = this
    const before = values.length
    const isShared: boolean[] = []
    this.shape += `${what} ${id} `
    for (const [group, members] of groups) {
      // By group and not by column, because each combination is a statement to prepare and keep.
      const agrees =
        things.length === 1 ||
        (group !== undefined && members.every((of) => isSame(things, columns[of]?.[2])))
      this.shape += agrees ? '=' : '*'
      for (const member of members) isShared[member] = agrees
    }
    const first = things[0] as T
    for (const [index, [, type, of]] of columns.entries()) {
      values.push(isShared[index] === true ? of(first) : arrayOf(type, things, of))
    }
    return () => rowsText(columns, isShared, before)
  }
}

/** @param before The number of parameters before them */
function rowsText<T>(columns: readonly Column<T>[], isShared: readonly boolean[], before: number): string {
  const arrays: string[] = []
  const names: string[] = []
  const fields = columns.map(([name, type], index) => {
    const parameter = `$${before + index + 1}::${type}`
    if (isShared[index] === true) return `${parameter} as ${name}`
    arrays.push(`${parameter}[]`)
    names.push(name)
    return `u.${name}`
  })
  const from = arrays.length === 0 ? '' : ` from unnest(${arrays.join(', ')}) as u (${names.join(', ')})`
  return `(select ${fields.join(', ')}${from})`
}

/** The positions of the columns of each group. */
interface Groups {
  readonly id: number
  readonly groups: ReadonlyMap<string | undefined, readonly number[]>
}

const GROUPS = new WeakMap<readonly Column<never>[], Groups>()
let lists = 0

function groupsOf<T>(columns: readonly Column<T>[]): Groups {
  const known = GROUPS.get(columns)
  if (known !== undefined) return known
  const groups = new Map<string | undefined, number[]>()
  for (const [index, [, , , group]] of columns.entries()) {
    groups.set(group, [...(groups.get(group) ?? []), index])
  }
  const made = { id: lists++, groups }
  GROUPS.set(columns, made)
  return made
}

const JOINED = new WeakMap<readonly Column<never>[], WeakMap<object, readonly Column<never>[]>>()

/** Both lists as one, and for the same lists always the same one. */
function joined<T>(key: readonly Column<T>[], columns: readonly Column<T>[]): readonly Column<T>[] {
  const known = JOINED.get(key) ?? new WeakMap<object, readonly Column<never>[]>()
  const list = (known.get(columns) as readonly Column<T>[] | undefined) ?? [...key, ...columns]
  JOINED.set(key, known.set(columns, list))
  return list
}

/** Whether all of them have the same value in a column. */
function isSame<T>(things: readonly T[], of: ((thing: T) => Cell) | undefined): boolean {
  const cell = of?.(things[0] as T)
  return things.every((thing) => of?.(thing) === cell)
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
