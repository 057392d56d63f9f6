/** CREATE2 (EIP-1014): where a contract comes to be, by who makes it, a salt, and the hash of its code. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** The first byte of what is hashed: TRON's is 0x41. */
const CREATE2_PREFIX = 0xff

export const hashOfCode = (code: string): Uint8Array => keccak_256(hexToBytes(code.replace(/^0x/, '')))

/**
 * The addresses that one maker gives to one code, by salt, as `0x` and lower-case hex.
 * @param maker 0x-hex
 */
export function create2(
  maker: string,
  codeHash: Uint8Array,
  prefix = CREATE2_PREFIX,
): (salt: bigint) => string {
  const before = concatBytes(Uint8Array.of(prefix), hexToBytes(maker.slice(2)))
  return (salt) => {
    const word = hexToBytes(salt.toString(16).padStart(64, '0'))
    return `0x${bytesToHex(keccak_256(concatBytes(before, word, codeHash)).subarray(12))}`
  }
}
