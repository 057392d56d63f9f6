/** Lists of orders go on from a cursor, whatever is placed, cancelled or matched meanwhile. */
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { each, nextCursor } from '@tallystick/api'
import { type Table, TRADES } from '@tallystick/core'
import type { Page } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger, refusal, type TestLedger } from '../ledger.fixture.js'

/** Of a thousand orders each. */
const PAGES = 100

type Ledger = TestLedger['ledger']

async function trader(ledger: Ledger) {
  const { id } = await ledger.createAccount({ currency: 'EUR' })
  await deposit(ledger, id, '10000', { currency: 'EUR' })
  return { currency1AccountId: await fundedAccount(ledger, '1'), currency2AccountId: id }
}

it('by cursors, each order is listed once: of all, of an account, and with conditions', async () => {
  const { ledger } = openLedger()
  const [one, other] = [await trader(ledger), await trader(ledger)]
  const buy = (price: number, accounts = one) =>
    ledger.createTrade({ type: 'BUY', price: `${price}`, amount: '0.1', pair: 'BTC/EUR', ...accounts })
  const ids: string[] = []
  for (let price = 1; price <= 12; price++) {
    const { id } = await buy(price, price % 3 === 0 ? other : one)
    ids.unshift(id)
  }
  const own = ids.filter((_, index) => (12 - index) % 3 !== 0)
  const walk = async (args: Omit<NonNullable<Parameters<Ledger['getBuyTradesBody']>[0]>, 'count'>) => {
    const found: string[] = []
    for await (const { id } of each(ledger.getBuyTradesBody, args)) {
      found.push(id)
      // Comes before all others, and moves every offset.
      if (found.length === 3) await ledger.deleteTrade(await buy(1))
      if (found.length === 4) await buy(1)
    }
    return found
  }
  for (const pageSize of [1, 2, 5, 50]) {
    const before = ids.length
    const listed = await walk({ pageSize })
    expect(listed.slice(-before)).toEqual(ids)
    const latest = (await ledger.getBuyTradesBody({ pageSize: 50 })) as { id: string }[]
    const news = latest.map(({ id }) => id).filter((id) => !ids.includes(id))
    ids.unshift(...news)
    own.unshift(...news)
    expect(listed).toEqual(pageSize === 50 ? ids.slice(1) : ids.slice(-before))
  }
  for (const id of [one.currency1AccountId, one.currency2AccountId]) {
    const found = await walk({ id, pageSize: 3 })
    expect(found).toEqual(own)
    const [latest] = (await ledger.getBuyTradesBody({ pageSize: 1 })) as { id: string }[]
    own.unshift(latest?.id ?? '')
  }
  const price = [{ op: 'gt' as const, value: '6' }]
  expect(await walk({ pageSize: 2, price })).toEqual(ids.slice(-12, -6))
})

it('a number is no list: each says so', async () => {
  const { ledger } = openLedger()
  // @ts-expect-error it answers a number
  const walk = each(ledger.getHistoricalTrades, { count: true })
  await expect(walk.next()).rejects.toThrow('leave out count')
})

it('a list that has no cursors is not taken for its first page: each says so', async () => {
  const { ledger } = openLedger()
  const one = await trader(ledger)
  for (const price of ['1', '2'])
    await ledger.createTrade({ type: 'BUY', price, amount: '1', pair: 'BTC/EUR', ...one })
  const orders = each(ledger.getBuyTradesBody, { pageSize: 2, sort: ['PRICE_ASC'] })
  await expect(orders.next()).rejects.toThrow('leave out sortBy and sort')
  const accounts = each(ledger.getAccounts, { pageSize: 1, sortBy: 'account_balance' })
  await expect(accounts.next()).rejects.toThrow('leave out sortBy and sort')
  const few = each(ledger.getAccounts, { sortBy: 'account_balance' })
  expect((await few.next()).done).toBe(false)
})

