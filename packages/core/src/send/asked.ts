/**
 * A transaction and the pending signature that it completes.
 */
import { accept, type Decision, type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import { reservationKey, signatureKey } from '../key.js'
import type { PendingSignature } from '../signature/signature.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import type { RecordSend } from './command.js'
import { heldBySignature, isSameReservation } from './reservation.js'
import { isTaken, type Send } from './send.js'

/** The pending signature that the command names, if this transaction may complete it. */
export function askedBy(view: View, command: RecordSend): PendingSignature | null | Refusal {
  if (command.signature === null) return null
  const pending = view.find(signatureKey(command.tenant, command.signature))
  const isHere = pending?.chain === command.chain && pending.network === command.network
  if (pending === undefined || !isHere || pending.status === 'deleted') {
    return reject('kms.missing', command.signature)
  }
  // Two signatures may give two transactions. Only the first one is submitted.
  if (pending.txId !== null && pending.txId !== command.txId) {
    return reject('kms.unexpected.state', `signed as ${pending.txId}`)
  }
  return pending
}

/** A known transaction turns out to complete a pending signature. */
export function join(view: View, known: Send, pending: PendingSignature | null, env: Env): Decision<Send> {
  if (pending === null || known.signature === pending.id) return accept(known, [])
  if (known.signature !== null) return reject('kms.unexpected.state', `signed as ${known.txId} for another`)
  const send: Send = { ...known, signature: pending.id, updated: env.now }
  return accept(send, [{ type: 'send.updated', send }, ...signed(view, pending, send)])
}

/** The pending signature has its transaction: it accepts no other one, and holds no reservations. */
export function signed(view: View, pending: PendingSignature, send: Send): readonly Change[] {
  const changes: Change[] = []
  if (pending.status === 'pending') {
    changes.push(
      isTaken(send)
        ? completed(pending, send.txId)
        : { type: 'signature.updated', signature: { ...pending, txId: send.txId, error: null } },
    )
  }
  for (const claim of pending.claims) {
    const held = view.find(reservationKey(pending, claim))
    const passes = send.claims.some((own) => isSameReservation(own, claim))
    if (held?.holder === heldBySignature(pending.id) && !passes) {
      changes.push({ type: 'claim.released', claim: held })
    }
  }
  return changes
}

export function completed(pending: PendingSignature, txId: string): Change {
  return { type: 'signature.updated', signature: { ...pending, status: 'complete', txId, error: null } }
}
