import type { Currencies } from './currency/currency.js'
import type { Reference, Timestamp } from './ids.js'
import type { Rate } from './money.js'

/** One consistent table of prices. It always returns the same rate for the same pair. */
export interface RateTable {
  /** Where the prices come from, for example `CoinGecko`. */
  readonly source: string
  /** The time that the source states; null for a table without a time, whose values count as of now. */
  readonly timestamp: Timestamp | null
  /** True: a payment is refused if its pair has no rate. False: its market value is recorded as unknown: 0, from the source `none`. */
  readonly required: boolean
  /** Price of one unit of `currency` in `base`, or undefined when unknown. */
  rate(currency: string, base: string): Rate | undefined
}

/** Everything that a decision may use besides its command and its view. */
export interface Env {
  /**
   * Never decreases within one engine, and is never before the histories of the items that the decision loads,
   * whichever engine wrote them.
   */
  readonly now: Timestamp
  /** Returns a new id of 24 hex digits. */
  newId(): string
  /** Returns a new UUIDv7, greater than all earlier ones of this engine. */
  newReference(): Reference
  readonly rates: RateTable
  /** The currencies that every tenant has. */
  readonly currency: Currencies
}
