/** IP addresses and networks of the IP allowlists of API keys. */
import { isIP } from 'node:net'

/** A parsed address or network. The `prefix` most significant bits count. */
interface Network {
  readonly family: 4 | 6
  readonly bits: bigint
  readonly prefix: number
}

/**
 * The canonical text: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. Undefined if it is neither an address nor a
 * network, has bits after its prefix, or means everybody (`/0`).
 */
export function canonicalNetwork(text: string): string | undefined {
  const plain = plainAddress(text)
  const network = networkOf(plain)
  if (network === undefined || isMapped(network)) return undefined
  return plain.toLowerCase()
}

/** Whether it is a network of IPv4 addresses in IPv6 notation. No address is ever looked up in one. */
function isMapped({ family, bits, prefix }: Network): boolean {
  return family === 6 && prefix >= 96 && bits >> 32n === 0xffffn
}

/** The prefix length of the network if it contains the address, otherwise undefined. */
export function prefixAround(address: string, network: string): number | undefined {
  // Only the machine itself knows the meaning of a zone.
  const inside = networkOf(plainAddress(address).replace(/%.*$/, ''))
  const around = networkOf(network)
  if (inside === undefined || around === undefined || inside.family !== around.family) return undefined
  const rest = BigInt(widthOf(around.family) - around.prefix)
  return inside.bits >> rest === around.bits >> rest ? around.prefix : undefined
}

/** A socket for both kinds gives an IPv4 address in IPv6 notation. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

function networkOf(text: string): Network | undefined {
  const [address = '', length, ...more] = text.split('/')
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || more.length > 0 || address.includes('%')) return undefined
  const width = widthOf(family)
  if (length !== undefined && !/^[1-9]\d{0,2}$/.test(length)) return undefined
  const prefix = length === undefined ? width : Number(length)
  if (prefix > width) return undefined
  const bits = family === 4 ? bitsOf4(address) : bitsOf6(address)
  const rest = BigInt(width - prefix)
  return (bits >> rest) << rest === bits ? { family, bits, prefix } : undefined
}

function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128
}

function bitsOf4(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

/** An IPv6 address as a number (RFC 4291, section 2.2). */
function bitsOf6(address: string): bigint {
  const last = address.slice(address.lastIndexOf(':') + 1)
  const text = last.includes('.')
    ? `${address.slice(0, -last.length)}${hex(bitsOf4(last) >> 16n)}:${hex(bitsOf4(last) & 0xffffn)}`
    : address
  const [head = '', tail] = text.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const middle: string[] = Array(8 - left.length - right.length).fill('0')
  return [...left, ...middle, ...right].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

function hex(bits: bigint): string {
  return bits.toString(16)
}
