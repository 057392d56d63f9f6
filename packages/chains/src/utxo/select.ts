/**
 * Coin selection. With a change address it takes the largest outputs first: the fewest inputs and so the lowest fee, in
 * one pass. Without one, the rest is lost as fee, so it searches for a combination with a small rest: branch and bound
 * as in Bitcoin Core (Erhardt, "An Evaluation of Coin Selection Strategies"), for a limited number of steps, and the
 * largest first if that finds none.
 *
 * The same candidates give the same result: ties are broken by outpoint.
 */
import type { Outpoint } from '@tallystick/custody'

export interface Candidate<Coin extends Outpoint> {
  readonly coin: Coin
  /** Its value minus the cost of spending it. */
  readonly worth: bigint
}

/** Steps of the search: about ten milliseconds. */
const MAX_STEPS = 50_000

/** Outputs worth more than nothing, the most valuable first. */
export function ranked<Coin extends Outpoint>(
  candidates: readonly Candidate<Coin>[],
): readonly Candidate<Coin>[] {
  const worthy = candidates.filter(({ worth }) => worth > 0n)
  // Numbers keep the order and decide nearly all comparisons. What they leave equal is compared exactly.
  const sizes = new Float64Array(worthy.map(({ worth }) => Number(worth)))
  const ids = new Float64Array(worthy.map(({ coin }) => leadingOf(coin.txId)))
  const exactly = (one: Candidate<Coin>, other: Candidate<Coin>): number =>
    compare(other.worth, one.worth) ||
    compare(one.coin.txId, other.coin.txId) ||
    one.coin.index - other.coin.index
  return Uint32Array.from(worthy.keys())
    .sort((one, other) => {
      const difference = (sizes[other] ?? 0) - (sizes[one] ?? 0)
      if (difference !== 0) return difference
      // Equal doubles may stand for different values, if they are large.
      const isExact = (sizes[one] ?? 0) <= Number.MAX_SAFE_INTEGER
      const order = isExact ? (ids[one] ?? 0) - (ids[other] ?? 0) : 0
      if (order !== 0) return order
      const [first, second] = [worthy[one], worthy[other]]
      return first === undefined || second === undefined ? 0 : exactly(first, second)
    })
    .reduce<Candidate<Coin>[]>((ranking, index) => {
      const candidate = worthy[index]
      if (candidate !== undefined) ranking.push(candidate)
      return ranking
    }, [])
}

/** The start of a transaction's hash as a number with the same order: seven bits for each character. */
function leadingOf(txId: string): number {
  let number = 0
  for (let at = 0; at < 7; at++) number = number * 128 + (txId.charCodeAt(at) || 0)
  return number
}

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0

/** The first ones of a ranking that together reach the target; all of it if they do not. */
export function largestFirst<Coin extends Outpoint>(
  ranking: readonly Candidate<Coin>[],
  target: bigint,
): Coin[] {
  const chosen: Coin[] = []
  let sum = 0n
  for (const { coin, worth } of ranking) {
    if (sum >= target) break
    chosen.push(coin)
    sum += worth
  }
  return chosen
}

/**
 * Some of a ranking that are together worth at least the target and at most `tolerance` more: the closest that the
 * search found. Undefined if it found none.
 */
export function closest<Coin extends Outpoint>(
  ranking: readonly Candidate<Coin>[],
  target: bigint,
  tolerance: bigint,
): Coin[] | undefined {
  const worths = ranking.map(({ worth }) => worth)
  const worthAt = (index: number): bigint => worths[index] ?? 0n
  /** The total worth from each index on. */
  const rest = [0n]
  for (const worth of worths.toReversed()) rest.push((rest.at(-1) ?? 0n) + worth)
  rest.reverse()

  let best: readonly number[] | undefined
  let most = target + tolerance
  let sum = 0n
  let at = 0
  const chosen: number[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    // Skips together all that would exceed the limit.
    at = firstAtMost(worths, most - sum, at)
    if (at < worths.length && sum + (rest[at] ?? 0n) >= target) {
      chosen.push(at)
      sum += worthAt(at)
      at += 1
      if (sum < target) continue
      best = [...chosen]
      if (sum === target) break
      most = sum - 1n
    }
    // Without the last one. Its equals would only give the same sums again.
    const last = chosen.pop()
    if (last === undefined) break
    sum -= worthAt(last)
    at = firstAtMost(worths, worthAt(last) - 1n, last + 1)
  }
  return best?.flatMap((index) => ranking[index]?.coin ?? [])
}

/** In descending values, the first from `start` on that is not above `limit`. */
function firstAtMost(values: readonly bigint[], limit: bigint, start: number): number {
  let low = start
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0n) > limit) low = middle + 1
    else high = middle
  }
  return low
}
