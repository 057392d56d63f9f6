import { defineTable } from '../table.js'
import type { Standing } from './standing.js'

export const STANDINGS = defineTable<Standing>()({
  list: 'standings',
  noun: 'standing',
  table: 'standing',
  fixed: { subject: 'text', at: 'time' },
  changing: { blocked: 'amount', stopped: 'flag' },
  key: ['tenant', 'subject', 'at'],
  keys: { standing: { by: ['subject', 'at'] } },
  subject: 'standing',
  changes: { 'standing.noted': 'note' },
})
