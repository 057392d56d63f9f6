import Type, { type TSchema } from 'typebox'
import { Cursor } from '../wire/cursor.js'
import { AmountText, closed, EpochMs, LedgerId, Offset, optional, PageSize } from '../wire/fields.js'
import { SIGNED_DECIMAL } from '../wire/forms.js'

/** The documented `[A-a-z…]` refuses most names in lower case: a slip of the pen. */
const PairText = Type.String({
  minLength: 3,
  maxLength: 30,
  pattern: '^[A-Za-z0-9_\\-]+/[A-Za-z0-9_\\-]+$',
  title: 'two currencies with a slash between, such as "BTC/EUR"',
  description: 'First and second currency, for example "BTC/EUR"',
})

const newTrade = {
  price: AmountText,
  amount: AmountText,
  pair: PairText,
  currency1AccountId: LedgerId,
  currency2AccountId: LedgerId,
  feeAccountId: optional(LedgerId),
  fee: optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Percent, paid on top, in the currency that the order pays with',
    }),
  ),
}

export const CreateTrade = Type.Object(
  { type: Type.Enum(['BUY', 'SELL']), ...newTrade },
  { ...closed, $id: 'CreateTrade' },
)

const Percent = (description: string) => optional(Type.Number({ minimum: 0, maximum: 100, description }))

const terms = {
  sealDate: Type.Integer({ ...EpochMs, description: 'When the future is settled, in epoch milliseconds' }),
  percentBlock: Percent('How much of its cost each side blocks until then. Default: 0'),
  percentPenalty: Percent(
    'How much of the blocked share somebody pays for what he does not have then. Default: 0',
  ),
}

export const CreateFutureTrade = Type.Object(
  {
    type: Type.Enum(['FUTURE_BUY', 'FUTURE_SELL']),
    ...newTrade,
    attr: Type.Object(terms, { ...closed, $id: 'CreateFutureTradeAttr' }),
  },
  { ...closed, $id: 'CreateFutureTrade' },
)

export const Trade = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['BUY', 'SELL', 'FUTURE_BUY', 'FUTURE_SELL']),
    price: Type.String({ description: 'Of one unit of the first currency, in the second' }),
    amount: Type.String({ description: 'Of the first currency' }),
    pair: Type.String(),
    isMaker: Type.Boolean({ description: 'Whether the order has waited in the book' }),
    fill: Type.String({ description: 'How much of the amount has been traded' }),
    feeAccountId: optional(Type.String()),
    fee: optional(Type.Number({ description: 'Percent' })),
    currency1AccountId: Type.String(),
    currency2AccountId: Type.String(),
    created: Type.Number({ description: 'Epoch milliseconds' }),
    attr: optional(Type.Object(terms, { $id: 'TradeAttr' })),
  },
  { $id: 'Trade' },
)

/** A page, or with `count` the number of all. */
export const TradesOrCount = Type.Union([Type.Array(Trade), Type.Number()])

const Conditions = (description: string) =>
  optional(
    Type.Array(
      Type.Object(
        {
          op: Type.Enum(['gte', 'lte', 'gt', 'lt', 'eq', 'neq']),
          value: Type.String({ maxLength: 40, ...SIGNED_DECIMAL }),
        },
        closed,
      ),
      { maxItems: 20, description },
    ),
  )

export const SORTS = [
  'PRICE_ASC',
  'PRICE_DESC',
  'CREATED_ASC',
  'CREATED_DESC',
  'AMOUNT_ASC',
  'AMOUNT_DESC',
  'FILL_ASC',
  'FILL_DESC',
  'FEE_ASC',
  'FEE_DESC',
] as const

const Id = (description: string) => optional(Type.String({ minLength: 1, maxLength: 100, description }))

const listed = {
  id: Id('An account of the orders'),
  customerId: Id('The customer of the orders'),
  offset: optional(Offset),
  cursor: optional(Cursor),
  pair: optional(PairText),
  count: optional(Type.Boolean({ description: 'Answers the number of orders instead of a page' })),
  amount: Conditions('All conditions on the amount must hold'),
  fill: Conditions('All conditions on what has been traded must hold'),
  price: Conditions('All conditions on the price must hold'),
  created: Conditions('All conditions on the time must hold, in epoch milliseconds'),
  sort: optional(
    Type.Array(Type.Enum([...SORTS]), {
      maxItems: 10,
      description: 'The first one that tells two orders apart decides. Default: the newest first',
    }),
  ),
}

const list = <Extra extends Record<string, TSchema>>(extra: Extra, $id: string) =>
  Type.Object({ ...listed, ...extra }, { ...closed, $id })

const BUYS = ['FUTURE_BUY', 'BUY'] as const
const SELLS = ['FUTURE_SELL', 'SELL'] as const

export const BuyType = optional(Type.Enum([...BUYS]))
export const SellType = optional(Type.Enum([...SELLS]))

export const ListBuys = list({ pageSize: PageSize, tradeType: BuyType }, 'ListOderBookActiveBuyBody')
export const ListSells = list({ pageSize: PageSize, tradeType: SellType }, 'ListOderBookActiveSellBody')
export const ListHistory = list(
  {
    // Clients send `count` instead of it.
    pageSize: optional(PageSize),
    types: optional(Type.Array(Type.Enum([...BUYS, ...SELLS]), { maxItems: 4 })),
  },
  'ListOderBookHistoryBody',
)

export const ListMatched = list(
  { pageSize: PageSize, type: optional(Type.Enum(['FUTURE_SELL', 'FUTURE_BUY'])) },
  'ListOderBookMatchedBody',
)

/** In a query: named once for each type. */
export const Types = optional(
  Type.Union([
    Type.Enum([...BUYS, ...SELLS]),
    Type.Array(Type.Enum([...BUYS, ...SELLS]), { maxItems: 4, description: 'Only orders of these types' }),
  ]),
)

/** The lists as clients 1.x ask for them. */
export const listQuery = {
  id: listed.id,
  customerId: listed.customerId,
  pageSize: optional(PageSize),
  offset: listed.offset,
  cursor: listed.cursor,
  pair: listed.pair,
  count: listed.count,
}

export const TIME_FRAMES = [
  'MIN_1',
  'MIN_3',
  'MIN_5',
  'MIN_15',
  'MIN_30',
  'HOUR_1',
  'HOUR_4',
  'HOUR_12',
  'DAY',
  'WEEK',
  'MONTH',
  'YEAR',
] as const

export const ChartRequest = Type.Object(
  { pair: PairText, from: EpochMs, to: EpochMs, timeFrame: Type.Enum([...TIME_FRAMES]) },
  { ...closed, $id: 'ChartRequest' },
)

export const Chart = Type.Object(
  {
    timestamp: Type.Number({ description: 'When the span begins, in epoch milliseconds' }),
    high: Type.String(),
    low: Type.String(),
    open: Type.String({ description: 'The first price' }),
    close: Type.String({ description: 'The last price' }),
    volume: Type.String({ description: 'How much of the first currency was traded' }),
  },
  { $id: 'Chart' },
)
