/**
 * Coin selection. With a change address it takes the largest outputs first: the fewest inputs and so the lowest fee, in
 * one pass. Without one, the rest is lost as fee, so it searches for a combination with a small rest: branch and bound
 * as in Bitcoin Core (Erhardt, "An Evaluation of Coin Selection Strategies"), for a limited number of steps, and the
 * largest first if that finds none.
 *
 * The same candidates give the same result: ties are broken by outpoint.
 */
import type { Outpoint } from '@tallystick/custody'

interface Candidate<Coin extends Outpoint> {
  readonly coin: Coin
  /** Its value minus the cost of spending it. */
  readonly worth: bigint
}

/** Steps of the search: a few milliseconds. */
const MAX_STEPS = 50_000

/** Fewer are compared one with another. */
const FEW = 32
/** A key has 46 bits, and beside it the number of an output has 17. */
const KEYS = 2 ** 46
const NUMBERS = 2 ** 17
/** Bits of a key in the lower word of both. */
const LOW_KEYS = 2 ** 15
const LOW_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1

/** Outputs worth more than nothing, the most valuable first. */
export class Ranking<Coin extends Outpoint> implements Iterable<Candidate<Coin>> {
  private readonly order: Uint32Array
  /** As numbers they keep their order, and decide nearly all comparisons. What they leave equal is compared exactly. */
  private readonly sizes: Float64Array
  private readonly worths: (bigint | undefined)[]
  private whole: Whole | null = null

  /** @param worthOf An output's value minus the cost of spending it */
  constructor(
    private readonly coins: readonly Coin[],
    private readonly worthOf: (coin: Coin) => bigint,
  ) {
    const sizes = new Float64Array(coins.length)
    const order = new Uint32Array(coins.length)
    let count = 0
    // A plain loop that keeps nothing: iterators, and a list of what it computes, take several times as long.
    for (let index = 0; index < coins.length; index++) {
      const size = Number(worthOf(coins[index] as Coin))
      sizes[index] = size
      if (size > 0) order[count++] = index
    }
    this.sizes = sizes
    this.worths = new Array(coins.length)
    this.order = order.subarray(0, count)
    const keys = [
      (index: number) => Math.max(0, KEYS - (sizes[index] ?? 0)),
      (index: number) => leadingOf(coins[index]?.txId ?? ''),
    ]
    sort(this.order, keys, (one, other) => {
      const [first, second] = [this.candidate(one), this.candidate(other)]
      return (
        compare(second.worth, first.worth) ||
        compare(first.coin.txId, second.coin.txId) ||
        first.coin.index - second.coin.index
      )
    })
  }

  *[Symbol.iterator](): Iterator<Candidate<Coin>> {
    for (const index of this.order) yield this.candidate(index)
  }

  /** All of it, made once, or without some. */
  without(isTaken: ((coin: Coin) => boolean) | null): Whole {
    if (isTaken === null && this.whole !== null) return this.whole
    const order =
      isTaken === null ? this.order : this.order.filter((index) => !isTaken(this.coins[index] as Coin))
    const rest = new Float64Array(order.length)
    let sum = 0
    for (let place = order.length - 1; place >= 0; place--) {
      sum += this.sizes[order[place] as number] as number
      rest[place] = sum * ROUNDED_UP
    }
    const whole = { order, rest }
    if (isTaken === null) this.whole = whole
    return whole
  }

  /** @param index The number of an output, as `order` lists them */
  candidate(index: number): Candidate<Coin> {
    const coin = this.coins[index] as Coin
    const worth = this.worths[index] ?? this.worthOf(coin)
    this.worths[index] = worth
    return { coin, worth }
  }
}

/** More than so many additions of numbers round away. */
const ROUNDED_UP = 1 + 2 ** -30

/** A ranking, or what is left of it. */
interface Whole {
  /** The numbers of the outputs, in their order. */
  readonly order: Uint32Array
  /** A number that the total worth from each place on does not pass. */
  readonly rest: Float64Array
}

