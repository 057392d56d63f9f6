const MOST_SLIPS = 3

/** The candidate that was probably meant: at most three mistakes, and fewer than half of its letters. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly slips: number } | undefined
  for (const candidate of candidates) {
    // A long word costs nothing: every letter too many is a mistake.
    if (Math.abs(word.length - candidate.length) > MOST_SLIPS) continue
    const slips = distance(word, candidate)
    if (slips <= MOST_SLIPS && slips * 2 < candidate.length && (best === undefined || slips < best.slips)) {
      best = { candidate, slips }
    }
  }
  return best?.candidate
}

/** Optimal string alignment: counts insertions, deletions, substitutions, and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
