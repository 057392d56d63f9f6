/**
 * Signed transactions: recorded with what they use up before a node hears of them, and settled by what nodes
 * say. What one has claimed, no other may use up, until it is sure that the first will never be confirmed.
 */

import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { ApiKeyId, SendId, SignatureId } from '../ids.js'
import { claimKey, sendKey, signatureKey } from '../key.js'
import { type PendingSignature, postponed } from '../signature/signature.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import {
  type Claim,
  distinct,
  heldBySend,
  heldBySignature,
  isClaim,
  type OnChain,
  onChain,
  sendOf,
} from './claim.js'
import { isOver, isReplaceable, predecessors, type Send, type SendStatus } from './send.js'

export interface RecordSend extends OnChain {
  readonly txId: string
  /** As the chain's nodes take it, hex. */
  readonly raw: string
  readonly claims: readonly Claim[]
  /**
   * Built by this call, of what was free. Two calls at once may build the very same: the second then is refused
   * as `claim.taken`, like any other that was not first, and does not pass for the first. False where the caller
   * has said which transaction it is: signed elsewhere, or with a nonce of the caller's.
   */
  readonly fresh: boolean
  /** The pending signature that it is: it brings its claims along, and is complete when a node took this. */
  readonly signature: SignatureId | null
  /** Take over what a transaction of ours that is not confirmed has claimed: the caller has named the nonce. */
  readonly replaces: boolean
  /** See `Send.filler`. */
  readonly filler?: string
  /**
   * The transaction that it was compared with: it takes the place of that one and of no other. Null: it takes nobody's
   * place. Left out: of whichever holds what it claims.
   */
  readonly instead?: string | null
  /** Why it takes that one's place. */
  readonly because?: string
  /** Whom it is charged to, once a node has taken it. */
  readonly apiKey: ApiKeyId
  readonly credits: number
}

/**
 * `offered`: it is about to be given to a node. All others are what nodes may say of a transaction. `undone`: the
 * block that had it is not of the chain any more.
 */
export type News = Exclude<SendStatus, 'signed' | 'unknown' | 'replaced'> | 'undone'

export interface SettleSend extends OnChain {
  readonly txId: string
  readonly news: News
  readonly reason: string | null
  /** With `refused`: its filler, read. See `Gap`. */
  readonly gap?: Gap
}

/**
 * The nonce of a transaction that is refused would be free again; where the next one is held already, that would wait
 * for good. So the filler takes it, in the same step.
 */
export interface Gap {
  readonly txId: string
  readonly raw: string
  /** The next nonce of the sender. */
  readonly next: Claim
}

export interface Settled {
  /** As it now stands. */
  readonly send: Send
  /** What this news costs: the credits that were due, when a node has taken it; 0 any other time. */
  readonly credits: number
}

/**
 * What each status becomes by news. What is not here is old: another process was faster. Before each time that a
 * node is given a transaction it is written that it will be. A refusal says that no node could ever take it, so it is
 * believed however often it was given to nodes before, but not of one that a node has taken. A transaction that was
 * replaced may still be the one that a block takes. One whose block is undone is alive again, as `replaced` where
 * another holds what it claimed.
 */
export const SEND_TRANSITIONS: Readonly<Record<SendStatus, Readonly<Partial<Record<News, SendStatus>>>>> = {
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
  confirmed: { undone: 'unknown', final: 'final', dead: 'dead' },
  final: {},
  refused: {},
  dead: {},
}

/** A node has, or had, a transaction of this status. */
const TAKEN: readonly SendStatus[] = ['sent', 'confirmed', 'final', 'replaced']

/**
 * Output: the send as it now stands. Recording a transaction again changes nothing, unless it is `fresh`; only
 * one that was refused, or died, begins anew, with another time of `created`: signatures are deterministic, so the
 * same payment tried again is the same transaction.
 */
