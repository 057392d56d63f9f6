/**
 * Transactions that wait for an external key-management system: created, completed, deleted, or reported with an error.
 */

import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { SignatureId, TenantId, Timestamp } from '../ids.js'
import { reservationKey, sendKey, signatureKey, withdrawalKey } from '../key.js'
import {
  distinct,
  heldBySignature,
  heldByWithdrawal,
  isSameReservation,
  type OnChain,
  onChain,
  type Reservation,
  sendOf,
} from '../send/reservation.js'
import { isReplaceable } from '../send/send.js'
import { hearersOf, MAX_WEBHOOKS } from '../subscription/hearers.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { spendsInputs } from '../withdrawal/hold.js'
import { cancelled } from '../withdrawal/outcome.js'
import { maybePaidBy, type Withdrawal } from '../withdrawal/withdrawal.js'
import { deleted, maySend, type SentBySigner } from './changes.js'
import {
  doubtOf,
  isOfNetwork,
  type OnSignature,
  type PendingSignature,
  reported,
  type SignatureStatus,
  unwanted,
} from './signature.js'

export type CreatePendingSignature = Omit<
  PendingSignature,
  'id' | 'txId' | 'status' | 'error' | 'created' | 'refusals' | 'notBefore'
>

export interface CompletePendingSignature extends OnSignature {
  /** The id of the transaction that completed it. */
  readonly txId: string
}

export interface RenewPendingSignature
  extends OnChain,
    Pick<PendingSignature, 'id' | 'serialized' | 'claims'> {
  /** What has expired: it is replaced by `serialized`. */
  readonly expired: string
  /** The time before which it is not listed, as it was read: a later report is another doubt. */
  readonly notBefore: Timestamp
}

export interface DeletePendingSignature extends OnSignature, SentBySigner {
  /** False: the fee of its withdrawal is not given back. */
  readonly revert?: boolean
}

export interface ReportSignatureErrors extends SentBySigner {
  readonly tenant: TenantId
  readonly network: OnSignature['network']
  readonly errors: readonly { readonly id: SignatureId; readonly error: string }[]
  /** How many of the errors earlier units of work have looked at. Default: none. */
  readonly from?: number
}

/** What a unit of work has done of a report. */
export interface Reported {
  /** The number of stored errors. */
  readonly count: number
  /** How many of the errors this one and those before it have looked at. If there are more, the caller goes on from here. */
  readonly next: number
  readonly more: boolean
}

/** The transitions of each status. */
export const SIGNATURE_TRANSITIONS: Readonly<Record<SignatureStatus, readonly SignatureStatus[]>> = {
  pending: ['complete', 'deleted'],
  complete: [],
  deleted: [],
}

/** Longest stored error, in characters. */
const MAX_ERROR = 1_000

/**
 * Output: the pending signature. It holds its reservations until its transaction is recorded. If it replaces a
 * transaction, that transaction keeps its reservations until the new one is signed.
 */
export const createPendingSignature: Rule<CreatePendingSignature, PendingSignature> = {
  name: 'createPendingSignature',
  needs: (command) => [
    ...command.claims.map((claim) => reservationKey(command, claim)),
    ...(command.withdrawalId === null ? [] : [withdrawalKey(command.tenant, command.withdrawalId)]),
  ],
  decide(view, command, env) {
    const claims = distinct(command.claims)
    const withdrawal = withdrawalOf(view, command)
    if (command.withdrawalId !== null && withdrawal === undefined) {
      return reject('withdrawal.missing', command.withdrawalId)
    }
    const refused = withdrawal && cannotSign(withdrawal, claims)
    if (refused !== undefined) return refused
    const signature: PendingSignature = {
      ...command,
      id: env.newReference() as string as SignatureId,
      claims,
      txId: null,
      status: 'pending',
      error: null,
      created: env.now,
      refusals: 0,
      notBefore: 0,
    }
    const changes: Change[] = [{ type: 'signature.created', signature }]
    if (withdrawal !== undefined) {
      changes.push({
        type: 'withdrawal.updated',
        withdrawal: { ...withdrawal, signature: signature.id, updated: env.now },
      })
    }
    for (const claim of claims) {
      const held = view.find(reservationKey(command, claim))
      const own = { ...onChain(command), owner: claim.owner, index: claim.index }
      const holder = heldBySignature(signature.id)
      if (held === undefined) {
        changes.push({ type: 'claim.placed', claim: { ...own, holder } })
        continue
      }
      if (withdrawal !== undefined && held.holder === heldByWithdrawal(withdrawal.id)) {
        changes.push({ type: 'claim.passed', claim: { ...own, holder } })
        continue
      }
      const txId = sendOf(held.holder)
      const other = txId === undefined ? undefined : view.find(sendKey(command, txId))
      if (!command.replaces || other === undefined || !isReplaceable(other)) {
        return reject('claim.taken', `${claim.owner} ${claim.index}`)
      }
    }
    return accept(signature, changes)
  },
}

