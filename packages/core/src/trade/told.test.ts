/** Who hears of trades: each fill that leaves an order open, and each order that has been traded as a whole. */
import { expect, it } from 'vitest'
import type { ApiKeyId, CustomerId } from '../ids.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { subscribe } from '../subscription/decide.js'
import { WEBHOOKS } from '../webhook/table.js'
import { cancelTrade, finishTrade, placeTrade } from './decide.js'
import { expireTrade, settleAgreement } from './future.js'
import { AGREEMENTS, FILLS } from './table.js'
import { order, place, type Trader, terms, trader } from './trade.fixture.js'

function hear(ledger: TestLedger, customer: CustomerId, url = 'https://example.com/hook'): void {
  for (const type of ['CUSTOMER_TRADE_MATCH', 'CUSTOMER_PARTIAL_TRADE_MATCH'] as const)
    ledger.must(subscribe, {
      tenant: TENANT,
      apiKey: 'key' as ApiKeyId,
      network: 'testnet',
      plan: 'paid',
      type,
      object: customer,
      attr: {},
      consumer: null,
      secret: 'secret',
      url,
    })
}

const told = (ledger: TestLedger) =>
  [...ledger.kept.all(WEBHOOKS)].map(({ type, object, body }) => ({ type, object, ...JSON.parse(body) }))

it('tells the maker of its part, and the taker of the whole, in the documented words', () => {
  const ledger = new TestLedger()
  const [maker, taker, stranger] = ['maker', 'taker', 'stranger'].map((name) => trader(ledger, name))
  if (maker === undefined || taker === undefined || stranger === undefined) return expect.fail('no traders')
  for (const { customer } of [maker, taker, stranger]) hear(ledger, customer)
  const sold = place(ledger, 'SELL', '10', '3', maker)
  expect(told(ledger)).toEqual([])
  const bought = place(ledger, 'BUY', '12', '1', taker)
  const common = { created: ledger.now, pair: 'BTC/EUR', fee: null, feeAccountId: null }
  const accountsOf = ({ account1, account2 }: Trader) => ({
    currency1AccountId: account1,
    currency2AccountId: account2,
  })
  const whole = { ...common, type: 'BUY', id: bought, amount: '1', price: '12', isMaker: false }
  const part = {
    ...common,
    type: 'SELL',
    id: sold,
    amount: '1',
    price: '10',
    orderAmount: '3',
    isMaker: true,
  }
  const webhooks = [...ledger.kept.all(WEBHOOKS)]
  expect(webhooks.map(({ type, object }) => [type, object])).toEqual([
    ['CUSTOMER_TRADE_MATCH', taker.customer],
    ['CUSTOMER_PARTIAL_TRADE_MATCH', maker.customer],
  ])
  expect(webhooks.map(({ body }) => JSON.parse(body))).toEqual([
    { ...whole, ...accountsOf(taker) },
    { ...part, ...accountsOf(maker) },
  ])
  place(ledger, 'BUY', '10', '2', stranger)
  expect(told(ledger).slice(2)).toMatchObject([
    { id: sold, amount: '3', price: '10', object: maker.customer },
    { amount: '2', object: stranger.customer },
  ])
})

it('says of each fill whether the order waited then, in however many units of work it is matched', () => {
  const ledger = new TestLedger()
  const [maker, taker] = [trader(ledger, 'maker'), trader(ledger, 'taker')]
  for (let number = 0; number < 100; number++) hear(ledger, taker.customer, `https://example.com/${number}`)
  for (let number = 0; number < 12; number++) place(ledger, 'SELL', '1', '1', maker)
  expect(ledger.must(placeTrade, order('BUY', '1', '13.5', taker))).toMatchObject({ isMatching: true })
  while (ledger.must(finishTrade, { tenant: TENANT, pair: 'BTC/EUR' }).isMatching);
  place(ledger, 'SELL', '1', '1', maker)
  place(ledger, 'SELL', '1', '1', maker)
  const heard = [...ledger.kept.all(WEBHOOKS)].filter(({ url }) => url === 'https://example.com/0')
  const bodies = heard.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ isMaker, amount }) => [isMaker, amount])).toEqual([
    ...Array.from({ length: 12 }, () => [false, '1']),
    [true, '1'],
    [true, '13.5'],
  ])
})

it('tells nobody of an order that is cancelled', () => {
  const ledger = new TestLedger()
  const one = trader(ledger, 'one')
  const other = trader(ledger, 'other')
  hear(ledger, one.customer)
  const sold = place(ledger, 'SELL', '10', '3', one)
  place(ledger, 'BUY', '10', '1', other)
  ledger.must(cancelTrade, { tenant: TENANT, trade: sold })
  const own = place(ledger, 'BUY', '1', '1', one)
  // Nobody trades with himself: the one that waited is cancelled.
  place(ledger, 'SELL', '1', '1', one)
  expect(told(ledger).map(({ id, amount }) => [id, amount])).toEqual([[sold, '1']])
  expect(own).not.toBe(sold)
})

it('tells of futures when they are matched, and of what nobody matched when it expires', () => {
  const ledger = new TestLedger()
  const [one, other] = [trader(ledger, 'one'), trader(ledger, 'other')]
  for (const { customer } of [one, other]) hear(ledger, customer)
  const agreed = terms(ledger)
  const sold = place(ledger, 'FUTURE_SELL', '10', '3', one, { terms: agreed })
  const bought = place(ledger, 'FUTURE_BUY', '10', '1', other, { terms: agreed })
  const alone = place(ledger, 'FUTURE_BUY', '1', '2', other, { terms: agreed })
  ledger.now = agreed.sealDate
  for (const trade of [sold, bought, alone]) ledger.must(expireTrade, { tenant: TENANT, trade })
  for (const { id } of ledger.kept.all(AGREEMENTS))
    ledger.must(settleAgreement, { tenant: TENANT, agreement: id })
  const expired = { expiredWithoutMatch: true }
  const [whole, part] = ['CUSTOMER_TRADE_MATCH', 'CUSTOMER_PARTIAL_TRADE_MATCH']
  expect(told(ledger)).toMatchObject([
    { object: other.customer, id: bought, amount: '1' },
    { object: one.customer, id: sold, amount: '1', orderAmount: '3' },
    { object: one.customer, id: sold, amount: '2', orderAmount: '3', ...expired },
    { object: other.customer, id: alone, amount: '2', ...expired },
  ])
  expect([...ledger.kept.all(WEBHOOKS)].map(({ type }) => type)).toEqual([whole, part, part, whole])
})

it('writes about a thousand webhooks in a unit of work, and goes on in the next', () => {
  const ledger = new TestLedger()
  const [maker, taker] = [trader(ledger, 'maker'), trader(ledger, 'taker')]
  for (let number = 0; number < 100; number++) hear(ledger, maker.customer, `https://example.com/${number}`)
  for (let number = 0; number < 12; number++) place(ledger, 'SELL', '1', '1', maker)
  const placed = ledger.must(placeTrade, order('BUY', '1', '13', taker))
  expect(placed).toMatchObject({ count: 5, isMatching: true })
  const on = { tenant: TENANT, pair: 'BTC/EUR' }
  expect(ledger.must(finishTrade, on)).toMatchObject({ count: 5, isMatching: true })
  expect(ledger.must(finishTrade, on)).toMatchObject({ count: 2, isMatching: false })
  expect(told(ledger)).toHaveLength(12 * 100)
  expect([...ledger.kept.all(FILLS)]).toHaveLength(12)
})
