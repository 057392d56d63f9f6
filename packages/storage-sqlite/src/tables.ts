/** Rows of every noun except accounts, from its table. Runs within a snapshot or a write. */
import {
  type Cell,
  cellOf,
  type Field,
  itemsOf,
  type Key,
  type Lookup,
  literalOf,
  type Owned,
  type Read,
  readOf,
  type Stored,
  type Table,
  type TenantId,
  toCell,
  valuesOf,
} from '@tallystick/core'
import type { Connection, Row, Value } from './connection.js'
import type { NameKeys } from './name-keys.js'

/** Part of a `where`. */
export type Term = readonly [sql: string, ...values: Value[]]

/** The parts of a table's statements. */
interface Text {
  /** Columns to read: the fields in their order, then the derived texts. */
  readonly columns: string
  readonly insert: string
  /** Of as many rows as ROWS. */
  readonly insertMany: string
  /** Sets these columns of one row. */
  update(fields: readonly Field[]): string
  /** Fields that change together, and what updates them, by a number with a bit for each field that may change. */
  readonly updates: Map<number, readonly [sql: string, fields: readonly Field[]]>
  readonly remove: string
  readonly add: string
  readonly changing: readonly Field[]
  /** The cells of a row, but for the tenant, which comes first. */
  readonly cells: readonly ((item: Owned) => Value)[]
}

/** Rows of one insert, where there are so many. */
const ROWS = 8

const TEXTS = new WeakMap<Table, Text>()

function textOf(table: Table): Text {
  const known = TEXTS.get(table)
  if (known !== undefined) return known
  const columns = [...table.fields.map(({ column }) => column), ...table.derived.map(({ name }) => name)]
  const changing = table.fields.filter(({ changes }) => changes)
  const sets = (of: (column: string) => string): string => changing.map(({ column }) => of(column)).join(', ')
  const cells = columns.map((_, index) => (table.fields[index]?.type === 'hex' ? 'unhex(?)' : '?'))
  const places = `(${cells.join(', ')})`
  const into = `insert into ${table.table} (${columns.join(', ')}) values `
  const insert = `${into}${places}`
  const one = table.key.map(({ column }) => `${column} = ?`).join(' and ')
  const text: Text = {
    columns: [...table.fields.map(readAs), ...columns.slice(table.fields.length)].join(', '),
    insert,
    insertMany: `${into}${Array(ROWS).fill(places).join(', ')}`,
    update: (fields) =>
      `update ${table.table} set ${fields.map(({ column }) => `${column} = ?`).join(', ')} where ${one}`,
    remove: `delete from ${table.table} where ${one}`,
    updates: new Map(),
    add: `${insert} on conflict do update set ${sets((column) => `${column} = ${column} + excluded.${column}`)}`,
    changing,
    cells: [
      ...table.fields.slice(1).map(cellFor),
      ...table.derived.map((one) => (item: Owned) => one.of(item)),
    ],
  }
  TEXTS.set(table, text)
  return text
}

const plain = (cell: Cell): Exclude<Cell, boolean> => (typeof cell === 'boolean' ? Number(cell) : cell)

function cellFor(field: Field): (item: Owned) => Value {
  const of = cellOf(field)
  return field.type === 'flag' ? (item) => plain(of(item)) : (of as (item: Owned) => Value)
}

/** How a column is read. As text, an integer keeps all its digits. */
const readAs = ({ type, column }: Field): string => READS[type]?.(column) ?? column

const READS: { readonly [Type in Field['type']]?: (column: string) => string } = {
  integer: (column) => `cast(${column} as text)`,
  // Bytes are read as hex, because creating a string is much cheaper than creating a buffer.
  hex: (column) => `nullif(lower(hex(${column})), '')`,
}

const FINDS = new WeakMap<Lookup<Owned>, string>()

function findText(table: Table, lookup: Lookup<Owned>): string {
  let text = FINDS.get(lookup)
  if (text === undefined) {
    const column = (name: string): string => table.fields.find((field) => field.name === name)?.column ?? name
    const where = ['tenant', ...lookup.by].map((name) => `${column(name)} = ?`)
    const only = Object.entries(lookup.only ?? {}).map(([name, value]) =>
      value === null ? `${column(name)} is null` : `${column(name)} = ${literalOf(value)}`,
    )
    const order =
      lookup.order === undefined ? table.key.map((field) => field.column).join(', ') : column(lookup.order)
    const rest = lookup.many === true ? ` order by ${order} limit ?` : ''
    text = `select ${textOf(table).columns} from ${table.table} where ${[...where, ...only].join(' and ')}${rest}`
    FINDS.set(lookup, text)
  }
  return text
}

export class Tables {
  private readonly readers = new Map<Table, (row: Row) => Owned>()

  constructor(
    private readonly connection: Connection,
    private readonly tenants: NameKeys<TenantId>,
  ) {}

  columns(table: Table): string {
    return textOf(table).columns
  }

  read<Item extends Owned>(table: Table<Item>, row: Row): Item {
    let read = this.readers.get(table)
    if (read === undefined) {
      read = itemsOf(table, (field) => this.reading(field))
      this.readers.set(table, read)
    }
    // Its fields are those of the table.
    return read(row) as Item
  }

  /** The derived texts in a row of a statement that begins with `columns`. */
  derived({ fields, derived }: Table, row: Row): Readonly<Record<string, string>> {
    return Object.fromEntries(derived.map(({ name }, index) => [name, row[fields.length + index] as string]))
  }

