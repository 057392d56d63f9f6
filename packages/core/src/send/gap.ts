/** Of transactions whose numbers follow one another: when one that no node takes is given up for those behind it. */
import { isReplaceable, type Send } from './send.js'

/** Nodes have time to learn of it, and its sender to pay in what is missing. Later ones go on within a minute. */
export const GAP_MS = 15_000

/**
 * Whether its filler is to take its place, where a later one of its sender waits.
 * @param since From when on no node had it, and one that was given it did not take it; null: that is not so
 */
export function isGap(send: Send, since: number | null, now: number): boolean {
  return send.filler !== undefined && isReplaceable(send) && since !== null && now - since >= GAP_MS
}
