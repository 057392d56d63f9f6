/**
 * Signed transactions: recorded with their reservations before a node gets them, and settled by what nodes report. No
 * other transaction may use what one has reserved, until it is certain that it will never be confirmed.
 */

import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { ApiKeyId, SendId, SignatureId } from '../ids.js'
import { reservationKey, sendKey, signatureKey } from '../key.js'
import { type PendingSignature, postponed } from '../signature/signature.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { canBeFilled, filled, type Gap, unfilled } from './gap.js'
import {
  distinct,
  heldBySend,
  heldBySignature,
  isSameReservation,
  type OnChain,
  onChain,
  type Reservation,
  sendOf,
} from './reservation.js'
import { isOver, isReplaceable, predecessors, type Send, type SendStatus } from './send.js'

export interface RecordSend extends OnChain {
  readonly txId: string
  /** In the format of the chain's nodes, hex. */
  readonly raw: string
  readonly claims: readonly Reservation[]
  /**
   * True: this call built it from what was free. Two calls at once may build the same transaction; the second is then
   * refused as `claim.taken`, not mistaken for the first. False: the caller chose it (signed elsewhere, or its own
   * nonce).
   */
  readonly fresh: boolean
  /** The pending signature that it completes once a node accepts it. Its reservations pass to this transaction. */
  readonly signature: SignatureId | null
  /** Take over the reservations of an unconfirmed transaction of ours: the caller named its nonce. */
  readonly replaces: boolean
  /** See `Send.filler`. */
  readonly filler?: string
  /**
   * The id of the transaction that it was compared with, the only one that it may replace. Null: it may replace none.
   * Undefined: it may replace the holder of its reservations.
   */
  readonly instead?: string | null
  /** Why it replaces that transaction: it is the filler of that one. */
  readonly because?: string
  /** The API key that is charged once a node accepts it. */
  readonly apiKey: ApiKeyId
  readonly credits: number
}

/**
 * `offered`: the service is about to submit it. All others are reports of nodes. `undone`: its block left the chain.
 */
export type SendEvent = Exclude<SendStatus, 'signed' | 'unknown' | 'replaced'> | 'undone'

export interface SettleSend extends OnChain {
  readonly txId: string
  readonly event: SendEvent
  readonly reason: string | null
  /** With `refused`: the decoded filler. See `Gap`. */
  readonly gap?: Gap
}

export interface Settled {
  /** The send after the event. */
  readonly send: Send
  /** The credits to charge: those due, if a node accepted the transaction with this event; otherwise 0. */
  readonly credits: number
}

type Transitions = Readonly<Partial<Record<SendEvent, SendStatus>>>

/**
 * The next status for each event. A missing event is out of date: another process was faster. `offered` is recorded
 * before each submission. `refused` means that no node could ever accept the transaction, so it counts after earlier
 * submissions too, but not once a node has accepted it. A block may still take a replaced transaction. One whose block
 * is undone is alive again, as `sent`, or as `replaced` if another one holds its reservations.
 */
export const SEND_TRANSITIONS: Readonly<Record<SendStatus, Transitions>> = {
  signed: { offered: 'offered', sent: 'sent', confirmed: 'confirmed', final: 'final', dead: 'dead' },
  offered: {
    offered: 'unknown',
    sent: 'sent',
    confirmed: 'confirmed',
    final: 'final',
    refused: 'refused',
    dead: 'dead',
  },
  unknown: { sent: 'sent', confirmed: 'confirmed', final: 'final', refused: 'refused', dead: 'dead' },
  sent: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  replaced: { confirmed: 'confirmed', final: 'final', dead: 'dead' },
  confirmed: { undone: 'sent', final: 'final', dead: 'dead' },
  final: {},
  refused: {},
  dead: {},
}

/** Statuses in which a node has, or had, the transaction. */
const TAKEN: readonly SendStatus[] = ['sent', 'confirmed', 'final', 'replaced']

/**
 * Output: the send. Recording it again changes nothing, unless it is `fresh`. Only a refused or dead one starts again,
 * with a new `created`: signatures are deterministic, so a repeated payment is the same transaction.
 */
export const recordSend: Rule<RecordSend, Send> = {
  name: 'recordSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...command.claims.map((claim) => reservationKey(command, claim)),
    ...(command.signature === null ? [] : [signatureKey(command.tenant, command.signature)]),
  ],
  decide(view, command, env) {
    const pending = askedBy(view, command)
    if (pending !== null && 'accepted' in pending) return pending
    const known = view.find(sendKey(command, command.txId))
    if (known !== undefined && !isOver(known)) {
      return command.fresh ? reject('claim.taken', known.txId) : join(view, known, pending, env)
    }

    const claims = distinct(command.claims)
    const taken = take(view, command, claims, pending)
    if ('accepted' in taken) return taken
    const { replaced } = taken
    // Never the earlier value: by it, the process that recorded it then, and was refused, knows that this is another.
    const begun = known === undefined ? env.now : Math.max(env.now, known.created + 1)
    // Who names a nonce decides about it from then on.
    const filler = replaced === undefined ? command.filler : undefined
    const send: Send = {
      ...onChain(command),
      id: known?.id ?? (env.newId() as SendId),
      txId: command.txId,
      raw: command.raw,
      claims,
      status: 'signed',
      reason: null,
      signature: pending?.id ?? null,
      replaces: replaced?.txId ?? null,
      ...(filler === undefined ? {} : { filler }),
      apiKey: command.apiKey,
      due: command.credits,
      created: begun,
      updated: begun,
    }
    return accept(send, [
      { type: known === undefined ? 'send.recorded' : 'send.updated', send },
      ...taken.changes,
      ...(replaced === undefined ? [] : supersede(view, replaced, known, env, command.because ?? null)),
      ...(pending === null ? [] : signed(view, pending, send)),
    ])
  },
}

