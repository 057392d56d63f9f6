/**
 * A cache that keeps the recently used items, up to a number. It has two generations: a used item moves to the younger
 * one, and when that is full, the older one is dropped. So a lookup costs as much as in a map, and items in use stay.
 */
export class Recent<K, V> {
  private young = new Map<K, V>()
  private old = new Map<K, V>()

  /**
   * @param most Limit of the number of items; at least half as many stay
   * @param dropped Gets the items that go
   */
  constructor(
    private readonly most: number,
    private readonly dropped?: (items: ReadonlyMap<K, V>) => void,
  ) {}

  get size(): number {
    return this.young.size + this.old.size
  }

  get(key: K): V | undefined {
    const value = this.young.get(key)
    if (value !== undefined) return value
    const older = this.old.get(key)
    if (older === undefined) return undefined
    this.old.delete(key)
    this.set(key, older)
    return older
  }

  set(key: K, value: V): void {
    this.young.set(key, value)
    if (this.young.size < this.most / 2) return
    this.dropped?.(this.old)
    this.old = this.young
    this.young = new Map()
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}
