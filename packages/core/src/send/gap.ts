/**
 * Gaps in the nonces of a sender: decides when a filler replaces a transaction that no node accepts, because later
 * transactions wait.
 */
import { isReplaceable, type Send } from './send.js'

/**
 * Time for nodes to learn of it, and for its sender to add missing funds. Later transactions continue within a minute.
 */
export const GAP_MS = 15_000

/**
 * Whether the filler should replace the transaction, if a later one of its sender waits.
 * @param since The time since which no node has had it, although a node got it and refused it; null if this does not
 * apply
 */
export function isGap(send: Send, since: number | null, now: number): boolean {
  return send.filler !== undefined && isReplaceable(send) && since !== null && now - since >= GAP_MS
}
