import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanCode } from '../credits/plan.js'
import type { SubscriptionId, WebhookId } from '../ids.js'
import { outboxKey, subscriptionKey, webhookKey } from '../key.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { asked, KEY } from '../subscription/subscription.fixture.js'
import { SUBSCRIPTIONS } from '../subscription/table.js'
import { forwardWebhook, pruneWebhooks, replayWebhook, type SettleWebhook, settleWebhook } from './decide.js'
import { leaseReceivers, releaseReceivers } from './lease.js'
import { receiverKey } from './receiver.js'
import { WEBHOOKS } from './table.js'
import type { Webhook } from './webhook.js'

const id = 'aaaaaaaaaaaaaaaaaaaaaaaa' as WebhookId
const subscription = 'bbbbbbbbbbbbbbbbbbbbbbbb' as SubscriptionId

let ledger: TestLedger

function queue(over: Partial<Webhook> = {}, plan: PlanCode = 'paid'): void {
  const { url, ...to } = asked({ plan })
  ledger.kept.put(SUBSCRIPTIONS, { ...to, url, id: subscription, created: 0, sequence: 1 })
  ledger.kept.put(WEBHOOKS, {
    id,
    tenant: TENANT,
    network: 'testnet',
    subscription,
    type: 'KMS_COMPLETED_TX',
    object: '',
    sequence: 1,
    body: '{"txId":"1"}',
    created: 0,
    url: url ?? '',
    status: 'pending',
    attempts: 0,
    nextAt: 0,
    code: null,
    response: null,
    networkError: false,
    finished: null,
    ...over,
  })
}

const unsubscribe = (): void => {
  const known = ledger.kept.find(subscriptionKey(TENANT, subscription)) ?? expect.fail('no subscription')
  ledger.kept.apply({ type: 'subscription.deleted', subscription: known })
}

const kept = (): Webhook => ledger.kept.find(webhookKey(TENANT, id)) ?? expect.fail('no webhook')

const settle = (over: Partial<SettleWebhook> = {}) => {
  const { nextAt: due } = kept()
  return ledger.must(settleWebhook, {
    ...{ tenant: TENANT, id, before: 0, due, code: 200, response: 'ok' },
    ...over,
  })
}

beforeEach(() => {
  ledger = new TestLedger()
})

describe('settleWebhook', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [199, 'pending'],
    [300, 'pending'],
    [302, 'pending'],
    [410, 'pending'],
    [500, 'pending'],
    [null, 'pending'],
  ] as const)('%s leaves it %s', (code, status) => {
    queue()
    const isOver = status === 'delivered'
    expect(settle({ code })).toEqual({ ...kept() })
    expect(kept()).toMatchObject({
      status,
      attempts: 1,
      code,
      response: 'ok',
      networkError: code === null,
      nextAt: isOver ? 0 : ledger.now + 15_000,
      finished: isOver ? ledger.now : null,
    })
  })

  it.each([
    ['free', 3],
    ['paid', 10],
  ] as const)('fails for good on the %s plan after %i attempts', (plan, attempts) => {
    queue({}, plan)
    for (let before = 0; before < attempts; before++) {
      expect(kept().status).toBe('pending')
      ledger.now = Math.max(ledger.now, kept().nextAt)
      settle({ before, code: 500 })
    }
    expect(kept()).toMatchObject({ status: 'failed', attempts, finished: ledger.now })
    settle({ before: attempts, code: 200 })
    expect(kept()).toMatchObject({ status: 'failed', attempts })
  })

  it('changes nothing if another worker has settled the attempt, or there is no webhook any more', () => {
    queue()
    settle({ code: 500 })
    const after = kept()
    settle({ code: 200 })
    settle({ before: 2 })
    expect(kept()).toEqual(after)
    expect(settle({ id: 'c' as WebhookId })).toBeNull()
    expect(
      ledger.must(settleWebhook, { tenant: OTHER_TENANT, id, before: 1, due: 0, code: 200, response: '' }),
    ).toBeNull()
    expect(kept()).toEqual(after)
  })

  it.each([200, 500])('of an attempt that began before a replay is no attempt of it: %i', (code) => {
    queue()
    const { nextAt: due } = kept()
    ledger.must(replayWebhook, { tenant: TENANT, id })
    settle({ due, code })
    expect(kept()).toMatchObject({ status: 'pending', attempts: 0, nextAt: ledger.now })
  })

  it('is the last attempt, once the subscription is deleted', () => {
    queue()
    unsubscribe()
    settle({ code: 500 })
    expect(kept()).toMatchObject({ status: 'failed', attempts: 1 })
  })
})

