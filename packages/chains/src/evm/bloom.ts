/**
 * The filter in a block's header that contains every log of the block (Yellow Paper, 4.3.1, "M3:2048"): three bits for
 * each address and topic.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'

const BYTES = 256

interface Logged {
  readonly address: string
  readonly topics: readonly string[]
}

/** Whether the logs set every bit of the filter: if not, some are missing. Some chains leave logs of their own out of it. */
export function covers(logs: readonly Logged[], filter: string): boolean {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(filter)) return false
  const wanted = hexToBytes(filter.slice(2))
  if (wanted.every((byte) => byte === 0)) return true
  const set = new Uint8Array(BYTES)
  for (const text of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    const hash = keccak_256(hexToBytes(text.slice(2)))
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047
      const place = BYTES - 1 - (bit >> 3)
      set[place] = (set[place] ?? 0) | (1 << (bit & 7))
    }
  }
  return wanted.every((byte, place) => (byte & ~(set[place] ?? 0)) === 0)
}
