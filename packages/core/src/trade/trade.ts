import type { Blockage } from '../blockage/blockage.js'
import type {
  AccountId,
  AgreementId,
  BlockageId,
  CustomerId,
  FillId,
  Reference,
  TenantId,
  Timestamp,
  TradeId,
} from '../ids.js'
import type { Amount, Decimal } from '../money.js'

export type Side = 'BUY' | 'SELL'
export type TradeType = Side | `FUTURE_${Side}`

/**
 * `open`: it can be matched. `matched`: a future that cannot be matched any more, with agreements that wait for its seal
 * date.
 */
export type TradeState = 'open' | 'matched' | 'ended'

/**
 * Why an order is not matched any more. `dust`: what is left is worth less than the smallest unit of the second currency. `expired`: a
 * future, or a part of it, that nobody matched before its seal date.
 */
export type TradeEnd = 'filled' | 'dust' | 'cancelled' | 'expired'

/** What both sides of a future agree on. Percentages are decimals from 0 to 100. */
export interface FutureTerms {
  readonly sealDate: Timestamp
  /** How much of its side each order blocks until then. */
  readonly percentBlock: Decimal
  /** How much of the block pays for what is missing then. */
  readonly percentPenalty: Decimal
}

/**
 * A limit order of a pair such as `BTC/EUR`. A BUY gets the first currency for the second one, a SELL the other way
 * round. The price is in the second currency for one unit of the first.
 */
export interface Trade {
  readonly id: TradeId
  readonly tenant: TenantId
  readonly pair: string
  readonly type: TradeType
  readonly price: Decimal
  /** Of the first currency. */
  readonly amount: Amount
  /** The account of the first currency. */
  readonly account1: AccountId
  /** The account of the second currency. */
  readonly account2: AccountId
  readonly customer1: CustomerId | null
  readonly customer2: CustomerId | null
  readonly scale1: number
  readonly scale2: number
  /** Percent, paid on top, in the currency that the order pays with; null without a fee. */
  readonly fee: Decimal | null
  readonly feeAccount: AccountId | null
  /** Of a future; otherwise null. */
  readonly terms: FutureTerms | null
  readonly created: Timestamp
  readonly state: TradeState
  readonly ended: TradeEnd | null
  /** How much of the amount has been traded. */
  readonly fill: Amount
  /** Whether it has waited in the book. */
  readonly isMaker: boolean
  /** The book in which it waits, see `bookOf`; null while it is matched, and afterwards. */
  readonly book: string | null
  /** Its place in the book, see `rankOf`; empty if it never waited. */
  readonly rank: string
  /** Holds what the order may still cost; null if it is not open, or has just arrived. */
  readonly blockage: BlockageId | null
  /** The amount of the blockage. */
  readonly blocked: Amount
  /** Agreements of a future that are not settled; absent if there are none. */
  readonly unsettled?: number
  /** The seal date of an open future. */
  readonly due?: Timestamp
  readonly updated: Timestamp
}

/** Two orders met: the maker waited in the book, the taker arrived. The price is the maker's. */
export interface Meeting {
  readonly tenant: TenantId
  readonly pair: string
  readonly maker: TradeId
  readonly taker: TradeId
  /** The side of the taker. */
  readonly side: Side
  readonly price: Decimal
  /** Of the first currency. */
  readonly amount: Amount
  /** Of the second currency: what the amount costs at the price, rounded down, but at least its smallest unit. */
  readonly quote: Amount
  /** Whether nothing of the order is left to be matched. */
  readonly makerEnded: boolean
  readonly takerEnded: boolean
  /** Of its entries: one for each currency, and one for each fee. */
  readonly reference: Reference
  readonly created: Timestamp
}

/** A meeting that exchanged at once. */
export interface Fill extends Meeting {
  readonly id: FillId
  readonly makerFee: Amount
  readonly takerFee: Amount
}

/** Two futures met. Nothing moves before their seal date, when the agreement is settled as far as both can pay. */
export interface Agreement extends Meeting {
  readonly id: AgreementId
  /** The fee of the order that sells, in the first currency, and of the one that buys, in the second, on all of it. */
  readonly fee1: Amount
  readonly fee2: Amount
  /** The account of the first currency that pays, and that of the second. */
  readonly account1: AccountId
  readonly account2: AccountId
  readonly terms: FutureTerms
  /** Of the entries that settled it. Until then, and if it is void, a reference that no entry has. */
  readonly reference: Reference
  readonly state: AgreementState
  /** When it is settled; null afterwards. */
  readonly due: Timestamp | null
  /** Hold what each side has promised; null once it is settled. */
  readonly blockage1: BlockageId | null
  readonly blockage2: BlockageId | null
  /** What was sold of the first currency and paid of the second, besides penalties and fees. */
  readonly sold: Amount
  readonly paid: Amount
  /** What each side has paid to the other, because something was missing. */
  readonly penalty1: Amount
  readonly penalty2: Amount
  /** The fees that were paid. */
  readonly charged1: Amount
  readonly charged2: Amount
}

