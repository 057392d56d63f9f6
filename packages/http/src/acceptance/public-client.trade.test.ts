/** The public client (see public-client.test.ts) on the order book. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { operations } from '@tallystick/operations'
import {
  OrderBookService as book,
  NotificationSubscriptionsService as subscriptions,
  TatumApi,
} from '@tatumio/api-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { field, fund, KEY, type Running, startService } from '../service.fixture.js'
import { notReached, refusalOf } from './client.fixture.js'

interface Trader {
  readonly currency1AccountId: string
  readonly currency2AccountId: string
}

let service: Running
let alice: Trader
let bob: Trader

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  service = await startService({ engine: { webhooks: { allow: ['127.0.0.0/8'] } } })
  TatumApi(KEY, service.url)
  const opened = async (currency: string, externalId: string) =>
    field(
      await service.call('POST', '/v3/ledger/account', { body: { currency, customer: { externalId } } }),
      'id',
    )
  const gold = await fund(service, { name: 'VC_GOLD', externalId: 'alice' })
  const coins = await fund(service, { name: 'VC_COIN', externalId: 'bob' })
  const pay = (senderAccountId: string, recipientAccountId: string) =>
    service.call('POST', '/v3/ledger/transaction', {
      body: { senderAccountId, recipientAccountId, amount: '100' },
    })
  await pay(gold.sender, gold.recipient)
  await pay(coins.sender, coins.recipient)
  alice = { currency1AccountId: gold.recipient, currency2AccountId: await opened('VC_COIN', 'alice') }
  bob = { currency1AccountId: await opened('VC_GOLD', 'bob'), currency2AccountId: coins.recipient }
})
afterAll(() => service.close())

const pair = 'VC_GOLD/VC_COIN'
const order = (type: 'BUY' | 'SELL', price: string, amount: string, of: Trader) =>
  ({ type, price, amount, pair, ...of }) as never
const placed = async (call: PromiseLike<{ id?: string }>) => (await call).id ?? ''
const balanceOf = async (id: string) => (await service.call('GET', `/v3/ledger/account/${id}`)).body

test('sells, buys a part, lists, cancels, and shows prices', async () => {
  const sold = await placed(book.storeTrade(order('SELL', '2', '10', alice)))
  const bought = await placed(book.storeTrade(order('BUY', '3', '4', bob)))
  const waiting = {
    id: sold,
    type: 'SELL',
    price: '2',
    amount: '10',
    fill: '4',
    pair,
    isMaker: true,
    ...alice,
  }
  expect(await book.getTradeById(sold)).toEqual({
    ...waiting,
    created: expect.any(Number),
  })
  expect(await balanceOf(bob.currency1AccountId)).toMatchObject({ balance: { accountBalance: '4' } })
  expect(await balanceOf(bob.currency2AccountId)).toMatchObject({
    // At the price of the order that waited, with nothing of the surplus kept.
    balance: { accountBalance: '92', availableBalance: '92' },
  })
  expect(await book.getSellTrades(50, alice.currency1AccountId)).toMatchObject([waiting])
  expect(await book.getSellTradesBody({ pageSize: 50, pair })).toMatchObject([waiting])
  expect(await book.getBuyTrades(50)).toEqual([])
  const bid = await placed(book.storeTrade(order('BUY', '1', '1', bob)))
  const price = [{ op: 'lt', value: '2' }] as never
  expect(await book.getBuyTradesBody({ pageSize: 50, price })).toMatchObject([{ id: bid }])
  expect(await book.getHistoricalTrades(50, undefined, undefined, 0, false, ['BUY', 'SELL'])).toMatchObject([
    { id: bought, fill: '4', amount: '4' },
  ])
  for (const body of [{ pageSize: 50 }, undefined]) {
    expect(await book.getHistoricalTradesBody(body)).toMatchObject([{ id: bought }])
  }
  expect(await book.getHistoricalTradesBody({ count: true } as never)).toBe(1)
  expect(
    await book.chartRequest({ pair, from: 0, to: Date.now() + 1_000, timeFrame: 'YEAR' as never }),
  ).toMatchObject([{ open: '2', close: '2', high: '2', low: '2', volume: '4' }])
  await book.deleteTrade(bid)
  expect(await refusalOf(book.deleteTrade(bid))).toEqual([403, 'trade.not.exists'])
  await book.deleteAccountTrades(alice.currency1AccountId)
  expect(await book.getSellTrades(50)).toEqual([])
  expect(await balanceOf(alice.currency1AccountId)).toMatchObject({
    balance: { accountBalance: '96', availableBalance: '96' },
  })
})

test('futures wait, are matched, and change hands at their seal date', async () => {
  const attr = { sealDate: Date.now() + 3_600_000, percentBlock: 10, percentPenalty: 50 }
  const future = (type: 'FUTURE_BUY' | 'FUTURE_SELL', amount: string, of: Trader) =>
    placed(book.storeTrade({ type, price: '2', amount, pair, ...of, attr } as never))
  const sold = await future('FUTURE_SELL', '10', alice)
  expect(await book.getSellTradesBody({ pageSize: 50, tradeType: 'FUTURE_SELL' as never })).toMatchObject([
    { id: sold, type: 'FUTURE_SELL', fill: '0', attr },
  ])
  expect(await balanceOf(alice.currency1AccountId)).toMatchObject({
    balance: { accountBalance: '96', availableBalance: '95' },
  })
  const bought = await future('FUTURE_BUY', '10', bob)
  expect(await book.getMatchedTrades({ pageSize: 50 })).toMatchObject([{ id: bought }, { id: sold }])
  expect(await book.getMatchedTrades({ count: true, pageSize: 1 })).toBe(2)
  const late = book.storeTrade({
    ...{ type: 'FUTURE_BUY', price: '2', amount: '1', pair, ...bob, attr: { sealDate: 1 } },
  } as never)
  expect(await refusalOf(late)).toEqual([403, 'trade.terms'])
})

test('a customer hears of his trade at his receiver, with a valid signature', async () => {
  const { Webhook } = createRequire(new URL('../../../webhooks/package.json', import.meta.url))(
    'standardwebhooks',
  ) as { Webhook: new (secret: string) => { verify(body: string, headers: object): unknown } }
  const got: unknown[] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    got.push(new Webhook(secret).verify(body, request.headers))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { body } = await service.call('GET', `/v3/ledger/account/${bob.currency1AccountId}`)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const attr = { id: String(Reflect.get(body as object, 'customerId')), url }
  const made = await subscriptions.createSubscription({ type: 'CUSTOMER_TRADE_MATCH', attr } as never)
  secret = String(Reflect.get(made, 'secret'))
  await placed(book.storeTrade(order('SELL', '2', '1', alice)))
  const bought = await placed(book.storeTrade(order('BUY', '2', '1', bob)))
  await expect
    .poll(() => got, { timeout: 20_000 })
    .toMatchObject([{ id: bought, type: 'BUY', amount: '1', price: '2', pair, isMaker: false }])
})

test('the client has been through every route, with success', async () => {
  const own = operations.filter(({ area }) => area === 'Order Book')
  expect(await notReached(service, own)).toEqual([])
})
