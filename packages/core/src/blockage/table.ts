import { accountKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import type { Blockage } from './blockage.js'

export const BLOCKAGES = defineTable<Blockage>()({
  list: 'blockages',
  noun: 'blockage',
  table: 'blockage',
  fixed: {
    id: 'text',
    account: 'text',
    amount: 'amount',
    type: 'text',
    description: 'text?',
    freeze: 'flag',
    created: 'time',
  },
  changing: {},
  optional: { trade: 'text' },
  key: ['id'],
  keys: {
    blockage: { by: ['id'], follow: ({ tenant, account }) => [accountKey(tenant, account)] },
    // The oldest ones of the account. Those of open orders end with the orders.
    blockagesOf: { by: ['account'], many: true, only: { trade: null }, beside: (key) => [holderKey(key)] },
  },
  subject: 'blockage',
  changes: { 'blockage.placed': 'insert', 'blockage.released': 'delete' },
  indexes: { blockage_by_account: ['account'] },
})

function holderKey(key: KeyLike): KeyLike {
  return accountKey(key.tenant, (key as KeyLike & Pick<Blockage, 'account'>).account)
}
