/**
 * Positions of records by the prefix of their key, in arrays. A map of as many numbers would take several times the memory
 * and the time, because each number that is not small is an object.
 */
import { randomInt } from 'node:crypto'

export class PositionIndex {
  size = 0
  /** Of each slot the prefix, and behind it the position: 0 if the slot is free. Both are in one line of the cache. */
  private slots: Float64Array

  /**
   * @param expected Records for which there is room from the start. Those of other arrays come in the order of their
   * slots: in smaller arrays all of them would want the same ones
   */
  constructor(expected = 0) {
    let slots = SLOTS
    while (isFull(expected, slots)) slots *= 2
    this.slots = new Float64Array(2 * slots)
  }

  /** Several records may have one prefix. */
  add(prefix: number, position: number): void {
    if (isFull(this.size, this.slots.length / 2)) this.grow()
    this.put(prefix, position)
    this.size++
  }

  at(prefix: number): readonly number[] {
    const { slots } = this
    const last = slots.length - 1
    let found = NONE
    for (let slot = this.slotOf(prefix); slots[slot + 1] !== 0; slot = (slot + 2) & last)
      if (slots[slot] === prefix) found = [...found, slots[slot + 1] as number]
    return found
  }

  /** All prefixes, sorted, each as often as there are records. */
  sorted(): Float64Array {
    const { slots } = this
    const prefixes = new Float64Array(this.size)
    let count = 0
    for (let slot = 0; slot < slots.length; slot += 2)
      if (slots[slot + 1] !== 0) prefixes[count++] = slots[slot] as number
    return prefixes.sort()
  }

  /** Those of these, and of `others`, whose position is beyond `last`, up to `end`. */
  after(last: number, others: readonly PositionIndex[] = [], end = Number.POSITIVE_INFINITY): PositionIndex {
    const all = [this, ...others]
    const found = new PositionIndex(all.reduce((sum, { size }) => sum + size, 0))
    for (const { slots } of all) {
      for (let slot = 0; slot < slots.length; slot += 2) {
        const position = slots[slot + 1] as number
        if (position > last && position <= end) found.add(slots[slot] as number, position)
      }
    }
    return found
  }

  /** Whoever chooses keys does not know the factor, so he cannot choose keys of neighbouring slots. */
  private slotOf(prefix: number): number {
    return (Math.imul(prefix, FACTOR) >>> (Math.clz32(this.slots.length) + 2)) * 2
  }

  private put(prefix: number, position: number): void {
    const { slots } = this
    const last = slots.length - 1
    let slot = this.slotOf(prefix)
    while (slots[slot + 1] !== 0) slot = (slot + 2) & last
    slots[slot] = prefix
    slots[slot + 1] = position
  }

  private grow(): void {
    const { slots } = this
    this.slots = new Float64Array(2 * slots.length)
    for (let slot = 0; slot < slots.length; slot += 2)
      if (slots[slot + 1] !== 0) this.put(slots[slot] as number, slots[slot + 1] as number)
  }
}

/** At first. A power of two. */
const SLOTS = 1_024

const isFull = (size: number, slots: number): boolean => 3 * size >= 2 * slots

/** Odd, below 2^32. */
const FACTOR = 2 * randomInt(2 ** 31) + 1

const NONE: readonly number[] = []
