/** What becomes of a pending signature. */
import { reservationKey } from '../key.js'
import { heldBySignature } from '../send/reservation.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import type { PendingSignature } from './signature.js'

/** The pending signature is deleted, and what it holds is released. */
export function deleted(view: View, pending: PendingSignature): readonly Change[] {
  const changes: Change[] = [{ type: 'signature.updated', signature: { ...pending, status: 'deleted' } }]
  for (const claim of pending.claims) {
    const held = view.find(reservationKey(pending, claim))
    if (held?.holder === heldBySignature(pending.id)) changes.push({ type: 'claim.released', claim: held })
  }
  return changes
}

export function completed(pending: PendingSignature, txId: string): Change {
  return { type: 'signature.updated', signature: { ...pending, status: 'complete', txId, error: null } }
}

export interface SentBySigner {
  /** Chains whose systems send transactions by themselves: what was listed may have been sent. */
  readonly sentBySigner: readonly string[]
}

/** Whether its signer may have sent it by itself: only a node can tell. */
export const maySend = ({ chain }: PendingSignature, { sentBySigner }: SentBySigner): boolean =>
  sentBySigner.includes(chain)
