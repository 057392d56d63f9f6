import { defineTable } from '../table.js'
import type { MultiBalance, MultiToken, MultiTransfer } from './multi-token.js'

const ON = { chain: 'text', network: 'text' } as const

export const MULTI_TOKENS = defineTable<MultiToken>()({
  list: 'multiTokens',
  noun: 'contract of multi tokens',
  table: 'multi_token',
  fixed: { ...ON, contract: 'text', txId: 'text', height: 'number', blockHash: 'text' },
  changing: {},
  key: ['tenant', 'chain', 'network', 'contract'],
  keys: { multiToken: { by: ['chain', 'network', 'contract'] } },
  subject: 'contract',
  changes: { 'multiToken.indexed': 'insert', 'multiToken.undone': 'delete' },
})

const SIDE = ['chain', 'network', 'address', 'contract'] as const

export const MULTI_TRANSFERS = defineTable<MultiTransfer>()({
  list: 'multiTransfers',
  noun: 'transfer of multi tokens',
  table: 'multi_transfer',
  fixed: {
    ...ON,
    address: 'text',
    contract: 'text',
    place: 'text',
    txId: 'text',
    height: 'number',
    blockHash: 'text',
    tokenId: 'text',
    amount: 'amount',
    from: 'text',
    to: 'text',
    operator: 'text',
    previous: 'number?',
  },
  changing: {},
  columns: { from: 'sender', to: 'recipient' },
  key: ['tenant', ...SIDE, 'place'],
  keys: { multiTransfer: { by: [...SIDE, 'place'] } },
  subject: 'transfer',
  changes: { 'multiTransfer.indexed': 'insert', 'multiTransfer.undone': 'delete' },
})

export const MULTI_BALANCES = defineTable<MultiBalance>()({
  list: 'multiBalances',
  noun: 'balance of multi tokens',
  table: 'multi_balance',
  fixed: { ...ON, address: 'text', contract: 'text', tokenId: 'text' },
  changing: { amount: 'amount', height: 'number' },
  key: ['tenant', ...SIDE, 'tokenId'],
  keys: { multiBalance: { by: [...SIDE, 'tokenId'] } },
  subject: 'balance',
  changes: {
    'multiBalance.begun': 'insert',
    'multiBalance.updated': 'update',
    'multiBalance.ended': 'delete',
  },
})
