/** What Bitcoin Core and its kin say of a transaction in the mempool (`getmempoolentry`). */
import type { Waiting } from '@tallystick/custody'
import { coins, fields, optional, whole } from './answers.js'

export function entryOf(answer: unknown, decimals: number): Waiting | undefined {
  if (answer === undefined || answer === null) return undefined
  const entry = fields(answer, 'a transaction of the mempool')
  return {
    // Before 0.17 without a record of fees, and its size without the discount for witnesses.
    fee:
      entry['fees'] === undefined
        ? coins(entry, 'fee', decimals)
        : coins(fields(entry['fees'], 'fees'), 'base', decimals),
    virtualSize: optional(entry, 'vsize') ?? whole(entry, 'size'),
    // It counts as one of them.
    descendants: (optional(entry, 'descendantcount') ?? 1) - 1,
  }
}
