/** Each object is charged once a day: by two processes, after crashes, and whatever clocks say. */
import { type ApiKeyId, type SubscriptionType, subscribe, type TenantId } from '@tallystick/core'
import { chargesFrom, Engine, memoryStorage, type Storage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { DailyCredits } from './daily.js'
import { Deliveries } from './deliveries.js'

const TENANT = 'tenant' as TenantId
const KEY = 'key' as ApiKeyId
const DAY = 86_400_000
const NOON = Date.UTC(2030, 0, 1, 12)

/** An engine on the storage, whose clock is ahead of `time`. */
function engineOn(storage: Storage, time: { at: number }, ahead = 0) {
  const warnings: string[] = []
  const engine = new Engine({
    storage,
    clock: { now: () => time.at + ahead },
    warn: (message) => void warnings.push(message),
  })
  return { engine, daily: new DailyCredits(engine), warnings }
}

async function subscribed(engine: Engine, type: SubscriptionType, url: string): Promise<void> {
  const caller = { tenant: TENANT, apiKey: KEY }
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

async function spent(storage: Storage): Promise<Record<string, number>> {
  const charges = await chargesFrom(storage.query, TENANT, KEY, '0000-01-01')
  return Object.fromEntries(charges.map(({ day, credits }) => [day, credits]))
}

it('charges each type once a day, however many subscriptions and processes there are', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const [one, two] = [engineOn(storage, time), engineOn(storage, time, 3_600_000)]
  for (let number = 0; number < 250; number++) {
    await subscribed(one.engine, 'KMS_COMPLETED_TX', `https://example.com/${number}`)
  }
  await subscribed(two.engine, 'KMS_FAILED_TX', 'https://example.com')
  expect(await spent(storage)).toEqual({ '2030-01-01': 20 })
  const charge = () => Promise.all([one.daily.charge(), two.daily.charge(), one.daily.charge()])
  await charge()
  expect(await spent(storage)).toEqual({ '2030-01-01': 20 })
  time.at += DAY
  await charge()
  expect(await spent(storage)).toEqual({ '2030-01-01': 20, '2030-01-02': 20 })
  // An operator sets the clocks back, and right again.
  time.at -= DAY
  await charge()
  time.at += DAY
  await charge()
  expect(await spent(storage)).toEqual({ '2030-01-01': 20, '2030-01-02': 20 })
})

it('charges what a crash has left out, and nothing twice', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const types = ['KMS_COMPLETED_TX', 'KMS_FAILED_TX', 'TRANSACTION_IN_THE_BLOCK'] as const
  const first = engineOn(storage, time)
  for (const type of types) await subscribed(first.engine, type, 'https://example.com')
  time.at += DAY
  let commits = 0
  const dying: Storage = {
    ...storage,
    query: storage.query,
    transact: async (keys, decide, patienceMs) => {
      const result = await storage.transact(keys, decide, patienceMs)
      // Written, but nobody hears of it.
      if (++commits % 2 === 1) throw new Error('the connection is lost')
      return result
    },
  }
  const crashed = engineOn(dying, time)
  await expect(crashed.daily.charge()).rejects.toThrow('the connection is lost')
  await crashed.daily.charge()
  await engineOn(storage, time).daily.charge()
  expect(await spent(storage)).toEqual({ '2030-01-01': 30, '2030-01-02': 30 })
})

/** An engine whose timers are run by hand. */
function handRun(storage: Storage, time: { at: number }) {
  const later: (() => void)[] = []
  const scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void) => {
      later.push(run)
      return () => void later.splice(later.indexOf(run), 1)
    },
    elapsed: () => 0,
  }
  return { engine: new Engine({ storage, scheduler, clock: { now: () => time.at } }), later }
}

it('charges by itself, and stops', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const { engine, later } = handRun(storage, time)
  await subscribed(engine, 'KMS_FAILED_TX', 'https://example.com')
  const before = later.length
  const daily = new DailyCredits(engine)
  daily.start()
  daily.start()
  expect(later).toHaveLength(before + 1)
  time.at += DAY
  later.pop()?.()
  await expect.poll(() => spent(storage)).toEqual({ '2030-01-01': 10, '2030-01-02': 10 })
  await expect.poll(() => later.length).toBeGreaterThan(before)
  await daily.stop()
  expect(later).toHaveLength(before)
})

it('is done by the process that sends webhooks', async () => {
  const storage = memoryStorage()
  const time = { at: NOON }
  const { engine, later } = handRun(storage, time)
  await subscribed(engine, 'KMS_FAILED_TX', 'https://example.com')
  const deliveries = new Deliveries(engine, {})
  deliveries.start()
  time.at += DAY
  for (const run of later.splice(0)) run()
  await expect.poll(() => spent(storage)).toEqual({ '2030-01-01': 10, '2030-01-02': 10 })
  await deliveries.stop()
  await engine.close()
})
