/** Trust lines of the simulated ledger, and the arithmetic of their values. */
import { decodeAccountID } from 'ripple-address-codec'

/** Seen from the holder's side; each side may hold. Values are scaled by 10^UNIT. */
export interface Line {
  readonly low: string
  readonly high: string
  readonly currency: string
  /** What the low account holds of the high one's issue; negative: what the high one holds. */
  balance: bigint
  lowLimit: bigint
  highLimit: bigint
  lowNoRipple: boolean
  highNoRipple: boolean
}

/** Values are whole numbers of 10^-UNIT. */
const UNIT = 40
/** Significant digits that the ledger keeps. */
const DIGITS = 16

export const inOrder = (one: string, other: string): readonly [string, string] =>
  Buffer.compare(decodeAccountID(one), decodeAccountID(other)) < 0 ? [one, other] : [other, one]

export const lineKey = (one: string, other: string, currency: string): string =>
  [...inOrder(one, other), currency].join(' ')

export const balanceOf = (line: Line, address: string): bigint =>
  line.low === address ? line.balance : -line.balance

export const limitOf = (line: Line, address: string): bigint =>
  line.low === address ? line.lowLimit : line.highLimit

export const noRipple = (line: Line, address: string): boolean =>
  line.low === address ? line.lowNoRipple : line.highNoRipple

export function credit(line: Line, address: string, value: bigint): void {
  line.balance = rounded(line.balance + (line.low === address ? value : -value))
}

/** As the ledger keeps values: 16 digits. */
function rounded(value: bigint): bigint {
  const cut = 10n ** BigInt(Math.max(0, String(value).replace('-', '').length - DIGITS))
  return (value / cut) * cut
}

export function scaled(text: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const zeros = UNIT + Number(exponent) - fraction.length
  if (whole === '' || zeros < 0) throw new RangeError(`${text} is beyond this ledger`)
  return BigInt(whole + fraction + '0'.repeat(zeros))
}

export function decimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(UNIT + 1, '0')
  const text = `${digits.slice(0, -UNIT)}.${digits.slice(-UNIT)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}
