/**
 * The price table: what one unit of each currency costs in one base, as stated at one moment. Reads it
 * strictly, and answers exact rates between any two of its currencies. Whoever holds a `RateTable` from
 * here holds a copy: later changes to the JSON it was read from do not reach it.
 */
import { type BigNumber, PAR, parseRate, type RateTable, type Timestamp } from '@tallystick/core'

/** JSON, as `staticRates` is given it and as the source of `httpRates` serves it (docs/rates.md). */
export interface PriceTable {
  /** Who states the prices, for example `CoinGecko`; written into every entry valued with them. */
  readonly source: string
  /** When they were stated, in epoch milliseconds. */
  readonly timestamp: Timestamp
  /** The currency that the prices are in, for example `EUR`. */
  readonly base: string
  /** Price of one unit of each currency in `base`: decimal text, with at most 40 digits either side. */
  readonly rates: Readonly<Record<string, string>>
}

export type ReadPriceTable =
  | { readonly ok: true; readonly table: RateTable }
  /** Every problem, each naming its field. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** As the documented API spells currencies and tokens (models.json, the pattern of `symbol`). */
const CODE = /^[A-Za-z0-9_]{1,50}$/

/** Every entry stores it, so a source may not make it long. Neither control characters nor half a surrogate. */
const SOURCE = /^[^\p{Cc}\p{Cs}]{1,100}$/u

/** The last millisecond that a Date can hold (ECMA-262, "Time Values"). */
const LAST_TIMESTAMP = 8.64e15

/** Reads a price table. Fields that it does not know are ignored. */
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

/** What is known before there are prices: nothing, so that a payment which needs one is refused. */
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
  // An emptied table is a source in trouble, not a market without prices.
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
    // A price of zero is how sources say that they have none: nothing can be valued with it, either way.
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

/** A value as a message may quote it: short, whoever wrote it. */
function show(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') {
    return JSON.stringify(value.length <= 50 ? value : `${value.slice(0, 50)}…`)
  }
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