export const recordSend: Rule<RecordSend, Send> = {
  name: 'recordSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...command.claims.map((claim) => claimKey(command, claim)),
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
    // Never when it was begun before: who recorded it then, and was refused, knows by this that it is not theirs.
    const begun = known === undefined ? env.now : Math.max(env.now, known.created + 1)
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
      ...(command.filler === undefined ? {} : { filler: command.filler }),
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
 * Output: the send as it now stands, and what is to be charged. News that is old changes nothing. Who is
 * refused, or dies, gives back what it holds: to the last one before it in its row that a block has or may yet
 * take; to its pending signature if that is to be signed again; else to anybody.
 */
export const settleSend: Rule<SettleSend, Settled> = {
  name: 'settleSend',
  needs: (command) => [
    sendKey(command, command.txId),
    ...(command.gap === undefined
      ? []
      : [sendKey(command, command.gap.txId), claimKey(command, command.gap.next)]),
  ],
  decide(view, command, env) {
    const send = view.find(sendKey(command, command.txId))
    if (send === undefined) return reject('tx.not.found', command.txId)
    const next = SEND_TRANSITIONS[send.status][command.news]
    const status = command.news === 'undone' && next !== undefined ? revived(view, send) : next
    if (status === undefined) return accept({ send, credits: 0 }, [])
    const isTaken = TAKEN.includes(status)
    const { reason } = command
    const settled: Send = { ...send, status, reason, due: isTaken ? 0 : send.due, updated: env.now }
    const changes: Change[] = [{ type: 'send.updated', send: settled }]
    const pending = send.signature === null ? undefined : view.find(signatureKey(send.tenant, send.signature))
    if (isOver(settled)) {
      const freed = free(view, settled, pending, env)
      changes.push(...(command.gap === undefined ? freed : filled(view, settled, command.gap, freed, env)))
    } else if (isTaken && pending?.status === 'pending') changes.push(completed(pending, send.txId))
    return accept({ send: settled, credits: isTaken ? send.due : 0 }, changes)
  },
}

/** What is freed is taken by the filler, if somebody waits behind it. */
function filled(
  view: View,
  send: Send,
  { txId, raw, next }: Gap,
  freed: readonly Change[],
  env: Env,
): readonly Change[] {
  const isAwaited =
    view.find(claimKey(send, next)) !== undefined && view.find(sendKey(send, txId)) === undefined
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

/** Of a transaction whose block is undone: while another of its row holds what it claimed, that one is sent. */
function revived(view: View, send: Send): SendStatus {
  const own = heldBySend(send.txId)
  return send.claims.every((claim) => view.find(claimKey(send, claim))?.holder === own)
    ? 'unknown'
    : 'replaced'
}

export function completed(pending: PendingSignature, txId: string): Change {
  return { type: 'signature.updated', signature: { ...pending, status: 'complete', txId, error: null } }
}

/** The pending signature that the command names, if this transaction may be the one it asked for. */
function askedBy(view: View, command: RecordSend): PendingSignature | null | Refusal {
  if (command.signature === null) return null
  const pending = view.find(signatureKey(command.tenant, command.signature))
  const isHere = pending?.chain === command.chain && pending.network === command.network
  if (pending === undefined || !isHere || pending.status === 'deleted') {
    return reject('kms.missing', command.signature)
  }
  // Signed twice, it may be two transactions: only the first of them is sent.
  if (pending.txId !== null && pending.txId !== command.txId) {
    return reject('kms.unexpected.state', `signed as ${pending.txId}`)
  }
  return pending
}

interface Taken {
  readonly changes: readonly Change[]
  readonly replaced: Send | undefined
}

/** All of the claims for the new transaction, or none. */
function take(
  view: View,
  command: RecordSend,
  claims: readonly Claim[],
  pending: PendingSignature | null,
): Taken | Refusal {
  const holder = heldBySend(command.txId)
  const { instead } = command
  const mayReplace = (command.replaces || pending?.replaces === true) && instead !== null
  const changes: Change[] = []
  let replaced: Send | undefined
  for (const claim of claims) {
    const held = view.find(claimKey(command, claim))
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
        !isReplaceable(other) ||
        (instead !== undefined && instead !== txId) ||
        (replaced !== undefined && replaced.txId !== other.txId)
      ) {
        return reject('claim.taken', `${claim.owner} ${claim.index}`)
      }
      replaced = other
    }
    changes.push({ type: 'claim.passed', claim: own })
  }
  // What it was compared with holds nothing of this any more.
  if (typeof instead === 'string' && replaced === undefined) return reject('claim.taken', instead)
  return { changes, replaced }
}

