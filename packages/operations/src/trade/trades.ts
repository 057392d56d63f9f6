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
import Type, { type TObject, type TProperties } from 'typebox'
import { Id } from '../ledger/models/account.js'
import { type ArgsOf, empty, type None, type OperationSpec, operation } from '../operation.js'
import { perItem, unstated } from '../price.js'
import { toAmountText } from '../wire/args.js'
import { optional, PathId } from '../wire/fields.js'
import { chart } from './chart.js'
import { type ListArgs, type Listed, listTrades, presentTrade } from './list.js'
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

const buying = ({ tradeType }: ListArgs & { readonly tradeType?: string }): Listed => ({
  state: 'open',
  types: tradeType === undefined ? ['BUY', 'FUTURE_BUY'] : [tradeType],
})
const selling = ({ tradeType }: ListArgs & { readonly tradeType?: string }): Listed => ({
  state: 'open',
  types: tradeType === undefined ? ['SELL', 'FUTURE_SELL'] : [tradeType],
})
/** As in other lists, an empty condition is none. */
const ended = ({ types = [] }: Ended): Listed => ({
  state: 'ended',
  types:
    types.length === 0
      ? ['BUY', 'SELL', 'FUTURE_BUY', 'FUTURE_SELL']
      : typeof types === 'string'
        ? [types]
        : types,
})
interface Ended extends ListArgs {
  readonly types?: string | readonly string[]
}

/** A list of orders: a POST with a body, or the GET that clients 1.x call in its place. */
const tradeList = <Q extends TProperties = None, B extends TObject | null = null>({
  filter,
  ...spec
}: Pick<
  OperationSpec<None, Q, B, typeof TradesOrCount>,
  'id' | 'path' | 'summary' | 'query' | 'body' | 'bodyOptional'
> & {
  readonly filter: (args: ArgsOf<None, Q, B>) => Listed
}) =>
  operation<None, Q, B, typeof TradesOrCount>({
    ...spec,
    area: 'Order Book',
    method: spec.body == null ? 'GET' : 'POST',
    description:
      spec.body == null
        ? `Tallystick's own, for clients 1.x: as the POST of the same path, which has more conditions.`
        : 'The newest first, unless sorted. With count, the number of orders instead.',
    price: unstated(1),
    output: TradesOrCount,
    errors: [],
  }).read((context, args) =>
    listTrades(spec.id, context, filter(args), args, spec.body == null ? 'query' : 'body'),
  )

export const getMatchedTrades = tradeList({
  id: 'getMatchedTrades',
  path: `${TRADE}/matched`,
  summary: 'Lists futures that are matched and wait for their seal date',
  body: ListMatched,
  filter: ({ type }: ListArgs & { readonly type?: string }) => ({
    state: 'matched',
    types: type === undefined ? ['FUTURE_BUY', 'FUTURE_SELL'] : [type],
  }),
})

export const getBuyTradesBody = tradeList({
  id: 'getBuyTradesBody',
  path: `${TRADE}/buy`,
  summary: 'Lists open orders that buy',
  body: ListBuys,
  filter: buying,
})

export const getSellTradesBody = tradeList({
  id: 'getSellTradesBody',
  path: `${TRADE}/sell`,
  summary: 'Lists open orders that sell',
  body: ListSells,
  filter: selling,
})

export const getHistoricalTradesBody = tradeList({
  id: 'getHistoricalTradesBody',
  path: `${TRADE}/history`,
  summary: 'Lists orders that ended, traded or cancelled',
  body: ListHistory,
  bodyOptional: true,
  filter: ended,
})

export const getBuyTrades = tradeList({
  id: 'getBuyTrades',
  path: `${TRADE}/buy`,
  summary: 'Lists open orders that buy',
  query: { ...listQuery, tradeType: BuyType },
  filter: buying,
})

export const getSellTrades = tradeList({
  id: 'getSellTrades',
  path: `${TRADE}/sell`,
  summary: 'Lists open orders that sell',
  query: { ...listQuery, tradeType: SellType },
  filter: selling,
})

export const getHistoricalTrades = tradeList({
  id: 'getHistoricalTrades',
  path: `${TRADE}/history`,
  summary: 'Lists orders that ended',
  query: { ...listQuery, types: Types },
  filter: ended,
})

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
