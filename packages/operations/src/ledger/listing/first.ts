/** The first items of a long list, in an order that the storage cannot produce. */

/** The largest list that can be sorted, because it is sorted again for each page. */
export const MOST_SORTED = 10_000

/** Keeps the first items of a long list without ever holding or sorting all of them. */
export class First<Item> {
  readonly items: Item[] = []

  constructor(
    private readonly most: number,
    private readonly compare: (a: Item, b: Item) => number,
  ) {}

  add(item: Item): void {
    const { items } = this
    const last = items.at(-1)
    if (last !== undefined && items.length === this.most && this.compare(item, last) >= 0) return
    let [low, high] = [0, items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = items[middle]
      if (other !== undefined && this.compare(item, other) >= 0) low = middle + 1
      else high = middle
    }
    items.splice(low, 0, item)
    if (items.length > this.most) items.pop()
  }
}
