/**
 * What was used last, up to a number of things. Two generations: what is used moves to the younger one, and the older
 * one is dropped when that is full. So a look-up costs no more than one of a map, and what is in use stays.
 */
export class Recent<K, V> {
  private young = new Map<K, V>()
  private old = new Map<K, V>()

  /** @param most Half of it stays at least. */
  constructor(private readonly most: number) {}

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
    this.old = this.young
    this.young = new Map()
  }

  clear(): void {
    this.young.clear()
    this.old.clear()
  }
}
