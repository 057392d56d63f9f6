import type { RateTable } from '@tallystick/core'

/**
 * Where market values come from. `table()` answers at once with the last known prices: a payment never
 * waits for a price. Fetching goes on behind it.
 */
export interface Rates {
  table(): RateTable
  close(): void
}

/**
 * Without a rate source only a currency's value in itself is known. Movements of other pairs are recorded
 * without a market value, and `getExchangeRate` refuses them.
 */
export const noRates: Rates = {
  table: () => ({ source: 'par', timestamp: null, required: false, rate: () => undefined }),
  close: () => undefined,
}
