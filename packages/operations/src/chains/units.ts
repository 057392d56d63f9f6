import { parseDecimal } from '@tallystick/core'
import { exactText, type WrittenAmount } from '../wire/exact.js'
import { refused } from './faults.js'

/**
 * Converts an amount of the wire to base units.
 * @param currency Its name in the refusal
 * @param longest Of how many characters. Default: as many as an amount of the ledger
 * @throws Rejected `validation.failed` if it has more decimals than the currency, or more digits than an amount
 */
export function unitsOf(
  property: string,
  amount: WrittenAmount,
  decimals: number,
  currency = 'this currency',
  longest?: number,
): bigint {
  const parsed = parseDecimal(exactText(amount), decimals, longest)
  if (parsed.ok) return parsed.amount
  throw refused(property, {
    decimals: `${property} is not an amount of ${currency}, with ${decimals} decimals at most`,
  })
}
