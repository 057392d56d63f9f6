import { BLOCKAGES } from '../blockage/table.js'
import { accountKey, blockageKey, heardBy, pairKey, tradeKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import { type Agreement, blockageOf, type Fill, ownersOf, type Pair, type Trade } from './trade.js'

/** How many waiting orders are loaded to finish an order that was not finished in its own unit of work. */
export const WINDOW = 64

/** What an order changes when it is traded or ends, and who hears of it. */
function touchedBy(trade: Trade): readonly KeyLike[] {
  const { tenant, account1, account2, feeAccount, blockage, terms } = trade
  return [
    accountKey(tenant, account1),
    accountKey(tenant, account2),
    ...(feeAccount === null ? [] : [accountKey(tenant, feeAccount)]),
    // That of other orders follows from the order.
    ...(blockage === null || terms === null ? [] : [blockageKey(tenant, blockage)]),
    ...ownersOf(trade).flatMap((customer) => heardBy(tenant, customer)),
  ]
}

const withPair = (trade: Trade): readonly KeyLike[] => [
  ...touchedBy(trade),
  pairKey(trade.tenant, trade.pair),
]

type Listed = Readonly<Record<string, readonly (keyof Trade & string)[]>>

/** An index for each field by which orders are listed. */
const listedBy = (of: string): Listed => ({
  [`${of}_tenant`]: ['tenant'],
  [`${of}_customer`]: ['tenant', 'customer1'],
  [`${of}_pair`]: ['tenant', 'pair'],
  [`${of}_account1`]: ['tenant', 'account1'],
  [`${of}_account2`]: ['tenant', 'account2'],
})

export const PAIRS = defineTable<Pair>()({
  list: 'pairs',
  noun: 'pair',
  table: 'trade_pair',
  fixed: { pair: 'text' },
  changing: { matching: 'text?', facing: 'text?', sequence: 'number' },
  key: ['tenant', 'pair'],
  keys: {
    // Brings the order that is not finished, and what it takes next.
    pair: {
      by: ['pair'],
      follow: ({ tenant, matching, facing }) =>
        matching === null || facing === null
          ? []
          : [tradeKey(tenant, matching), { type: 'book', tenant, book: facing, limit: WINDOW } as KeyLike],
    },
  },
  subject: 'pair',
  changes: { 'pair.opened': 'insert', 'pair.updated': 'update' },
})

export const TRADES = defineTable<Trade>()({
  list: 'trades',
  noun: 'trade',
  table: 'trade',
  fixed: {
    id: 'text',
    pair: 'text',
    type: 'text',
    price: 'text',
    amount: 'amount',
    account1: 'text',
    account2: 'text',
    customer1: 'text?',
    customer2: 'text?',
    scale1: 'number',
    scale2: 'number',
    fee: 'text?',
    feeAccount: 'text?',
    terms: 'json?',
    created: 'time',
  },
  changing: {
    state: 'text',
    ended: 'text?',
    fill: 'amount',
    isMaker: 'flag',
    book: 'text?',
    rank: 'text',
    blockage: 'text?',
    blocked: 'amount',
    updated: 'time',
  },
  optional: { unsettled: 'number', due: 'time' },
  key: ['id'],
  implies(trade) {
    const item = blockageOf(trade)
    return item && { table: BLOCKAGES, item }
  },
  keys: {
    trade: { by: ['id'], follow: withPair },
    // The best orders of one side of a pair.
    book: { by: ['book'], many: true, order: 'rank', follow: touchedBy },
    // Open orders of an account: they hold its money, or will pay to it.
    openBy1: { by: ['account1'], many: true, only: { state: 'open' }, follow: withPair },
    openBy2: { by: ['account2'], many: true, only: { state: 'open' }, follow: withPair },
    // Futures whose agreements wait.
    matchedBy1: { by: ['account1'], many: true, only: { state: 'matched' } },
    matchedBy2: { by: ['account2'], many: true, only: { state: 'matched' } },
  },
  subject: 'trade',
  changes: { 'trade.placed': 'insert', 'trade.updated': 'update' },
  // An order that ends leaves small indexes and moves in none.
  indexes: {
    ...listedBy('trade_of'),
    trade_matched_0: ['tenant'],
    ...listedBy('trade_open_of'),
  },
  within: {
    trade_matched_0: ['state', 'matched'],
    ...Object.fromEntries(Object.keys(listedBy('trade_open_of')).map((name) => [name, ['state', 'open']])),
  },
})

/** Columns of `Meeting` that both tables begin with. */
const MEETING = {
  pair: 'text',
  maker: 'text',
  taker: 'text',
  side: 'text',
  price: 'text',
  amount: 'amount',
  quote: 'amount',
} as const

export const FILLS = defineTable<Fill>()({
  list: 'fills',
  noun: 'fill',
  table: 'trade_fill',
  fixed: {
    id: 'text',
    ...MEETING,
    makerFee: 'amount',
    takerFee: 'amount',
    makerEnded: 'flag',
    takerEnded: 'flag',
    reference: 'text',
    created: 'time',
  },
  changing: {},
  key: ['id'],
  keys: { fill: { by: ['id'] } },
  subject: 'fill',
  changes: { 'fill.made': 'insert' },
})

export const AGREEMENTS = defineTable<Agreement>()({
  list: 'agreements',
  noun: 'agreement of futures',
  table: 'trade_agreement',
  fixed: {
    id: 'text',
    ...MEETING,
    fee1: 'amount',
    fee2: 'amount',
    account1: 'text',
    account2: 'text',
    terms: 'json',
    makerEnded: 'flag',
    takerEnded: 'flag',
    created: 'time',
  },
  changing: {
    reference: 'text',
    state: 'text',
    due: 'time?',
    blockage1: 'text?',
    blockage2: 'text?',
    sold: 'amount',
    paid: 'amount',
    penalty1: 'amount',
    penalty2: 'amount',
    charged1: 'amount',
    charged2: 'amount',
  },
  key: ['id'],
  keys: {
    // Brings both orders, and so the accounts, fee accounts and the pair.
    agreement: {
      by: ['id'],
      follow: ({ tenant, maker, taker, blockage1, blockage2 }) => [
        tradeKey(tenant, maker),
        tradeKey(tenant, taker),
        ...[blockage1, blockage2].flatMap((id) => (id === null ? [] : [blockageKey(tenant, id)])),
      ],
    },
  },
  subject: 'agreement',
  changes: { 'agreement.made': 'insert', 'agreement.updated': 'update' },
})
