/**
 * Decimal arithmetic beyond plus and minus (rates, market values, percentages) by bignumber.js, its precision and
 * rounding stated here and nowhere else. Products are exact, whatever their length. A quotient is a whole number of
 * minor units: the dividend is brought to them first, so that an amount is rounded once, on the exact quotient, half
 * to even. Amounts and postings stay bigint (docs/decisions/034-decimal-arithmetic.md).
 */
import Unset from 'bignumber.js'

export const BigNumber = Unset.clone({
  DECIMAL_PLACES: 0,
  ROUNDING_MODE: Unset.ROUND_HALF_EVEN,
  RANGE: 1e9,
})
export type BigNumber = Unset

/** As a whole number; half to even unless told otherwise. */
export function toBigInt(value: BigNumber, rounding?: Unset.RoundingMode): bigint {
  return BigInt(value.toFixed(0, rounding))
}

/** A multiple of an amount, rounded down: `times(price, '1.1')` is a tenth more. */
export function times(amount: bigint, factor: string): bigint {
  return toBigInt(new BigNumber(amount).times(factor), Unset.ROUND_DOWN)
}
