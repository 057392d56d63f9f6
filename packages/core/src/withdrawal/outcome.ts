/**
 * What becomes of a withdrawal when its transaction is recorded, reaches a node, or can never be confirmed. All of it
 * is applied to the view of the rule that decides about the transaction, so both change in one commit.
 */
import type { Refusal } from '../decision.js'
import type { Env } from '../env.js'
import { signatureKey, withdrawalKey } from '../key.js'
import { rivals } from '../send/replacement.js'
import { isOver, isTaken, type Send } from '../send/send.js'
import { deleted } from '../signature/changes.js'
import type { View } from '../view.js'
import { hold, release } from './hold.js'
import { giveBack, payOut, takeIn } from './postings.js'
import { unsighted, type Withdrawal } from './withdrawal.js'

type Applied = Refusal | undefined

/** Its transaction is recorded: others may have their turn. If a node has the transaction already, it is paid. */
export function linked(view: View, env: Env, withdrawal: Withdrawal, send: Send): Applied {
  release(view, withdrawal)
  const now = unsighted({ ...withdrawal, txId: send.txId }, send.txId)
  if (isSent(send)) return paid(view, env, now)
  update(view, env, now)
  return undefined
}

/**
 * The event of a transaction of a withdrawal. A cancelled withdrawal stays cancelled: its transaction is over, or an
 * operator has forced it.
 * @param send The transaction after the event
 * @param failed The chain has executed it without effect, and that is final
 * @param isBehind See `SettleSend`
 */
export function settled(view: View, env: Env, send: Send, failed: boolean, isBehind = false): Applied {
  const withdrawal =
    send.withdrawal === undefined ? undefined : view.find(withdrawalKey(send.tenant, send.withdrawal))
  if (withdrawal === undefined || withdrawal.status === 'Cancelled') return undefined
  if (isOver(send))
    return withdrawal.txId === send.txId ? lost(view, env, withdrawal, send, isBehind) : undefined
  if (!isSent(send)) return undefined
  // Any transaction of a replacement chain may be the one that a block takes.
  const keeps = send.status === 'sent' && withdrawal.txId !== null
  const own = keeps ? withdrawal : { ...withdrawal, txId: send.txId }
  if (failed && isInDoubt(own, isBehind)) return waits(view, env, own)
  return paid(view, env, own) ?? (failed ? takenBack(view, env, own, 'amount', send.reason) : undefined)
}

/** Another transaction, that nobody has recorded, may have paid it. */
const isInDoubt = ({ sighted }: Withdrawal, isBehind: boolean): boolean => sighted !== undefined || isBehind

/** A node has it, and no other one takes its place. */
const isSent = (send: Send): boolean => isTaken(send) && send.status !== 'replaced'

/** A node has its transaction: what the account paid leaves the ledger. */
function paid(view: View, env: Env, withdrawal: Withdrawal): Applied {
  release(view, withdrawal)
  if (withdrawal.status === 'InProgress') {
    const refused = payOut(view, env, withdrawal, withdrawal.charged)
    if (refused !== undefined) return refused
  }
  update(view, env, { ...withdrawal, status: 'Done' })
  return undefined
}

/**
 * Its transaction can never be confirmed. Another one of its replacement chain that a block may still take pays it then:
 * one before it; or one after it, if a block had it and was undone. Nothing comes back while one that nobody has recorded
 * may have paid it.
 */
function lost(view: View, env: Env, withdrawal: Withdrawal, send: Send, isBehind: boolean): Applied {
  const heir = rivals(view, send).find((one) => !isOver(one) && one.withdrawal === withdrawal.id)
  const own = { ...withdrawal, txId: heir?.txId ?? null }
  if (heir === undefined) {
    const isOpen = isInDoubt(own, isBehind)
    if (own.status === 'Done' && !isOpen) return takenBack(view, env, own, 'all', send.reason)
    if (own.oneCall && !isOpen) return cancelled(view, env, own, 'all', send.reason)
    return waits(view, env, own)
  }
  update(view, env, own)
  return undefined
}

/** It is in progress, and waits for another transaction. */
function waits(view: View, env: Env, withdrawal: Withdrawal): Applied {
  const own: Withdrawal = { ...withdrawal, status: 'InProgress', txId: null }
  const refused = withdrawal.status === 'Done' ? takeIn(view, env, own, own.charged) : undefined
  if (refused !== undefined) return refused
  hold(view, own)
  update(view, env, own)
  return undefined
}

/** A withdrawal that was paid is not, or moved nothing but its fee: the account gets the money back from outside. */
function takenBack(
  view: View,
  env: Env,
  withdrawal: Withdrawal,
  reverted: 'all' | 'amount',
  reason: string | null,
): Applied {
  const back = reverted === 'all' ? withdrawal.charged : withdrawal.amount
  const refused = giveBack(view, env, withdrawal, 'world', back)
  if (refused !== undefined) return refused
  update(view, env, { ...withdrawal, status: 'Cancelled', reverted, reason })
  return undefined
}

/** A withdrawal in progress ends: the account gets its money back, and nothing is held or waits for a signature. */
export function cancelled(
  view: View,
  env: Env,
  withdrawal: Withdrawal,
  reverted: 'all' | 'amount',
  reason: string | null,
): Applied {
  const { charged, amount } = withdrawal
  const back = reverted === 'all' ? charged : amount
  const refused =
    giveBack(view, env, withdrawal, 'clearing', back) ?? payOut(view, env, withdrawal, charged - back)
  if (refused !== undefined) return refused
  release(view, withdrawal)
  const pending =
    withdrawal.signature === null
      ? undefined
      : view.find(signatureKey(withdrawal.tenant, withdrawal.signature))
  if (pending?.status === 'pending') for (const change of deleted(view, pending)) view.apply(change)
  update(view, env, { ...withdrawal, status: 'Cancelled', reverted, reason })
  return undefined
}

function update(view: View, env: Env, withdrawal: Withdrawal): void {
  view.apply({ type: 'withdrawal.updated', withdrawal: { ...withdrawal, updated: env.now } })
}
