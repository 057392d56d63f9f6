/** Loads the items that keys name, for storages that answer synchronously. */
import type { Lookup, Owned, Table } from './table.js'
import { type Key, lookupOf, type Way } from './tables.js'
import type { View } from './view.js'

/** Finds the items of the key's tenant that a key names (see `Lookup`). */
export type Find = (table: Table, lookup: Lookup<Owned>, key: Key) => readonly Stored[]

/** An item, with the derived texts of its row. */
export interface Stored {
  readonly item: Owned
  readonly stored?: Readonly<Record<string, string>>
}

/** Puts the items that the keys name into the view, with the items that these bring with them. */
export function loadInto(view: View, keys: readonly Key[], find: Find): void {
  const seen: Seen = new Map()
  const rest = [...gathered(keys)]
  for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
    const way = lookupOf(key.type)
    const { table, lookup } = way
    const { follow, beside } = lookup
    if ((follow !== undefined || beside !== undefined) && !isNew(seen, way, key)) continue
    const found = find(table, lookup, key)
    if (lookup.many === true)
      view.reaches(
        key,
        found.map(({ item }) => item),
      )
    for (const { item, stored } of found) {
      view.put(table, item, stored)
      if (follow !== undefined) rest.push(...keysOf(follow(item, key)))
    }
    if (beside !== undefined) rest.push(...keysOf(beside(key)))
  }
}

/**
 * The names of the keys that have brought what they bring, by tenant. Most are found by their `id` alone, so no text is
 * made for them. Plain maps, because V8 throws away code that it compiled for objects of which none are left.
 */
type Seen = Map<Way, Map<string, Set<string>>>

/** @returns Whether the key is new */
function isNew(seen: Seen, way: Way, key: Key): boolean {
  let ofWay = seen.get(way)
  if (ofWay === undefined) {
    ofWay = new Map()
    seen.set(way, ofWay)
  }
  let names = ofWay.get(key.tenant)
  if (names === undefined) {
    names = new Set()
    ofWay.set(key.tenant, names)
  }
  const before = names.size
  // The role is also part of the name of a system account.
  names.add('role' in key ? `${key.role}\0${way.nameOf(key)}` : way.nameOf(key))
  return names.size > before
}

/** The most items that the keys of a unit of work with the same order load together. */
const TOGETHER = 1_024

/**
 * How many more items a key asks for with each further call of its batch: most orders take one, and what some do not
 * need is left for others.
 */
const FURTHER = 1.25

/** Calls of one batch share what a key of several finds, so one key asks for all of them. */
export function gathered(keys: readonly Key[]): readonly Key[] {
  const rest: Key[] = []
  const shared = new Map<string, { readonly at: number; readonly key: Key; sum: number }>()
  for (const key of keys) {
    const way = lookupOf(key.type)
    if (way.lookup.order === undefined || !('limit' in key)) {
      rest.push(key)
      continue
    }
    const name = `${key.type}\0${way.nameOf(key)}`
    const known = shared.get(name)
    if (known !== undefined) known.sum = Math.max(known.sum, key.limit) + FURTHER
    else shared.set(name, { at: rest.push(key) - 1, key, sum: key.limit })
  }
  for (const { at, key, sum } of shared.values())
    rest[at] = { ...key, limit: Math.min(Math.ceil(sum), TOGETHER) } as Key
  return rest
}

/** Tables name each other's keys without types, because the types are made of all tables. */
export function keysOf(keys: ReturnType<NonNullable<Lookup<Owned>['beside']>> | undefined): readonly Key[] {
  return (keys ?? []) as readonly Key[]
}
