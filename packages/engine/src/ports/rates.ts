import type { RateTable } from '@tallystick/core'

/**
 * Source of market values. `table()` returns the last known prices at once, so a payment never waits for a price.
 * Fetching runs in the background.
 */
export interface Rates {
  table(): RateTable
  close(): void
}

/**
 * Without a rate source, only the value of a currency in itself is known. Payments in other pairs are recorded with
 * a value of 0 from the source `none`, and `getExchangeRate` refuses them.
 */
export const noRates: Rates = {
  table: () => ({ source: 'par', timestamp: null, required: false, rate: () => undefined }),
  close: () => undefined,
}
