/**
 * Two engines that want the last place of a list at once. Whatever guards the list is held until both wait, so each of
 * them has asked for everything that it loads: the second must still see what the first has made of the list.
 */
import {
  type AccountId,
  type ApiKey,
  type ApiKeyId,
  createManagedWallet,
  MANAGED_WALLETS,
  type ManagedWalletId,
  METADATA,
  type Rule,
  SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionId,
  sightedObject,
  subscribe,
} from '@tallystick/core'
import { embeddedCaller, Rejected, type Storage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
const places: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const place of places) await place.close()
  await server.stop()
})

const caller = embeddedCaller()
const { tenant } = caller

/** @param ahead By how much the clock of the first engine is ahead of the other's */
async function two(ahead = 0) {
  const url = await server.fresh()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  places.push({ close: () => admin.end() })
  const open = async (skew: number) => {
    const storage = await openPostgres({ url, maxConnections: 4 })
    const ledger = createTallystick({
      storage,
      clock: { now: () => Date.now() + skew },
      warn: () => undefined,
    })
    places.push(ledger)
    return { storage, ledger }
  }
  const ones = [await open(ahead), await open(0)] as const
  const waiting = async () => {
    const { rows } = await admin.query(
      "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'tallystick'",
    )
    return rows[0].count
  }
  /** How both calls end that wait for the rows, the first one first. */
  const race = async (rows: string, ...calls: readonly (() => Promise<unknown>)[]) => {
    await admin.query('begin')
    expect((await admin.query(`select 1 from ${rows} for update`)).rows).not.toEqual([])
    const ends = []
    for (const [index, call] of calls.entries()) {
      ends.push(
        call().then(
          () => 'done',
          (error) => (error instanceof Rejected ? error.code : String(error)),
        ),
      )
      await expect.poll(waiting).toBe(index + 1)
    }
    await admin.query('commit')
    return Promise.all(ends)
  }
  const [one, other] = ones
  return { storage: one.storage, ledgers: [one.ledger, other.ledger] as const, race }
}

type Ledger = Awaited<ReturnType<typeof two>>['ledgers'][0]

const run = <Command, Output>(ledger: Ledger, rule: Rule<Command, Output>, command: Command) =>
  ledger.engine.execute({ caller, rule, command, price: () => 0, present: () => null, idempotency: null })

const KEY: ApiKey = {
  id: 'a'.repeat(24) as ApiKeyId,
  tenant,
  hash: 'hash',
  hint: 'hint',
  name: 'name',
  network: 'testnet',
  plan: 'free',
  addresses: [],
  frozen: false,
  revoked: false,
  created: 1,
}

const ofKey = {
  tenant,
  apiKey: KEY.id,
  network: 'testnet',
  plan: 'free',
  attr: {},
  consumer: null,
  secret: 'secret',
  url: 'https://example.com/hook',
} as const

/** 998 more than there are: the next one is the last that the object may have. */
async function fill(storage: Storage): Promise<void> {
  const [like] = await storage.query.list(SUBSCRIPTIONS)
  if (like === undefined) throw new TypeError('There is none')
  const more = Array.from(
    { length: 998 },
    (_, place): Subscription => ({
      ...like,
      // Of another type: of each, there may be fewer.
      type: 'TRANSACTION_HISTORY_REPORT',
      id: `s${place}` as SubscriptionId,
      attr: { place },
    }),
  )
  await storage.transact([], (view) => {
    for (const subscription of more) view.apply({ type: 'subscription.created', subscription })
  })
}

it('the last names of a customer', async () => {
  const { storage, ledgers, race } = await two()
  const names = (from: number) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`n${from + place}`, 'v']))
  const { customerId = '' } = await ledgers[0].createAccount({
    currency: 'EUR',
    customer: { externalId: 'c', metadata: names(0) },
  })
  const update = (ledger: Ledger, from: number) => () =>
    ledger.updateCustomer({ id: customerId, externalId: 'c', metadata: names(from) })
  const ends = await race('customer', update(ledgers[0], 10), update(ledgers[1], 20))
  expect(ends).toEqual(['done', 'validation.failed'])
  expect(await storage.query.count(METADATA)).toBe(20)
})

