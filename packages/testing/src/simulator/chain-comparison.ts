/** Transactions, pending signatures and what they hold, as they are stored, against the model. */

import {
  type HeldReservation,
  type Holder,
  heldBySend,
  type Key,
  type OnChain,
  type PendingSignature,
  RESERVATIONS,
  reservationKey,
  SENDS,
  type Send,
  SIGNATURES,
  type SignatureId,
  sendKey,
  sendOf,
  signatureKey,
  turnOf,
  WITHDRAWALS,
  type Withdrawal,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import type { Audit, Storage } from '@tallystick/engine'
import { pendingSignatures, unsettledSends } from '@tallystick/engine'
import { TENANTS } from '../arbitraries.js'
import { everyItem } from '../dump.js'
import type { Labels } from '../labels.js'
import type { ChainModel } from '../model/chain.js'
import type { ModelReservation, ModelSend, ModelSignature, ModelWithdrawal, Thing } from '../model/sends.js'
import { same } from './difference.js'

const ALL = 1_000_000

/**
 * Reads them back the way a unit of work loads them, and whatever they name.
 *
 * @throws Difference
 */
export async function compareThings(
  storage: Storage,
  labels: Labels,
  things: ReadonlySet<Thing>,
): Promise<void> {
  if (things.size === 0) return
  const claims = new Set<ModelReservation>()
  const keys: Key[] = []
  for (const thing of things) {
    keys.push(keyOf(thing, labels))
    for (const claim of thing.claims) claims.add(claim)
  }
  for (const claim of claims) keys.push(reservationKey(claim, claim))
  // It changes nothing, so it writes nothing.
  await storage.transact(keys, (view) => {
    for (const thing of things) {
      const text = nameOf(thing)
      if (thing.kind === 'send') {
        const stored = view.find(sendKey(thing, thing.txId))
        same(text, sendText(thing), stored && storedSendText(stored, labels))
      } else if (thing.kind === 'signature') {
        const stored = view.find(signatureKey(thing.tenant, labels.id(thing.label) as SignatureId))
        same(text, signatureText(thing), stored && storedSignatureText(stored, labels))
      } else {
        const stored = view.find(withdrawalKey(thing.tenant, labels.id(thing.label) as WithdrawalId))
        same(text, withdrawalText(thing), stored && storedWithdrawalText(stored, labels))
      }
    }
    for (const claim of claims) {
      const held = view.find(reservationKey(claim, claim))
      same(
        `Holder of ${reservationText(claim)}`,
        holderText(claim.holder),
        storedHolderText(held?.holder, labels),
      )
    }
  })
}

/**
 * All that there are, and the lists of those that wait.
 *
 * @throws Difference
 */
export async function compareChain(
  audit: Audit,
  { query }: Pick<Storage, 'query'>,
  model: ChainModel,
  labels: Labels,
): Promise<void> {
  const stored = {
    sends: await everyItem(audit, SENDS, ALL),
    claims: await everyItem(audit, RESERVATIONS, ALL),
    signatures: await everyItem(audit, SIGNATURES, ALL),
    withdrawals: await everyItem(audit, WITHDRAWALS, ALL),
  }
  sameLists(
    'Transactions',
    model.sends.map(sendText),
    stored.sends.map((send) => storedSendText(send, labels)),
  )
  sameLists(
    'Pending signatures',
    model.signatures.map(signatureText),
    stored.signatures.map((signature) => storedSignatureText(signature, labels)),
  )
  sameLists(
    'Withdrawals',
    model.paying.withdrawals.map(withdrawalText),
    stored.withdrawals.map((withdrawal) => storedWithdrawalText(withdrawal, labels)),
  )
  sameLists(
    'Claims that are held',
    [...model.claims.values()]
      .filter(({ holder }) => holder !== null)
      .map((claim) => `${reservationText(claim)} by ${holderText(claim.holder)}`),
    stored.claims.map((claim) => `${reservationText(claim)} by ${storedHolderText(claim.holder, labels)}`),
  )

  sameLists(
    'Transactions that a block may still take',
    model.sends.filter(({ status }) => UNSETTLED.has(status)).map(nameOf),
    (await unsettledSends(query, undefined, ALL)).map(
      ({ txId, ...on }) => `Transaction ${txId} ${placeOf(on)}`,
    ),
  )
  for (const tenant of TENANTS) {
    for (const network of ['mainnet', 'testnet'] as const) {
      // Also those that are not offered for a while.
      const where = { chain: 'ETH', network, hashes: null, now: Number.MAX_SAFE_INTEGER }
      const waiting = await pendingSignatures(query, tenant, where, { limit: ALL })
      sameLists(
        `Signatures of ${tenant} on ${network} that are still to be made`,
        model.signatures
          .filter((one) => one.tenant === tenant && one.chain === where.chain)
          .filter((one) => (one.network === 'mainnet') === (network === 'mainnet'))
          .filter(({ status, txId }) => status === 'pending' && txId === null)
          .map(({ label }) => label),
        waiting.map(({ id }) => labels.label(id)),
      )
    }
  }
}

const UNSETTLED: ReadonlySet<string> = new Set([
  ...['signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced'],
])

/** In whatever order. */
export function sameLists(what: string, expected: readonly string[], got: readonly string[]): void {
  const known = expected.toSorted()
  const found = got.toSorted()
  // The first that differs says more than all of them.
  const index = known.findIndex((text, place) => text !== found[place])
  if (index !== -1) same(what, known[index], found[index])
  same(`Number of: ${what}`, known.length, found.length)
}

// ---- in words

const placeOf = ({ tenant, chain, network }: OnChain): string => `of ${tenant} on ${chain} ${network}`

const NAMES = { send: 'Transaction', signature: 'Pending signature', withdrawal: 'Withdrawal' } as const

const nameOf = (thing: Thing): string =>
  `${NAMES[thing.kind]} ${thing.kind === 'send' ? thing.txId : thing.label} ${placeOf(thing)}`

function keyOf(thing: Thing, labels: Labels): Key {
  switch (thing.kind) {
    case 'send':
      return sendKey(thing, thing.txId)
    case 'signature':
      return signatureKey(thing.tenant, labels.id(thing.label) as SignatureId)
    case 'withdrawal':
      return withdrawalKey(thing.tenant, labels.id(thing.label) as WithdrawalId)
  }
}

const reservationText = (claim: Pick<HeldReservation, keyof OnChain | 'owner' | 'index'>): string =>
  `${claim.owner} ${claim.index} ${placeOf(claim)}`

export function holderText(holder: Thing | null): string {
  if (holder === null) return 'nobody'
  return holder.kind === 'send' ? heldBySend(holder.txId) : holder.label
}

export function storedHolderText(holder: Holder | undefined, labels: Labels): string {
  if (holder === undefined) return 'nobody'
  return sendOf(holder) === undefined ? labels.label(holder.slice(holder.indexOf(':') + 1)) : holder
}

function sendText(send: ModelSend): string {
  const { txId, raw, status, reason, due, signature, replaces } = send
  const claims = send.claims.map(reservationText)
  return JSON.stringify([
    placeOf(send),
    txId,
    raw,
    claims,
    status,
    reason,
    due,
    signature?.label,
    replaces?.txId,
    send.withdrawal?.label ?? null,
    send.change,
  ])
}

function storedSendText(send: Send, labels: Labels): string {
  const { txId, raw, status, reason, due, signature, replaces } = send
  const claims = send.claims.map((claim) => reservationText({ ...send, ...claim }))
  const label = signature === null ? null : labels.label(signature)
  const paid = send.withdrawal === undefined ? null : labels.label(send.withdrawal)
  return JSON.stringify([
    placeOf(send),
    txId,
    raw,
    claims,
    status,
    reason,
    due,
    label,
    replaces,
    paid,
    send.change ?? null,
  ])
}

function signatureText(signature: ModelSignature): string {
  const { label, serialized, replaces, status, txId, error } = signature
  return JSON.stringify([
    placeOf(signature),
    label,
    serialized,
    signature.claims.map(reservationText),
    replaces,
    status,
    txId,
    error,
  ])
}

function storedSignatureText(signature: PendingSignature, labels: Labels): string {
  const { id, serialized, replaces, status, txId, error } = signature
  const claims = signature.claims.map((claim) => reservationText({ ...signature, ...claim }))
  return JSON.stringify([
    placeOf(signature),
    labels.label(id),
    serialized,
    claims,
    replaces,
    status,
    txId,
    error,
  ])
}

function withdrawalText(withdrawal: ModelWithdrawal): string {
  const { label, account, amount, charged, claims, oneCall, status, paidBy, signature } = withdrawal
  const money = [account.label, account.currency, amount, charged].map(String)
  return JSON.stringify([
    placeOf(withdrawal),
    label,
    money,
    claims.map(reservationText),
    oneCall,
    status,
    paidBy?.txId ?? null,
    withdrawal.sighted,
    signature?.label ?? null,
    withdrawal.reverted,
    withdrawal.reason,
  ])
}

function storedWithdrawalText(withdrawal: Withdrawal, labels: Labels): string {
  const { id, account, currency, amount, charged, inputs, oneCall, status, txId, signature } = withdrawal
  const claims = [turnOf(withdrawal), ...inputs].map((claim) => reservationText({ ...withdrawal, ...claim }))
  return JSON.stringify([
    placeOf(withdrawal),
    labels.label(id),
    [labels.label(account), currency, amount, charged].map(String),
    claims,
    oneCall,
    status,
    txId,
    withdrawal.sighted ?? [],
    signature === null ? null : labels.label(signature),
    withdrawal.reverted,
    withdrawal.reason,
  ])
}
