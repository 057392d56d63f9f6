/**
 * Addresses: Bech32 (BIP-173) of the network's prefix and the 20 bytes that a public key hashes to
 * (docs.bnbchain.org, "Account and Balances").
 */
import { bech32 } from '@scure/base'
import { malformed } from './faults.js'

export const ADDRESS_BYTES = 20
/** `tbnb1` and 38 letters. */
const MAX_LENGTH = 50

export const writeAddress = (prefix: string, bytes: Uint8Array): string =>
  bech32.encode(prefix, bech32.toWords(bytes))

/** The bytes of an address; undefined if the text is not an address with this prefix. */
export function readAddress(prefix: string, text: string): Uint8Array | undefined {
  if (text.length > MAX_LENGTH) return undefined
  try {
    const { prefix: own, words } = bech32.decode(text as `${string}1${string}`)
    const bytes = bech32.fromWords(words)
    return own === prefix && bytes.length === ADDRESS_BYTES ? bytes : undefined
  } catch {
    // The library's message quotes the text.
    return undefined
  }
}

/** @throws BadTransaction `malformed` */
export function addressBytes(prefix: string, field: string, text: unknown): Uint8Array {
  const bytes = typeof text === 'string' ? readAddress(prefix, text) : undefined
  if (bytes === undefined) throw malformed(`${field} is not an address of this network (${prefix}1…)`)
  return bytes
}
