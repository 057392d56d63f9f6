/**
 * The price table: the price of one unit of each currency in one base, at one time. It reads the table strictly and
 * returns exact rates between any two of its currencies. A `RateTable` from here is a copy: later changes to the JSON
 * do not affect it.
 */
import { type BigNumber, PAR, parseRate, type RateTable, type Timestamp } from '@tallystick/core'

/** JSON format of the table, for `staticRates` and for the source of `httpRates` (docs/rates.md). */
export interface PriceTable {
  /** The source of the prices, for example `CoinGecko`. Every entry valued with them stores it. */
  readonly source: string
  /** The time of the prices, in epoch milliseconds. */
  readonly timestamp: Timestamp
  /** The currency of the prices, for example `EUR`. */
  readonly base: string
  /** Price of one unit of each currency in `base`: decimal text with at most 40 digits before and after the point. */
  readonly rates: Readonly<Record<string, string>>
}

type ReadPriceTable =
  | { readonly ok: true; readonly table: RateTable }
  /** Every problem, each with its field. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** Spelling of currencies and tokens in the documented API. */
const CODE = /^[A-Za-z0-9_]{1,50}$/

/** Every entry stores it, so it must be short. Control characters and lone surrogates are refused. */
const SOURCE = /^[^\p{Cc}\p{Cs}]{1,100}$/u

/** The last millisecond that a Date can hold (ECMA-262, "Time Values"). */
const LAST_TIMESTAMP = 8.64e15

/** Reads a price table. It ignores unknown fields. */
export function readPriceTable(value: unknown): ReadPriceTable {
  if (!isRecord(value)) return { ok: false, problems: [`the table is ${show(value)}, not an object`] }
  const { source, timestamp, base, rates } = value
  const problems: string[] = []
  if (typeof source !== 'string' || !SOURCE.test(source)) {
    problems.push(`source is ${show(source)}, not a text of 1 to 100 characters`)
  }
  if (!isTimestamp(timestamp)) {
    problems.push(`timestamp is ${show(timestamp)}, not a whole number of milliseconds`)
  }
  if (typeof base !== 'string' || !CODE.test(base)) {
    problems.push(`base is ${show(base)}, not a currency code`)
  }
  const prices = readPrices(rates, base, problems)
  if (
    problems.length > 0 ||
    typeof source !== 'string' ||
    typeof base !== 'string' ||
    !isTimestamp(timestamp)
  ) {
    return { ok: false, problems }
  }
  prices.set(base, PAR.numerator)
  return { ok: true, table: { source, timestamp, required: true, rate: crossRates(prices) } }
}

/** The table before there are prices: a payment that needs a price is refused. */
export const unpriced: RateTable = {
  source: 'none',
  timestamp: null,
  required: true,
  rate: () => undefined,
}

function readPrices(rates: unknown, base: unknown, problems: string[]): Map<string, BigNumber> {
  const prices = new Map<string, BigNumber>()
  if (!isRecord(rates)) {
    problems.push(`rates is ${show(rates)}, not an object`)
    return prices
  }
  const entries = Object.entries(rates)
  // An empty table means that the source has a problem, not that a market has no prices.
  if (entries.length === 0) problems.push('rates is empty')
  for (const [code, text] of entries) {
    const price = typeof text === 'string' ? parseRate(text)?.numerator : undefined
    if (!CODE.test(code)) {
      problems.push(`rates has ${show(code)}, not a currency code`)
    } else if (typeof text === 'number') {
      problems.push(
        `rates.${code} is the number ${text}; write it in quotes, because a JSON number may have lost digits`,
      )
    } else if (price === undefined) {
      problems.push(`rates.${code} is ${show(text)}, not a plain decimal such as "36000.5"`)
    } else if (code === base && !price.eq(1)) {
      problems.push(`rates.${code} is ${show(text)}, but the base is worth 1 in itself`)
    } else if (!price.isZero()) {
      prices.set(code, price)
    }
    // Sources write a price of zero if they have none. It cannot value anything in either direction.
  }
  return prices
}

function crossRates(prices: ReadonlyMap<string, BigNumber>): RateTable['rate'] {
  return (currency, base) => {
    const numerator = prices.get(currency)
    const denominator = prices.get(base)
    return numerator === undefined || denominator === undefined ? undefined : { numerator, denominator }
  }
}

function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_TIMESTAMP
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Shortens a value for a message. */
function show(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') {
    return JSON.stringify(value.length <= 50 ? value : `${value.slice(0, 50)}…`)
  }
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
