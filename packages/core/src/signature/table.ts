import { heardBy, reservationKey, withdrawalKey } from '../key.js'
import { defineTable } from '../table.js'
import type { PendingSignature } from './signature.js'

export const SIGNATURES = defineTable<PendingSignature>()({
  list: 'signatures',
  noun: 'pending signature',
  table: 'pending_signature',
  fixed: {
    id: 'text',
    chain: 'text',
    network: 'text',
    hashes: 'json',
    index: 'number?',
    signatures: 'json?',
    withdrawalId: 'text?',
    replaces: 'flag',
    created: 'time',
  },
  changing: {
    serialized: 'text',
    claims: 'claims',
    txId: 'text?',
    status: 'text',
    error: 'text?',
    refusals: 'number',
    notBefore: 'time',
  },
  optional: { headHeight: 'number', headHash: 'text' },
  columns: { index: 'derivation', withdrawalId: 'withdrawal' },
  key: ['id'],
  keys: {
    // Its reservations with their present holders, its withdrawal, and who hears of it.
    signature: {
      by: ['id'],
      follow: (signature) => [
        ...heardBy(signature.tenant),
        ...signature.claims.map((claim) => ({ ...reservationKey(signature, claim), type: 'heldClaim' })),
        ...(signature.withdrawalId === null ? [] : [withdrawalKey(signature.tenant, signature.withdrawalId)]),
      ],
    },
  },
  subject: 'signature',
  changes: { 'signature.created': 'insert', 'signature.updated': 'update' },
  parts: { open: { status: 'pending' } },
})
