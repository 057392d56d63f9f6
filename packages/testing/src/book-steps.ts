/** What random orders are made of: pairs, prices and amounts of which few are frequent, so that orders meet. */

/** Currencies with no decimals, two, eight and eighteen. */
export const SCALES: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, EUR: 2, USD: 2, JPY: 0, XRP: 6 }

export const BOOK_PAIRS: readonly string[] = [
  'BTC/EUR',
  'ETH/BTC',
  'BTC/JPY',
  'JPY/ETH',
  'XRP/EUR',
  'EUR/USD',
  'ETH/EUR',
  'XRP/BTC',
  'ETH/JPY',
  'BTC/USD',
]

/** A step as numbers, which a property can make smaller. */
export interface BookStep {
  readonly cancels: boolean
  readonly pair: number
  readonly owner: number
  readonly buys: boolean
  readonly price: number
  readonly amount: number
  readonly fee: number
  /** Of the orders so far, which one is cancelled. */
  readonly pick: number
  /** Of a future: which terms; otherwise 0. */
  readonly future?: number
}

export const TERMS: readonly (readonly [block: string, penalty: string])[] = [
  ['0', '0'],
  ['22', '45'],
  ['33.333', '100'],
  ['100', '7.5'],
]
/** Seal dates are so far apart, and at least so far away. */
export const SEALED_EVERY = 100_000

export const FEES: readonly (string | null)[] = [null, null, '0.1', '1', '33.333', '100']
/** Prices that meet each other, the first ones most of all; and extreme ones. */
export const PRICES: readonly string[] = [
  ...['1', '2', '3', '0.3'],
  ...[...Array(9).keys()].map((at) => String(at + 4)),
  '1.5',
  '2.25',
  '3.333333333333',
  '0.1',
  '0.007',
  '0.000001',
  '100000',
  '0.00000000000000000000000000000000001',
]

type AmountOf = (unit: bigint) => bigint
export const one: AmountOf = (unit) => unit
const minor = (amount: bigint) => (): bigint => amount

/**
 * Of the first currency's unit: the first four meet each other, of which the fourth is worth nothing in a cheap order. Then
 * from one smallest unit to more than anybody has.
 */
export const AMOUNTS: readonly AmountOf[] = [
  one,
  (unit) => 2n * unit,
  (unit) => 3n * unit,
  (unit) => unit / 100n,
  ...[1n, 3n, 7n, 99n, 1_001n, 12_345n, 10n ** 6n, 123_456_789n, 10n ** 18n + 1n, 10n ** 30n].map(minor),
]
