/**
 * Replacement chains: transactions of which a block takes one at most, because they have the same reservations.
 */
import type { Env } from '../env.js'
import { reservationKey, sendKey, signatureKey } from '../key.js'
import { completed } from '../signature/changes.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { unfilled } from './gap.js'
import { heldBySend, sendOf } from './reservation.js'
import { predecessors, type Send, type SendStatus } from './send.js'

/**
 * The status after its block is undone: if another one of its replacement chain holds its reservations, that is
 * submitted.
 */
export function revived(view: View, send: Send): SendStatus {
  const own = heldBySend(send.txId)
  return send.claims.every((claim) => view.find(reservationKey(send, claim))?.holder === own)
    ? 'sent'
    : 'replaced'
}

/**
 * The replaced transaction is not signed again: its successor is sent. A successor that died in this chain before
 * leaves its old place: it is the newest now.
 */
export function supersede(
  view: View,
  replaced: Send,
  known: Send | undefined,
  env: Env,
  reason: string | null,
): readonly Change[] {
  const pending =
    replaced.signature === null ? undefined : view.find(signatureKey(replaced.tenant, replaced.signature))
  const closed = (one: Send): Send =>
    one.replaces === known?.txId ? { ...one, replaces: known?.replaces ?? null, updated: env.now } : one
  const given = reason === null ? unfilled(replaced) : replaced
  return [
    { type: 'send.updated', send: closed({ ...given, status: 'replaced', reason, updated: env.now }) },
    ...before(view, replaced)
      .filter((one) => closed(one) !== one)
      .map((one): Change => ({ type: 'send.updated', send: closed(one) })),
    ...(pending?.status === 'pending' ? [completed(pending, replaced.txId)] : []),
  ]
}

export const before = (view: View, send: Send): readonly Send[] =>
  predecessors(send, (txId) => view.find(sendKey(send, txId)))

/** Its predecessors; then those that hold its reservations, with theirs. */
export function rivals(view: View, send: Send): readonly Send[] {
  const rows = send.claims.flatMap((claim) => {
    const held = view.find(reservationKey(send, claim))
    const txId = held === undefined ? undefined : sendOf(held.holder)
    const holder = txId === undefined ? undefined : view.find(sendKey(send, txId))
    return holder === undefined ? [] : [holder, ...before(view, holder)]
  })
  return [...before(view, send), ...rows].filter(({ txId }) => txId !== send.txId)
}
