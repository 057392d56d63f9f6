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

/** A network as `Networks` finds it. */
interface Place {
  readonly family: 4 | 6
  readonly prefix: number
  readonly key: string
}

/** Who has which network. However many there are, an address is looked up once for each length of a prefix. */
export class Networks<Owner> {
  private readonly places = new Map<string, Place>()
  private readonly owners = new Map<string, Owner>()
  /** The lengths in use, the longest first. */
  private readonly prefixes = { 4: [] as number[], 6: [] as number[] }

  /**
   * @param networks Of several that are the same, the first counts
   * @param before Has read most of these texts already: reading thousands would hold up the event loop
   */
  constructor(networks: Iterable<readonly [text: string, owner: Owner]>, before?: Networks<unknown>) {
    for (const [text, owner] of networks) {
      const place = before?.places.get(text) ?? placeOf(text)
      if (place === undefined) continue
      this.places.set(text, place)
      if (!this.owners.has(place.key)) this.owners.set(place.key, owner)
      const lengths = this.prefixes[place.family]
      if (!lengths.includes(place.prefix)) lengths.push(place.prefix)
    }
    for (const lengths of Object.values(this.prefixes)) lengths.sort((a, b) => b - a)
  }

  /** The owner of the network with the longest prefix that contains the address. */
  of(address: string): Owner | undefined {
    // Only the machine itself knows the meaning of a zone.
    const inside = networkOf(plainAddress(address).replace(/%.*$/, ''))
    if (inside === undefined) return undefined
    const prefix = this.prefixes[inside.family].find((length) => this.owners.has(keyOf(inside, length)))
    return prefix === undefined ? undefined : this.owners.get(keyOf(inside, prefix))
  }
}

function placeOf(text: string): Place | undefined {
  const network = networkOf(text)
  return network && { family: network.family, prefix: network.prefix, key: keyOf(network, network.prefix) }
}

function keyOf({ family, bits }: Network, prefix: number): string {
  return `${family} ${prefix} ${bits >> BigInt(widthOf(family) - prefix)}`
}

/** Whoever has one IPv6 address has a network of 64 bits (RFC 6177): what counts by address counts by that. */
export function originOf(address: string): string {
  const from = networkOf(plainAddress(address).replace(/%.*$/, ''))
  return from?.family === 6 ? keyOf(from, 64) : plainAddress(address)
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
