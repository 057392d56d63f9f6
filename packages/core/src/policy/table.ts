import { defineTable } from '../table.js'
import type { Approval } from './approval.js'
import type { Spending } from './spending.js'

export const APPROVALS = defineTable<Approval>()({
  list: 'approvals',
  noun: 'approval',
  table: 'approval',
  fixed: {
    intent: 'text',
    chain: 'text',
    network: 'text',
    account: 'text',
    currency: 'text',
    scale: 'number',
    amount: 'amount',
    payments: 'text',
    apiKey: 'text',
  },
  changing: {
    id: 'text',
    reason: 'text',
    status: 'text',
    decidedBy: 'text?',
    expires: 'time',
    created: 'time',
    updated: 'time',
  },
  key: ['tenant', 'intent'],
  keys: { approval: { by: ['intent'] }, approvalById: { by: ['id'] } },
  subject: 'approval',
  changes: { 'approval.requested': 'insert', 'approval.updated': 'update' },
  parts: { open: { status: { in: ['Pending', 'Approved'] } } },
})

export const SPENDINGS = defineTable<Spending>()({
  list: 'spendings',
  noun: 'revision of a limit',
  table: 'spending',
  fixed: { scope: 'text' },
  changing: { revision: 'number' },
  key: ['tenant', 'scope'],
  keys: { spending: { by: ['scope'] } },
  subject: 'spending',
  changes: { 'spending.begun': 'insert', 'spending.moved': 'update' },
})