/** A transaction that is known already, and now turns out to be the one that a pending signature asked for. */
function join(view: View, known: Send, pending: PendingSignature | null, env: Env): Decision<Send> {
  if (pending === null || known.signature === pending.id) return accept(known, [])
  if (known.signature !== null) return reject('kms.unexpected.state', `signed as ${known.txId} for another`)
  const send: Send = { ...known, signature: pending.id, updated: env.now }
  return accept(send, [{ type: 'send.updated', send }, ...signed(view, pending, send)])
}

/** The pending signature has become this transaction: it asks for no other, and holds nothing any more. */
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
    const held = view.find(claimKey(pending, claim))
    const passes = send.claims.some((own) => isClaim(own, claim))
    if (held?.holder === heldBySignature(pending.id) && !passes) {
      changes.push({ type: 'claim.released', claim: held })
    }
  }
  return changes
}

/**
 * What it was signed for is not to be signed again: its successor is sent in its place. Where the successor had a
 * place in the row before, and died there, it leaves that: it is the last now.
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
  return [
    { type: 'send.updated', send: closed({ ...replaced, status: 'replaced', reason, updated: env.now }) },
    ...before(view, replaced)
      .filter((one) => closed(one) !== one)
      .map((one): Change => ({ type: 'send.updated', send: closed(one) })),
    ...(pending?.status === 'pending' ? [completed(pending, replaced.txId)] : []),
  ]
}

const before = (view: View, send: Send): readonly Send[] =>
  predecessors(send, (txId) => view.find(sendKey(send, txId)))

/** Of a transaction that is over: what it holds goes back along its row, or becomes free. */
function free(view: View, send: Send, pending: PendingSignature | undefined, env: Env): readonly Change[] {
  const changes: Change[] = []
  const waiting = pending?.status === 'pending' ? pending : undefined
  // What a block has, or may yet take, keeps its claims, whatever has died between the two.
  const heir = before(view, send).find((one) => !isOver(one))
  let isBack = false
  const wants = (claims: readonly Claim[], claim: Claim): boolean => claims.some((one) => isClaim(one, claim))
  for (const claim of send.claims) {
    const held = view.find(claimKey(send, claim))
    if (held?.holder !== heldBySend(send.txId)) continue
    if (heir !== undefined && wants(heir.claims, claim)) {
      isBack = true
      changes.push({ type: 'claim.passed', claim: { ...held, holder: heldBySend(heir.txId) } })
    } else if (waiting !== undefined && wants(waiting.claims, claim)) {
      changes.push({ type: 'claim.passed', claim: { ...held, holder: heldBySignature(waiting.id) } })
    } else changes.push({ type: 'claim.released', claim: held })
  }
  // Its successor is nowhere, so it is to be sent again; nodes may have it from before. Where a block has used up
  // the same for both, it will be found to be final, or dead too.
  if (isBack && heir?.status === 'replaced') {
    changes.push({ type: 'send.updated', send: { ...heir, status: 'unknown', updated: env.now } })
  }
  if (waiting !== undefined) {
    for (const claim of waiting.claims) {
      if (view.find(claimKey(waiting, claim)) !== undefined) continue
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
