/** Rows of every noun except accounts, from its table. */
import {
  cellOf,
  type Field,
  fieldOf,
  itemsOf,
  type Key,
  type Lookup,
  literalOf,
  type Owned,
  orderOf,
  type Table,
  toCell,
} from '@tallystick/core'
import type { Row, Value } from './connection.js'
import { prefixed } from './rows.js'
import { arrayOf, type Column } from './statement.js'

/** Reserved words of the server, and the column names used instead. */
const RENAMED: Readonly<Record<string, string>> = { freeze: 'is_freeze' }

const TYPES: Readonly<Record<Field['type'], string>> = {
  text: 'text',
  hex: 'uuid',
  number: 'bigint',
  integer: 'bigint',
  time: 'bigint',
  amount: 'numeric',
  flag: 'boolean',
  words: 'text',
  json: 'text',
  claims: 'text',
}

export const columnOf = ({ column }: Field): string => RENAMED[column] ?? column
export const typeOf = ({ type }: Field): string => TYPES[type]

/** The columns of statements, by purpose. */
export interface Columns {
  /** The key, with the tenant, which is first in every index. */
  readonly key: readonly Column<Owned>[]
  readonly changing: readonly Column<Owned>[]
  /** All but the key. */
  readonly rest: readonly Column<Owned>[]
  readonly all: readonly Column<Owned>[]
  /** Column names: the fields in their order, then the derived texts. */
  readonly names: string
  /** What an insert adds to the row that is there; empty if the table is not added to. */
  readonly addition: string
}

const COLUMNS = new WeakMap<Table, Columns>()

export function columnsOf(table: Table): Columns {
  const known = COLUMNS.get(table)
  if (known !== undefined) return known
  const columnFor = (field: Field): Column<Owned> => [columnOf(field), typeOf(field), cellOf(field)]
  const named = new Set(['tenant', ...table.key.map(({ name }) => name)])
  const all = [
    ...table.fields.map(columnFor),
    ...table.derived.map((one): Column<Owned> => [one.name, 'text', (item) => one.of(item)]),
  ]
  const key = table.fields.filter(({ name }) => named.has(name)).map(columnFor)
  const keys = new Set(key.map(([name]) => name))
  const changing = table.fields.filter(({ changes }) => changes).map(columnFor)
  const columns: Columns = {
    key,
    rest: all.filter(([name]) => !keys.has(name)),
    changing,
    all,
    names: all.map(([name]) => name).join(', '),
    addition: table.adds === null ? '' : additionTo(table.table, key, changing),
  }
  COLUMNS.set(table, columns)
  return columns
}

function additionTo(table: string, key: Columns['key'], changing: Columns['changing']): string {
  const sets = changing.map(([name]) => `${name} = ${table}.${name} + excluded.${name}`)
  return `on conflict (${key.map(([name]) => name).join(', ')}) do update set ${sets.join(', ')}`
}

const READERS = new WeakMap<Table, (row: Row, from: number) => Owned>()

/** @param from Where the columns of `names` begin in the row */
export function readItem<Item extends Owned>(table: Table<Item>, row: Row, from = 0): Item {
  let read = READERS.get(table)
  if (read === undefined) {
    read = itemsOf(table)
    READERS.set(table, read)
  }
  // Its fields are those of the table.
  return read(row, from) as Item
}

/** The derived texts of the row. */
export function readDerived({ fields, derived }: Table, row: Row): Readonly<Record<string, string>> {
  return Object.fromEntries(derived.map(({ name }, index) => [name, row[fields.length + index] as string]))
}

/** The fields, or derived texts, that a lookup uses. */
export function fieldsBy(table: Table, { by }: Pick<Lookup<Owned>, 'by'>): readonly Field[] {
  return by.map(
    (name) =>
      table.fields.find((field) => field.name === name) ?? {
        name,
        column: name,
        type: 'text',
        nullable: false,
        optional: false,
        changes: false,
      },
  )
}

/** The statement and values that find the items of keys of several: for each key the first ones in their order. */
export function severalOf(
  table: Table,
  lookup: Lookup<Owned>,
  keys: readonly Key[],
  lock = '',
): { readonly text: string; readonly values: readonly Value[] } {
  const fields = fieldsBy(table, lookup)
  const columnNamed = (name: string): string => columnOf(fieldOf(table, name))
  const told = (field: Field) => (key: Key) => toCell(field, Reflect.get(key, lookup.as ?? field.name))
  const types = ['text', ...fields.map(typeOf), 'bigint']
  const match = [
    't.tenant = k.tenant',
    ...fields.map((field, index) => `t.${columnOf(field)} = k.by${index}`),
    ...Object.entries(lookup.only ?? {}).map(([name, value]) =>
      value === null ? `t.${columnNamed(name)} is null` : `t.${columnNamed(name)} = ${literalOf(value)}`,
    ),
  ]
  return {
    text: `select ${prefixed('f', columnsOf(table).names)}
      from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
        as k (tenant, ${fields.map((_field, index) => `by${index}`).join(', ')}, most)
      cross join lateral (select ${prefixed('t', columnsOf(table).names)} from ${table.table} t
        where ${match.join(' and ')} order by t.${columnNamed(orderOf(table, lookup))} limit k.most ${lock}) as f
      order by f.${columnNamed(orderOf(table, lookup))}`,
    values: [
      arrayOf('text', keys, ({ tenant }) => tenant),
      ...fields.map((field) => arrayOf(typeOf(field), keys, told(field))),
      arrayOf('bigint', keys, (key) => ('limit' in key ? key.limit : 0)),
    ],
  }
}

/** The condition and values that select the rows of the keys, and what tells this condition from others. */
export function rowsOf(
  table: Table,
  lookup: Lookup<Owned>,
  keys: readonly Key[],
): { readonly where: string; readonly values: readonly Value[]; readonly name: string } {
  const fields = fieldsBy(table, lookup)
  const told = (field: Field) => (key: Key) => toCell(field, Reflect.get(key, lookup.as ?? field.name))
  const name = fields.map(columnOf).join('_')
  const found = fields.map((field) => arrayOf(typeOf(field), keys, told(field)))
  const [field] = fields
  const tenant = keys[0]?.tenant ?? ''
  // The usual case, which costs the server half as much.
  if (field !== undefined && fields.length === 1 && keys.every((key) => key.tenant === tenant)) {
    const where = `t.tenant = $1 and t.${columnOf(field)} = any($2::${typeOf(field)}[])`
    return { where, values: [tenant, ...found], name: `${name}_of_tenant` }
  }
  const columns = ['tenant', ...fields.map(columnOf)].map((column) => `t.${column}`)
  const arrays = ['text', ...fields.map(typeOf)].map((type, index) => `$${index + 1}::${type}[]`)
  return {
    where: `(${columns.join(', ')}) in (select * from unnest(${arrays.join(', ')}))`,
    values: [arrayOf('text', keys, (key) => key.tenant), ...found],
    name,
  }
}
