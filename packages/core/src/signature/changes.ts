/** What becomes of a pending signature. */
import { type Refusal, refuseFor } from '../decision.js'
import type { Timestamp } from '../ids.js'
import { reservationKey } from '../key.js'
import type { RejectionCode } from '../rejection.js'
import { heldBySignature } from '../send/reservation.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { type Doubt, type PendingSignature, unwanted } from './signature.js'

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

/**
 * Why it is not deleted yet: its signer may have sent it, or may yet. From now on it is not listed, and a node is asked. See
 * `renewPendingSignature`.
 */
export function notDeleted(
  pending: PendingSignature,
  { sentBySigner }: SentBySigner,
  { now, end, code }: { readonly now: Timestamp; readonly end: Doubt['end']; readonly code: RejectionCode },
): Refusal | undefined {
  if (!sentBySigner.includes(pending.chain)) return undefined
  const signature = unwanted(pending, now, end)
  const changes: readonly Change[] = signature === pending ? [] : [{ type: 'signature.updated', signature }]
  const why = 'its signer may have sent it. It is not listed any more'
  return refuseFor(changes, code, `${why}, and is deleted once a node proves that it was not sent`)
}