/**
 * Sorts numbers of outputs by keys: what the first leaves equal by the second, and the rest `exactly`. Key and number
 * are sorted as one integer of 64 bits, which takes a fifth of the time that calling a comparison would.
 *
 * @param keys Each gives integers from 0 to 2^46; 0 tells nothing of the order among those that have it
 */
function sort(
  order: Uint32Array,
  keys: readonly ((index: number) => number)[],
  exactly: (one: number, other: number) => number,
): void {
  const [keyOf, ...others] = keys
  const count = order.length
  if (keyOf === undefined || count < FEW || count > NUMBERS) {
    order.sort(exactly)
    return
  }
  const both = new BigUint64Array(count)
  const words = new Uint32Array(both.buffer)
  for (let place = 0; place < count; place++) {
    const key = keyOf(order[place] ?? 0)
    words[2 * place + LOW_WORD] = (key % LOW_KEYS) * NUMBERS + place
    words[2 * place + 1 - LOW_WORD] = Math.floor(key / LOW_KEYS)
  }
  both.sort()
  const before = order.slice()
  const keyAt = (place: number): number =>
    (words[2 * place + 1 - LOW_WORD] ?? 0) * LOW_KEYS +
    Math.floor((words[2 * place + LOW_WORD] ?? 0) / NUMBERS)
  for (let place = 0; place < count; place++) {
    order[place] = before[(words[2 * place + LOW_WORD] ?? 0) % NUMBERS] ?? 0
  }
  for (let start = 0, end = 1; start < count; start = end++) {
    const key = keyAt(start)
    while (end < count && keyAt(end) === key) end++
    if (end - start > 1) sort(order.subarray(start, end), key === 0 ? [] : others, exactly)
  }
}

/** The start of a transaction's hash as a number with the same order: seven bits for each character. */
function leadingOf(txId: string): number {
  let number = 0
  for (let at = 0; at < 6; at++) number = number * 128 + ((txId.charCodeAt(at) || 0) & 127)
  return number
}

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0

/**
 * The first ones of a ranking that together reach the target; all of it if they do not.
 * @param isTaken Whether to leave it out
 */
export function largestFirst<Coin extends Outpoint>(
  ranking: Iterable<Candidate<Coin>>,
  target: bigint,
  isTaken: ((coin: Coin) => boolean) | null = null,
): Coin[] {
  const chosen: Coin[] = []
  let sum = 0n
  for (const { coin, worth } of ranking) {
    if (sum >= target) break
    if (isTaken?.(coin)) continue
    chosen.push(coin)
    sum += worth
  }
  return chosen
}

/**
 * Some of a ranking that are together worth at least the target and at most `tolerance` more: the closest that the
 * search found. Undefined if it found none.
 *
 * @param isTaken Whether to leave it out
 */
export function closest<Coin extends Outpoint>(
  ranking: Ranking<Coin>,
  target: bigint,
  tolerance: bigint,
  isTaken: ((coin: Coin) => boolean) | null = null,
): Coin[] | undefined {
  const { order, rest } = ranking.without(isTaken)
  const candidateAt = (place: number) => ranking.candidate(order[place] as number)
  const worthAt = (place: number): bigint => candidateAt(place).worth
  let best: readonly number[] | undefined
  let most = target + tolerance
  let sum = 0n
  let at = 0
  const chosen: number[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    // Skips together all that would exceed the limit.
    at = firstAtMost(worthAt, order.length, most - sum, at)
    // That this bound is not exact only makes the search longer.
    if (at < order.length && (rest[at] ?? 0) >= Number(target - sum)) {
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
    at = firstAtMost(worthAt, order.length, worthAt(last) - 1n, last + 1)
  }
  return best?.map((place) => candidateAt(place).coin)
}

/** In descending values, the first from `start` on that is not above `limit`. It is near as a rule. */
function firstAtMost(
  valueAt: (place: number) => bigint,
  length: number,
  limit: bigint,
  start: number,
): number {
  let low = start
  let high = start
  for (let step = 1; high < length && valueAt(high) > limit; step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (valueAt(middle) > limit) low = middle + 1
    else high = middle
  }
  return low
}
