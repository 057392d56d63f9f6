import { subscriptionKey } from '../key.js'
import { defineTable } from '../table.js'
import type { Webhook } from './webhook.js'

export const WEBHOOKS = defineTable<Webhook>()({
  list: 'webhooks',
  noun: 'webhook',
  table: 'webhook',
  fixed: {
    id: 'text',
    network: 'text',
    subscription: 'text',
    type: 'text',
    object: 'text',
    sequence: 'number',
    body: 'text',
    created: 'time',
  },
  changing: {
    url: 'text',
    status: 'text',
    attempts: 'number',
    nextAt: 'time',
    code: 'number?',
    response: 'text?',
    networkError: 'flag',
    finished: 'time?',
  },
  key: ['id'],
  keys: {
    // Brings its subscription, if that still exists.
    webhook: { by: ['id'], follow: ({ tenant, subscription }) => [subscriptionKey(tenant, subscription)] },
  },
  subject: 'webhook',
  changes: { 'webhook.queued': 'insert', 'webhook.updated': 'update', 'webhook.pruned': 'delete' },
  parts: { pending: { status: 'pending' } },
  indexes: { webhook_by_tenant: ['tenant'] },
})
