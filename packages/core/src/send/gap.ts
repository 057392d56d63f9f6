/**
 * Gaps in the nonces of a sender: decides when a filler replaces a transaction that no node accepts, because later
 * transactions wait.
 */
import type { Env } from '../env.js'
import type { SendId } from '../ids.js'
import { reservationKey, sendKey } from '../key.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { heldBySend, onChain, type Reservation } from './reservation.js'
import { isUnanswered, type Send } from './send.js'

/**
 * Time for nodes to learn of it, and for its sender to add missing funds. Later transactions continue within a minute.
 */
export const GAP_MS = 15_000

export const canBeFilled = (send: Send): boolean => send.filler !== undefined && isUnanswered(send)

/**
 * Whether the filler should replace the transaction, if a later one of its sender waits. Never if a node has had the
 * transaction: its caller may know it as sent, and no refusal of a node proves that no block will take it. Where the
 * transaction itself can take its place for its fee, it always should.
 * @param since The time since which no node has had it, although a node got it and refused it; null if this does not
 * apply
 * @param isSpent Whether the chain takes a transaction for its fee alone
 */
export function isGap(send: Send, since: number | null, now: number, isSpent: boolean): boolean {
  return (isSpent || canBeFilled(send)) && since !== null && now - since >= GAP_MS
}

/** Without its filler: once a node has had it, or its caller has named the nonce, nothing else gives it up. */
export function unfilled({ filler: _, ...send }: Send): Send {
  return send
}

/**
 * Refusing a transaction would free its nonce, and later transactions would wait for ever. So the filler takes the
 * nonce in the same step, if the next nonce is in use.
 */
export interface Gap {
  readonly txId: string
  readonly raw: string
  /** The next nonce of the sender. */
  readonly next: Reservation
}

/** Gives the released reservations to the filler, if a later transaction waits. */
export function filled(
  view: View,
  send: Send,
  { txId, raw, next }: Gap,
  freed: readonly Change[],
  env: Env,
): readonly Change[] {
  const isAwaited =
    view.find(reservationKey(send, next)) !== undefined && view.find(sendKey(send, txId)) === undefined
  const free = freed.flatMap((change) => (change.type === 'claim.released' ? [change.claim] : []))
  if (!isAwaited || free.length === 0) return freed
  const filler: Send = {
    ...onChain(send),
    id: env.newId() as SendId,
    txId,
    raw,
    claims: free.map(({ owner, index }) => ({ owner, index })),
    status: 'signed',
    reason: null,
    signature: null,
    replaces: null,
    apiKey: send.apiKey,
    due: 0,
    created: env.now,
    updated: env.now,
  }
  return [
    ...freed.filter(({ type }) => type !== 'claim.released'),
    { type: 'send.recorded', send: filler },
    ...free.map((claim): Change => ({ type: 'claim.passed', claim: { ...claim, holder: heldBySend(txId) } })),
  ]
}
