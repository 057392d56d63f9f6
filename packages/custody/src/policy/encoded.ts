/** What of a call may hide an address: encoded data, and numbers that are too large for an amount. */
import type { Chain } from '../ports/chain.js'

/** Bytes of the shortest address: fewer cannot hide one. */
const DIGITS_OF_ADDRESS = 40
/** No amount has so many bits, in any unit. */
const MOST = 1n << 128n

const HEX = new RegExp(`[0-9a-f]{${DIGITS_OF_ADDRESS}}`, 'i')
const WHOLE = /^[+-]?\d{30,}$/

/**
 * The first field that a list of denied addresses cannot look into.
 * @returns Its place in the call, such as `params.1`; null if the whole call can be read
 */
export function encodedIn(
  { codec, record }: Pick<Chain, 'codec' | 'record'>,
  value: unknown,
  place: readonly string[] = [],
): string | null {
  // Transactions that are spent there have ids of 32 bytes, and no call is encoded.
  if (record.family === 'utxo') return null
  if (typeof value === 'string') return isReadable(codec, value) ? null : place.join('.')
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = encodedIn({ codec, record }, inner, [...place, name])
    if (found !== null) return found
  }
  return null
}

function isReadable(codec: Chain['codec'], text: string): boolean {
  if (codec.isAddress(text)) return true
  if (WHOLE.test(text)) return magnitude(BigInt(text)) < MOST
  return !HEX.test(text)
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
