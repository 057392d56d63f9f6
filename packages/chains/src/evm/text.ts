/**
 * Addresses of EVM chains as text. All have 20 bytes; chains differ in how they write them. Inside, and in comparisons,
 * an address is `0x` and 40 lower-case hex digits.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import type { EvmParams } from '@tallystick/custody'

export type AddressText = EvmParams['addressText']

const BYTES = 20

/** EIP-55: a letter is upper case if the hash of the lower-case address has a digit of 8 or more at its position. */
export function checksummed(canonical: string): string {
  const digits = canonical.slice(2)
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)))
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** An address in the chain's own spelling. */
export function writeAddress(canonical: string, text: AddressText): string {
  switch (text) {
    case 'hex':
      return checksummed(canonical)
    case 'xdc':
      return `xdc${checksummed(canonical).slice(2)}`
    case 'one':
      return bech32.encode('one', bech32.toWords(hexToBytes(canonical.slice(2))))
  }
}

/**
 * Reads `0x…`, and the chain's own spelling if it has one. Mixed case is a checksum (EIP-55) and must be right; all
 * lower or all upper case has none.
 * @returns The address in lower-case hex; undefined if it is not one
 */
export function readAddress(address: string, text: AddressText): string | undefined {
  if (text === 'one' && /^one1/i.test(address)) return readBech32(address)
  const [, digits] =
    (text === 'xdc' ? /^(?:0x|xdc)([0-9a-fA-F]{40})$/ : /^0x([0-9a-fA-F]{40})$/).exec(address) ?? []
  if (digits === undefined) return undefined
  const canonical = `0x${digits.toLowerCase()}`
  const hasChecksum = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return hasChecksum && checksummed(canonical).slice(2) !== digits ? undefined : canonical
}

function readBech32(address: string): string | undefined {
  const decoded = bech32.decodeUnsafe(address)
  if (decoded === undefined || decoded.prefix !== 'one') return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  return bytes?.length === BYTES ? `0x${bytesToHex(Uint8Array.from(bytes))}` : undefined
}
