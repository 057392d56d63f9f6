/** A tenant whose receivers do not answer, however many they are, delays nobody else's webhooks. */
import {
  type ApiKeyId,
  type Change,
  type Rule,
  type Subscription,
  type SubscriptionId,
  type TenantId,
  type Webhook,
  type WebhookId,
  webhookUrlOf,
} from '@tallystick/core'
import { Engine, embeddedCaller, memoryStorage } from '@tallystick/engine'
import { expect, it, onTestFinished } from 'vitest'
import { Receiver } from './receivers.fixture.js'
import { Targets } from './target.js'
import { Worker } from './worker.js'

/** A subscription with a webhook that is due. */
function due(tenant: string, id: string, url: string, body = '{}'): readonly Change[] {
  const common = {
    tenant: tenant as TenantId,
    network: 'testnet',
    type: 'KMS_COMPLETED_TX',
    object: '',
  } as const
  const subscription: Subscription = {
    ...{ ...common, id: id as SubscriptionId, apiKey: 'key' as ApiKeyId, plan: 'paid', attr: {} },
    ...{ consumer: null, secret: 'secret', created: 1, url, sequence: 1 },
  }
  const webhook: Webhook = {
    ...{ ...common, id: id as WebhookId, subscription: subscription.id, url: webhookUrlOf(subscription) },
    ...{ sequence: 1, body, created: 1, status: 'pending', attempts: 0, nextAt: 1 },
    ...{ code: null, response: null, networkError: false, finished: null },
  }
  return [
    { type: 'subscription.created', subscription },
    { type: 'webhook.queued', webhook },
  ]
}

const write: Rule<readonly Change[], null> = {
  name: 'write',
  needs: () => [],
  decide: (_view, changes) => ({ accepted: true, output: null, changes }),
}

/** A worker, and what writes its webhooks. */
function world(...receivers: readonly Receiver[]) {
  const engine = new Engine({ storage: memoryStorage() })
  const put = (command: readonly Change[]) =>
    engine.execute({
      caller: embeddedCaller(),
      rule: write,
      command,
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }]
  const worker = new Worker({
    ...{ engine, targets: new Targets({ allow: ['127.0.0.0/8'], resolve }), posts: true },
    ...{ consumers: { urls: [], tell: async () => null } as never, atOnce: 256, perReceiver: 4 },
  })
  onTestFinished(async () => {
    await worker.stop(0)
    await Promise.all(receivers.map((one) => one.close()))
    await engine.close()
  })
  return { worker, put }
}

it('what is due of another tenant is found behind a thousand receivers that do not answer', async () => {
  const [hanging, healthy] = [await Receiver.start(() => undefined), await Receiver.start()]
  const { worker, put } = world(hanging, healthy)
  const { port } = new URL(hanging.url)
  const many = Array.from({ length: 1_000 }, (_, at) => due('noisy', `n${at}`, `http://h${at}.test:${port}/`))
  await put(many.flat())
  worker.start()
  // Its share of the places.
  await expect.poll(() => worker.inFlight, { timeout: 10_000 }).toBeGreaterThan(220)
  await put(due('quiet', 'q', healthy.url))
  await expect.poll(() => healthy.calls.length, { timeout: 4_000 }).toBe(1)
  expect(worker.inFlight).toBeLessThan(256)
})

it.each([
  ['another path of its', '/noisy'],
  ['the same URL of its', '/hook'],
])('does not wait behind a tenant that has %s receiver hang', async (_name, path) => {
  const quiet: string[] = []
  const receiver = await Receiver.start((response, { body }) => {
    if (body !== '"quiet"') return
    quiet.push(body)
    response.end()
  })
  const { worker, put } = world(receiver)
  const noisy = new URL(path, receiver.url).href
  await put(Array.from({ length: 600 }, (_, at) => due('noisy', `n${at}`, noisy)).flat())
  worker.start()
  await expect.poll(() => receiver.calls.length, { timeout: 5_000 }).toBe(4)
  // The first ones find the receiver answering, whatever it does to the other tenant.
  const many = Array.from({ length: 40 }, (_, at) => due('quiet', `q${at}`, receiver.url, '"quiet"'))
  await put(many.flat())
  await expect.poll(() => quiet.length, { timeout: 8_000 }).toBe(40)
  expect(receiver.calls).toHaveLength(44)
})

it('those of an object that are due at the same time come by their numbers, whichever process has named them', async () => {
  const receiver = await Receiver.start()
  const { worker, put } = world(receiver)
  const changes = due('one', 'z', receiver.url).map((change) => {
    return change.type === 'webhook.queued'
      ? { ...change, webhook: { ...change.webhook, object: 'account' } }
      : change
  })
  const more = changes.flatMap((change): Change[] => {
    if (change.type !== 'webhook.queued') return []
    return [2, 3].map((sequence) => ({
      ...change,
      webhook: { ...change.webhook, sequence, id: `${9 - sequence}` as WebhookId },
    }))
  })
  await put([...more.toReversed(), ...changes])
  worker.start()
  await expect.poll(() => receiver.calls.length, { timeout: 5_000 }).toBe(3)
  expect(receiver.calls.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
})