/** `void`: nothing moved, because an account or customer was stopped at the seal date. */
export type AgreementState = 'open' | 'settled' | 'void'

/** What orders of a pair share. Each order and cancellation loads it, so a pair has one writer at a time. */
export interface Pair {
  readonly tenant: TenantId
  readonly pair: string
  /** The order that is being matched, when one unit of work was not enough. It is finished before anything else. */
  readonly matching: TradeId | null
  /** The book that it takes from. */
  readonly facing: string | null
  /** How many orders have gone into the book. */
  readonly sequence: number
}

/** The type of the blockages that hold what open orders may still cost. */
export const TRADE_BLOCKAGE = 'TRADE'

type Held = Pick<Blockage, 'id' | 'tenant' | 'account' | 'amount' | 'created'> & { readonly trade: TradeId }

/** The blockage of an order, or of an agreement for an order. */
export const blockageFor = (held: Held): Blockage => ({
  id: held.id,
  tenant: held.tenant,
  account: held.account,
  amount: held.amount,
  type: TRADE_BLOCKAGE,
  description: held.trade,
  freeze: false,
  created: held.created,
  trade: held.trade,
})

export const sideOf = (type: TradeType): Side => (type.endsWith('BUY') ? 'BUY' : 'SELL')

export const isOpen = ({ state }: Trade): boolean => state === 'open'

/** The order with more or fewer agreements that wait. */
export function waitingFor(trade: Trade, more: 1 | -1): Trade {
  const { unsettled = 0, ...rest } = trade
  return unsettled + more === 0 ? rest : { ...rest, unsettled: unsettled + more }
}

/** How much of the order is not traded. */
export const restOf = ({ amount, fill }: Trade): Amount => amount - fill

/** The account that pays, and the one that is paid. */
export const payerOf = ({ type, account1, account2 }: Trade): AccountId =>
  sideOf(type) === 'BUY' ? account2 : account1
export const payeeOf = ({ type, account1, account2 }: Trade): AccountId =>
  sideOf(type) === 'BUY' ? account1 : account2

/**
 * The blockage of an order that exchanges at once; null if it holds nothing. It was placed when the order was placed or
 * traded last. A future also changes when agreements are settled.
 */
export function blockageOf(trade: Trade): Blockage | null {
  const { blockage, tenant, blocked, updated, id, terms } = trade
  if (blockage === null || terms !== null) return null
  const account = payerOf(trade)
  return blockageFor({ id: blockage, tenant, account, amount: blocked, created: updated, trade: id })
}

/** The customers of its accounts. */
export function ownersOf({ customer1, customer2 }: Owners): readonly CustomerId[] {
  const first = customer1 === null ? NOBODY : [customer1]
  return customer2 === null || customer2 === customer1 ? first : [...first, customer2]
}

const NOBODY: readonly CustomerId[] = []

type Shelved = Pick<Trade, 'pair' | 'type' | 'terms'>

/** The book of one side of a pair. Futures have a book for each of their terms. */
function bookFor({ pair, terms }: Shelved, side: Side): string {
  if (terms === null) return `${side} ${pair}`
  return `${side} ${pair} ${terms.sealDate} ${terms.percentBlock} ${terms.percentPenalty}`
}

/** The book in which an order waits. */
export const bookOf = (order: Shelved): string => bookFor(order, sideOf(order.type))

/** The book that an order takes from. */
export const facingOf = (order: Shelved): string =>
  bookFor(order, sideOf(order.type) === 'BUY' ? 'SELL' : 'BUY')

type Owners = Pick<Trade, 'account1' | 'account2' | 'customer1' | 'customer2'>

/** Nobody trades with himself: the same account on both sides, or accounts of one customer. */
export function isSameOwner(one: Owners, other: Owners): boolean {
  const { account1, account2, customer1, customer2 } = other
  const isTheirs = (id: CustomerId | null): boolean => id !== null && (id === customer1 || id === customer2)
  return (
    one.account1 === account1 ||
    one.account2 === account2 ||
    isTheirs(one.customer1) ||
    isTheirs(one.customer2)
  )
}
