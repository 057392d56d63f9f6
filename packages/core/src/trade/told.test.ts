/** Who hears of trades: each fill that leaves an order open, and each order that has been traded as a whole. */
import { expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { recordDeposit } from '../deposit/decide.js'
import type { AccountId, ApiKeyId, CustomerId, TradeId } from '../ids.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { subscribe } from '../subscription/decide.js'
import { WEBHOOKS } from '../webhook/table.js'
import { cancelTrade, placeTrade } from './decide.js'

interface Trader {
  readonly customer: CustomerId
  readonly account1: AccountId
  readonly account2: AccountId
}

function trader(ledger: TestLedger, externalId: string): Trader {
  const open = (currency: string) => {
    const customer = { externalId, accountingCurrency: null, customerCountry: null, providerCountry: null }
    const account = {
      currency,
      xpub: currency === 'BTC' ? `xpub-${externalId}` : null,
      customer,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    }
    const { id } = ledger.must(openAccount, { tenant: TENANT, account }).account
    ledger.must(recordDeposit, {
      tenant: TENANT,
      account: id,
      currency,
      amount: '1000',
      txId: externalId + currency,
      vout: 0,
      address: 'address',
      from: null,
      derivationKey: 0,
      blockHeight: 7,
      blockHash: 'hash',
      status: 'Done',
    })
    return id
  }
  const [account1, account2] = [open('BTC'), open('EUR')]
  const { customer } = ledger.account(account1)
  return { customer: customer ?? expect.fail('no customer'), account1, account2 }
}

function place(ledger: TestLedger, type: 'BUY' | 'SELL', price: string, amount: string, of: Trader): TradeId {
  const { account1, account2 } = of
  const terms = { pair: 'BTC/EUR', fee: null, feeAccount: null, terms: null }
  const { id } = ledger.must(placeTrade, {
    tenant: TENANT,
    type,
    price,
    amount,
    account1,
    account2,
    ...terms,
  })
  return id ?? expect.fail('not placed')
}

function hear(ledger: TestLedger, customer: CustomerId): void {
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
      url: 'https://example.com/hook',
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
