import { accountKey, heardBy, pairKey, tradeKey } from '../key.js'
import { defineTable, type KeyLike } from '../table.js'
import { type Fill, ownersOf, type Pair, type Trade } from './trade.js'

/** How many waiting orders are loaded to finish an order that was not finished in its own unit of work. */
export const WINDOW = 64

/** What an order changes when it is traded or ends, and who hears of it. */
function touchedBy(trade: Trade): readonly KeyLike[] {
  const { tenant, account1, account2, feeAccount, blockage } = trade
  return [
    accountKey(tenant, account1),
    accountKey(tenant, account2),
    ...(feeAccount === null ? [] : [accountKey(tenant, feeAccount)]),
    ...(blockage === null ? [] : [{ type: 'blockage', tenant, id: blockage } as KeyLike]),
    ...ownersOf(trade).flatMap((customer) => heardBy(tenant, customer)),
  ]
}

const withPair = (trade: Trade): readonly KeyLike[] => [
  ...touchedBy(trade),
  pairKey(trade.tenant, trade.pair),
]

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
  key: ['id'],
  keys: {
    trade: { by: ['id'], follow: withPair },
    // The best orders of one side of a pair.
    book: { by: ['book'], many: true, order: 'rank', follow: touchedBy },
    // Open orders of an account: they hold its money, or will pay to it.
    openBy1: { by: ['account1'], many: true, only: { state: 'open' }, follow: withPair },
    openBy2: { by: ['account2'], many: true, only: { state: 'open' }, follow: withPair },
  },
  subject: 'trade',
  changes: { 'trade.placed': 'insert', 'trade.updated': 'update' },
  indexes: {
    trade_by_state: ['tenant', 'state'],
    trade_by_customer: ['tenant', 'customer1', 'state'],
    trade_by_pair: ['tenant', 'pair', 'state'],
    trade_by_account1: ['tenant', 'account1', 'state'],
    trade_by_account2: ['tenant', 'account2', 'state'],
  },
})

export const FILLS = defineTable<Fill>()({
  list: 'fills',
  noun: 'fill',
  table: 'trade_fill',
  fixed: {
    id: 'text',
    pair: 'text',
    maker: 'text',
    taker: 'text',
    side: 'text',
    price: 'text',
    amount: 'amount',
    quote: 'amount',
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
