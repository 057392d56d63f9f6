/** Futures are settled by themselves, as soon as they are due. */
import {
  AGREEMENTS,
  type Agreement,
  type ApiKeyId,
  type Decimal,
  expireTrade,
  pairKey,
  type TenantId,
  TRADES,
  type Trade,
} from '@tallystick/core'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger, START, type TestLedger } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'

const HOUR = 3_600_000

/** Timers that fire when they are told to. */
class Timers {
  readonly waiting = new Map<() => void, number>()

  readonly scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void, ms: number) => {
      this.waiting.set(run, ms)
      return () => void this.waiting.delete(run)
    },
    elapsed: () => performance.now(),
  }

  fire(): void {
    for (const run of [...this.waiting.keys()]) if (this.waiting.delete(run)) run()
  }
}

async function traders(ledger: Tallystick) {
  const account = async (externalId: string) => {
    const { id } = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
    await deposit(ledger, id, '100', { currency: 'EUR' })
    return { currency1AccountId: await fundedAccount(ledger, '1', externalId), currency2AccountId: id }
  }
  return [await account('seller'), await account('buyer')] as const
}

async function agreed(ledger: Tallystick) {
  const [seller, buyer] = await traders(ledger)
  const order = { price: '100', amount: '1', pair: 'BTC/EUR', attr: { sealDate: START + HOUR } }
  await ledger.createFutureTrade({ type: 'FUTURE_SELL', ...order, ...seller })
  const { id } = await ledger.createFutureTrade({ type: 'FUTURE_BUY', ...order, ...buyer })
  return { id, seller }
}

const settledOf = async (ledger: Tallystick) =>
  (await ledger.engine.query.list(AGREEMENTS)).filter(({ state }) => state === 'settled').length

it('the process that has placed a future settles it at its seal date, and not before', async () => {
  const timers = new Timers()
  const { ledger, pass } = openLedger({ scheduler: timers.scheduler })
  const { id, seller } = await agreed(ledger)
  expect(await ledger.getMatchedTrades({ pageSize: 50, type: 'FUTURE_BUY' })).toMatchObject([{ id }])
  pass(HOUR - 1)
  timers.fire()
  // It waits for what is due next, and for no longer.
  await expect.poll(() => [...timers.waiting.values()]).toContain(50)
  expect(await settledOf(ledger)).toBe(0)
  pass(1)
  timers.fire()
  await expect.poll(() => settledOf(ledger)).toBe(1)
  expect(await ledger.getMatchedTrades({ pageSize: 50 })).toEqual([])
  expect(await ledger.getHistoricalTradesBody({ types: ['FUTURE_BUY'] })).toMatchObject([{ id, fill: '1' }])
  expect(await ledger.getHistoricalTradesBody({ types: [] })).toHaveLength(2)
  expect(await ledger.getAccountBalance({ id: seller.currency2AccountId })).toMatchObject({
    accountBalance: '200',
  })
  await ledger.close()
})

it('another process settles what it finds, from its start if it is told to', async () => {
  const first = openLedger()
  await agreed(first.ledger)
  const timers = new Timers()
  const clock = { now: () => START + HOUR }
  const { ledger } = openLedger({
    storage: first.storage,
    scheduler: timers.scheduler,
    clock,
    futures: true,
  })
  timers.fire()
  await expect.poll(() => settledOf(ledger)).toBe(1)
  expect(await ledger.futures.settle()).toEqual({ settled: 0, expired: 0, failed: [] })
  expect((await ledger.verify()).discrepancies).toEqual([])
  await ledger.close()
})

/** As if a defect had written what no rule can compute with. */
const breakAgreement = (storage: Storage, agreement: Agreement) =>
  storage.transact([], (view) => {
    const terms = { ...agreement.terms, percentBlock: 'broken' as Decimal }
    view.apply({ type: 'agreement.updated', agreement: { ...agreement, terms } })
  })

/** Every order of the pair has to finish this one first, which nobody can. */
const breakPair = (storage: Storage, { id, tenant, pair, book, ...trade }: Trade) =>
  storage.transact([pairKey(tenant as TenantId, pair)], (view) => {
    const facing = `SELL ${book?.slice('BUY '.length)}`
    view.apply({ type: 'trade.updated', trade: { ...trade, id, tenant, pair, book, price: 'x' as Decimal } })
    view.apply({ type: 'pair.updated', pair: { tenant, pair, matching: id, facing, sequence: 9 } })
  })