describe('replayWebhook', () => {
  it('counts as one more that the free plan sends in the month, and is refused above that', () => {
    queue({ status: 'failed' }, 'free')
    const again = { tenant: TENANT, id }
    const outbox = () => ledger.kept.find(outboxKey(TENANT, KEY)) ?? expect.fail('it is not counted')
    ledger.must(replayWebhook, again)
    expect(outbox()).toMatchObject({ fired: 1 })
    ledger.kept.apply({ type: 'outbox.updated', outbox: { ...outbox(), fired: 999, hmacSecret: 'one' } })
    ledger.must(replayWebhook, again)
    expect(outbox()).toMatchObject({ fired: 1_000, hmacSecret: 'one' })
    expect(ledger.refusal(replayWebhook, again)).toBe('webhook.plan.limit')
    ledger.now += 31 * 86_400_000
    ledger.must(replayWebhook, again)
    expect(outbox()).toMatchObject({ fired: 1 })
    queue({ status: 'failed' })
    ledger.must(replayWebhook, again)
    expect(outbox()).toMatchObject({ fired: 1 })
  })

  it.each(['failed', 'pending', 'delivered'] as const)(
    'has one sent again that is %s, as it was',
    (status) => {
      queue({ status, attempts: 7, nextAt: 99_999, code: 500, response: 'no', finished: 5 })
      const { body, url, sequence } = kept()
      expect(ledger.must(replayWebhook, { tenant: TENANT, id })).toEqual({ ...kept() })
      expect(kept()).toMatchObject({
        id,
        body,
        url,
        sequence,
        status: 'pending',
        attempts: 0,
        nextAt: ledger.now,
        finished: null,
      })
    },
  )

  it('refuses one that does not exist, another tenant’s, and one without a subscription', () => {
    queue({ status: 'failed' })
    expect(ledger.refusal(replayWebhook, { tenant: TENANT, id: 'c' as WebhookId })).toBe('webhook.not.exists')
    expect(ledger.refusal(replayWebhook, { tenant: OTHER_TENANT, id })).toBe('webhook.not.exists')
    expect(ledger.refusal(replayWebhook, { tenant: TENANT, id, network: 'mainnet' })).toBe(
      'webhook.not.exists',
    )
    unsubscribe()
    expect(ledger.refusal(replayWebhook, { tenant: TENANT, id })).toBe('webhook.not.exists')
    expect(kept().status).toBe('failed')
  })
})

it.each([
  ['delivered', 99, 1],
  ['delivered', 100, 0],
  ['failed', 99, 0],
  ['pending', null, 0],
] as const)('pruneWebhooks: %s at %s', (status, finished, pruned) => {
  queue({ status, finished })
  const webhooks = [
    { tenant: TENANT, id },
    { tenant: TENANT, id: 'c' as WebhookId },
  ]
  expect(ledger.must(pruneWebhooks, { webhooks, before: 100 })).toBe(pruned)
  expect(ledger.kept.find(webhookKey(TENANT, id)) === undefined).toBe(pruned === 1)
})

it.each([
  ['pending', 'https://old.example', true],
  ['pending', 'https://example.com/hook', false],
  ['delivered', 'https://old.example', false],
  ['failed', 'https://old.example', false],
] as const)('forwardWebhook: one that is %s at %s: %s', (status, url, forwarded) => {
  queue({ status, url, attempts: 2, nextAt: 7 })
  expect(ledger.must(forwardWebhook, { tenant: OTHER_TENANT, id })).toBe(false)
  expect(ledger.must(forwardWebhook, { tenant: TENANT, id })).toBe(forwarded)
  const after = ledger.kept.find(webhookKey(TENANT, id))
  expect(after).toMatchObject({ status, attempts: 2, nextAt: 7 })
  expect(after?.url).toBe(forwarded ? 'https://example.com/hook' : url)
  // Another attempt has the new URL too, but not one that nobody waits for.
  unsubscribe()
  expect(ledger.must(forwardWebhook, { tenant: TENANT, id })).toBe(false)
})

describe('the lease of a receiver', () => {
  const lease = (worker: string, ...names: string[]) =>
    ledger.must(leaseReceivers, { worker, names, lasts: 1_000 })
  const holder = (name: string) => ledger.kept.find(receiverKey(name))?.worker

  it('is one worker’s, until it has run out or is given back', () => {
    expect(lease('A', 'x', 'y')).toEqual(['x', 'y'])
    expect(lease('B', 'x', 'z')).toEqual(['z'])
    ledger.now += 999
    expect(lease('B', 'x')).toEqual([])
    // Held on to, from now on.
    expect(lease('A', 'x')).toEqual(['x'])
    ledger.now += 999
    expect(lease('B', 'x', 'y')).toEqual(['y'])
    ledger.now += 1
    expect(lease('B', 'x')).toEqual(['x'])
    expect([holder('x'), holder('y'), holder('z')]).toEqual(['B', 'B', 'B'])
  })

  it('does not last for as long as the clock was ahead that has made it', () => {
    const AHEAD = 3_600_000
    ledger.now += AHEAD
    lease('A', 'x', 'y')
    ledger.now -= AHEAD
    expect(lease('B', 'x')).toEqual(['x'])
    // Clocks that differ by no more than a lease do not take each other's.
    ledger.now -= 1_000
    expect(lease('C', 'x')).toEqual([])
    ledger.now -= 1
    expect(lease('C', 'x', 'y')).toEqual(['x', 'y'])
  })

  it('is given back by whoever has it', () => {
    lease('A', 'x', 'y')
    ledger.must(releaseReceivers, { worker: 'B', names: ['x'] })
    expect(lease('B', 'x')).toEqual([])
    ledger.must(releaseReceivers, { worker: 'A', names: ['x', 'z'] })
    expect([holder('x'), holder('y')]).toEqual([undefined, 'A'])
    expect(lease('B', 'x')).toEqual(['x'])
  })
})