/**
 * Output: the pending signature with its transaction built again, because the one that it had expired before anybody
 * signed it; or with the same one, which is listed again, or deleted if somebody wants that. The caller has proof that no
 * block can contain what anybody has signed for it. Nothing changes if it is signed, completed or renewed meanwhile.
 */
export const renewPendingSignature: Rule<RenewPendingSignature, PendingSignature> = {
  name: 'renewPendingSignature',
  needs: (command) => [
    signatureKey(command.tenant, command.id),
    ...command.claims.map((claim) => reservationKey(command, claim)),
  ],
  decide(view, command, env) {
    const pending = view.find(signatureKey(command.tenant, command.id))
    if (pending === undefined || pending.status === 'deleted') return reject('kms.missing', command.id)
    if (pending.status !== 'pending' || pending.txId !== null || pending.serialized !== command.expired) {
      return accept(pending, [])
    }
    const doubt = doubtOf(pending)
    if (doubt !== null && pending.notBefore !== command.notBefore) return accept(pending, [])
    if (doubt !== null && doubt.end !== 'listed') return ended(view, env, pending, doubt.end)
    const holder = heldBySignature(pending.id)
    const claims = distinct(command.claims)
    const changes: Change[] = []
    for (const claim of claims) {
      const held = view.find(reservationKey(pending, claim))
      if (held === undefined) {
        const { owner, index } = claim
        changes.push({ type: 'claim.placed', claim: { ...onChain(pending), owner, index, holder } })
      } else if (held.holder !== holder) return reject('claim.taken', `${claim.owner} ${claim.index}`)
    }
    for (const claim of pending.claims) {
      const held = view.find(reservationKey(pending, claim))
      if (held?.holder === holder && !claims.some((own) => isSameReservation(own, claim))) {
        changes.push({ type: 'claim.released', claim: held })
      }
    }
    const { serialized } = command
    const error = serialized === pending.serialized ? pending.error : null
    const notBefore = doubt === null ? pending.notBefore : 0
    const renewed: PendingSignature = { ...pending, serialized, claims, error, notBefore }
    return accept(renewed, [...changes, { type: 'signature.updated', signature: renewed }])
  },
}

/**
 * Confirms the transaction that completes it. A caller alone cannot complete one: only a node that has the transaction
 * can (`settleSend`, `recordSend`).
 */
export const completePendingSignature: Rule<CompletePendingSignature, null> = {
  name: 'completePendingSignature',
  needs: onSignature,
  decide(view, command) {
    const pending = found(view, command)
    if ('accepted' in pending) return pending
    const isSame = pending.status === 'complete' && pending.txId === command.txId
    return isSame ? accept(null, []) : wrongState(pending)
  },
}

/**
 * Releases its reservations and cancels its withdrawal. It is refused once a transaction is recorded for it, because that
 * may already be submitted. If its signer may have sent it by itself, it is only not listed any more; it is deleted when a
 * node has proven that it was not sent: see `renewPendingSignature`.
 */
export const deletePendingSignature: Rule<DeletePendingSignature, PendingSignature> = {
  name: 'deletePendingSignature',
  needs: onSignature,
  decide(view, command, env) {
    const pending = found(view, command)
    if ('accepted' in pending) return pending
    if (!SIGNATURE_TRANSITIONS[pending.status].includes('deleted') || pending.txId !== null) {
      return wrongState(pending)
    }
    const end = command.revert === false ? 'amount' : 'all'
    if (!maySend(pending, command)) return ended(view, env, pending, end)
    const signature = unwanted(pending, env.now, end)
    return accept(signature, signature === pending ? [] : [{ type: 'signature.updated', signature }])
  },
}

