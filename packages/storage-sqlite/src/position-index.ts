/**
 * Positions of records by the prefix of their key, in arrays. A map of as many numbers would take several times the memory
 * and the time, because each number that is not small is an object.
 */
import { randomInt } from 'node:crypto'

export class PositionIndex {
  size = 0
  private prefixes: Float64Array
  /** 0: the slot is free. */
  private positions: Float64Array

  /**
   * @param expected Records for which there is room from the start. Those of other arrays come in the order of their
   * slots: in smaller arrays all of them would want the same ones
   */
  constructor(expected = 0) {
    let slots = SLOTS
    while (isFull(expected, slots)) slots *= 2
    this.prefixes = new Float64Array(slots)
    this.positions = new Float64Array(slots)
  }

  /** Several records may have one prefix. */
  add(prefix: number, position: number): void {
    if (isFull(this.size, this.positions.length)) this.grow()
    this.put(prefix, position)
    this.size++
  }

  at(prefix: number): readonly number[] {
    const { prefixes, positions } = this
    const last = positions.length - 1
    let found = NONE
    for (let slot = this.slotOf(prefix); positions[slot] !== 0; slot = (slot + 1) & last)
      if (prefixes[slot] === prefix) found = [...found, positions[slot] as number]
    return found
  }

  /** All prefixes, sorted, each as often as there are records. */
  sorted(): Float64Array {
    return this.prefixes.filter((_, slot) => this.positions[slot] !== 0).sort()
  }

  /** Those of these, and of `others`, whose position is beyond `last`, up to `end`. */
  after(last: number, others: readonly PositionIndex[] = [], end = Number.POSITIVE_INFINITY): PositionIndex {
    const all = [this, ...others]
    const found = new PositionIndex(all.reduce((sum, { size }) => sum + size, 0))
    for (const some of all) {
      for (const [slot, position] of some.positions.entries())
        if (position > last && position <= end) found.add(some.prefixes[slot] as number, position)
    }
    return found
  }

  /** Whoever chooses keys does not know the factor, so he cannot choose keys of neighbouring slots. */
  private slotOf(prefix: number): number {
    return Math.imul(prefix, FACTOR) >>> (Math.clz32(this.positions.length) + 1)
  }

  private put(prefix: number, position: number): void {
    const last = this.positions.length - 1
    let slot = this.slotOf(prefix)
    while (this.positions[slot] !== 0) slot = (slot + 1) & last
    this.prefixes[slot] = prefix
    this.positions[slot] = position
  }

  private grow(): void {
    const { prefixes, positions } = this
    this.prefixes = new Float64Array(2 * prefixes.length)
    this.positions = new Float64Array(2 * positions.length)
    for (const [slot, position] of positions.entries())
      if (position !== 0) this.put(prefixes[slot] as number, position)
  }
}

/** At first. A power of two. */
const SLOTS = 1_024

const isFull = (size: number, slots: number): boolean => 3 * size >= 2 * slots

/** Odd, below 2^32. */
const FACTOR = 2 * randomInt(2 ** 31) + 1

const NONE: readonly number[] = []