/**
 * Output: the send and the credits to charge. Outdated events change nothing. When a send is refused or dead, its
 * reservations pass to its newest predecessor that a block has or may still take, else to its pending signature if that
 * must be signed again; else they are released.
 */
export const settleSend: Rule<SettleSend, Settled> = {
  name: 'settleSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...(command.gap === undefined
      ? []
      : [sendKey(command, command.gap.txId), reservationKey(command, command.gap.next)]),
  ],
  decide(view, command, env) {
    const send = view.find(sendKey(command, command.txId))
    if (send === undefined) return reject('tx.not.found', command.txId)
    const next = SEND_TRANSITIONS[send.status][command.event]
    const status = command.event === 'undone' && next !== undefined ? revived(view, send) : next
    if (status === undefined) return accept({ send, credits: 0 }, [])
    const isTaken = TAKEN.includes(status)
    const { reason } = command
    const settled: Send = {
      ...(isTaken ? unfilled(send) : send),
      status,
      reason,
      due: isTaken ? 0 : send.due,
      updated: env.now,
    }
    const changes: Change[] = [{ type: 'send.updated', send: settled }]
    const pending = send.signature === null ? undefined : view.find(signatureKey(send.tenant, send.signature))
    if (isOver(settled)) {
      const freed = free(view, settled, pending, env)
      changes.push(...(command.gap === undefined ? freed : filled(view, settled, command.gap, freed, env)))
    } else if (isTaken && pending?.status === 'pending') changes.push(completed(pending, send.txId))
    return accept({ send: settled, credits: isTaken ? send.due : 0 }, changes)
  },
}

/**
 * The status after its block is undone: if another one of its replacement chain holds its reservations, that is
 * submitted.
 */
function revived(view: View, send: Send): SendStatus {
  const own = heldBySend(send.txId)
  return send.claims.every((claim) => view.find(reservationKey(send, claim))?.holder === own)
    ? 'sent'
    : 'replaced'
}

export function completed(pending: PendingSignature, txId: string): Change {
  return { type: 'signature.updated', signature: { ...pending, status: 'complete', txId, error: null } }
}

/** The pending signature that the command names, if this transaction may complete it. */
function askedBy(view: View, command: RecordSend): PendingSignature | null | Refusal {
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

interface Taken {
  readonly changes: readonly Change[]
  readonly replaced: Send | undefined
}

/** Takes all reservations for the new transaction, or none. */
function take(
  view: View,
  command: RecordSend,
  claims: readonly Reservation[],
  pending: PendingSignature | null,
): Taken | Refusal {
  const holder = heldBySend(command.txId)
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
    if (pending === null || held.holder !== heldBySignature(pending.id)) {
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
  return { changes, replaced }
}

/** A known transaction turns out to complete a pending signature. */
function join(view: View, known: Send, pending: PendingSignature | null, env: Env): Decision<Send> {
  if (pending === null || known.signature === pending.id) return accept(known, [])
  if (known.signature !== null) return reject('kms.unexpected.state', `signed as ${known.txId} for another`)
  const send: Send = { ...known, signature: pending.id, updated: env.now }
  return accept(send, [{ type: 'send.updated', send }, ...signed(view, pending, send)])
}

/** The pending signature has its transaction: it accepts no other one, and holds no reservations. */
function signed(view: View, pending: PendingSignature, send: Send): readonly Change[] {
  const changes: Change[] = []
  if (pending.status === 'pending') {
    changes.push(
      TAKEN.includes(send.status)
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

/**
 * The replaced transaction is not signed again: its successor is sent. A successor that died in this chain before
 * leaves its old place: it is the newest now.
 */
function supersede(
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

const before = (view: View, send: Send): readonly Send[] =>
  predecessors(send, (txId) => view.find(sendKey(send, txId)))

/** Passes on, or releases, the reservations of a refused or dead transaction. */
function free(view: View, send: Send, pending: PendingSignature | undefined, env: Env): readonly Change[] {
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
  // Its successor is refused or dead, so this transaction is submitted again. A node may have it from before. If a
  // block has used the same output or nonce, this transaction will turn out to be final or dead.
  if (isBack && heir?.status === 'replaced') {
    changes.push({ type: 'send.updated', send: { ...heir, status: 'unknown', updated: env.now } })
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
