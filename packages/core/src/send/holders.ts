/**
 * Which transaction, pending signature or withdrawal holds a reservation: taken when a transaction is recorded, and passed on when it
 * can never be confirmed.
 */
import { type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import { reservationKey, sendKey } from '../key.js'
import { type PendingSignature, postponed } from '../signature/signature.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import type { Asked } from './asked.js'
import type { RecordSend } from './command.js'
import { canBeFilled } from './gap.js'
import { before } from './replacement.js'
import {
  heldBySend,
  heldBySignature,
  heldByWithdrawal,
  isSameReservation,
  onChain,
  type Reservation,
  sendOf,
} from './reservation.js'
import { hadNode, isOver, isReplaceable, type Send } from './send.js'

interface Taken {
  readonly changes: readonly Change[]
  readonly replaced: Send | undefined
}

/** Takes all reservations for the new transaction, or none. */
export function take(
  view: View,
  command: RecordSend,
  claims: readonly Reservation[],
  { pending, withdrawal }: Asked,
): Taken | Refusal {
  const holder = heldBySend(command.txId)
  const givers = [
    ...(pending === null ? [] : [heldBySignature(pending.id)]),
    ...(withdrawal === null ? [] : [heldByWithdrawal(withdrawal.id)]),
  ]
  const { instead } = command
  const mayReplace = (command.replaces || pending?.replaces === true) && instead !== null
  const changes: Change[] = []
  let replaced: Send | undefined
  for (const claim of claims) {
    const held = view.find(reservationKey(command, claim))
    const own = { ...onChain(command), owner: claim.owner, index: claim.index, holder }
    if (held === undefined) {
      changes.push({ type: 'claim.placed', claim: own })
      continue
    }
    if (!givers.includes(held.holder)) {
      const txId = sendOf(held.holder)
      const other = !mayReplace || txId === undefined ? undefined : view.find(sendKey(command, txId))
      if (
        other === undefined ||
        !(command.because === undefined ? isReplaceable : canBeFilled)(other) ||
        (instead !== undefined && instead !== txId) ||
        (replaced !== undefined && replaced.txId !== other.txId)
      ) {
        return reject('claim.taken', `${claim.owner} ${claim.index}`)
      }
      replaced = other
    }
    changes.push({ type: 'claim.passed', claim: own })
  }
  // The compared transaction holds none of these reservations any more.
  if (typeof instead === 'string' && replaced === undefined) return reject('claim.taken', instead)
  if (replaced !== undefined && isPaidUnseen(view, replaced, command))
    return reject('claim.taken', replaced.txId)
  return { changes, replaced }
}

/** Whether one that it replaces was given a withdrawal since its caller looked: it may have to pay that. */
function isPaidUnseen(view: View, replaced: Send, { withdrawal, unpaid }: RecordSend): boolean {
  if (unpaid === undefined) return false
  const row = [replaced, ...before(view, replaced)]
  return row.some((one) => {
    const paid = isOver(one) ? undefined : one.withdrawal
    return paid !== undefined && paid !== withdrawal && !unpaid.includes(paid)
  })
}

/** Ends the reservations of a transaction. */
export const released = (view: View, send: Send): readonly Change[] =>
  send.claims.flatMap((claim) => {
    const held = view.find(reservationKey(send, claim))
    return held?.holder === heldBySend(send.txId) ? [{ type: 'claim.released', claim: held }] : []
  })

/** Passes on, or releases, the reservations of a refused or dead transaction. */
export function free(
  view: View,
  send: Send,
  pending: PendingSignature | undefined,
  env: Env,
): readonly Change[] {
  const changes: Change[] = []
  const waiting = pending?.status === 'pending' ? pending : undefined
  // A transaction that a block has or may still take keeps its reservations, whatever has died after it.
  const heir = before(view, send).find((one) => !isOver(one))
  let isBack = false
  const wants = (claims: readonly Reservation[], claim: Reservation): boolean =>
    claims.some((one) => isSameReservation(one, claim))
  for (const claim of send.claims) {
    const held = view.find(reservationKey(send, claim))
    if (held?.holder !== heldBySend(send.txId)) continue
    if (heir !== undefined && wants(heir.claims, claim)) {
      isBack = true
      changes.push({ type: 'claim.passed', claim: { ...held, holder: heldBySend(heir.txId) } })
    } else if (waiting !== undefined && wants(waiting.claims, claim)) {
      changes.push({ type: 'claim.passed', claim: { ...held, holder: heldBySignature(waiting.id) } })
    } else changes.push({ type: 'claim.released', claim: held })
  }
  // Its successor is refused or dead, so this transaction is submitted again. A node may have it from before: if one was
  // seen to have had it, no refusal ends it. If a block has used the same output or nonce, it will turn out to be final or
  // dead.
  if (isBack && heir?.status === 'replaced') {
    const status = hadNode(heir) ? 'sent' : 'unknown'
    changes.push({ type: 'send.updated', send: { ...heir, status, updated: env.now } })
  }
  if (waiting !== undefined) {
    for (const claim of waiting.claims) {
      if (view.find(reservationKey(waiting, claim)) !== undefined) continue
      changes.push({
        type: 'claim.placed',
        claim: {
          ...onChain(waiting),
          owner: claim.owner,
          index: claim.index,
          holder: heldBySignature(waiting.id),
        },
      })
    }
    changes.push({
      type: 'signature.updated',
      signature: { ...postponed(waiting, env.now), error: send.reason },
    })
  }
  return changes
}
