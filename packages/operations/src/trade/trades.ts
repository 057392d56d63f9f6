import {
  type AccountId,
  cancelTrade,
  cancelTrades,
  type Decimal,
  type FutureTerms,
  type PlaceTrade,
  placeTrade,
  plainDecimal,
  type TenantId,
  type Timestamp,
  type TradeId,
  tradeKey,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { Id } from '../ledger/models/account.js'
import { empty, operation } from '../operation.js'
import { perItem, unstated } from '../price.js'
import { toAmountText } from '../wire/args.js'
import { optional, PathId } from '../wire/fields.js'
import { chart } from './chart.js'
import { type Listed, listTrades, presentTrade } from './list.js'
import {
  BuyType,
  Chart,
  ChartRequest,
  CreateFutureTrade,
  CreateTrade,
  ListBuys,
  ListHistory,
  ListMatched,
  ListSells,
  listQuery,
  SellType,
  Trade,
  TradesOrCount,
  Types,
} from './models.js'

const TRADE = '/v3/trade'

const counted = (_args: unknown, count: unknown): number => (typeof count === 'number' ? count : 0)

const PLACING = [
  'trade.currency1AccountId.not.exists',
  'trade.currency1AccountId.frozen',
  'trade.currency1AccountId.customer.disabled',
  'trade.currency1.pair',
  'trade.currency2AccountId.not.exists',
  'trade.currency2AccountId.frozen',
  'trade.currency2AccountId.customer.disabled',
  'trade.currency2.pair',
  'trade.feeAccount',
  'trade.currency.fee',
  'amount.format',
  'rate.not.found',
  'trade.currency1.balance',
  'trade.currency2.balance',
] as const

const identified = (id: string | null) => ({ id: id ?? '' })

const percent = (value = 0): Decimal => plainDecimal(String(value)) as Decimal

interface Placing {
  readonly type: PlaceTrade['type']
  readonly pair: string
  readonly price: string
  readonly amount: string
  readonly currency1AccountId: string
  readonly currency2AccountId: string
  readonly fee?: number
  readonly feeAccountId?: string
}

/** An order as the wire has it. */
const placing = (args: Placing, tenant: TenantId, terms: FutureTerms | null): PlaceTrade => ({
  tenant,
  type: args.type,
  pair: args.pair,
  price: toAmountText(args.price),
  amount: toAmountText(args.amount),
  account1: args.currency1AccountId as AccountId,
  account2: args.currency2AccountId as AccountId,
  fee: args.fee === undefined ? null : plainDecimal(String(args.fee)),
  feeAccount: (args.feeAccountId ?? null) as AccountId | null,
  terms,
})

export const createTrade = operation({
  id: 'createTrade',
  area: 'Order Book',
  method: 'POST',
  path: TRADE,
  summary: 'Places a limit order',
  description:
    'Matches the order with those that wait: the best price first, then the one that came first, at its price. What is left waits in the book. A blockage of type TRADE holds what it may still cost.',
  price: perItem(2, 2, 'fill', counted),
  body: CreateTrade,
  output: Id,
  errors: PLACING,
}).traded(placeTrade, (args, { tenant }) => placing(args, tenant, null), identified)

export const createFutureTrade = operation({
  id: 'createFutureTrade',
  area: 'Order Book',
  method: 'POST',
  path: TRADE,
  discriminators: ['attr'],
  summary: 'Places a future',
  description:
    'Is matched as a limit order, with futures of the same attr only. Nothing moves before the seal date; until then each side blocks a percentage. Then the two exchange what both have; who has less than he promised pays a penalty.',
  price: unstated(2),
  body: CreateFutureTrade,
  output: Id,
  errors: ['trade.terms', ...PLACING],
}).traded(
  placeTrade,
  ({ attr, ...args }, { tenant }) =>
    placing(args, tenant, {
      sealDate: attr.sealDate as Timestamp,
      percentBlock: percent(attr.percentBlock),
      percentPenalty: percent(attr.percentPenalty),
    }),
  identified,
  ({ futures }, { attr }) => futures.wake(attr.sealDate as Timestamp),
)

export const deleteTrade = operation({
  id: 'deleteTrade',
  area: 'Order Book',
  method: 'DELETE',
  path: `${TRADE}/{id}`,
  summary: 'Cancels an open order',
  description: 'What it has traded stays; what it blocks is released.',
  price: unstated(1),
  params: { id: PathId },
  output: null,
  errors: ['trade.not.exists'],
}).traded(cancelTrade, (args, { tenant }) => ({ tenant, trade: args.id as TradeId }), empty)

export const deleteAccountTrades = operation({
  id: 'deleteAccountTrades',
  area: 'Order Book',
  method: 'DELETE',
  path: `${TRADE}/account/{id}`,
  summary: 'Cancels all open orders of an account',
  description: 'Those that pay from the account, and those that would pay to it.',
  price: perItem(1, 1, 'cancelled order', counted),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists'],
}).traded(cancelTrades, (args, { tenant }) => ({ tenant, account: args.id as AccountId }), empty)

export const getTradeById = operation({
  id: 'getTradeById',
  area: 'Order Book',
  method: 'GET',
  path: `${TRADE}/{id}`,
  summary: 'Returns an order, open or ended',
  price: unstated(1),
  params: { id: PathId },
  output: Trade,
  errors: ['trade.not.exists'],
}).read(async ({ engine, caller }, { id }) => {
  const trade = await engine.query.find(tradeKey(caller.tenant, id as TradeId))
  if (trade === undefined) throw new Rejected({ code: 'trade.not.exists', detail: id })
  return presentTrade(trade)
})

const buying = (type: string | undefined): Listed => ({
  state: 'open',
  types: type === undefined ? ['BUY', 'FUTURE_BUY'] : [type],
})
const selling = (type: string | undefined): Listed => ({
  state: 'open',
  types: type === undefined ? ['SELL', 'FUTURE_SELL'] : [type],
})
const matched = (type: string | undefined): Listed => ({
  state: 'matched',
  types: type === undefined ? ['FUTURE_BUY', 'FUTURE_SELL'] : [type],
})
/** As in other lists, an empty condition is none. */
const ended = (types: readonly string[] = []): Listed => ({
  state: 'ended',
  types: types.length === 0 ? ['BUY', 'SELL', 'FUTURE_BUY', 'FUTURE_SELL'] : types,
})

const list = {
  area: 'Order Book',
  description: 'The newest first, unless sorted. With count, the number of orders instead.',
  output: TradesOrCount,
  errors: [],
} as const

export const getMatchedTrades = operation({
  ...list,
  id: 'getMatchedTrades',
  method: 'POST',
  path: `${TRADE}/matched`,
  summary: 'Lists futures that are matched and wait for their seal date',
  price: unstated(1),
  body: ListMatched,
}).read((context, args) => listTrades('getMatchedTrades', context, matched(args.type), args))

const OWN = `Tallystick's own, for clients 1.x: as the POST of the same path, which has more conditions.`

export const getBuyTradesBody = operation({
  ...list,
  id: 'getBuyTradesBody',
  method: 'POST',
  path: `${TRADE}/buy`,
  summary: 'Lists open orders that buy',
  price: unstated(1),
  body: ListBuys,
}).read((context, args) => listTrades('getBuyTradesBody', context, buying(args.tradeType), args))

export const getSellTradesBody = operation({
  ...list,
  id: 'getSellTradesBody',
  method: 'POST',
  path: `${TRADE}/sell`,
  summary: 'Lists open orders that sell',
  price: unstated(1),
  body: ListSells,
}).read((context, args) => listTrades('getSellTradesBody', context, selling(args.tradeType), args))

export const getHistoricalTradesBody = operation({
  ...list,
  id: 'getHistoricalTradesBody',
  method: 'POST',
  path: `${TRADE}/history`,
  summary: 'Lists orders that ended, traded or cancelled',
  price: unstated(1),
  body: ListHistory,
  bodyOptional: true,
}).read((context, args) => listTrades('getHistoricalTradesBody', context, ended(args.types), args))

export const getBuyTrades = operation({
  ...list,
  description: OWN,
  id: 'getBuyTrades',
  method: 'GET',
  path: `${TRADE}/buy`,
  summary: 'Lists open orders that buy',
  price: unstated(1),
  query: { ...listQuery, tradeType: BuyType },
}).read((context, args) => listTrades('getBuyTrades', context, buying(args.tradeType), args))

export const getSellTrades = operation({
  ...list,
  description: OWN,
  id: 'getSellTrades',
  method: 'GET',
  path: `${TRADE}/sell`,
  summary: 'Lists open orders that sell',
  price: unstated(1),
  query: { ...listQuery, tradeType: SellType },
}).read((context, args) => listTrades('getSellTrades', context, selling(args.tradeType), args))

export const getHistoricalTrades = operation({
  ...list,
  description: OWN,
  id: 'getHistoricalTrades',
  method: 'GET',
  path: `${TRADE}/history`,
  summary: 'Lists orders that ended',
  price: unstated(1),
  query: {
    ...listQuery,
    types: Types,
  },
}).read((context, args) =>
  listTrades(
    'getHistoricalTrades',
    context,
    ended(typeof args.types === 'string' ? [args.types] : args.types),
    args,
  ),
)

export const chartRequest = operation({
  id: 'chartRequest',
  area: 'Order Book',
  method: 'POST',
  path: `${TRADE}/chart`,
  summary: 'Returns prices of a pair over time',
  description:
    'At most 200 points: the first ones from `from` on, or the last ones until `to` if direction is desc. Spans without a trade have no point. Spans begin in UTC.',
  price: unstated(2),
  query: { direction: optional(Type.Enum(['asc', 'desc'])) },
  body: ChartRequest,
  output: Type.Array(Chart),
  errors: [],
}).read((context, { direction = 'asc', ...asked }) => chart(context, asked, direction))
