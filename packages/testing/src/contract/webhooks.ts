/** Rows of subscriptions and webhooks, with every field set somewhere. */
import {
  type ApiKeyId,
  type Change,
  LOOKOUTS,
  type Lookout,
  NO_BLOCK,
  OUTBOXES,
  type Outbox,
  RECEIVERS,
  RECEIVERS_TENANT,
  type Receiver,
  SIGHTINGS,
  type Sighting,
  SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionId,
  type TenantId,
  WATCHES,
  type Watch,
  WEBHOOKS,
  type Webhook,
  type WebhookId,
  webhookUrlOf,
} from '@tallystick/core'
import type { Audit } from '@tallystick/engine'
import { everyItem } from '../dump.js'
import { ALPHA, UNICODE } from './samples.js'

export const noWebhooks = () => ({
  outboxes: [] as Outbox[],
  watches: [] as Watch[],
  lookouts: [] as Lookout[],
  sightings: [] as Sighting[],
  subscriptions: [] as Subscription[],
  webhooks: [] as Webhook[],
  receivers: [] as Receiver[],
})

const idOf = (tenant: TenantId, number: number): string =>
  `${tenant === ALPHA ? 'a' : 'b'}${String(number).padStart(23, '0')}`

export function sampleSubscription(
  tenant: TenantId,
  number: number,
  over: Partial<Subscription> = {},
): Subscription {
  return {
    id: idOf(tenant, number) as SubscriptionId,
    tenant,
    apiKey: 'key' as ApiKeyId,
    network: 'testnet',
    plan: 'paid',
    type: 'KMS_COMPLETED_TX',
    object: '',
    attr: {},
    consumer: null,
    secret: 'secret',
    created: 1,
    url: 'https://example.com/hook',
    sequence: 0,
    ...over,
  }
}

const sampleSighting = (tenant: TenantId, over: Partial<Sighting> = {}): Sighting => ({
  ...{ tenant, chain: 'BTC', network: 'testnet', kind: 'ADDRESS_TRANSACTION', object: 'BTC testnet a' },
  ...{ place: 'tx', txId: 'tx', outputs: {}, body: '{}', height: 7, blockHash: 'hash' },
  ...over,
})

export function sampleWebhook(of: Subscription, sequence: number, over: Partial<Webhook> = {}): Webhook {
  const { id, tenant, network, type, object } = of
  return {
    id: idOf(tenant, 1_000 * Number(id.slice(-3)) + sequence) as WebhookId,
    tenant,
    network,
    subscription: id,
    type,
    object,
    sequence,
    body: '{}',
    created: 2,
    url: webhookUrlOf(of),
    status: 'pending',
    attempts: 0,
    nextAt: 2,
    code: null,
    response: null,
    networkError: false,
    finished: null,
    ...over,
  }
}

/** The changes that write the rows, which `listed` then has too. */
export function fillWebhooks(tenant: TenantId, listed: ReturnType<typeof noWebhooks>): readonly Change[] {
  const apiKey = 'key' as ApiKeyId
  const outboxes: Outbox[] = [
    { tenant, apiKey, hmacSecret: null, month: '2030-01', fired: 0 },
    { tenant, apiKey: 'other' as ApiKeyId, hmacSecret: UNICODE, month: '2030-02', fired: 2 ** 53 - 1 },
  ]
  const watches: Watch[] = [
    { tenant, kind: 'KMS_COMPLETED_TX', object: '', day: '2030-01-01' },
    { tenant, kind: 'KMS_FAILED_TX', object: UNICODE, day: '2030-01-02' },
  ]
  const subscriptions = [
    sampleSubscription(tenant, 1),
    sampleSubscription(tenant, 2, {
      network: 'mainnet',
      latest: 2 ** 53 - 1,
      plan: 'free',
      type: 'TRANSACTION_HISTORY_REPORT',
      object: UNICODE,
      attr: { interval: 2 ** 53 - 1, id: UNICODE, deep: true },
      consumer: UNICODE,
      url: null,
      sequence: 2 ** 53 - 1,
    }),
    sampleSubscription(tenant, 3, {
      type: 'ADDRESS_TRANSACTION',
      object: 'BTC testnet a',
      chain: 'BTC',
      chainNetwork: UNICODE,
      number: 2 ** 53 - 1,
      quota: 'watchedAddresses',
      mempool: false,
    }),
    sampleSubscription(tenant, 4, {
      ...{ type: 'ADDRESS_TRANSACTION', object: 'BTC testnet a', chain: 'BTC', chainNetwork: 'testnet' },
      mempool: true,
    }),
  ]
  const webhooks = subscriptions.flatMap((subscription) => [
    sampleWebhook(subscription, 1),
    sampleWebhook(subscription, 2, {
      object: UNICODE,
      body: JSON.stringify({ text: UNICODE }),
      status: 'failed',
      attempts: 10,
      nextAt: 2 ** 53 - 1,
      code: 599,
      response: UNICODE,
      networkError: true,
      finished: 7,
    }),
  ])
  const lookouts: Lookout[] = [
    { tenant, chain: 'BTC', network: UNICODE, number: 2 ** 53 - 1 },
    { tenant, chain: 'BTC', network: 'testnet', number: 1 },
  ]
  const sightings = [
    sampleSighting(tenant, {
      place: UNICODE,
      outputs: { 0: '1', 4294967295: UNICODE },
      body: JSON.stringify({ text: UNICODE }),
      height: 2 ** 53 - 1,
      blockHash: UNICODE,
    }),
    sampleSighting(tenant),
    sampleSighting(tenant, { place: 'tx:mempool', blockHash: NO_BLOCK }),
  ]
  listed.lookouts.push(...lookouts)
  listed.sightings.push(...sightings)
  listed.outboxes.push(...outboxes)
  listed.watches.push(...watches)
  listed.subscriptions.push(...subscriptions)
  listed.webhooks.push(...webhooks)
  const receiver: Receiver = {
    tenant: RECEIVERS_TENANT,
    name: `${tenant === ALPHA ? 'a' : 'b'}${UNICODE}`,
    worker: UNICODE,
    until: 2 ** 53 - 1,
  }
  listed.receivers.push(receiver)
  return [
    ...outboxes.map((outbox): Change => ({ type: 'outbox.opened', outbox })),
    ...watches.toReversed().map((watch): Change => ({ type: 'watch.begun', watch })),
    ...lookouts.toReversed().map((lookout): Change => ({ type: 'lookout.begun', lookout })),
    ...sightings.toReversed().map((sighting): Change => ({ type: 'sighting.recorded', sighting })),
    ...subscriptions.toReversed().map(
      (subscription): Change => ({
        type: 'subscription.created',
        subscription,
      }),
    ),
    ...webhooks.toReversed().map((webhook): Change => ({ type: 'webhook.queued', webhook })),
    { type: 'receiver.leased', receiver },
  ]
}

export const webhookLists = async (audit: Audit, limit: number) => ({
  outboxes: await everyItem(audit, OUTBOXES, limit),
  watches: await everyItem(audit, WATCHES, limit),
  lookouts: await everyItem(audit, LOOKOUTS, limit),
  sightings: await everyItem(audit, SIGHTINGS, limit),
  subscriptions: await everyItem(audit, SUBSCRIPTIONS, limit),
  webhooks: await everyItem(audit, WEBHOOKS, limit),
  receivers: await everyItem(audit, RECEIVERS, limit),
})
