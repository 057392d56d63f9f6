import type { Currencies } from './currency/currency.js'
import type { Reference, Timestamp } from './ids.js'
import type { Rate } from './money.js'

/** One consistent table of prices. Deterministic: the same pair always answers the same rate. */
export interface RateTable {
  /** Where the prices come from, for example `CoinGecko`. */
  readonly source: string
  /** When the source stated them; null for a table without an age, whose values count as of now. */
  readonly timestamp: Timestamp | null
  /** True: a payment whose pair has no rate is refused. False: it is recorded without a market value. */
  readonly required: boolean
  /** Price of one unit of `currency` in `base`, or undefined when unknown. */
  rate(currency: string, base: string): Rate | undefined
}

/** All that a decision may know beside its command and its view. */
export interface Env {
  /**
   * Never runs backwards within one engine, and never behind the histories of what the decision is about,
   * whichever engine wrote them.
   */
  readonly now: Timestamp
  /** A fresh 24-hex id. */
  newId(): string
  /** A fresh UUIDv7, above every one this engine has made. */
  newReference(): Reference
  readonly rates: RateTable
  /** Those that every tenant has. */
  readonly currency: Currencies
}