it('of a customer are those of which one account or both are his, each once', async () => {
  const { ledger } = openLedger()
  const account = async (currency: string, externalId?: string) => {
    const customer = externalId === undefined ? {} : { customer: { externalId } }
    const { id, customerId = '' } = await ledger.createAccount({ currency, ...customer })
    await deposit(ledger, id, '100', { currency })
    return { id, customerId }
  }
  const [a1, a2, b1, b2] = [
    await account('USD', 'a'),
    await account('EUR', 'a'),
    await account('USD', 'b'),
    await account('EUR', 'b'),
  ]
  const [nobody1, nobody2] = [await account('USD'), await account('EUR')]
  const placed = new Map<string, string>()
  for (const [name, first, second] of [
    ['a a', a1, a2],
    ['a b', a1, b2],
    ['b a', b1, a2],
    ['a -', a1, nobody2],
    ['- b', nobody1, b2],
    ['- -', nobody1, nobody2],
  ] as const) {
    const accounts = { currency1AccountId: first.id, currency2AccountId: second.id }
    const { id } = await ledger.createTrade({
      ...{ type: 'BUY', price: '1', amount: '1', pair: 'USD/EUR' },
      ...accounts,
    })
    placed.set(id, name)
  }
  const listed = async (customerId: string, args: object = {}) => {
    const found = (await ledger.getBuyTradesBody({ pageSize: 50, customerId, ...args })) as { id: string }[]
    return found.map(({ id }) => placed.get(id))
  }
  expect(await listed(a1.customerId)).toEqual(['a -', 'b a', 'a b', 'a a'])
  expect(await listed(b1.customerId)).toEqual(['- b', 'b a', 'a b'])
  expect(await listed(b1.customerId, { pageSize: 1, offset: 1 })).toEqual(['b a'])
  expect(await listed(b1.customerId, { id: a2.id })).toEqual(['b a'])
  expect(await ledger.getBuyTradesBody({ pageSize: 50, customerId: b1.customerId, count: true })).toBe(3)
})

it('a cursor is refused for another list, another order and other conditions', async () => {
  const { ledger } = openLedger()
  const own = await trader(ledger)
  for (const price of ['1', '2'])
    await ledger.createTrade({ type: 'BUY', price, amount: '0.1', pair: 'BTC/EUR', ...own })
  const cursor = nextCursor(await ledger.getBuyTradesBody({ pageSize: 1 })) ?? ''
  expect(await ledger.getBuyTradesBody({ pageSize: 1, cursor })).toMatchObject([{ price: '1' }])
  expect(await ledger.getBuyTradesBody({ pageSize: 1, cursor: '', sort: [] }).catch(String)).toContain(
    'cursor',
  )
  expect(nextCursor(await ledger.getBuyTradesBody({ pageSize: 1, sort: ['PRICE_ASC'] }))).toBeUndefined()
  // Counts all, as with an offset.
  const counted = nextCursor(await ledger.getBuyTrades({ pageSize: 1, count: false })) ?? ''
  expect(await ledger.getBuyTrades({ pageSize: 1, count: true })).toBe(2)
  const inQuery = await refusal(ledger.getBuyTrades({ pageSize: 1, cursor }))
  expect(inQuery.rejection.violations).toMatchObject([{ target: 'query', property: 'cursor' }])
  for (const call of [
    ledger.getSellTradesBody({ pageSize: 1, cursor }),
    ledger.getBuyTradesBody({ pageSize: 1, cursor: counted }),
    ledger.getBuyTradesBody({ pageSize: 1, cursor, offset: 1 }),
    ledger.getBuyTradesBody({ pageSize: 1, cursor, pair: 'BTC/EUR' }),
    ledger.getBuyTradesBody({ pageSize: 1, cursor, sort: ['PRICE_ASC'] }),
  ]) {
    const { code, rejection } = await refusal(call)
    const where = { target: 'body', property: 'cursor' }
    expect([code, rejection.violations]).toMatchObject(['validation.failed', [where]])
  }
})

