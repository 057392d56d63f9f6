/**
 * What orders cost. Every quotient is rounded down, in favour of the order that pays. So the parts of an order never
 * cost more than the whole: what its blockage holds is always enough.
 */
import {
  type Amount,
  type Decimal,
  formatDecimal,
  MAX_WIRE_LENGTH,
  parseDecimal,
  powerOfTen,
} from '../money.js'
import { Recent } from '../recent.js'
import { sideOf, type Trade } from './trade.js'

/** Decimals of a price or a percentage: more than its text can have. */
const PRICE_SCALE = MAX_WIRE_LENGTH

const WHOLE = 10n ** BigInt(PRICE_SCALE) * 100n
/** Above every price. */
const PRICE_LIMIT = 10n ** BigInt(MAX_WIRE_LENGTH + PRICE_SCALE)
const PRICE_DIGITS = String(PRICE_LIMIT).length
const SEQUENCE_DIGITS = 16

interface Parsed {
  readonly amount: bigint
  /** In its shortest form. */
  readonly text: Decimal
}

/** Prices and percentages that were read lately: each fill needs those of both orders several times. */
const lately = new Recent<string, Parsed>(4_096)

function parse(text: string): Parsed | undefined {
  const known = lately.get(text)
  if (known !== undefined) return known
  const read = parseDecimal(text, PRICE_SCALE)
  if (!read.ok) return undefined
  const parsed = { amount: read.amount, text: formatDecimal(read.amount, PRICE_SCALE) }
  lately.set(text, parsed)
  return parsed
}

/** The price in its shortest form; undefined if it is not a positive decimal. */
export function readPrice(text: string): Decimal | undefined {
  const parsed = parse(text)
  return parsed !== undefined && parsed.amount > 0n ? parsed.text : undefined
}

/** The percentage in its shortest form; undefined if it is not between 0 and 100. */
export function readFee(text: string): Decimal | undefined {
  const parsed = parse(text)
  return parsed !== undefined && parsed.amount <= WHOLE ? parsed.text : undefined
}

function read(text: Decimal): bigint {
  const parsed = parse(text)
  if (parsed === undefined) throw new TypeError(`${text} is not a decimal`)
  return parsed.amount
}

type Priced = Pick<Trade, 'scale1' | 'scale2'>

/** What so much of the first currency costs in the second one, rounded down. */
export function quoteOf({ scale1, scale2 }: Priced, price: Decimal, amount: Amount): Amount {
  const product = amount * read(price)
  const shift = PRICE_SCALE + scale1 - scale2
  return shift >= 0 ? product / powerOfTen(shift) : product * powerOfTen(-shift)
}

/** The fee on what is paid, rounded down. */
export function feeOn(fee: Decimal | null, paid: Amount): Amount {
  return fee === null || fee === '0' ? 0n : (paid * read(fee)) / WHOLE
}

/** The most that this much of the order may cost, with its fee, in the currency that it pays with. */
export function costOf(trade: Trade, amount: Amount): Amount {
  const paid = sideOf(trade.type) === 'BUY' ? quoteOf(trade, trade.price, amount) : amount
  return paid + feeOn(trade.fee, paid)
}

/** This percentage of an amount, rounded down. */
export const shareOf = (percent: Decimal, amount: Amount): Amount => feeOn(percent, amount)

/** How much of the first currency this much of the second one buys, rounded down. */
export function boughtWith({ scale1, scale2 }: Priced, price: Decimal, budget: Amount): Amount {
  const shift = PRICE_SCALE + scale1 - scale2
  const [over, under] = shift >= 0 ? [powerOfTen(shift), 1n] : [1n, powerOfTen(-shift)]
  return (budget * over) / (read(price) * under)
}

/** Whether so little is left that it is worth less than the smallest unit of the second currency. */
export const isDust = (trade: Trade, rest: Amount): boolean => quoteOf(trade, trade.price, rest) === 0n

/** Whether the taker accepts the maker's price. */
export function crosses(taker: Trade, maker: Trade): boolean {
  const [limit, offered] = [read(taker.price), read(maker.price)]
  return sideOf(taker.type) === 'BUY' ? offered <= limit : offered >= limit
}

/** The place of an order in its book: the best price first, then the order that came first. Texts of one length. */
export function rankOf({ type, price }: Pick<Trade, 'type' | 'price'>, sequence: number): string {
  const ascending = read(price)
  const place = sideOf(type) === 'BUY' ? PRICE_LIMIT - ascending : ascending
  return `${String(place).padStart(PRICE_DIGITS, '0')}.${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`
}
