/** Loads the items that keys name, for storages that answer synchronously. */
import { type Lookup, nameOf, type Owned, type Table } from './table.js'
import { type Key, lookupOf, valuesOf } from './tables.js'
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
  const seen = new Set<string>()
  const rest = [...gathered(keys)]
  for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
    const way = lookupOf(key.type)
    const { table, lookup } = way
    const { follow, beside } = lookup
    if (follow !== undefined || beside !== undefined) {
      // The role is also part of the name of a system account.
      const name = `${key.type}\0${key.tenant}\0${way.nameOf(key)}\0${String(Reflect.get(key, 'role'))}`
      if (seen.has(name)) continue
      seen.add(name)
    }
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

/** The most items that the keys of a unit of work with the same order load together. */
const TOGETHER = 1_024

/**
 * How many more items a key asks for with each further call of its batch: most orders take one, and what some do not
 * need is left for others.
 */
const FURTHER = 1.25

/** Calls of one batch share what a key of several finds, so one key asks for all of them. */
export function gathered(keys: readonly Key[]): readonly Key[] {
  const sums = new Map<string, number>()
  const nameFor = (key: Key): string | null => {
    if (!('limit' in key)) return null
    const { lookup } = lookupOf(key.type)
    return lookup.order === undefined ? null : nameOf([key.type, key.tenant, ...valuesOf(lookup, key)])
  }
  for (const key of keys) {
    const name = nameFor(key)
    if (name === null || !('limit' in key)) continue
    const sum = sums.get(name)
    sums.set(name, sum === undefined ? key.limit : Math.max(sum, key.limit) + FURTHER)
  }
  if (sums.size === 0) return keys
  const rest: Key[] = []
  for (const key of keys) {
    const name = nameFor(key)
    const sum = name === null ? undefined : sums.get(name)
    if (name === null) rest.push(key)
    else if (sum !== undefined) {
      rest.push({ ...key, limit: Math.min(Math.ceil(sum), TOGETHER) } as Key)
      sums.delete(name)
    }
  }
  return rest
}

/** Tables name each other's keys without types, because the types are made of all tables. */
export function keysOf(keys: ReturnType<NonNullable<Lookup<Owned>['beside']>> | undefined): readonly Key[] {
  return (keys ?? []) as readonly Key[]
}
