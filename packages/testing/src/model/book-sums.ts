/** What orders cost, for the model of the order book: fractions, rounded down. */
import type { BookAgreement, BookOrder, BookTerms } from './book-order.js'

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

export const smaller = (one: bigint, other: bigint): bigint => (one > other ? other : one)

export const termsText = ({ terms }: BookOrder): string =>
  terms === null ? '' : `${terms.sealDate} ${plain(terms.block)} ${plain(terms.penalty)}`

/** However the percentage is written. */
function plain(text: string): string {
  const { over, under } = fraction(text)
  return String((over * 10n ** 40n) / under)
}

/** What the order may still cost, with its fee; of a future the share that it blocks. */
export function mayCost(order: BookOrder, rest: bigint): bigint {
  const paid = order.side === 'BUY' ? quoteOf(order, order.price, rest) : rest
  const cost = paid + percentOf(order.fee, paid)
  return order.terms === null ? cost : percentOf(order.terms.block, cost)
}

export function promisedBy({ seller, buyer, amount, quote, fee1, fee2 }: BookAgreement) {
  return [
    [seller.account1, percentOf(seller.terms?.block ?? null, amount + fee1)],
    [buyer.account2, percentOf(buyer.terms?.block ?? null, quote + fee2)],
  ] as const
}

/** Of what a side has, the penalty comes first, then its fee; the rest is exchanged. */
export function payable(available: bigint, owed: bigint, fee: bigint, { block, penalty: share }: BookTerms) {
  const has = available > 0n ? available : 0n
  const missing = has < owed ? owed - has : 0n
  const penalty = smaller(percentOf(share, percentOf(block, missing)), has)
  const charged = smaller(fee, has - penalty)
  return { penalty, charged, left: has - penalty - charged }
}

/** Rounded down. */
export function percentOf(percent: string | null, paid: bigint): bigint {
  if (percent === null) return 0n
  const { over, under } = fraction(percent)
  return (paid * over) / (under * 100n)
}

/** Rounded down. */
export function quoteOf({ scale1, scale2 }: BookOrder, price: string, amount: bigint): bigint {
  const { over, under } = fraction(price)
  return (amount * over * 10n ** BigInt(scale2)) / (under * 10n ** BigInt(scale1))
}

/** How much of the first currency so much of the second one buys, rounded down. */
export function boughtWith({ price, seller: { scale1, scale2 } }: BookAgreement, budget: bigint): bigint {
  const { over, under } = fraction(price)
  return (budget * under * 10n ** BigInt(scale1)) / (over * 10n ** BigInt(scale2))
}

/** It would cost less than the smallest unit. */
export const isWorthless = (order: BookOrder): boolean => quoteOf(order, order.price, order.amount) === 0n

/** Whether the buyer pays at most what his own price says, and the seller gets at least that. */
export function isWithinLimits(one: BookOrder, other: BookOrder, amount: bigint, quote: bigint): boolean {
  const [buyer, seller] = one.side === 'BUY' ? [one, other] : [other, one]
  return quote <= quoteOf(buyer, buyer.price, amount) && quote >= quoteOf(seller, seller.price, amount)
}
