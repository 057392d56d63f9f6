/** Keys, changes and tables of all nouns, for code that works with any noun. */
import type { OfRole } from './account/table.js'
import type { Entry } from './ledger/entry.js'
import { NOUNS } from './nouns.js'
import {
  type ChangesOf,
  type Field,
  type ItemOf,
  type KeyLike,
  type KeysOf,
  type Lookup,
  type Owned,
  reading,
  type Table,
  type Verb,
} from './table.js'

type AnyNoun = (typeof NOUNS)[number]

export const TABLES: readonly Table[] = NOUNS

/** The lists of all nouns. */
export type ListName = AnyNoun['list']

/**
 * Names what a command needs loaded, and locked, before it is decided. Items bring others with them as their table's
 * `follow` says, so one round of loading is enough. An item that does not exist, or belongs to another tenant, is
 * absent from the view.
 */
export type Key =
  | Exclude<KeysOf<AnyNoun>, { readonly type: 'systemOf' }>
  | (Extract<KeysOf<AnyNoun>, { readonly type: 'systemOf' }> & OfRole)

/** The item that a key of this type finds. */
export type Found<Type extends string> = ItemOf<AnyNoun, Type>

/**
 * Changes: the only thing that a storage writes. `apply` also applies them to the view, so that the next command of the
 * batch sees them. An update contains the whole new state. Balances change only by `entry.posted`, and `blocked` and
 * `frozenBy` only by `blockage.*`. No rule decides `standing.noted`; it follows from other changes
 * (`View.recordStatuses`). A reservation is `placed` if nobody held it, and `passed` if it goes from one holder to the
 * next.
 */
export type Change = ChangesOf<AnyNoun> | { readonly type: 'entry.posted'; readonly entry: Entry }

/** What a change does, and to which row. */
export interface Step {
  readonly table: Table
  readonly verb: Verb
}

const STEPS: ReadonlyMap<string, Step> = new Map(
  TABLES.flatMap((table) =>
    Object.entries(table.changes).map(([type, verb]): [string, Step] => [type, { table, verb }]),
  ),
)

export function stepOf(change: Exclude<Change, { readonly type: 'entry.posted' }>): Step {
  const step = STEPS.get(change.type)
  if (step === undefined) throw new TypeError(`no table has the change ${change.type}`)
  return step
}

/** The item that the change is about. */
export function subjectOf({ table: { subject } }: Step, change: Change): Owned {
  return Reflect.get(change, subject) as Owned
}

/** How keys of one type find items. */
export interface Way {
  readonly table: Table
  readonly lookup: Lookup<Owned>
  /** The index to search; null if the key identifies the item. */
  readonly index: string | null
  /** The name in the index, or of the place of a key of several, from the fields of the key. */
  nameOf(key: KeyLike): string
}

function wayOf(table: Table, lookup: Lookup<Owned>): Way {
  const key = table.key.map(({ name }) => name)
  const isIdentity = key.filter((name) => name !== 'tenant').join() === lookup.by.join()
  const named = lookup.by.map((name) => lookup.as ?? name)
  const [only = ''] = named
  return {
    table,
    lookup,
    index: isIdentity ? null : lookup.by.join(),
    nameOf:
      isIdentity && key[0] !== 'tenant'
        ? reading(only)
        : (of) => {
            let name: string = of.tenant
            for (const field of named) name += `\0${String(Reflect.get(of, field))}`
            return name
          },
  }
}

const KEYS: ReadonlyMap<string, Way> = new Map(
  TABLES.flatMap((table) =>
    Object.entries(table.keys).map(([type, lookup]) => [type, wayOf(table, lookup)] as const),
  ),
)

/** The table and lookup of keys of this type. */
export function lookupOf(type: string): Way {
  const found = KEYS.get(type)
  if (found === undefined) throw new TypeError(`no table has the key ${type}`)
  return found
}

/** The lookups of a table, except the one that identifies an item. */
export function waysOf(table: Table): readonly Way[] {
  const ways = [...KEYS.values()].filter((way) => way.table === table && way.lookup.many !== true)
  return [...new Map(ways.flatMap((way) => (way.index === null ? [] : [[way.index, way] as const]))).values()]
}

/** The field that orders the items of a key of several. */
export function orderOf(table: Table, { order }: Lookup<Owned>): string {
  return order ?? table.key[0]?.name ?? ''
}

/** The values of the key for the fields of the lookup. */
export function valuesOf(lookup: Lookup<Owned>, key: object): readonly unknown[] {
  return lookup.by.map((name) => Reflect.get(key, lookup.as ?? name))
}

/** The key that finds the item. */
export function keyOf<Item extends Owned>(table: Table<Item>, item: Item): Key {
  const [first] = Object.entries(table.keys)
  if (first === undefined) throw new TypeError(`no key loads a ${table.noun}`)
  const [type, { by }] = first
  const fields = by.map((name) => [name, table.valueOf(item, name)])
  // A key of this table.
  return { type, tenant: item.tenant, ...Object.fromEntries(fields) } as Key
}

/** Fields that may change and that keys use to find one item. */
export function movableOf(table: Table): readonly Field[] {
  const named = new Set(Object.values(table.keys).flatMap(({ by, many }) => (many === true ? [] : by)))
  return table.fields.filter(({ changes, name }) => changes && named.has(name))
}
