/** The items of one table that a unit of work knows, in layers: a decision puts its own on top. */
import { nameOf, type Owned, type Table } from './table.js'
import { type Key, type Way, waysOf } from './tables.js'

export interface Phase {
  /** Whether items are put into the view by a decision (true) or by loading (false). */
  applying: boolean
  /** Whether a decision has changed an item of a list. */
  touched: boolean
}

/** A map on top of another one: reads fall through, writes stay on top. */
export class Layer<K, V> {
  private readonly own = new Map<K, V | null>()
  /**
   * Items before the first decision that changed them; null for items that did not exist. Created on demand, because
   * most views need none.
   */
  private before: Map<K, V | null> | null = null

  constructor(
    private readonly below: Layer<K, V> | null = null,
    private readonly phase: Phase = { applying: false, touched: false },
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
    if (!this.phase.applying) return
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

const NOTHING: Readonly<Record<string, string>> = {}

/** The lookups of each table. */
const WAYS = new WeakMap<Table, readonly Way[]>()

function indexesOf(table: Table): readonly Way[] {
  let ways = WAYS.get(table)
  if (ways === undefined) {
    ways = waysOf(table)
    WAYS.set(table, ways)
  }
  return ways
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
  private readonly indexes: ReadonlyMap<string, Layer<string, string>>
  /** Items by the place where an ordered lookup finds them; see `ORDERED`. */
  private readonly queues = new Map<string, Queue>()

  constructor(
    private readonly table: Table,
    private readonly below: Shelf | undefined,
    phase: Phase,
  ) {
    this.items = new Layer(below?.items, phase)
    this.indexes = new Map(
      indexesOf(table).map(({ index }) => [index ?? '', new Layer(below?.indexes.get(index ?? ''))] as const),
    )
  }

  put(item: Owned, stored: Readonly<Record<string, string>>): void {
    const { table, indexes } = this
    const id = table.identify(item)
    const ordered = orderedOf(table)
    const before = ordered === null && indexes.size === 0 ? undefined : this.items.get(id)
    if (ordered !== null) this.rank(ordered, id, before, item)
    this.items.set(id, item)
    if (indexes.size === 0) return
    for (const { index: name, lookup } of indexesOf(table)) {
      const index = indexes.get(name ?? '')
      const place = placeOf(table, lookup.by, item, stored)
      const left = before && placeOf(table, lookup.by, before, NOTHING)
      if (left !== undefined && left !== place && index?.get(left) === id) index.delete(left)
      index?.set(place, id)
    }
  }

  /** The items at this place, in their order. They may change meanwhile. */
  *inOrder(place: string): Iterable<Owned> {
    const ordered = orderedOf(this.table)
    if (ordered === null) return
    for (let next = this.behind(place, ''); next !== undefined; next = this.behind(place, next.rank)) {
      const item = this.items.get(next.id)
      // It may have left since.
      if (item === undefined || String(this.table.valueOf(item, ordered.order)) !== next.rank) continue
      if (placeOf(this.table, ordered.by, item, NOTHING) === place) yield item
    }
  }

  /** The first one behind this rank, as this layer or one below has put it there. */
  private behind(place: string, rank: string): Ranked | undefined {
    const own = this.queues.get(place)?.behind(rank)
    const below = this.below?.behind(place, rank)
    return below === undefined || (own !== undefined && own.rank < below.rank) ? own : below
  }

  private rank({ by, order }: Ordered, id: string, before: Owned | undefined, item: Owned): void {
    const rank = String(this.table.valueOf(item, order))
    const isIn = isPlaced(this.table, by, item)
    if (before !== undefined && isPlaced(this.table, by, before)) {
      const left = placeOf(this.table, by, before, NOTHING)
      const ranked = String(this.table.valueOf(before, order))
      if (isIn && ranked === rank && placeOf(this.table, by, item, NOTHING) === left) return
      this.queues.get(left)?.remove(ranked)
    }
    // It is in none: an order that has ended is in no book.
    if (!isIn) return
    const place = placeOf(this.table, by, item, NOTHING)
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

interface Ordered {
  readonly by: readonly string[]
  readonly order: string
}

/** The ordered lookup of each table that has one: it has few. */
const ORDERED = new WeakMap<Table, Ordered | null>()

function orderedOf(table: Table): Ordered | null {
  let found = ORDERED.get(table)
  if (found === undefined) {
    const lookup = Object.values(table.keys).find(({ many, order }) => many === true && order !== undefined)
    found = lookup?.order === undefined ? null : { by: lookup.by, order: lookup.order }
    ORDERED.set(table, found)
  }
  return found
}

const isPlaced = (table: Table, by: readonly string[], item: Owned): boolean =>
  by.every((name) => table.valueOf(item, name) !== null)

function placeOf(
  table: Table,
  by: readonly string[],
  item: Owned,
  stored: Readonly<Record<string, string>>,
): string {
  return nameOf([item.tenant, ...by.map((name) => stored[name] ?? table.valueOf(item, name))])
}
