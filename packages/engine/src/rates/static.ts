import { Fault } from '../faults.js'
import type { Rates } from '../ports/rates.js'
import { type PriceTable, readPriceTable } from './table.js'

/**
 * Fixed prices. A payment whose pair is not among them is refused.
 * @throws Fault if the table is malformed; the message lists every problem
 */
export function staticRates(prices: PriceTable): Rates {
  const read = readPriceTable(prices)
  if (!read.ok) {
    throw new Fault(
      `The price table is malformed: ${read.problems.join('; ')}`,
      { problems: read.problems.length },
      { docs: 'docs/rates.md' },
    )
  }
  const { table } = read
  return { table: () => table, close: () => undefined }
}
