/** Each object that is subscribed to is charged once a day. */
import { type ApiKeyId, type SubscriptionType, subscribe, type TenantId } from '@tallystick/core'
import { chargesFrom, Engine, memoryStorage } from '@tallystick/engine'
import { dailyContract } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { dailyCredits } from './daily.js'
import { Deliveries } from './deliveries.js'

const CALLER = { tenant: 'tenant' as TenantId, apiKey: 'key' as ApiKeyId }
const DAY = 86_400_000
const NOON = Date.UTC(2030, 0, 1, 12)
const TYPES = ['KMS_COMPLETED_TX', 'KMS_FAILED_TX', 'TRANSACTION_IN_THE_BLOCK'] as const

async function subscribed(engine: Engine, caller: typeof CALLER, type: SubscriptionType, url: string) {
  const on = { ...caller, network: 'testnet', plan: 'paid', type, object: '', attr: {} } as const
  await engine.execute({
    caller,
    rule: subscribe,
    command: { ...on, consumer: null, secret: 'secret', url },
    price: ({ charged }) => charged,
    present: () => null,
    idempotency: null,
  })
}

dailyContract('subscriptions', {
  daily: dailyCredits,
  create: (engine, caller, number) =>
    subscribed(engine, caller, TYPES[number] ?? 'KMS_FAILED_TX', 'https://example.com'),
  credits: 10,
  chargesPastDays: false,
})

it('a type is charged once, however many subscribe to it', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const engine = new Engine({ storage, clock: { now: () => time.at } })
  for (const type of ['KMS_COMPLETED_TX', 'KMS_FAILED_TX', 'TRANSACTION_IN_THE_BLOCK'] as const) {
    for (let number = 0; number < 90; number++) {
      await subscribed(engine, CALLER, type, `https://example.com/${number}`)
    }
  }
  time.at += DAY
  await dailyCredits(engine).run()
  const charges = await chargesFrom(storage.query, CALLER.tenant, CALLER.apiKey, '0000-01-01')
  expect(charges.map(({ credits }) => credits)).toEqual([30, 30])
})

it('is done by the process that sends webhooks', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const later: (() => void)[] = []
  const scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void) => {
      later.push(run)
      return () => void later.splice(later.indexOf(run), 1)
    },
    elapsed: () => 0,
  }
  const engine = new Engine({ storage, scheduler, clock: { now: () => time.at } })
  await subscribed(engine, CALLER, 'KMS_FAILED_TX', 'https://example.com')
  const deliveries = new Deliveries(engine, {})
  deliveries.start()
  time.at += DAY
  for (const run of later.splice(0)) run()
  const spent = async () =>
    (await chargesFrom(storage.query, CALLER.tenant, CALLER.apiKey, '0000-01-01')).map(
      ({ day, credits }) => `${day} ${credits}`,
    )
  await expect.poll(spent).toEqual(['2030-01-01 10', '2030-01-02 10'])
  await deliveries.stop()
  await engine.close()
})

it('is not done by a process that leaves the sending to another one', async () => {
  const storage = memoryStorage()
  const later: (() => void)[] = []
  const scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void) => {
      later.push(run)
      return () => void later.splice(later.indexOf(run), 1)
    },
    elapsed: () => 0,
  }
  const engine = new Engine({ storage, scheduler })
  const before = later.length
  const deliveries = new Deliveries(engine, { sends: false, allow: ['127.0.0.1'] })
  deliveries.start()
  expect(later).toHaveLength(before)
  await deliveries.stop()
  await engine.close()
})
