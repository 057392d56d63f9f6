/**
 * Parallel queues, one per tenant, that are served in turn. A tenant with a thousand waiting jobs waits for itself and
 * does not delay others.
 */

/**
 * A tenant may hold this many times the room that is left. So one tenant alone may take eight ninths of the room, two
 * tenants less than half each, and a new tenant always finds room.
 */
const SHARE = 8

/** Whether a tenant with `own` of the `total` taken places may take one more of `most`. */
export function mayTake(own: number, total: number, most: number, share = SHARE): boolean {
  return own < share * (most - total)
}

export interface Waiting<Item> {
  readonly item: Item
  readonly since: number
}

interface Lane<Item> {
  readonly key: string
  /**
   * Taken items stay until half of the list is taken, because removing from the front costs time proportional to the
   * length.
   */
  list: Waiting<Item>[]
  taken: number
}

export class Lanes<Item> {
  private lanes = new Map<string, Lane<Item>>()
  /** The first lane, once it has been looked up. With a single lane this happens once. */
  private first: Lane<Item> | undefined
  private count = 0

  /**
   * @param most Items that may wait in all lanes together
   * @param may Which lanes may be served now; the others are passed over. Default: all
   */
  constructor(
    private readonly most: number,
    private readonly may?: (key: string) => boolean,
  ) {}

  get size(): number {
    return this.count
  }

  /** When the item arrived that waits the longest; undefined if none waits. */
  get oldest(): number | undefined {
    let oldest: number | undefined
    for (const { list, taken } of this.lanes.values()) {
      const since = list[taken]?.since
      if (since !== undefined && (oldest === undefined || since < oldest)) oldest = since
    }
    return oldest
  }

  /** False if the lane has its share of the room. @param now In any unit; rises */
  offer(key: string, item: Item, now: number): boolean {
    const lane = this.lanes.get(key)
    const waiting = lane === undefined ? 0 : lane.list.length - lane.taken
    if (!mayTake(waiting, this.count, this.most)) return false
    if (lane === undefined) this.lanes.set(key, { key, list: [{ item, since: now }], taken: 0 })
    else lane.list.push({ item, since: now })
    this.count++
    return true
  }

  /** The item to serve next. */
  get next(): Item | undefined {
    const lane = this.turn()
    return lane?.list[lane.taken]?.item
  }

  /** Takes the next item, with its arrival time. Its lane then comes after all others. */
  take(): Waiting<Item> | undefined {
    const lane = this.turn()
    if (lane === undefined) return undefined
    if (this.lanes.size > 1) {
      this.remove(lane)
      this.lanes.set(lane.key, lane)
    }
    return this.pop(lane)
  }

  /** Puts items back that were taken last, in their order: they come first, and so do their lanes. */
  putBack(items: readonly Waiting<Item>[], keyOf: (item: Item) => string): void {
    const lanes = new Map<string, Lane<Item>>()
    for (const waiting of items) {
      const key = keyOf(waiting.item)
      const lane = lanes.get(key)
      if (lane === undefined) lanes.set(key, { key, list: [waiting], taken: 0 })
      else lane.list.push(waiting)
    }
    for (const lane of this.lanes.values()) {
      const before = lanes.get(lane.key)
      if (before === undefined) lanes.set(lane.key, lane)
      else before.list.push(...lane.list.slice(lane.taken))
    }
    this.lanes = lanes
    this.first = undefined
    this.count += items.length
  }

  /** Takes all items that arrived before `then`. */
  takeOlder(then: number): readonly Item[] {
    const old: Item[] = []
    for (const lane of [...this.lanes.values()]) {
      for (let head = lane.list[lane.taken]; head !== undefined && head.since < then; ) {
        this.pop(lane)
        old.push(head.item)
        head = lane.list[lane.taken]
      }
    }
    return old
  }

  private turn(): Lane<Item> | undefined {
    const { may } = this
    if (may !== undefined) return [...this.lanes.values()].find(({ key }) => may(key))
    if (this.first === undefined) [this.first] = this.lanes.values()
    return this.first
  }

  private remove(lane: Lane<Item>): void {
    this.lanes.delete(lane.key)
    if (lane === this.first) this.first = undefined
  }

  private pop(lane: Lane<Item>): Waiting<Item> | undefined {
    const head = lane.list[lane.taken++]
    this.count--
    if (lane.taken === lane.list.length) this.remove(lane)
    else if (lane.taken > lane.list.length / 2) {
      lane.list = lane.list.slice(lane.taken)
      lane.taken = 0
    }
    return head
  }
}
