/** Finds the items of keys of several without looking at all others. */
import { type Key, type Lookup, type Owned, type Step, type Table, valuesOf } from '@tallystick/core'

type Found = Map<string, Owned>

/** Of each table, the lookups that find several items in the order of the list. */
const LOOKUPS = new WeakMap<Table, readonly Lookup<Owned>[]>()

function lookupsOf(table: Table): readonly Lookup<Owned>[] {
  const known = LOOKUPS.get(table)
  if (known !== undefined) return known
  const lookups = Object.values(table.keys).filter(({ many, order }) => many === true && order === undefined)
  LOOKUPS.set(table, lookups)
  return lookups
}

export class Places {
  private readonly lookups = new Map<Lookup<Owned>, Map<string, Found>>()

  /** @param before The item as it was until now, if it existed */
  move({ table, verb }: Step, before: Owned | undefined, after: Owned): void {
    for (const lookup of lookupsOf(table)) {
      if (before !== undefined) this.at(lookup, placeOf(lookup, before)).delete(table.identify(before))
      if (verb === 'delete' || !isMeant(lookup, after)) continue
      this.at(lookup, placeOf(lookup, after)).set(table.identify(after), after)
    }
  }

  of(lookup: Lookup<Owned>, key: Key): Iterable<Owned> {
    return (
      this.lookups
        .get(lookup)
        ?.get([key.tenant, ...valuesOf(lookup, key)].join('\0'))
        ?.values() ?? []
    )
  }

  private at(lookup: Lookup<Owned>, place: string): Found {
    const places = this.lookups.get(lookup) ?? new Map<string, Found>()
    this.lookups.set(lookup, places)
    const found = places.get(place) ?? new Map<string, Owned>()
    places.set(place, found)
    return found
  }
}

const placeOf = ({ by }: Lookup<Owned>, item: Owned): string =>
  [item.tenant, ...by.map((name) => Reflect.get(item, name))].join('\0')

const isMeant = ({ only = {} }: Lookup<Owned>, item: Owned): boolean =>
  Object.entries(only).every(([name, value]) => (Reflect.get(item, name) ?? null) === value)
