/**
 * A transaction, and what it completes: a pending signature, a withdrawal, or both.
 */
import { accept, type Decision, type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import { paymentKey, reservationKey, sendKey, signatureKey, withdrawalKey } from '../key.js'
import { completed } from '../signature/changes.js'
import type { PendingSignature } from '../signature/signature.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { haveSame, spendsInputs } from '../withdrawal/hold.js'
import { linked } from '../withdrawal/outcome.js'
import { maybePaidBy, type Withdrawal } from '../withdrawal/withdrawal.js'
import type { RecordSend } from './command.js'
import { distinct, heldBySignature, isSameReservation } from './reservation.js'
import { hasFailed, isOver, isTaken, type Send } from './send.js'

/** What the transaction completes. */
export interface Asked {
  readonly pending: PendingSignature | null
  readonly withdrawal: Withdrawal | null
}

/** What the command names, with what belongs to that, if this transaction may complete it. */
export function askedBy(view: View, command: RecordSend): Asked | Refusal {
  const named = command.withdrawal ?? null
  const signature = command.signature ?? (named === null ? null : signatureOf(view, command, named))
  const pending = signature === null ? null : pendingOf(view, command, signature)
  const id = named ?? (pending !== null && !isSignedOtherwise(pending, command) ? pending.withdrawalId : null)
  // What the pending signature may replace does not depend on whether it refuses this transaction.
  const withdrawal = id === null ? null : withdrawalOf(view, command, id, pending?.replaces === true)
  // Refusals in the order of their table: those of withdrawals come first.
  if (withdrawal !== null && 'accepted' in withdrawal) return withdrawal
  if (signature !== null && pending === null) return reject('kms.missing', signature)
  if (pending !== null && isSignedOtherwise(pending, command)) {
    return reject('kms.unexpected.state', `signed as ${pending.txId}`)
  }
  if (pending !== null && withdrawal !== null && !isSignedFor(pending, withdrawal)) {
    return reject('kms.unexpected.state', `${pending.id} is not of withdrawal ${withdrawal.id}`)
  }
  return { pending, withdrawal }
}

/** Its own; or that of the transaction whose place it takes. */
const isSignedFor = ({ withdrawalId, replaces }: PendingSignature, { id, txId }: Withdrawal): boolean =>
  withdrawalId === id || (withdrawalId === null && replaces && txId !== null)

type Named<Name extends 'signature' | 'withdrawal'> = NonNullable<RecordSend[Name]>

/** The pending signature of the withdrawal that the command names, if it waits for this transaction. */
function signatureOf(view: View, command: RecordSend, id: Named<'withdrawal'>): Named<'signature'> | null {
  const signature = view.find(withdrawalKey(command.tenant, id))?.signature ?? null
  const pending = signature === null ? undefined : view.find(signatureKey(command.tenant, signature))
  return pending?.status === 'pending' && !isSignedOtherwise(pending, command) ? pending.id : null
}

/** Null if there is none on this chain and network. */
function pendingOf(view: View, command: RecordSend, id: Named<'signature'>): PendingSignature | null {
  const pending = view.find(signatureKey(command.tenant, id))
  const isHere = pending?.chain === command.chain && pending.network === command.network
  return isHere && pending.status !== 'deleted' ? pending : null
}

/** Two signatures may give two transactions. Only the first one is submitted. */
const isSignedOtherwise = (pending: PendingSignature, { txId }: RecordSend): boolean =>
  pending.txId !== null && pending.txId !== txId

/**
 * The withdrawal, if this transaction may pay it: it has none yet, or has this one, or this one replaces that by the same
 * reservations, so that a block takes one of the two at most.
 */
function withdrawalOf(
  view: View,
  command: RecordSend,
  id: Named<'withdrawal'>,
  replaces: boolean,
): Withdrawal | Refusal {
  const withdrawal = view.find(withdrawalKey(command.tenant, id))
  if (withdrawal?.chain !== command.chain || withdrawal.network !== command.network) {
    return reject('withdrawal.missing', id)
  }
  if (view.find(paymentKey(command, command.txId, 0)) !== undefined) {
    return reject('withdrawal.unexpected.state', `${command.txId} pays a withdrawal already`)
  }
  const { status, txId } = withdrawal
  const claims = distinct(command.claims)
  const current = txId === null ? undefined : view.find(sendKey(command, txId))
  const isVariant = (command.replaces || replaces) && current && haveSame(current.claims, claims)
  const isSecond = txId !== null && txId !== command.txId && isVariant !== true
  const known = view.find(sendKey(command, command.txId))
  // A fresh one is refused as `claim.taken`, and built again.
  const isJoined = known !== undefined && !isOver(known) && !command.fresh
  const paysOther = isJoined && known.withdrawal !== id
  if (
    status === 'Cancelled' ||
    isSecond ||
    (paysOther && (known.withdrawal !== undefined || txId !== null))
  ) {
    return reject('withdrawal.unexpected.state', `${status}${txId === null ? '' : ` as ${txId}`}`)
  }
  const paidBy = maybePaidBy(withdrawal)
  if (paidBy !== undefined && withdrawal.sighted?.includes(command.txId) !== true) {
    return reject('withdrawal.unexpected.state', `${paidBy}, which a block has, may have paid it`)
  }
  if (!spendsInputs(withdrawal, claims)) {
    return reject('transaction.invalid.body', `it does not spend the outputs of withdrawal ${id}`)
  }
  return withdrawal
}

/** A known transaction turns out to complete a pending signature or a withdrawal. */
export function join(view: View, known: Send, { pending, withdrawal }: Asked, env: Env): Decision<Send> {
  const isSigned = pending === null || known.signature === pending.id
  const isPaid = withdrawal === null || known.withdrawal === withdrawal.id
  if (isSigned && isPaid) return accept(known, [])
  if (!isPaid && hasFailed(known)) return reject('transaction.invalid.body', known.reason ?? '')
  if (!isSigned && known.signature !== null) {
    return reject('kms.unexpected.state', `signed as ${known.txId} for another`)
  }
  const send: Send = {
    ...known,
    ...(pending === null ? {} : { signature: pending.id }),
    ...(withdrawal === null ? {} : { withdrawal: withdrawal.id }),
    updated: env.now,
  }
  const changes: Change[] = [{ type: 'send.updated', send }]
  if (pending !== null && !isSigned) changes.push(...signed(view, pending, send))
  return paying(view, send, isPaid ? null : withdrawal, changes, env)
}

/** The changes of a recorded transaction, and what they do to the withdrawal that it pays. */
export function paying(
  view: View,
  send: Send,
  withdrawal: Withdrawal | null,
  changes: readonly Change[],
  env: Env,
): Decision<Send> {
  if (withdrawal === null) return accept(send, changes)
  const fork = view.fork()
  for (const change of changes) fork.apply(change)
  return linked(fork, env, withdrawal, send) ?? accept(send, fork.changes)
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