/** Nobody signs it any more. */
function ended(
  view: View,
  env: Env,
  pending: PendingSignature,
  reverted: 'all' | 'amount',
): Decision<PendingSignature> {
  const output: PendingSignature = { ...pending, status: 'deleted' }
  const withdrawal = withdrawalOf(view, pending)
  if (withdrawal?.status !== 'InProgress') return accept(output, deleted(view, pending))
  const paidBy = maybePaidBy(withdrawal)
  if (paidBy !== undefined) return reject('withdrawal.not.cancelled.transaction.failed', paidBy)
  const fork = view.fork()
  return cancelled(fork, env, withdrawal, reverted, null) ?? accept(output, fork.changes)
}

/** The most errors that one unit of work stores. */
export const REPORTED_AT_ONCE = 250

/**
 * Stores the system's errors for signatures that still wait. They stay pending. The system reports many at once, so
 * signatures that are signed, completed, deleted or unknown are ignored. The last error of a signature counts. An error
 * that is stored already is told to nobody, so the whole report may be repeated.
 */
export const reportSignatureErrors: Rule<ReportSignatureErrors, Reported> = {
  name: 'reportSignatureErrors',
  needs: ({ tenant, errors, from = 0 }) =>
    errors.slice(from, from + REPORTED_AT_ONCE).map(({ id }) => signatureKey(tenant, id)),
  decide(view, command, env) {
    const { tenant, errors, from = 0 } = command
    const hearers = hearersOf(view, tenant, '').filter(({ type }) => type === 'KMS_FAILED_TX').length
    const atOnce = Math.min(REPORTED_AT_ONCE, Math.max(1, Math.floor(MAX_WEBHOOKS / Math.max(1, hearers))))
    const next = Math.min(errors.length, from + atOnce)
    const last = new Map(errors.map(({ id }, place) => [id, place]))
    const changes: Change[] = []
    for (let place = from; place < next; place++) {
      const { id, error } = errors[place] as (typeof errors)[number]
      if (last.get(id) !== place) continue
      const pending = found(view, { ...command, id })
      // What became of a recorded transaction is told when it is known.
      if ('accepted' in pending || pending.status !== 'pending' || pending.txId !== null) continue
      // Removes half of a character at the end, because a lone surrogate is not valid text.
      const failed = { ...pending, error: error.slice(0, MAX_ERROR).replace(/[\ud800-\udbff]$/, '') }
      const signature = maySend(pending, command) ? reported(failed, env.now) : failed
      changes.push({ type: 'signature.updated', signature })
    }
    return accept({ count: changes.length, next, more: next < errors.length }, changes)
  },
}

function withdrawalOf(
  view: View,
  { tenant, withdrawalId }: Pick<PendingSignature, 'tenant' | 'withdrawalId'>,
): Withdrawal | undefined {
  return withdrawalId === null ? undefined : view.find(withdrawalKey(tenant, withdrawalId))
}

/** Why the withdrawal takes no pending signature. */
function cannotSign(withdrawal: Withdrawal, claims: readonly Reservation[]): Refusal | undefined {
  const { id, status, txId, signature } = withdrawal
  if (status !== 'InProgress' || txId !== null || signature !== null) {
    return reject('withdrawal.unexpected.state', `${status}${txId === null ? '' : ` as ${txId}`}`)
  }
  if (spendsInputs(withdrawal, claims)) return undefined
  return reject('transaction.invalid.body', `it does not spend the outputs of withdrawal ${id}`)
}

function onSignature(command: OnSignature) {
  return [signatureKey(command.tenant, command.id)]
}

function found(view: View, { tenant, id, network }: OnSignature): PendingSignature | Refusal {
  const pending = view.find(signatureKey(tenant, id))
  if (pending === undefined || pending.status === 'deleted' || !isOfNetwork(pending.network, network)) {
    return reject('kms.missing', id)
  }
  return pending
}

function wrongState({ txId }: PendingSignature): Refusal {
  return reject('kms.unexpected.state', txId === null ? 'it is not signed yet' : `signed as ${txId}`)
}
