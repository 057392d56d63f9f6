/** A mempool entry of Bitcoin Core and its descendants (`getmempoolentry`). */
import type { Waiting } from '@tallystick/custody'
import { wholeIn } from '../answers.js'
import { coins, fields, optional } from './answers.js'

export function entryOf(answer: unknown, decimals: number): Waiting | undefined {
  if (answer === undefined || answer === null) return undefined
  const entry = fields(answer, 'a transaction of the mempool')
  return {
    // Before 0.17, without a record of fees, and with a size without the witness discount.
    fee:
      entry['fees'] === undefined
        ? coins(entry, 'fee', decimals)
        : coins(fields(entry['fees'], 'fees'), 'base', decimals),
    virtualSize: optional(entry, 'vsize') ?? wholeIn(entry, 'size'),
    // The transaction itself counts too.
    descendants: (optional(entry, 'descendantcount') ?? 1) - 1,
  }
}
