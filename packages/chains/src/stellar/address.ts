/**
 * The text of keys and addresses (SEP-23): accounts `G…`, customers of an account `M…` (a key and a number of 64 bits),
 * secrets `S…`. Base32 of a version, the bytes and a CRC of 16 bits.
 */
import { base32nopad } from '@scure/base'
import { BadTransaction } from '@tallystick/custody'

const VERSIONS = { G: 6 << 3, M: 12 << 3, S: 18 << 3 } as const
const SIZES = { G: 32, M: 40, S: 32 } as const
/** An `M…` has 69 characters. */
const MAX_LENGTH = 69
const KEY_BYTES = 32

type Prefix = keyof typeof VERSIONS

export interface Party {
  /** `G…`. */
  readonly account: string
  /** Of a customer of the account; null without one. */
  readonly id: bigint | null
}

export function written(prefix: Prefix, bytes: Uint8Array): string {
  if (bytes.length !== SIZES[prefix]) throw new RangeError(`${prefix}… has ${SIZES[prefix]} bytes`)
  const payload = Uint8Array.of(VERSIONS[prefix], ...bytes)
  const sum = crc16(payload)
  return base32nopad.encode(Uint8Array.of(...payload, sum & 0xff, sum >> 8))
}

/** The bytes that a text stands for; undefined when it is none of this kind. */
export function bytesIn(prefix: Prefix, text: string): Uint8Array | undefined {
  if (text.length > MAX_LENGTH || !text.startsWith(prefix)) return undefined
  let bytes: Uint8Array
  try {
    bytes = base32nopad.decode(text)
  } catch {
    // The library's message quotes the text.
    return undefined
  }
  const own = bytes.slice(1, -2)
  return own.length === SIZES[prefix] && written(prefix, own) === text ? own : undefined
}

/** Undefined when it is no address. */
export function readParty(text: string): Party | undefined {
  if (bytesIn('G', text) !== undefined) return { account: text, id: null }
  const bytes = bytesIn('M', text)
  if (bytes === undefined) return undefined
  const id = Buffer.from(bytes).readBigUInt64BE(KEY_BYTES)
  return { account: written('G', bytes.slice(0, KEY_BYTES)), id }
}

/** @throws BadTransaction `malformed` */
export function partyOf(field: string, text: string): Party {
  const party = readParty(text)
  if (party === undefined) throw new BadTransaction('malformed', `${field} is not an address of Stellar.`)
  return party
}

/** CRC-16/XMODEM, as SEP-23 has it. */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  return sum
}
