/**
 * Addresses: 20 bytes after the byte 0x41, the same on all networks (developers.tron.network, "Account"). The service
 * writes them as `T…` (Base58Check). It also reads hex with and without the prefix, which means the same address.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check, hex } from '@scure/base'
import { malformed } from './faults.js'

/** CREATE2 hashes it, too (java-tron, `WalletUtil.generateContractAddress2`). */
export const PREFIX = 0x41
/** With the prefix. */
const BYTES = 21
const base58check = createBase58check(sha256)

/** The 21 bytes; undefined when it is no address. */
export function readAddress(text: string): Uint8Array | undefined {
  const bytes = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ? fromBase58(text) : fromHex(text)
  return bytes?.length === BYTES && bytes[0] === PREFIX ? bytes : undefined
}

/** @throws BadTransaction `malformed` */
export function bytesOf(field: string, text: string): Uint8Array {
  const bytes = readAddress(text)
  if (bytes === undefined) throw malformed(`${field} is not an address`)
  return bytes
}

/** @param bytes 21 of them. @throws BadTransaction when they are no address */
export function writeAddress(bytes: Uint8Array): string {
  if (bytes.length !== BYTES || bytes[0] !== PREFIX) throw malformed('it names what is no address')
  return base58check.encode(bytes)
}

export const withPrefix = (account: Uint8Array): Uint8Array => Uint8Array.of(PREFIX, ...account)

function fromBase58(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text)
  } catch {
    return undefined
  }
}

/** 20 bytes, or 21 with the prefix. Letters of both cases are a checksum (EIP-55), and must be right. */
function fromHex(text: string): Uint8Array | undefined {
  const [, digits = ''] = /^(?:0x)?(?:41)?([0-9a-fA-F]{40})$/.exec(text) ?? []
  if (digits === '') return undefined
  const lower = digits.toLowerCase()
  const hasChecksum = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return hasChecksum && checksummed(lower) !== digits ? undefined : withPrefix(hex.decode(lower))
}

function checksummed(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)))
  return [...lower].map((digit, at) => ((hash[at] ?? '0') > '7' ? digit.toUpperCase() : digit)).join('')
}
