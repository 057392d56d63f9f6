import { outputKey, reservationKey, sendKey, signatureKey, withdrawalKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import { type HeldReservation, onChain, sendOf } from './reservation.js'
import { type Send, UNSETTLED } from './send.js'

const PLACE = ['chain', 'network', 'txId'] as const

function replaced(send: Send): readonly KeyLike[] {
  return send.replaces === null ? [] : [{ ...sendKey(send, send.replaces), type: 'replacedSend' }]
}

export const SENDS = defineTable<Send>()({
  list: 'sends',
  noun: 'transaction',
  table: 'send',
  fixed: { id: 'text', chain: 'text', network: 'text', txId: 'text' },
  changing: {
    raw: 'text',
    claims: 'claims',
    status: 'text',
    reason: 'text?',
    signature: 'text?',
    replaces: 'text?',
    apiKey: 'text',
    due: 'number',
    created: 'time',
    updated: 'time',
  },
  optional: { filler: 'text', withdrawal: 'text', change: 'number', height: 'number', minedAs: 'text' },
  key: ['id'],
  keys: {
    // Its reservations with their present holders, its pending signature, its withdrawal, its change, and its
    // predecessors without their reservations; of the holders too.
    send: {
      by: PLACE,
      follow: (send) => [
        ...replaced(send),
        ...(send.signature === null ? [] : [signatureKey(send.tenant, send.signature)]),
        ...(send.withdrawal === undefined ? [] : [withdrawalKey(send.tenant, send.withdrawal)]),
        ...(send.change === undefined
          ? []
          : [outputKey({ ...onChain(send), txId: send.txId, index: send.change })]),
        ...send.claims.map((claim) => ({ ...reservationKey(send, claim), type: 'heldClaim' })),
      ],
    },
    replacedSend: { by: PLACE, follow: replaced },
  },
  subject: 'send',
  changes: { 'send.recorded': 'insert', 'send.updated': 'update' },
  parts: { unsettled: { status: { in: UNSETTLED } } },
  indexes: { send_by_tenant: ['tenant'] },
})

const RESERVED = ['chain', 'network', 'owner', 'index'] as const

export const RESERVATIONS = defineTable<HeldReservation>()({
  list: 'claims',
  noun: 'claim',
  table: 'claim',
  fixed: { chain: 'text', network: 'text', owner: 'text', index: 'integer' },
  changing: { holder: 'text' },
  columns: { index: 'number' },
  key: ['tenant', 'chain', 'network', 'owner', 'index'],
  keys: {
    // Brings the transaction that holds it, if any.
    claim: {
      by: RESERVED,
      follow: (claim) => {
        const txId = sendOf(claim.holder)
        return txId === undefined ? [] : [sendKey(claim, txId)]
      },
    },
    // Brings the same without its reservations.
    heldClaim: {
      by: RESERVED,
      follow: (claim) => {
        const txId = sendOf(claim.holder)
        return txId === undefined ? [] : [{ ...sendKey(claim, txId), type: 'replacedSend' } as KeyLike]
      },
    },
  },
  subject: 'claim',
  changes: { 'claim.placed': 'insert', 'claim.passed': 'update', 'claim.released': 'delete' },
})
