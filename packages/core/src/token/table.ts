import { accountKey } from '../key.js'
import { defineTable } from '../table.js'
import type { Token } from './token.js'

export const TOKENS = defineTable<Token>()({
  list: 'tokens',
  noun: 'token',
  table: 'token',
  fixed: {
    name: 'text',
    chain: 'text',
    network: 'text',
    scale: 'number',
    standard: 'text?',
    account: 'text',
    holder: 'text?',
    supply: 'amount',
    created: 'time',
  },
  changing: { asset: 'text?', since: 'number?' },
  key: ['tenant', 'name'],
  keys: {
    // Brings its account, and with it the currency of the same name.
    token: { by: ['name'], follow: ({ tenant, account }) => [accountKey(tenant, account)] },
    tokenOf: { by: ['chain', 'network', 'asset'] },
  },
  subject: 'token',
  changes: { 'token.registered': 'insert', 'token.linked': 'update' },
})
