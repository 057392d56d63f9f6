/** The items of one table that a unit of work knows, in layers: a decision puts its own on top. */
import type { Owned, Table } from './table.js'
import { type Key, type Way, waysOf } from './tables.js'

export interface Phase {
  /** Whether items are put into the view by a decision (true) or by loading (false). */
  applying: boolean
  /** Whether a decision has changed an item of a list. */
  touched: boolean
}

/** Of what no decision changes. */
const LOADING: Phase = { applying: false, touched: false }

/** A map on top of another one: reads fall through, writes stay on top. */
export class Layer<K, V> {
  private readonly own = new Map<K, V | null>()
  /**
   * Items before the first decision that changed them; null for items that did not exist. Created on demand, because
   * most views need none. Only at the bottom, where every change arrives in the end.
   */
  private before: Map<K, V | null> | null = null

  constructor(
    private readonly below: Layer<K, V> | null = null,
    private readonly phase: Phase = LOADING,
  ) {}

  get(key: K): V | undefined {
    const value = this.own.get(key)
    if (value !== undefined) return value ?? undefined
    return this.below?.get(key)
  }

  set(key: K, value: V): void {
    this.keep(key)
    this.own.set(key, value)
  }

  delete(key: K): void {
    this.keep(key)
    // Above another layer, null marks the absence. At the bottom the entry is deleted.
    if (this.below === null) this.own.delete(key)
    else this.own.set(key, null)
  }

  *values(): Iterable<V> {
    const below = this.below
    if (below !== null) {
      for (const [key, value] of below.entries()) if (!this.own.has(key)) yield value
    }
    for (const value of this.own.values()) if (value !== null) yield value
  }

  /** Tells the items that decisions have changed: before the first and after the last decision. */
  touched(tell: (before: V | null, after: V | null) => void): void {
    if (this.before === null) return
    for (const [key, before] of this.before) tell(before, this.get(key) ?? null)
  }

  /** The item before the first decision that changed it; undefined if none did, or it did not exist. */
  first(key: K): V | undefined {
    return this.before?.get(key) ?? undefined
  }

  private keep(key: K): void {
    if (!this.phase.applying || this.below !== null) return
    this.before ??= new Map()
    if (this.before.has(key)) return
    this.before.set(key, this.get(key) ?? null)
    this.phase.touched = true
  }

  private *entries(): Iterable<[K, V]> {
    if (this.below !== null) {
      for (const entry of this.below.entries()) if (!this.own.has(entry[0])) yield entry
    }
    for (const [key, value] of this.own) if (value !== null) yield [key, value]
  }
}

const NOTHING: Stored = {}
const NO_INDEXES: ReadonlyMap<string, Layer<string, string>> = new Map()

/** The derived texts of a row, if an earlier release may have written them. */
type Stored = Readonly<Record<string, string>>

type PlaceOf = (item: Owned, stored: Stored) => string

/** How a shelf finds the items of a table, besides by their identity. */
interface Layout {
  readonly indexes: ReadonlyMap<string, PlaceOf>
  /** The ordered lookup, of tables that have one: they have few. */
  readonly ordered: Ordered | null
}

interface Ordered {
  readonly placeOf: PlaceOf
  rankOf(item: Owned): string
  /** An order that has ended is in no book. */
  isPlaced(item: Owned): boolean
}

const LAYOUTS = new WeakMap<Table, Layout>()

function layoutOf(table: Table): Layout {
  let layout = LAYOUTS.get(table)
  if (layout === undefined) {
    const indexes = waysOf(table).map(
      ({ index, lookup }) => [index ?? '', placeIn(table, lookup.by)] as const,
    )
    layout = { indexes: new Map(indexes), ordered: orderedIn(table) }
    LAYOUTS.set(table, layout)
  }
  return layout
}

function orderedIn(table: Table): Ordered | null {
  const lookup = Object.values(table.keys).find(({ many, order }) => many === true && order !== undefined)
  if (lookup?.order === undefined) return null
  const { by, order } = lookup
  return {
    placeOf: placeIn(table, by),
    rankOf: (item) => String(table.valueOf(item, order)),
    isPlaced: (item) => by.every((name) => table.valueOf(item, name) !== null),
  }
}

