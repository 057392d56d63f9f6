/**
 * Addresses of Algorand: a public key of Ed25519 and four bytes of its hash, in base 32 without padding
 * (developer.algorand.org, "Accounts", "Transformation: Public key to Algorand address").
 */
import { createHash } from 'node:crypto'
import { base32nopad } from '@scure/base'

const KEY_BYTES = 32
const CHECKSUM_BYTES = 4
/** 36 bytes in base 32. */
const LENGTH = 58

const checksumOf = (key: Uint8Array): Buffer =>
  createHash('sha512-256').update(key).digest().subarray(-CHECKSUM_BYTES)

export function algorandAddress(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES) throw new RangeError(`A public key has ${KEY_BYTES} bytes`)
  return base32nopad.encode(Uint8Array.from([...publicKey, ...checksumOf(publicKey)]))
}

/** The same on every network. */
export function isAlgorandAddress(text: string): boolean {
  if (text.length !== LENGTH || !/^[A-Z2-7]+$/.test(text)) return false
  try {
    // The last character has two unused bits, so only the canonical spelling is an address.
    return algorandAddress(base32nopad.decode(text).subarray(0, KEY_BYTES)) === text
  } catch {
    return false
  }
}
