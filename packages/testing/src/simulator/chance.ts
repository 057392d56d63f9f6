/** Draws from seeded randomness. Rates are whole numbers out of `OUT_OF`, so that no float decides. */
import type { SeededRandom } from '../seeded.js'

export const OUT_OF = 10_000

export type Rate = number

/** True `rate` times out of `OUT_OF`. Draws nothing at a rate of zero. */
export function happens(random: SeededRandom, rate: Rate): boolean {
  return rate > 0 && random.below(OUT_OF) < rate
}

/** @throws RangeError of an empty list */
export function oneOf<Item>(random: SeededRandom, items: readonly Item[]): Item {
  if (items.length === 0) throw new RangeError('There is nothing to choose from')
  // Within the list; that an item may itself be undefined is the caller's business.
  return items[random.below(items.length)] as Item
}

/** Between the two, both included. */
export function between(random: SeededRandom, least: number, most: number): number {
  return least + random.below(most - least + 1)
}

/** A choice among several, some more often than others. */
export class Weighted<Item> {
  private readonly items: Item[] = []
  private readonly bounds: number[] = []
  private total = 0

  constructor(choices: Iterable<readonly [Item, weight: number]>) {
    for (const [item, weight] of choices) {
      if (weight === 0) continue
      this.total += weight
      this.items.push(item)
      this.bounds.push(this.total)
    }
  }

  draw(random: SeededRandom): Item {
    const at = random.below(this.total)
    const item = this.items[this.bounds.findIndex((bound) => at < bound)]
    if (item === undefined) throw new RangeError('There is nothing to choose from')
    return item
  }
}
