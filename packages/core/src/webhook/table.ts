import { subscriptionKey } from '../key.js'
import { defineTable } from '../table.js'
import type { Receiver } from './receiver.js'
import { BELOW_URLS, type Webhook } from './webhook.js'

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
    // With what counts the webhooks of its API key.
    replayedWebhook: {
      by: ['id'],
      follow: ({ tenant, subscription: id }) => [{ type: 'countedSubscription', tenant, id }],
    },
  },
  subject: 'webhook',
  changes: { 'webhook.queued': 'insert', 'webhook.updated': 'update', 'webhook.pruned': 'delete' },
  parts: {
    pending: { status: 'pending' },
    // Not those of consumers, which may be away for long.
    posted: { status: 'pending', url: { above: BELOW_URLS } },
    delivered: { status: 'delivered' },
  },
  indexes: { webhook_by_tenant: ['tenant'] },
})

export const RECEIVERS = defineTable<Receiver>()({
  list: 'receivers',
  noun: 'receiver of webhooks',
  table: 'receiver',
  fixed: { name: 'text' },
  changing: { worker: 'text', until: 'time' },
  key: ['tenant', 'name'],
  keys: { receiver: { by: ['name'] } },
  subject: 'receiver',
  changes: { 'receiver.leased': 'insert', 'receiver.held': 'update', 'receiver.released': 'delete' },
})
