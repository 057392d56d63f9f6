import { PLANS } from '../credits/plan.js'
import { apiKeyKey, outboxKey, watchKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import type { Outbox, Subscription, Watch } from './subscription.js'

/** What counts the webhooks of its API key, where the plan limits them. */
export const countOf = ({ tenant, apiKey, plan }: Pick<Subscription, 'tenant' | 'apiKey' | 'plan'>) =>
  PLANS[plan].webhooksPerMonth === null ? [] : [outboxKey(tenant, apiKey)]

/** Of keys with an API key. */
const ownerKey = (key: KeyLike): KeyLike =>
  apiKeyKey(key.tenant, (key as KeyLike & Pick<Subscription, 'apiKey'>).apiKey)

export const SUBSCRIPTIONS = defineTable<Subscription>()({
  list: 'subscriptions',
  noun: 'subscription',
  table: 'subscription',
  fixed: {
    id: 'text',
    apiKey: 'text',
    network: 'text',
    plan: 'text',
    type: 'text',
    object: 'text',
    attr: 'json',
    consumer: 'text?',
    secret: 'text',
    created: 'time',
  },
  changing: { url: 'text?', sequence: 'number' },
  optional: {
    chain: 'text',
    chainNetwork: 'text',
    number: 'number',
    quota: 'text',
    mempool: 'flag',
    latest: 'time',
  },
  key: ['id'],
  keys: {
    subscription: { by: ['id'] },
    watchedSubscription: {
      by: ['id'],
      follow: ({ tenant, type, object }) => [watchKey(tenant, type, object)],
    },
    countedSubscription: { by: ['id'], follow: countOf },
    // The row of the API key is locked, so that two calls at once do not both take the last place.
    subscriptionsWithin: { by: ['apiKey', 'quota'], many: true, beside: (key) => [ownerKey(key)] },
    // All that an event of this object may concern. The order makes a view find them without looking at all others.
    subscriptionsTo: { by: ['object'], many: true, order: 'id', follow: countOf },
  },
  subject: 'subscription',
  changes: {
    'subscription.created': 'insert',
    'subscription.updated': 'update',
    'subscription.deleted': 'delete',
  },
  indexes: { subscription_by_tenant: ['tenant'] },
  // Whoever of a mempool is to be told: while there is none, no mempool is read.
  parts: { early: { mempool: true }, pending: { type: 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION' } },
})

export const OUTBOXES = defineTable<Outbox>()({
  list: 'outboxes',
  noun: 'outbox',
  table: 'outbox',
  fixed: { apiKey: 'text' },
  changing: { hmacSecret: 'text?', month: 'text', fired: 'number' },
  key: ['tenant', 'apiKey'],
  keys: { outbox: { by: ['apiKey'] } },
  subject: 'outbox',
  changes: { 'outbox.opened': 'insert', 'outbox.updated': 'update' },
})

export const WATCHES = defineTable<Watch>()({
  list: 'watches',
  noun: 'watched object',
  table: 'watch',
  fixed: { kind: 'text', object: 'text' },
  changing: { day: 'text' },
  key: ['tenant', 'kind', 'object'],
  keys: { watch: { by: ['kind', 'object'] } },
  subject: 'watch',
  changes: { 'watch.begun': 'insert', 'watch.charged': 'update' },
})
