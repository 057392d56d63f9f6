import { defineTable } from '../table.js'
import type { Output } from './output.js'

const PLACE = ['chain', 'network', 'txId', 'index'] as const

export const OUTPUTS = defineTable<Output>()({
  list: 'outputs',
  noun: 'output',
  table: 'output',
  fixed: {
    chain: 'text',
    network: 'text',
    txId: 'text',
    index: 'number',
    address: 'text',
    wallet: 'text',
    derivationKey: 'number?',
    // Not an amount, so that databases order outputs by it.
    value: 'integer',
    scale: 'number',
  },
  changing: {
    height: 'number?',
    hash: 'text?',
    matures: 'number',
    spentBy: 'text?',
    spentHeight: 'number?',
    spentHash: 'text?',
  },
  columns: { index: 'number' },
  key: ['tenant', ...PLACE],
  keys: {
    output: { by: PLACE },
  },
  subject: 'output',
  changes: { 'output.made': 'insert', 'output.updated': 'update', 'output.gone': 'delete' },
  parts: { unspent: { spentHeight: null } },
})
