/**
 * Positions of records by their place, in arrays. A map of as many numbers would take several times the memory and the
 * time, because each number that is not small is an object.
 */
import { randomInt } from 'node:crypto'

export class Places {
  size = 0
  private places: Float64Array
  /** 0: the slot is free. */
  private positions: Float64Array

  /**
   * @param expected Records for which there is room from the start. Those of other arrays come in the order of their
   * slots: in smaller arrays all of them would want the same ones
   */
  constructor(expected = 0) {
    let slots = SLOTS
    while (isFull(expected, slots)) slots *= 2
    this.places = new Float64Array(slots)
    this.positions = new Float64Array(slots)
  }

  /** Several records may have one place. */
  add(place: number, position: number): void {
    if (isFull(this.size, this.positions.length)) this.grow()
    this.put(place, position)
    this.size++
  }

  at(place: number): readonly number[] {
    const { places, positions } = this
    const last = positions.length - 1
    let found = NONE
    for (let slot = this.slotOf(place); positions[slot] !== 0; slot = (slot + 1) & last)
      if (places[slot] === place) found = [...found, positions[slot] as number]
    return found
  }

  /** All places, sorted, each as often as there are records. */
  sorted(): Float64Array {
    return this.places.filter((_, slot) => this.positions[slot] !== 0).sort()
  }

  /** Those of these, and of `others`, whose position is beyond `last`, up to `end`. */
  after(last: number, others: readonly Places[] = [], end = Number.POSITIVE_INFINITY): Places {
    const all = [this, ...others]
    const places = new Places(all.reduce((sum, { size }) => sum + size, 0))
    for (const some of all) {
      for (const [slot, position] of some.positions.entries())
        if (position > last && position <= end) places.add(some.places[slot] as number, position)
    }
    return places
  }

  /** Whoever chooses keys does not know the factor, so he cannot choose keys of neighbouring slots. */
  private slotOf(place: number): number {
    return Math.imul(place, FACTOR) >>> (Math.clz32(this.positions.length) + 1)
  }

  private put(place: number, position: number): void {
    const last = this.positions.length - 1
    let slot = this.slotOf(place)
    while (this.positions[slot] !== 0) slot = (slot + 1) & last
    this.places[slot] = place
    this.positions[slot] = position
  }

  private grow(): void {
    const { places, positions } = this
    this.places = new Float64Array(2 * places.length)
    this.positions = new Float64Array(2 * positions.length)
    for (const [slot, position] of positions.entries())
      if (position !== 0) this.put(places[slot] as number, position)
  }
}

/** At first. A power of two. */
const SLOTS = 1_024

const isFull = (size: number, slots: number): boolean => 3 * size >= 2 * slots

/** Odd, below 2^32. */
const FACTOR = 2 * randomInt(2 ** 31) + 1

const NONE: readonly number[] = []
