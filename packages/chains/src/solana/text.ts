/** Transactions and signatures as text: hex, Base64, and Base64 behind a height. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bytesOf } from './address.js'
import { nonceAccount } from './instructions.js'
import { MAX_BYTES_1, readTransaction, SIGNATURE_BYTES, type Transaction } from './message.js'
import { malformed } from './reader.js'

/** The largest transaction in hex: longer text is not decoded. */
const MAX_TEXT = 2 * MAX_BYTES_1

/**
 * A transaction as it is recorded: Base64, behind the height of the last block that may have it.
 * @throws BadTransaction `malformed`
 */
export function parted(raw: string): {
  /** Null where it does not expire. */
  readonly last: bigint | null
  readonly transaction: Transaction
  readonly text: string
} {
  const match = raw.length > MAX_TEXT ? null : /^(?:([1-9]\d{0,9}):)?([A-Za-z0-9+/]+=*)$/.exec(raw)
  if (match === null) throw malformed('it is not Base64')
  const [, last, text = ''] = match
  const transaction = readTransaction(decoded(text))
  // What was read of a node has a height in any case.
  const isDurable = nonceAccount(transaction.message) !== null
  return { last: last === undefined || isDurable ? null : BigInt(last), transaction, text }
}

/** Hex, or Base64. @throws BadTransaction `malformed` */
export function bytesIn(text: string): Uint8Array {
  if (text.length > MAX_TEXT) throw malformed('it is too long')
  if (/^(?:[0-9a-fA-F]{2})+$/.test(text)) return Uint8Array.from(Buffer.from(text, 'hex'))
  return decoded(text)
}

export const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** @throws BadTransaction `malformed` */
export function decoded(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64')
  // One text for the same bytes.
  if (text === '' || bytes.toString('base64') !== text) throw malformed('it is not Base64')
  return Uint8Array.from(bytes)
}

/** A transaction is known by the signature of who pays its fee. */
export const idOf = ([first = new Uint8Array(0)]: readonly Uint8Array[]): string => base58.encode(first)

export const isId = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && base58.decode(text).length === SIGNATURE_BYTES

export function holds(signature: Uint8Array, signed: Uint8Array, address: string): boolean {
  const key = bytesOf(address)
  if (key === undefined || signature.length !== SIGNATURE_BYTES) return false
  try {
    // As strictly as nodes: a signature has one spelling.
    return ed25519.verify(signature, signed, key, { zip215: false })
  } catch {
    return false
  }
}
