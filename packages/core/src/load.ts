/** What keys bring, for storages that answer at once. */
import { type Lookup, nameOf, type Owned, type Table } from './table.js'
import { type Key, lookupOf } from './tables.js'
import type { View } from './view.js'

/** Finds what a key names: see `Lookup`. Whoever's it is, it is of the key's tenant. */
export type Find = (table: Table, lookup: Lookup<Owned>, key: Key) => readonly Stored[]

/** An item, and what its row keeps of derived texts. */
export interface Stored {
  readonly item: Owned
  readonly stored?: Readonly<Record<string, string>>
}

/** Puts into the view what the keys name, and what that brings with it. */
export function loadInto(view: View, keys: readonly Key[], find: Find): void {
  const seen = new Set<string>()
  const rest = [...keys]
  for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
    const way = lookupOf(key.type)
    const { table, lookup } = way
    const { follow, beside } = lookup
    if (follow !== undefined || beside !== undefined) {
      // A system account is named by its role besides.
      const name = nameOf([key.type, key.tenant, way.nameOf(key), Reflect.get(key, 'role')])
      if (seen.has(name)) continue
      seen.add(name)
    }
    for (const { item, stored } of find(table, lookup, key)) {
      view.put(table, item, stored)
      if (follow !== undefined) rest.push(...keysOf(follow(item, key)))
    }
    if (beside !== undefined) rest.push(...keysOf(beside(key)))
  }
}

/** Tables name each other's keys without their types, which are made of all tables. */
export function keysOf(keys: ReturnType<NonNullable<Lookup<Owned>['beside']>> | undefined): readonly Key[] {
  return (keys ?? []) as readonly Key[]
}
