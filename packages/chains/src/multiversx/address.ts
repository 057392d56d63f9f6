/** Addresses of MultiversX: bech32 of a public key (docs.multiversx.com, "Accounts"), the same on every network. */
import { bech32 } from '@scure/base'
import { BadTransaction } from '@tallystick/custody'

const PREFIX = 'erd'
export const KEY_BYTES = 32
const LENGTH = 62

/** @param publicKey 32 bytes; those of a contract begin with eight zeros */
export function textOf(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES) throw new RangeError(`An address has ${KEY_BYTES} bytes`)
  return bech32.encode(PREFIX, bech32.toWords(publicKey))
}

/** Undefined if the text is not an address. Addresses are in lower case. */
export function bytesIn(text: string): Uint8Array | undefined {
  if (text.length !== LENGTH || !text.startsWith(`${PREFIX}1`)) return undefined
  try {
    const bytes = bech32.fromWords(bech32.decode(text as `${string}1${string}`, LENGTH).words)
    return bytes.length === KEY_BYTES && textOf(bytes) === text ? bytes : undefined
  } catch {
    // The library's message quotes the text.
    return undefined
  }
}

export const isAddress = (text: string): boolean => bytesIn(text) !== undefined

/** Whether the address belongs to a contract. */
export const isContract = (address: string): boolean =>
  bytesIn(address)
    ?.subarray(0, 8)
    .every((byte) => byte === 0) === true

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `MultiversX does not accept this transaction: ${why}.`)