  /** Uses the tenant's own key: a tenant that has written nothing yet finds nothing. */
  find(table: Table, lookup: Lookup<Owned>, key: Key): readonly Stored[] {
    const rows = this.connection
      .prepare(findText(table, lookup))
      .all(
        this.tenants.keyOf(key.tenant) ?? -1,
        ...(valuesOf(lookup, key) as readonly Value[]),
        ...('limit' in key ? [key.limit] : []),
      )
    return table.derived.length === 0
      ? rows.map((row) => ({ item: this.read(table, row) }))
      : rows.map((row) => ({ item: this.read(table, row), stored: this.derived(table, row) }))
  }

  insert(table: Table, items: readonly Owned[]): void {
    const { insert, insertMany } = textOf(table)
    let from = 0
    for (; from + ROWS <= items.length; from += ROWS) {
      const rows: Value[] = []
      for (let at = from; at < from + ROWS; at++) this.row(table, items[at] as Owned, rows)
      this.connection.prepare(insertMany).run(...rows)
    }
    for (const item of items.slice(from)) this.connection.prepare(insert).run(...this.row(table, item))
  }

  /** @param before The item as it is stored: columns that stay the same are left alone, with their indexes */
  update(table: Table, item: Owned, before?: Owned): void {
    const { update, updates, changing } = textOf(table)
    let which = 0
    for (let number = 0, bit = 1; number < changing.length; number++, bit *= 2) {
      const { name } = changing[number] as Field
      if (before === undefined || Reflect.get(before, name) !== Reflect.get(item, name)) which += bit
    }
    if (which === 0) return
    let known = updates.get(which)
    if (known === undefined) {
      const fields = changing.filter((_, number) => Math.floor(which / 2 ** number) % 2 === 1)
      known = [update(fields), fields]
      updates.set(which, known)
    }
    const [sql, fields] = known
    this.connection.prepare(sql).run(...this.values(fields, item), ...this.values(table.key, item))
  }

  remove(table: Table, item: Owned): void {
    this.connection.prepare(textOf(table).remove).run(...this.values(table.key, item))
  }

  /** Adds to the row with this key, if it exists. */
  add(table: Table, item: Owned): void {
    this.connection.prepare(textOf(table).add).run(...this.row(table, item))
  }

  /** The rows after `after`, in the order of the key. Rows name tenants by a key of this file. */
  page<Item extends Owned>(table: Table<Item>, after: Item | undefined, limit: number): readonly Row[] {
    const [first, ...rest] = table.key
    if (first?.name !== 'tenant') return this.behind(table, table.key, [], after, limit)
    const rows: Row[] = []
    const tenants = this.connection
      .prepare('select key, id from tenant where id >= ? order by id')
      .all(after?.tenant ?? '')
    for (const [key, id] of tenants as readonly (readonly [number, string])[]) {
      const from = id === after?.tenant ? after : undefined
      // A tenant has one row of a table without any other key.
      if (from !== undefined && rest.length === 0) continue
      rows.push(...this.behind(table, rest, [['tenant = ?', key]], from, limit - rows.length))
      if (rows.length === limit) break
    }
    return rows
  }

  /** @param terms Joined with `and` */
  select(table: Table, terms: readonly Term[], rest: Term, columns = textOf(table).columns): readonly Row[] {
    const where = terms.length === 0 ? '' : ` where ${terms.map(([sql]) => sql).join(' and ')}`
    const [end, ...values] = rest
    return this.connection
      .prepare(`select ${columns} from ${table.table}${where} ${end}`)
      .all(...terms.flatMap(([, ...of]) => of), ...values)
  }

  /** The value in the column's format. */
  encoded(field: Field, value: unknown): Exclude<Cell, boolean> {
    if (field.name === 'tenant') return this.tenants.keyOf(value as never) ?? -1
    return plain(toCell(field, value))
  }

  private reading(field: Field): Read | undefined {
    if (field.name === 'tenant') return this.tenants.nameOf
    return field.type === 'flag' ? (cell: number) => cell === 1 : readOf(field)
  }

  /** For an insert: SQLite makes bytes of hex in less time than we do. */
  private row(table: Table, item: Owned, values: Value[] = []): readonly Value[] {
    // Creates the tenant if it is new.
    values.push(this.tenants.keyFor(item.tenant))
    for (const cell of textOf(table).cells) values.push(cell(item))
    return values
  }

  private values(fields: readonly Field[], item: Owned): readonly Value[] {
    return fields.map((field) => {
      const cell = this.encoded(field, Reflect.get(item, field.name))
      return field.type === 'hex' && cell !== null ? Buffer.from(String(cell), 'hex') : cell
    })
  }

  private behind<Item extends Owned>(
    table: Table<Item>,
    key: readonly Field[],
    terms: readonly Term[],
    after: Item | undefined,
    limit: number,
  ): readonly Row[] {
    const columns = key.map(({ column }) => column).join(', ')
    const places = key.map(() => '?').join(', ')
    const behind: readonly Term[] =
      after === undefined ? [] : [[`(${columns}) > (${places})`, ...this.values(key, after)]]
    const order = key.length === 0 ? '' : `order by ${columns} `
    return this.select(table, [...terms, ...behind], [`${order}limit ?`, limit])
  }
}