/** Makes the texts that `Way.nameOf` makes of keys. */
function placeIn(table: Table, by: readonly string[]): PlaceOf {
  const derived = new Set(table.derived.map(({ name }) => name))
  const parts = by.map((name) => ({ name, isDerived: derived.has(name) }))
  return (item, stored) => {
    let place: string = item.tenant
    for (const { name, isDerived } of parts) {
      const value: unknown = isDerived ? (stored[name] ?? table.valueOf(item, name)) : Reflect.get(item, name)
      place += `\0${String(value ?? '')}`
    }
    return place
  }
}

/** Where an item stands among those of its place. No two have the same rank. */
interface Ranked {
  readonly rank: string
  readonly id: string
}

/** In the order of ranks. Storages load them in this order, so most go to the end. */
class Queue {
  private readonly list: Ranked[] = []

  add(ranked: Ranked): void {
    const last = this.list.at(-1)
    if (last === undefined || last.rank < ranked.rank) this.list.push(ranked)
    else this.list.splice(this.after(ranked.rank), 0, ranked)
  }

  remove(rank: string): void {
    const at = this.after(rank) - 1
    if (this.list[at]?.rank === rank) this.list.splice(at, 1)
  }

  behind(rank: string): Ranked | undefined {
    return this.list[this.after(rank)]
  }

  /** How many do not stand behind this rank. */
  private after(rank: string): number {
    let [from, to] = [0, this.list.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.list[middle] as Ranked).rank <= rank) from = middle + 1
      else to = middle
    }
    return from
  }
}

/** A view's items of one table. */
export class Shelf {
  readonly items: Layer<string, Owned>
  private readonly layout: Layout
  private readonly indexes: ReadonlyMap<string, Layer<string, string>>
  /** Items by the place where an ordered lookup finds them. */
  private queues: Map<string, Queue> | null = null

  constructor(
    private readonly table: Table,
    private readonly below: Shelf | undefined,
    phase: Phase,
  ) {
    this.items = new Layer(below?.items, phase)
    this.layout = below?.layout ?? layoutOf(table)
    const { indexes } = this.layout
    this.indexes =
      indexes.size === 0
        ? NO_INDEXES
        : new Map([...indexes.keys()].map((name) => [name, new Layer(below?.indexes.get(name))]))
  }

  put(item: Owned, stored: Stored): void {
    const { indexes, ordered } = this.layout
    const id = this.table.identify(item)
    const before = ordered === null && indexes.size === 0 ? undefined : this.items.get(id)
    if (ordered !== null) this.rank(ordered, id, before, item)
    this.items.set(id, item)
    for (const [name, placeOf] of indexes) {
      const index = this.indexes.get(name)
      const place = placeOf(item, stored)
      const left = before && placeOf(before, NOTHING)
      if (left !== undefined && left !== place && index?.get(left) === id) index.delete(left)
      index?.set(place, id)
    }
  }

  /** The items at this place, in their order. They may change meanwhile. */
  *inOrder(place: string): Iterable<Owned> {
    const { ordered } = this.layout
    if (ordered === null) return
    for (let next = this.behind(place, ''); next !== undefined; next = this.behind(place, next.rank)) {
      const item = this.items.get(next.id)
      // It may have left since.
      if (item === undefined || ordered.rankOf(item) !== next.rank) continue
      if (ordered.placeOf(item, NOTHING) === place) yield item
    }
  }

  /** The first one behind this rank, as this layer or one below has put it there. */
  private behind(place: string, rank: string): Ranked | undefined {
    const own = this.queues?.get(place)?.behind(rank)
    const below = this.below?.behind(place, rank)
    return below === undefined || (own !== undefined && own.rank < below.rank) ? own : below
  }

  private rank(ordered: Ordered, id: string, before: Owned | undefined, item: Owned): void {
    const rank = ordered.rankOf(item)
    const place = ordered.isPlaced(item) ? ordered.placeOf(item, NOTHING) : null
    this.queues ??= new Map()
    if (before !== undefined && ordered.isPlaced(before)) {
      const left = ordered.placeOf(before, NOTHING)
      const ranked = ordered.rankOf(before)
      if (place === left && ranked === rank) return
      this.queues.get(left)?.remove(ranked)
    }
    if (place === null) return
    const queue = this.queues.get(place) ?? new Queue()
    this.queues.set(place, queue)
    queue.add({ rank, id })
  }

  find(way: Way, key: Key): Owned | undefined {
    const name = way.nameOf(key)
    if (way.index === null) return this.items.get(name)
    const id = this.indexes.get(way.index)?.get(name)
    return id === undefined ? undefined : this.items.get(id)
  }
}
