/**
 * The arithmetic of an account's history: a linked list with skew-binary jumps (Myers, "An applicative random-access
 * stack", 1983). The records of an account are numbered 1, 2, 3, …. Each points to the previous one and to an earlier
 * one (the jump), such that any number is reached in O(log n) steps, and appending is O(1). The numbers alone determine
 * where a jump leads, so only the position is stored.
 *
 * From record n, the history is a sequence of complete trees whose sizes (2^k - 1) are the skew-binary digits of n.
 * Record n is the root of the first tree; its jump leads to the root of the next.
 */

/** Sizes of the first two trees of a history of `n` records; 0 if there is none. `n` is below 2^32 - 1. */
export function firstTrees(n: number): readonly [first: number, second: number] {
  let first = 0
  let second = 0
  let rest = n
  while (rest > 0) {
    // The largest 2^k - 1 that fits.
    const size = ((1 << (31 - Math.clz32(rest + 1))) >>> 0) - 1
    second = first
    first = size
    rest -= size
  }
  return [first, second]
}

/** The number of the record that record `n` jumps to; 0 if there is none. */
export function jumpTarget(n: number): number {
  return n - firstTrees(n)[0]
}
