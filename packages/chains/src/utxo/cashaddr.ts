/**
 * CashAddr, the addresses of Bitcoin Cash: `bitcoincash:q…`
 * (github.com/bitcoincashorg/bitcoincash.org, spec/cashaddr.md).
 */

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** Payload sizes in bytes, by the three size bits of the version. */
const SIZES = [20, 24, 28, 32, 40, 48, 56, 64] as const
const CHECKSUM = 8

/** The five generators, each of 40 bits: the high 8, and the low 32. */
const GENERATORS = [
  [0x98, 0xf2bc8e61],
  [0x79, 0xb76d99e2],
  [0xf3, 0x3e5fb3c4],
  [0xae, 0x2eabe2a8],
  [0x1e, 0x4f43e470],
] as const

interface CashAddress {
  /** 0: the hash of a public key; 1: of a script. Others are left to the caller. */
  readonly type: number
  readonly payload: Uint8Array
}

export function encodeCashAddress(prefix: string, { type, payload }: CashAddress): string {
  const size = SIZES.indexOf(payload.length as (typeof SIZES)[number])
  if (size === -1) throw new TypeError(`No CashAddr of ${payload.length} bytes`)
  const words = toWords(Uint8Array.of((type << 3) | size, ...payload))
  const check = checksum(prefix, [...words, ...Array.from({ length: CHECKSUM }, () => 0)])
  return `${prefix}:${[...words, ...check].map((value) => ALPHABET[value]).join('')}`
}

/** Upper or lower case, not mixed; with or without prefix. Undefined if it is not an address with this prefix. */
export function decodeCashAddress(prefix: string, text: string): CashAddress | undefined {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const colon = lower.lastIndexOf(':')
  if (colon !== -1 && lower.slice(0, colon) !== prefix) return undefined
  const letters = lower.slice(colon + 1)
  // The longest address has 64 bytes; longer text is not decoded.
  if (letters.length <= CHECKSUM || letters.length > 112) return undefined
  const words: number[] = []
  for (const letter of letters) {
    const value = VALUES.get(letter)
    if (value === undefined) return undefined
    words.push(value)
  }
  if (checksum(prefix, words).some((value) => value !== 0)) return undefined
  const bytes = fromWords(words.slice(0, -CHECKSUM))
  if (bytes === undefined) return undefined
  const [version = 0x80, ...payload] = bytes
  // The highest bit is reserved.
  if (version >= 0x80 || payload.length !== SIZES[version & 7]) return undefined
  return { type: version >> 3, payload: Uint8Array.from(payload) }
}

/** The eight values that make the polynomial zero; all zero for words that end with them. */
function checksum(prefix: string, words: readonly number[]): readonly number[] {
  // A number has 53 exact bits and 32 that shifts use, so the 40 bits are kept in two parts.
  let high = 0
  let low = 1
  const feed = (value: number): void => {
    const top = high >>> 3
    high = ((high & 7) << 5) | (low >>> 27)
    low = ((low << 5) ^ value) >>> 0
    for (const [bit, [upper, lower]] of GENERATORS.entries()) {
      if (((top >>> bit) & 1) === 0) continue
      high ^= upper
      low = (low ^ lower) >>> 0
    }
  }
  for (const letter of prefix) feed(letter.charCodeAt(0) & 31)
  feed(0)
  for (const word of words) feed(word)
  low = (low ^ 1) >>> 0
  return [
    high >>> 3,
    ((high & 7) << 2) | (low >>> 30),
    ...[25, 20, 15, 10, 5, 0].map((shift) => (low >>> shift) & 31),
  ]
}

function toWords(bytes: Uint8Array): number[] {
  const words: number[] = []
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) words.push((held >>> (bits - 5)) & 31)
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31)
  return words
}

/** Undefined if the padding of the last word is not zero, or is a whole word. */
function fromWords(words: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 0xff)
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
