/** Loads the items that keys name, for storages that answer synchronously. */
import { type Lookup, nameOf, type Owned, type Table } from './table.js'
import { type Key, lookupOf } from './tables.js'
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
  const rest = [...keys]
  for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
    const way = lookupOf(key.type)
    const { table, lookup } = way
    const { follow, beside } = lookup
    if (follow !== undefined || beside !== undefined) {
      // The role is also part of the name of a system account.
      const name = nameOf([key.type, key.tenant, way.nameOf(key), Reflect.get(key, 'role')])
      if (seen.has(name)) continue
      seen.add(name)
    }
    for (const { item, stored } of find(table, lookup, key)) {
      view.put(table, item, stored)
      if (follow !== undefined) rest.push(...keysOf(follow(item, key)))
    }
    if (lookup.many === true) view.searched(key)
    if (beside !== undefined) rest.push(...keysOf(beside(key)))
  }
}

/** Tables name each other's keys without types, because the types are made of all tables. */
export function keysOf(keys: ReturnType<NonNullable<Lookup<Owned>['beside']>> | undefined): readonly Key[] {
  return (keys ?? []) as readonly Key[]
}
