/**
 * Which outputs to spend. With somewhere for change to go, the largest first: the fewest inputs, so the lowest
 * fee, in one pass. Without, what is left over is lost as fee, so combinations are searched for one that leaves
 * little: branch and bound, as Bitcoin Core does it (Erhardt, "An Evaluation of Coin Selection Strategies"),
 * for a bounded number of steps, and the largest first when there is none.
 *
 * Same candidates, same answer: ties are broken by outpoint.
 */
import type { Outpoint } from '@tallystick/engine'

export interface Candidate<Coin extends Outpoint> {
  readonly coin: Coin
  /** Its value less what it costs to spend it. */
  readonly worth: bigint
}

/** Steps of the search: some ten milliseconds. */
const MAX_STEPS = 50_000

/** Those worth more than nothing, the most valuable first. */
export function ranked<Coin extends Outpoint>(candidates: readonly Candidate<Coin>[]): Candidate<Coin>[] {
  return candidates
    .filter(({ worth }) => worth > 0n)
    .sort((one, other) => {
      if (one.worth !== other.worth) return one.worth > other.worth ? -1 : 1
      if (one.coin.txId !== other.coin.txId) return one.coin.txId < other.coin.txId ? -1 : 1
      return one.coin.index - other.coin.index
    })
}

/** The first of a ranking that reach the target together; all of it when they do not. */
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
 * Some of a ranking that are worth at least the target together and at most `tolerance` more: the closest that
 * the search came by. Undefined when it found none.
 */
export function closest<Coin extends Outpoint>(
  ranking: readonly Candidate<Coin>[],
  target: bigint,
  tolerance: bigint,
): Coin[] | undefined {
  let best: { readonly indexes: readonly number[]; readonly excess: bigint } | undefined
  let unused = ranking.reduce((sum, { worth }) => sum + worth, 0n)
  let sum = 0n
  const chosen: number[] = []
  const worthAt = (index: number): bigint => ranking[index]?.worth ?? 0n
  for (let step = 0, at = 0; step < MAX_STEPS; step += 1, at += 1) {
    const excess = sum - target
    let back = true
    if (best !== undefined && excess >= best.excess) back = true
    else if (excess >= 0n && excess <= tolerance) {
      best = { indexes: [...chosen], excess }
      if (excess === 0n) break
    } else back = excess > tolerance || sum + unused < target
    if (back) {
      const last = chosen.pop()
      if (last === undefined) break
      // What came after the last one chosen is open again, and that one is left out from here on.
      for (at -= 1; at > last; at -= 1) unused += worthAt(at)
      sum -= worthAt(last)
      continue
    }
    unused -= worthAt(at)
    // Beside a twin that was just left out, one more of the same worth would only give the same sums again.
    if (at === 0 || chosen.at(-1) === at - 1 || worthAt(at) !== worthAt(at - 1)) {
      chosen.push(at)
      sum += worthAt(at)
    }
  }
  return best?.indexes.flatMap((index) => ranking[index]?.coin ?? [])
}
