/** Bech32 (BIP-173), written from its text: the checksum is a polynomial over groups of five bits. */

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, part] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= part
  }
  return sum
}

/** Bytes whose bits are groups of five. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = (bits.match(/.{5}/g) ?? []).map((group) => Number.parseInt(group, 2))
  const letters = [...prefix].map((letter) => letter.charCodeAt(0))
  const high = letters.map((code) => code >>> 5)
  const low = letters.map((code) => code & 31)
  const sum = polymod([...high, 0, ...low, ...groups, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)
  return `${prefix}1${[...groups, ...check].map((group) => LETTERS[group]).join('')}`
}
