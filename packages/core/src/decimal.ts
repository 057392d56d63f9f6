/**
 * Decimal arithmetic beyond addition and subtraction (rates, market values, percentages), by bignumber.js. Only this
 * file states precision and rounding. Products are exact, whatever their length. A quotient is a whole number of minor
 * units: the dividend is converted to minor units first, so an amount is rounded once, from the exact quotient, half to
 * even. Amounts and postings stay bigint (docs/decisions/034-decimal-arithmetic.md).
 */
import Unset from 'bignumber.js'

export const BigNumber = Unset.clone({
  DECIMAL_PLACES: 0,
  ROUNDING_MODE: Unset.ROUND_HALF_EVEN,
  RANGE: 1e9,
})
export type BigNumber = Unset

/** Rounds to a whole number, half to even by default. */
export function toBigInt(value: BigNumber, rounding?: Unset.RoundingMode): bigint {
  return BigInt(value.toFixed(0, rounding))
}

/** Multiplies an amount and rounds down: `times(price, '1.1')` adds a tenth. */
export function times(amount: bigint, factor: string): bigint {
  return toBigInt(new BigNumber(amount).times(factor), Unset.ROUND_DOWN)
}
