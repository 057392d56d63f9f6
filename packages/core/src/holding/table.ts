import { defineTable } from '../table.js'
import type { Holding } from './holding.js'

const PLACE = ['chain', 'network', 'address', 'asset'] as const

export const HOLDINGS = defineTable<Holding>()({
  list: 'holdings',
  noun: 'holding',
  table: 'holding',
  fixed: { chain: 'text', network: 'text', address: 'text', asset: 'text' },
  changing: {
    observed: 'amount',
    unassigned: 'amount',
    taken: 'amount',
    opening: 'amount',
    watched: 'flag',
    changed: 'number?',
    recent: 'json',
  },
  key: ['tenant', ...PLACE],
  keys: { holding: { by: PLACE } },
  subject: 'holding',
  changes: { 'holding.begun': 'insert', 'holding.updated': 'update' },
  parts: { watched: { watched: true } },
})
