/** What a signed transaction pays, if it pays exactly what it names. */
import { type Inspected, type Paid, XRP_ASSET_SCALE, type XrpJson } from '@tallystick/custody'
import { isObject } from '../json.js'
import { plainCode } from './tokens.js'

/** xrpl.org, "Payment Flags": it may deliver less than its amount. */
const PARTIAL = 0x0002_0000

/** Of what is not a payment, nothing. */
export function paidBy({
  Amount: amount,
  Destination: address,
  DestinationTag: tag,
  TransactionType: type,
}: XrpJson): readonly Paid[] {
  if (type !== 'Payment' || typeof address !== 'string') return []
  const paid = { address, ...(tag === undefined ? {} : { tag: String(tag) }) }
  if (typeof amount === 'string') return [{ ...paid, amount: BigInt(amount) }]
  if (!isObject(amount)) return []
  const units = unitsOf(String(amount['value']))
  const asset = assetOf(amount)
  return units === undefined || asset === null ? [] : [{ ...paid, amount: units, asset }]
}

/** A payment through other assets, or a partial one, may take or deliver another amount. */
export function besides(transaction: XrpJson): Pick<Inspected, 'besides'> {
  const { TransactionType: type, Flags: flags, SendMax, DeliverMin, Paths } = transaction
  if (type !== 'Payment') return { besides: `it is of the type ${String(type)}` }
  if (typeof flags === 'number' && (flags & PARTIAL) !== 0) return { besides: 'it may deliver less' }
  const isSame = SendMax === undefined || assetOf(SendMax) === assetOf(transaction['Amount'])
  return isSame && DeliverMin === undefined && Paths === undefined
    ? {}
    : { besides: 'it pays through other assets' }
}

/** The library writes a code with < or > as hex, and nodes as text. */
function assetOf(amount: unknown): string | null {
  if (!isObject(amount)) return null
  const code = String(amount['currency'])
  return `${plainCode(code) ?? code}:${String(amount['issuer'])}`
}

/** Units of 10^-`XRP_ASSET_SCALE`; undefined if the value is no whole number of them. */
export function unitsOf(value: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(value) ?? []
  if (whole === undefined) return undefined
  const digits = whole + fraction
  const zeros = XRP_ASSET_SCALE + Number(exponent) - fraction.length
  if (zeros >= 0) return BigInt(digits + '0'.repeat(zeros))
  return /^0*$/.test(digits.slice(zeros)) ? BigInt(digits.slice(0, zeros) || '0') : undefined
}
