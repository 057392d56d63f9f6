/** Transactions, pending signatures and what they hold, as they are stored, against the model. */

import {
  type HeldReservation,
  type Holder,
  heldBySend,
  type Key,
  type OnChain,
  type PendingSignature,
  RESERVATIONS,
  type Reservation,
  reservationKey,
  SENDS,
  type Send,
  SIGNATURES,
  type SignatureId,
  sendKey,
  sendOf,
  signatureKey,
  turnOf,
  type View,
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
import type { ReadBack } from './read-back.js'

const ALL = 1_000_000

/** Things, and whatever they name. */
export function thingsBack(labels: Labels, things: ReadonlySet<Thing>): ReadBack {
  const claims = new Set<ModelReservation>()
  const keys: Key[] = []
  for (const thing of things) {
    keys.push(keyOf(thing, labels))
    for (const claim of thing.claims) claims.add(claim)
  }
  for (const claim of claims) keys.push(reservationKey(claim, claim))
  const compare = (view: View): void => {
    for (const thing of things) compareThing(thing, view, labels)
    for (const claim of claims) {
      const stored = storedHolderText(view.find(reservationKey(claim, claim))?.holder, labels)
      const known = holderText(claim.holder)
      if (known !== stored) same(`Holder of ${reservationText(claim)}`, known, stored)
    }
  }
  return { keys, compare }
}

function compareThing(thing: Thing, view: View, labels: Labels): void {
  if (thing.kind === 'send') {
    const stored = view.find(sendKey(thing, thing.txId))
    sameFields(thing, sendFields(thing), stored && storedSendFields(stored, labels))
  } else if (thing.kind === 'signature') {
    const stored = view.find(signatureKey(thing.tenant, labels.id(thing.label) as SignatureId))
    sameFields(thing, signatureFields(thing), stored && storedSignatureFields(stored, labels))
  } else {
    const stored = view.find(withdrawalKey(thing.tenant, labels.id(thing.label) as WithdrawalId))
    sameFields(thing, withdrawalFields(thing), stored && storedWithdrawalFields(stored, labels))
  }
}

/** In words only if they differ. */
function sameFields(thing: Thing, expected: Fields, got: Fields | undefined): void {
  if (got?.every((value, place) => value === expected[place]) !== true) same(nameOf(thing), expected, got)
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
    model.sends.map((send) => textOf(sendFields(send))),
    stored.sends.map((send) => textOf(storedSendFields(send, labels))),
  )
  sameLists(
    'Pending signatures',
    model.signatures.map((signature) => textOf(signatureFields(signature))),
    stored.signatures.map((signature) => textOf(storedSignatureFields(signature, labels))),
  )
  sameLists(
    'Withdrawals',
    model.paying.withdrawals.map((withdrawal) => textOf(withdrawalFields(withdrawal))),
    stored.withdrawals.map((withdrawal) => textOf(storedWithdrawalFields(withdrawal, labels))),
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

const heldText = (on: OnChain, { owner, index }: Reservation): string => `${owner} ${index} ${placeOf(on)}`

export function holderText(holder: Thing | null): string {
  if (holder === null) return 'nobody'
  return holder.kind === 'send' ? heldBySend(holder.txId) : holder.label
}

export function storedHolderText(holder: Holder | undefined, labels: Labels): string {
  if (holder === undefined) return 'nobody'
  return sendOf(holder) === undefined ? labels.label(holder.slice(holder.indexOf(':') + 1)) : holder
}

/** Of equal things, all are equal. */
type Fields = readonly (string | number | boolean | null | undefined)[]

const textOf = (fields: Fields): string => JSON.stringify(fields)

function sendFields(send: ModelSend): Fields {
  const { txId, raw, status, reason, due, signature, replaces, change } = send
  return [
    placeOf(send),
    txId,
    raw,
    send.claims.map(reservationText).join('\0'),
    status,
    reason,
    due,
    signature?.label ?? null,
    replaces?.txId ?? null,
    send.withdrawal?.label ?? null,
    change,
  ]
}

function storedSendFields(send: Send, labels: Labels): Fields {
  const { txId, raw, status, reason, due, signature, replaces, withdrawal, change = null } = send
  return [
    placeOf(send),
    txId,
    raw,
    send.claims.map((claim) => heldText(send, claim)).join('\0'),
    status,
    reason,
    due,
    signature === null ? null : labels.label(signature),
    replaces,
    withdrawal === undefined ? null : labels.label(withdrawal),
    change,
  ]
}

function signatureFields(signature: ModelSignature): Fields {
  const { label, serialized, replaces, status, txId, error } = signature
  const claims = signature.claims.map(reservationText).join('\0')
  return [placeOf(signature), label, serialized, claims, replaces, status, txId, error]
}

function storedSignatureFields(signature: PendingSignature, labels: Labels): Fields {
  const { id, serialized, replaces, status, txId, error } = signature
  const claims = signature.claims.map((claim) => heldText(signature, claim)).join('\0')
  return [placeOf(signature), labels.label(id), serialized, claims, replaces, status, txId, error]
}

function withdrawalFields(withdrawal: ModelWithdrawal): Fields {
  const { label, account, amount, charged, claims, oneCall, status, paidBy, signature } = withdrawal
  return [
    placeOf(withdrawal),
    label,
    [account.label, account.currency, amount, charged].join('\0'),
    claims.map(reservationText).join('\0'),
    oneCall,
    status,
    paidBy?.txId ?? null,
    withdrawal.sighted.join('\0'),
    signature?.label ?? null,
    withdrawal.reverted,
    withdrawal.reason,
  ]
}

function storedWithdrawalFields(withdrawal: Withdrawal, labels: Labels): Fields {
  const { id, account, currency, amount, charged, inputs, oneCall, status, txId, signature } = withdrawal
  return [
    placeOf(withdrawal),
    labels.label(id),
    [labels.label(account), currency, amount, charged].join('\0'),
    [turnOf(withdrawal), ...inputs].map((claim) => heldText(withdrawal, claim)).join('\0'),
    oneCall,
    status,
    txId,
    (withdrawal.sighted ?? []).join('\0'),
    signature === null ? null : labels.label(signature),
    withdrawal.reverted,
    withdrawal.reason,
  ]
}