const MANY = 999

it.each<[how: string, Partial<Parameters<Ledger['getBuyTradesBody']>[0]>, reads: number]>([
  ['counted', { count: true }, 1],
  ['behind all of them', { offset: MANY }, 1],
  ['sorted', { sort: ['PRICE_ASC', 'FEE_DESC', 'PRICE_DESC'] }, 2],
])(
  'whatever a list asks, it looks at few orders at once, and reads a field of each once: %s',
  async (_, how, reads) => {
    const { ledger, storage } = openLedger()
    await ledger.createTrade({
      ...{ type: 'BUY', price: '1.5', amount: '0.1', pair: 'BTC/EUR' },
      ...(await trader(ledger)),
    })
    const [order] = await storage.query.list(TRADES, {})
    if (order === undefined) expect.fail('no order')
    const seen = { orders: 0, prices: 0 }
    const orders = Array.from({ length: MANY }, (_, at) => ({
      ...order,
      id: String(MANY - at).padStart(3, '0'),
      get type() {
        seen.orders++
        return order.type
      },
      get price() {
        seen.prices++
        return order.price
      },
    }))
    Object.assign(storage.query, { list: async (_: Table, page: Page) => orders.splice(0, page.limit) })
    const all = Array.from({ length: 20 }, () => ({ op: 'neq' as const, value: '+3.14' }))
    const asked = { pageSize: 1, price: all, amount: all, fill: all, created: all, ...how }
    let most = 0
    let ended = false
    const end = ledger.getBuyTradesBody(asked).finally(() => {
      ended = true
    })
    for (let before = 0; !ended; before = seen.orders) {
      await setImmediate()
      most = Math.max(most, seen.orders - before)
    }
    await end
    expect(most).toBeLessThanOrEqual(50)
    // Those that are shown are read again.
    expect(seen.orders - MANY).toBeLessThanOrEqual(1)
    expect(seen.prices - reads * MANY).toBeLessThanOrEqual(1)
  },
)

it('counts and skips without keeping what it has read, and sorts only so far', async () => {
  const { ledger, storage } = openLedger()
  const own = await trader(ledger)
  for (const price of ['3', '1', '2'])
    await ledger.createTrade({ type: 'BUY', price, amount: '0.1', pair: 'BTC/EUR', ...own })
  const [order] = await storage.query.list(TRADES, {})
  if (order === undefined) expect.fail('no order')
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const inUse = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = inUse()
  let pages = 0
  let most = 0
  // No spy: that would keep what it returns.
  const { list } = storage.query
  const thousands = async () => {
    if (pages === PAGES) most = Math.max(most, inUse() - before)
    if (pages++ === PAGES) return []
    return Array.from({ length: 1_000 }, (_, at) => ({ ...order, id: `${pages}/${at}` }))
  }
  Object.assign(storage.query, { list: thousands })
  const read = (args: object) => {
    pages = 0
    return ledger.getBuyTradesBody({ pageSize: 1, ...args })
  }
  expect(await read({ count: true })).toBe(PAGES * 1_000)
  expect(await read({ offset: 2 ** 52 })).toEqual([])
  expect(await read({ sort: ['PRICE_ASC'] })).toHaveLength(1)
  // All of them take 60 MB.
  expect(most).toBeLessThan(10 * 2 ** 20)
  Object.assign(storage.query, { list })
  const { code, rejection } = await refusal(
    ledger.getBuyTradesBody({ pageSize: 1, offset: 10_000, sort: ['PRICE_ASC'] }),
  )
  expect([code, rejection.violations]).toMatchObject(['validation.failed', [{ property: 'sort' }]])
  const sorted = (await ledger.getBuyTradesBody({ pageSize: 2, offset: 1, sort: ['PRICE_ASC'] })) as object[]
  expect(sorted).toMatchObject([{ price: '2' }, { price: '3' }])
})
