/** Of world.fixture.ts: a call of each operation of the order book. */

import { deposit, fundedAccount } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'

/** 1 BTC and 1,000 EUR of one customer, and an open order that sells 0.1 BTC for 100 EUR each. */
export interface Trader {
  readonly first: string
  readonly second: string
  readonly order: string
  readonly customer: string
}

interface TraderWorld {
  readonly ledger: Tallystick
  readonly trader: Trader
}

const code = (code: string) => ({ code })
const nothing = { answer: [] }
const listed = { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: nothing } as const

export async function openTrader(ledger: Tallystick): Promise<Trader> {
  const first = await fundedAccount(ledger, '1', 'trader')
  const { id: second } = await ledger.createAccount({ currency: 'EUR', customer: { externalId: 'trader' } })
  await deposit(ledger, second, '1000', { currency: 'EUR' })
  const accounts = { pair: 'BTC/EUR', currency1AccountId: first, currency2AccountId: second }
  const { id: order } = await ledger.createTrade({ type: 'SELL', price: '100', amount: '0.1', ...accounts })
  // A part of it is sold by somebody else.
  await ledger.createTrade({ type: 'BUY', price: '20', amount: '0.2', ...accounts })
  const { id: euro } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.createTrade({
    type: 'SELL',
    price: '10',
    amount: '0.1',
    pair: 'BTC/EUR',
    currency1AccountId: await fundedAccount(ledger, '1'),
    currency2AccountId: euro,
  })
  await agreedFuture(ledger)
  const { id: customer } = await ledger.getCustomerByExternalOrInternalId({ id: 'trader' })
  return { first, second, order, customer }
}

/** Of two others, who wait for its seal date. */
async function agreedFuture(ledger: Tallystick): Promise<void> {
  const attr = { sealDate: ledger.engine.now() + 3_600_000 }
  const order = { price: '2', amount: '1', pair: 'USD/EUR', attr }
  const holding = async (currency: string) => {
    const { id } = await ledger.createAccount({ currency })
    await ledger.fund({ id, amount: '10' })
    return id
  }
  for (const type of ['FUTURE_SELL', 'FUTURE_BUY'] as const) {
    const accounts = { currency1AccountId: await holding('USD'), currency2AccountId: await holding('EUR') }
    await ledger.createFutureTrade({ type, ...order, ...accounts })
  }
}

const onHook = <const Type extends string>(type: Type) =>
  ({
    args: ({ trader }: TraderWorld) => ({
      type,
      attr: { id: trader.customer, url: 'https://example.com/hook' },
    }),
    credits: 12,
    elsewhere: code('customer.internal.not.exists'),
  }) as const

export const TRADES = {
  createSubscriptionTradeMatch: onHook('CUSTOMER_TRADE_MATCH'),
  createSubscriptionPartialTradeMatch: onHook('CUSTOMER_PARTIAL_TRADE_MATCH'),
  createTrade: {
    args: ({ trader }: TraderWorld) => ({
      type: 'BUY' as const,
      price: '+50.5',
      amount: '0.1',
      pair: 'BTC/EUR',
      currency1AccountId: trader.first,
      currency2AccountId: trader.second,
    }),
    credits: 2,
    elsewhere: code('trade.currency1AccountId.not.exists'),
  },
  createFutureTrade: {
    args: ({ trader, ledger }: TraderWorld) => ({
      type: 'FUTURE_SELL' as const,
      price: '+50.5',
      amount: '0.1',
      pair: 'BTC/EUR',
      currency1AccountId: trader.first,
      currency2AccountId: trader.second,
      attr: { sealDate: ledger.engine.now() + 3_600_000, percentBlock: 10, percentPenalty: 50.5 },
    }),
    credits: 2,
    elsewhere: code('trade.currency1AccountId.not.exists'),
  },
  deleteTrade: {
    args: ({ trader }: TraderWorld) => ({ id: trader.order }),
    credits: 1,
    elsewhere: code('trade.not.exists'),
  },
  deleteAccountTrades: {
    args: ({ trader }: TraderWorld) => ({ id: trader.first }),
    credits: 3,
    elsewhere: code('account.not.exists'),
  },
  getTradeById: {
    args: ({ trader }: TraderWorld) => ({ id: trader.order }),
    credits: 1,
    elsewhere: code('trade.not.exists'),
  },
  getBuyTradesBody: listed,
  getSellTradesBody: listed,
  getHistoricalTradesBody: listed,
  getMatchedTrades: listed,
  getBuyTrades: listed,
  getSellTrades: listed,
  getHistoricalTrades: listed,
  chartRequest: {
    args: ({ ledger }: TraderWorld) => ({
      pair: 'BTC/EUR',
      from: 0,
      to: ledger.engine.now(),
      timeFrame: 'DAY' as const,
    }),
    credits: 2,
    elsewhere: nothing,
  },
} as const