it('the last subscription to a customer', async () => {
  const { storage, ledgers, race } = await two()
  const { customerId: id = '' } = await ledgers[0].createAccount({
    currency: 'EUR',
    customer: { externalId: 'c' },
  })
  const attr = { id, url: 'https://example.com/a' }
  const match = () => ledgers[0].createSubscriptionTradeMatch({ type: 'CUSTOMER_TRADE_MATCH', attr })
  const partial = () =>
    ledgers[1].createSubscriptionPartialTradeMatch({ type: 'CUSTOMER_PARTIAL_TRADE_MATCH', attr })
  await match()
  await fill(storage)
  attr.url = 'https://example.com/b'
  expect(await race('customer', match, partial)).toEqual(['done', 'subscription.limit.reached'])
  expect(await storage.query.count(SUBSCRIPTIONS)).toBe(1_000)
})

it('the last subscription of a tenant without an object', async () => {
  const { storage, ledgers, race } = await two()
  const attr = { url: 'https://example.com/a' }
  const failed = () => ledgers[0].createSubscriptionKMSError({ type: 'KMS_FAILED_TX', attr })
  const completed = () => ledgers[1].createSubscriptionKMSSuccess({ type: 'KMS_COMPLETED_TX', attr })
  await failed()
  await fill(storage)
  attr.url = 'https://example.com/b'
  expect(await race("watch where kind = ''", failed, completed)).toEqual([
    'done',
    'subscription.limit.reached',
  ])
  expect(await storage.query.count(SUBSCRIPTIONS)).toBe(1_000)
})

it('the last object that the plan of an API key watches, on any chain', async () => {
  const { storage, ledgers, race } = await two()
  await storage.transact([], (view) => view.apply({ type: 'apiKey.created', apiKey: KEY }))
  const watch = (ledger: Ledger, chain: string) => () =>
    run(ledger, subscribe, {
      ...ofKey,
      type: 'CONTRACT_LOG_EVENT',
      object: sightedObject({ chain, network: 'testnet' }, 'topic'),
    })
  const ends = await race('api_key', watch(ledgers[0], 'ETH'), watch(ledgers[1], 'BSC'))
  expect(ends).toEqual(['done', 'subscription.plan.limit'])
  expect(await storage.query.count(SUBSCRIPTIONS)).toBe(1)
})

it('the last managed wallet of an API key', async () => {
  const { storage, ledgers, race } = await two()
  await storage.transact([], (view) => view.apply({ type: 'apiKey.created', apiKey: KEY }))
  const create = (ledger: Ledger, id: string) => () =>
    run(ledger, createManagedWallet, {
      id: id as ManagedWalletId,
      tenant,
      apiKey: KEY.id,
      chain: 'ETH',
      network: 'testnet',
      address: id,
      publicKey: 'key',
      masterKey: 'master',
      wrapped: 'wrapped',
      chargedDay: '2030-01-01',
      limit: 1,
      credits: 10,
    })
  const ends = await race('api_key', create(ledgers[0], 'a'), create(ledgers[1], 'b'))
  expect(ends).toEqual(['done', 'managed.wallet.limit'])
  expect(await storage.query.count(MANAGED_WALLETS)).toBe(1)
})

it('a call with one idempotency key on both has the same answer', async () => {
  const { ledgers, race } = await two()
  const { customerId: id = '' } = await ledgers[0].createAccount({
    currency: 'EUR',
    customer: { externalId: 'c' },
  })
  const disable = (ledger: Ledger) => () => ledger.disableCustomer({ id }, { idempotencyKey: 'K' })
  expect(await race('customer', disable(ledgers[0]), disable(ledgers[1]))).toEqual(['done', 'done'])
})

it('a customer is disabled after what they have paid, whatever the clocks say', async () => {
  const { storage, ledgers, race } = await two(60_000)
  const account = { currency: 'EUR', customer: { externalId: 'c' } }
  const { id, customerId = '' } = await ledgers[0].createAccount(account)
  const recipient = await ledgers[0].createAccount({ currency: 'EUR' })
  await ledgers[0].fund({ id, amount: '1' })
  const ends = await race(
    'customer',
    () => ledgers[0].sendTransaction({ senderAccountId: id, recipientAccountId: recipient.id, amount: '1' }),
    () => ledgers[1].disableCustomer({ id: customerId }),
  )
  expect(ends).toEqual(['done', 'done'])
  const [paid] = await storage.query.records(tenant, id as AccountId, 2, 1)
  const before = await storage.query.balanceAt(tenant, id as AccountId, (paid?.entry.created ?? 0) - 1)
  expect(before).toMatchObject({ balance: 100n, disabled: false })
})