it('futures that cannot be settled hold no other up, and are tried again more and more rarely', async () => {
  const timers = new Timers()
  const warned: string[] = []
  const { ledger, storage, pass } = openLedger({
    scheduler: timers.scheduler,
    warn: (text) => warned.push(text),
  })
  const [seller, buyer] = await traders(ledger)
  const place = (type: 'FUTURE_SELL' | 'FUTURE_BUY', amount: string, hours: number) =>
    ledger.createFutureTrade({
      ...{ type, pair: 'BTC/EUR', price: '1', amount, ...(type === 'FUTURE_SELL' ? seller : buyer) },
      attr: { sealDate: START + hours * HOUR },
    })
  // More than are settled at the same time.
  await place('FUTURE_SELL', '1.01', 1)
  for (let number = 0; number < 101; number++) await place('FUTURE_BUY', '0.01', 1)
  for (const agreement of await storage.query.list(AGREEMENTS)) await breakAgreement(storage, agreement)
  const { currency1AccountId: btc, currency2AccountId: eur } = buyer
  const other = { pair: 'EUR/BTC', price: '0.1', currency1AccountId: eur, currency2AccountId: btc }
  await ledger.createTrade({ type: 'BUY', amount: '1', ...other })
  await ledger.createFutureTrade({
    ...{ type: 'FUTURE_BUY', amount: '1', ...other },
    attr: { sealDate: START + HOUR },
  })
  const [waiting] = await storage.query.list(TRADES, { where: { type: 'BUY' } })
  await breakPair(storage, waiting ?? expect.fail('nothing waits'))
  // Those of other people, with which nothing is wrong.
  await place('FUTURE_SELL', '0.1', 2)
  await place('FUTURE_BUY', '0.2', 2)
  pass(2 * HOUR)
  timers.fire()
  await expect.poll(() => warned).toHaveLength(1)
  expect(warned[0]).toMatch(/^Futures are settled later: 102 of them/)
  expect(await settledOf(ledger)).toBe(1)
  expect(await storage.query.count(TRADES, { state: 'open', pair: 'BTC/EUR' })).toBe(0)
  for (const pause of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await expect.poll(() => [...timers.waiting.values()]).toContain(pause)
    timers.fire()
  }
  await ledger.close()
})

it('a future that is placed while others are settled is settled at its own seal date', async () => {
  const timers = new Timers()
  const storage = memoryStorage()
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { list } = storage.query
  const { ledger, pass } = openLedger({ storage, scheduler: timers.scheduler, futures: true })
  const [, buyer] = await traders(ledger)
  // The answers of what is due next are already old when they come.
  let asked = 0
  storage.query.list = (async (...query: Parameters<typeof list>) => {
    const found = await list.call(storage.query, ...query)
    if (query[1]?.limit !== 1) return found
    asked++
    await held
    return found
  }) as typeof list
  timers.fire()
  await expect.poll(() => asked).toBe(2)
  storage.query.list = list
  await ledger.createFutureTrade({
    ...{ type: 'FUTURE_BUY', pair: 'BTC/EUR', price: '1', amount: '1', attr: { sealDate: START + 20_000 } },
    ...buyer,
  })
  release?.()
  await expect.poll(() => [...timers.waiting.values()]).toEqual([20_000])
  pass(20_000)
  timers.fire()
  await expect.poll(() => storage.query.count(TRADES, { state: 'open' })).toBe(0)
  await ledger.close()
})

