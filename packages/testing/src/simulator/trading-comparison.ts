/** Orders, fills and agreements: as stored, against the model. */
import { AGREEMENTS, FILLS, PAIRS, TRADES, type TradeId } from '@tallystick/core'
import type { Audit } from '@tallystick/engine'
import { everyItem } from '../dump.js'
import type { Labels } from '../labels.js'
import type { TradingModel } from '../model/trading.js'
import { sameLists } from './chain-comparison.js'

const ALL = 1_000_000

/** @throws Difference */
export async function compareTrading(
  audit: Audit,
  { book, matching }: TradingModel,
  labels: Labels,
): Promise<void> {
  const stored = {
    trades: await everyItem(audit, TRADES, ALL),
    fills: await everyItem(audit, FILLS, ALL),
    agreements: await everyItem(audit, AGREEMENTS, ALL),
    pairs: await everyItem(audit, PAIRS, ALL),
  }
  const label = (id: TradeId | null): string => (id === null ? 'none' : labels.label(id))
  sameLists(
    'Orders',
    [...book.orders.values()].map(({ order, rest, state, ended, unsettled, isMaker, held }) =>
      [order.name, order.amount, order.amount - rest, state, ended, unsettled, isMaker, held].join(' '),
    ),
    stored.trades.map(({ id, amount, fill, state, ended, unsettled, isMaker, blocked }) =>
      [label(id), amount, fill, state, ended, unsettled ?? 0, isMaker, blocked].join(' '),
    ),
  )
  sameLists(
    'Fills',
    book.fills.map(({ maker, taker, amount, quote, makerFee, takerFee }) =>
      [maker, taker, amount, quote, makerFee, takerFee].join(' '),
    ),
    stored.fills.map(({ maker, taker, amount, quote, makerFee, takerFee }) =>
      [label(maker), label(taker), amount, quote, makerFee, takerFee].join(' '),
    ),
  )
  sameLists(
    'Agreements of futures',
    [...book.agreements].map(([name, { amount, quote, fee1, fee2, state, moved }]) =>
      [name, amount, quote, fee1, fee2, state, ...moved].join(' '),
    ),
    stored.agreements.map(({ maker, taker, amount, quote, fee1, fee2, state, ...one }) => {
      const moved = [one.sold, one.paid, one.penalty1, one.penalty2, one.charged1, one.charged2]
      return [`${label(maker)}+${label(taker)}`, amount, quote, fee1, fee2, state, ...moved].join(' ')
    }),
  )
  sameLists(
    'Orders that are being matched',
    [...matching].map(([pair, { order }]) => `${pair} ${order.name}`),
    stored.pairs.flatMap(({ tenant, pair, matching: one }) =>
      one === null ? [] : [`${tenant} ${pair} ${label(one)}`],
    ),
  )
}
