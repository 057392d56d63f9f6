/**
 * Exact money. An amount is a bigint of minor units. Its scale (decimals) belongs to the currency and not to the
 * amount. Decimal text exists only at the edges: `parseDecimal` reads it, `formatDecimal` writes it. No amount is ever
 * a JavaScript number.
 */
import { BigNumber, toBigInt } from './decimal.js'

/** Minor units of one currency: satoshi for BTC, wei for ETH, cents for EUR. */
export type Amount = bigint

/** A plain decimal such as `12.50`: digits with at most one point. Only output has a leading `-`. */
export type Decimal = string & { readonly __brand: 'Decimal' }

/** Longest accepted amount text, including the point. */
export const MAX_WIRE_LENGTH = 38

/** Largest number of digits of a balance before the point. It prevents repeated minting from growing without limit. */
export const MAX_INTEGER_DIGITS = 38

export type AmountFault = 'syntax' | 'too-long' | 'excess-decimals'

export type ParsedAmount =
  | { readonly ok: true; readonly amount: Amount }
  | { readonly ok: false; readonly fault: AmountFault }

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * Reads an unsigned decimal exactly. It refuses a sign, exponent, grouping or blank, more decimals than `scale` (even
 * zeros: the writer probably meant another currency), and more characters than `longest`.
 */
export function parseDecimal(text: string, scale: number, longest = MAX_WIRE_LENGTH): ParsedAmount {
  if (text.length > longest) return { ok: false, fault: 'too-long' }
  if (!DECIMAL.test(text)) return { ok: false, fault: 'syntax' }
  const point = text.indexOf('.')
  const whole = point === -1 ? text : text.slice(0, point)
  const fraction = point === -1 ? '' : text.slice(point + 1)
  if (fraction.length > scale) return { ok: false, fault: 'excess-decimals' }
  return { ok: true, amount: BigInt(whole + fraction.padEnd(scale, '0')) }
}

/** Writes an amount with the fewest digits that represent it exactly: `1.5`, `-0.00000001`, `0`. */
export function formatDecimal(amount: Amount, scale: number): Decimal {
  if (scale === 0) return amount.toString() as Decimal
  const negative = amount < 0n
  const digits = (negative ? -amount : amount).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === 48) end--
  const text =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`
  return (negative ? `-${text}` : text) as Decimal
}

/** Whether an amount is within the printable range of its currency. */
export function fitsScale(amount: Amount, scale: number): boolean {
  const limit = powerOfTen(MAX_INTEGER_DIGITS + scale)
  return amount < limit && amount > -limit
}

const POWERS: bigint[] = []

export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  if (known !== undefined) return known
  const power = 10n ** BigInt(exponent)
  POWERS[exponent] = power
  return power
}

/** A quotient of two decimals, which may have no finite decimal. It is read from decimal text, never from a double. */
export interface Rate {
  readonly numerator: BigNumber
  /** Above zero. */
  readonly denominator: BigNumber
}

const ONE = new BigNumber(1)

/** The rate of a currency in itself. */
export const PAR: Rate = { numerator: ONE, denominator: ONE }

const RATE = /^\d{1,40}(?:\.\d{1,40})?$/

/** The rate that was read last. Each payment in a virtual currency reads its rate again, and most are 1. */
let last: { readonly text: string; readonly rate: Rate } = { text: '1', rate: PAR }

/** Reads a rate such as `42000.125`; undefined if it is not a plain non-negative decimal. */
export function parseRate(text: string): Rate | undefined {
  if (text === '1') return PAR
  if (text !== last.text) {
    if (!RATE.test(text)) return undefined
    last = { text, rate: { numerator: new BigNumber(text), denominator: ONE } }
  }
  return last.rate
}

function rescale(amount: Amount, from: number, to: number): Amount {
  if (to >= from) return amount * powerOfTen(to - from)
  const unit = powerOfTen(from - to)
  const quotient = amount / unit
  const rest = amount % unit
  const twice = 2n * (rest < 0n ? -rest : rest)
  if (twice < unit || (twice === unit && quotient % 2n === 0n)) return quotient
  return amount < 0n ? quotient - 1n : quotient + 1n
}

/**
 * `amount` (of scale `from`) times the product of `rates`, in minor units of scale `to`. Rounded once, half to even,
 * from the exact product.
 */
export function convert(amount: Amount, from: number, to: number, rates: readonly Rate[]): Amount {
  // Most payments are in the currency that they are valued in. They only change the scale, which is cheap.
  if (rates.every((rate) => rate === PAR)) return rescale(amount, from, to)
  let numerator = new BigNumber(amount).shiftedBy(to - from)
  let denominator = ONE
  for (const rate of rates) {
    numerator = numerator.times(rate.numerator)
    denominator = denominator.times(rate.denominator)
  }
  return toBigInt(denominator.eq(ONE) ? numerator : numerator.div(denominator))
}

/** `Math.min` takes no bigint. */
export const smaller = (one: Amount, other: Amount): Amount => (one < other ? one : other)
