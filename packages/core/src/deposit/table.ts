import { accountKey, heardBy } from '../key.js'
import { defineTable } from '../table.js'
import { type Deposit, depositOutput } from './deposit.js'

export const DEPOSITS = defineTable<Deposit>()({
  list: 'deposits',
  noun: 'deposit',
  table: 'deposit',
  fixed: {
    id: 'text',
    account: 'text',
    currency: 'text',
    scale: 'number',
    txId: 'text',
    vout: 'number',
    address: 'text',
    xpub: 'text?',
    created: 'time',
  },
  changing: {
    amount: 'amount',
    from: 'text?',
    derivationKey: 'number',
    blockHeight: 'number',
    blockHash: 'text?',
    status: 'text',
    spent: 'flag',
    reference: 'text',
  },
  optional: { chain: 'text', network: 'text', matures: 'number', shortfall: 'amount' },
  columns: { from: 'sender' },
  // The identity, so that a deposit is credited once. Releases before 0.2 stored the caller's spelling.
  derived: {
    output: {
      of: depositOutput,
      formerly: ({ currency, txId, vout, address }) => JSON.stringify([currency, txId, vout, address]),
    },
  },
  key: ['id'],
  keys: {
    // Brings its account, and who hears of it.
    deposit: {
      by: ['output'],
      follow: ({ tenant, account }) => [accountKey(tenant, account), ...heardBy(tenant, account)],
    },
  },
  subject: 'deposit',
  changes: { 'deposit.recorded': 'insert', 'deposit.updated': 'update' },
  parts: { following: { status: 'InProgress' } },
  indexes: { deposit_by_tenant: ['tenant'], deposit_by_account: ['account'] },
})