describe('what an agreement is paid with is not held by open futures of its seal date', () => {
  /** The seller has just what he has agreed to sell, and offers as much again, which nobody takes. */
  async function promised(open: TestLedger, offers: number, later = 0) {
    const [seller, buyer] = await traders(open.ledger)
    const place = (type: 'FUTURE_SELL' | 'FUTURE_BUY', price: string, amount: string, due = HOUR) =>
      open.ledger.createFutureTrade({
        ...{ type, pair: 'BTC/EUR', price, amount, ...(type === 'FUTURE_SELL' ? seller : buyer) },
        attr: { sealDate: START + due, percentBlock: 40, percentPenalty: 100 },
      })
    await place('FUTURE_SELL', '100', '1', HOUR + later)
    await place('FUTURE_BUY', '100', '1', HOUR + later)
    for (let number = 0; number < offers; number++) await place('FUTURE_SELL', '500', `${1 / offers}`)
    if (later > 0) await place('FUTURE_SELL', '500', '0.25', HOUR + later)
    const got = async () => {
      const { accountBalance } = await open.ledger.getAccountBalance({ id: buyer.currency1AccountId })
      // He had one.
      return Number(accountBalance) - 1
    }
    return { seller, got }
  }

  /** Answers the first question for due futures of the storage, and then lets something happen before they are worked on. */
  function before(storage: Storage, happens: () => Promise<unknown>): Storage {
    let isFirst = true
    const list = (async (...query: Parameters<Storage['query']['list']>) => {
      const found = await storage.query.list(...query)
      if ((query[1] as { readonly by?: string } | undefined)?.by !== 'due' || !isFirst) return found
      isFirst = false
      await happens()
      return found
    }) as Storage['query']['list']
    const query = new Proxy(storage.query, {
      get: (target, name) => (name === 'list' ? list : Reflect.get(target, name)),
    })
    return new Proxy(storage, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
    })
  }

  it('although another process has just ended as many as are looked at together', async () => {
    const first = openLedger()
    const { got } = await promised(first, 250)
    first.pass(HOUR)
    const clock = { now: () => START + HOUR }
    const ahead = async () => {
      const { engine } = first.ledger
      const page = await first.storage.query.list(TRADES, {
        where: { due: { to: START + HOUR } },
        by: 'due',
        limit: 100,
      })
      const caller = { tenant: 'default' as TenantId, apiKey: '' as ApiKeyId }
      for (const { id: trade, tenant } of page)
        await engine.execute({
          ...{ caller, rule: expireTrade, command: { tenant, trade }, price: () => 0, idempotency: null },
          present: () => null,
        })
    }
    const { ledger } = openLedger({ storage: before(first.storage, ahead), clock })
    expect(await ledger.futures.settle()).toEqual({ settled: 1, expired: 150, failed: [] })
    expect(await got()).toBe(1)
    expect((await ledger.verify()).discrepancies).toEqual([])
    await ledger.close()
  })

  it('although it falls due while others are ended', async () => {
    const first = openLedger()
    const { got } = await promised(first, 1, 1)
    first.pass(HOUR)
    let now = START + HOUR
    const passes = async () => {
      now++
    }
    const { ledger } = openLedger({ storage: before(first.storage, passes), clock: { now: () => now } })
    for (let round = 0; round < 2; round++) await ledger.futures.settle()
    expect(await got()).toBe(1)
    await ledger.close()
  })

  it('although one of them cannot be ended: the agreement waits for it', async () => {
    const open = openLedger()
    const { seller, got } = await promised(open, 1)
    const { storage, ledger } = open
    const waits = { pair: 'EUR/BTC', price: '0.1', amount: '1' }
    const [eur, btc] = [seller.currency2AccountId, seller.currency1AccountId]
    const accounts = { currency1AccountId: eur, currency2AccountId: btc }
    const terms = { sealDate: START + HOUR, percentBlock: 100 }
    await ledger.createFutureTrade({ type: 'FUTURE_BUY', ...waits, ...accounts, attr: terms })
    const [, bank] = await traders(ledger)
    await deposit(ledger, btc, '1')
    await ledger.createTrade({ type: 'BUY', ...waits, ...accounts })
    const [waiting] = await storage.query.list(TRADES, { where: { type: 'BUY' } })
    const trade = waiting ?? expect.fail('nothing waits')
    await breakPair(storage, trade)
    await ledger.sendTransaction({
      senderAccountId: btc,
      recipientAccountId: bank.currency1AccountId,
      amount: '0.8',
    })
    open.pass(HOUR)
    expect(await ledger.futures.settle()).toMatchObject({
      settled: 0,
      failed: [{}, {}].map(() => expect.any(String)),
    })
    expect(await got()).toBe(0)
    await storage.transact([pairKey(trade.tenant, trade.pair)], (view) => {
      view.apply({ type: 'trade.updated', trade })
      view.apply({
        type: 'pair.updated',
        pair: { tenant: trade.tenant, pair: trade.pair, matching: null, facing: null, sequence: 9 },
      })
    })
    expect(await ledger.futures.settle()).toMatchObject({ settled: 1, failed: [] })
    await ledger.close()
  })
})
