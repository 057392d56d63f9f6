import { systemAccountId } from '../ids.js'
import { accountKey, heardBy, reservationKey, signatureKey } from '../key.js'
import type { OnChain, Reservation } from '../send/reservation.js'
import { defineTable, type KeyLike } from '../table.js'
import { turnOf, type Withdrawal } from './withdrawal.js'

const heldClaim = (of: OnChain, claim: Reservation): KeyLike => ({
  ...reservationKey(of, claim),
  type: 'heldClaim',
})

export const WITHDRAWALS = defineTable<Withdrawal>()({
  list: 'withdrawals',
  noun: 'withdrawal',
  table: 'withdrawal',
  fixed: {
    id: 'text',
    chain: 'text',
    network: 'text',
    account: 'text',
    currency: 'text',
    scale: 'number',
    amount: 'amount',
    fee: 'text',
    charged: 'amount',
    payments: 'json',
    address: 'text',
    multipleAmounts: 'json?',
    attr: 'text?',
    paymentId: 'text?',
    senderNote: 'text?',
    wallet: 'text',
    inputs: 'claims',
    change: 'amount',
    oneCall: 'flag',
    verdict: 'text?',
    reference: 'text',
    created: 'time',
  },
  changing: {
    status: 'text',
    txId: 'text?',
    signature: 'text?',
    reverted: 'text?',
    reason: 'text?',
    updated: 'time',
  },
  optional: { headHeight: 'number', headHash: 'text', sighted: 'words' },
  key: ['id'],
  keys: {
    // Brings all that its end changes: the accounts, its turn and inputs with their holders, and its pending signature; and
    // who hears of it.
    withdrawal: {
      by: ['id'],
      follow: (withdrawal) => {
        const { tenant, account, currency, inputs, signature } = withdrawal
        return [
          accountKey(tenant, account),
          ...heardBy(tenant),
          ...(['clearing', 'world'] as const).map((role) =>
            accountKey(tenant, systemAccountId(tenant, role, currency)),
          ),
          ...[turnOf(withdrawal), ...inputs].map((claim) => heldClaim(withdrawal, claim)),
          ...(signature === null ? [] : [signatureKey(tenant, signature)]),
        ]
      },
    },
  },
  subject: 'withdrawal',
  changes: { 'withdrawal.stored': 'insert', 'withdrawal.updated': 'update' },
  parts: { underway: { status: 'InProgress' } },
  indexes: { withdrawal_by_tenant: ['tenant'] },
})
