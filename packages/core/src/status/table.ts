import { defineTable } from '../table.js'
import type { StatusEntry } from './status.js'

export const STATUS_HISTORY = defineTable<StatusEntry>()({
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
