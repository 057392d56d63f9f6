/**
 * Says of most addresses that no deposit address has them, without a look into the index: of the thousands of addresses
 * in a block, few are ours. It is a Bloom filter: it may take a stranger's address for one of ours, and then the index
 * decides, but never the other way round. Its size is fixed.
 *
 * A storage numbers its deposit addresses in the order of the commits, of whichever process, and never deletes one. So
 * those above the last number that the filter has are all that it lacks.
 */

import type { Addressed } from './ports/storage.js'

/** 8 MiB. With a million addresses, one of 10,000 strangers is taken for ours; with ten million, one of 25. */
const BITS = 2 ** 26
/** Bits of each address. */
const HASHES = 4
/** Characters of an address that are hashed: 64 bits and more. To read all of them takes three times as long. */
const HASHED = 16
/** The first hash reads the last ones of these: 32 bits and more, enough to tell most strangers. */
const HASHED_FIRST = 8

/** Addresses that are read or asked for at once: a few milliseconds. */
export const FILTER_WINDOW = 4_000

export interface NumberedAddress extends Addressed {
  readonly number: number
}

export class AddressFilter {
  /** Nobody pays for it who follows no chain. */
  private bits = new Uint32Array(0)
  /** The last address that it has. */
  private last: NumberedAddress | null = null

  /**
   * The number from which on addresses are read. The last one that it has is read again: if it is not there, the database
   * is another one, for example an older backup, and the filter begins anew.
   */
  get from(): number {
    return this.last?.number ?? 0
  }

  /**
   * @param addresses The next ones from `from`, by number, at most FILTER_WINDOW
   * @returns Whether it has all of them now; if not, more are to be read
   */
  take(addresses: readonly NumberedAddress[]): boolean {
    const { last } = this
    const [first] = addresses
    if (last !== null && (first?.number !== last.number || first.address !== last.address)) {
      this.bits = new Uint32Array(0)
      this.last = null
      return false
    }
    if (this.bits.length === 0 && first !== undefined) this.bits = new Uint32Array(BITS / 32)
    for (const { address } of addresses) this.add(address)
    this.last = addresses.at(-1) ?? null
    return addresses.length < FILTER_WINDOW
  }

  /** Of each list those whose address somebody may have. It lets other work go on between windows of them. */
  async among<Item extends Addressed>(
    lists: readonly (readonly Item[])[],
  ): Promise<readonly (readonly Item[])[]> {
    // If the filter begins anew meanwhile, it gets other bits, and these stay as they are.
    const { bits } = this
    const possible: Item[][] = []
    let seen = 0
    for (const list of lists) {
      const found: Item[] = []
      possible.push(found)
      for (let start = 0; start < list.length && bits.length > 0; start += FILTER_WINDOW) {
        if (seen >= FILTER_WINDOW) {
          await new Promise(setImmediate)
          seen = 0
        }
        const end = Math.min(list.length, start + FILTER_WINDOW)
        collect(bits, list, start, end, found)
        seen += end - start
      }
    }
    return possible
  }

  private add(address: string): void {
    const step = secondHash(address)
    for (let index = 0, at = firstHash(address); index < HASHES; index++, at = (at + step) >>> 0) {
      const word = (at % BITS) >>> 5
      this.bits[word] = (this.bits[word] ?? 0) | (1 << (at & 31))
    }
  }
}

/** A loop of its own: within the function that waits, it takes twice as long. */
function collect<Item extends Addressed>(
  bits: Uint32Array,
  list: readonly Item[],
  start: number,
  end: number,
  found: Item[],
): void {
  for (let place = start; place < end; place++) {
    const item = list[place] as Item
    if (mayHave(bits, item.address)) found.push(item)
  }
}

/** Most addresses of strangers end at the first bit, which needs one hash alone. */
function mayHave(bits: Uint32Array, address: string): boolean {
  let at = firstHash(address)
  if (!isSet(bits, at)) return false
  const step = secondHash(address)
  for (let index = 1; index < HASHES; index++) {
    at = (at + step) >>> 0
    if (!isSet(bits, at)) return false
  }
  return true
}

const isSet = (bits: Uint32Array, at: number): boolean =>
  ((bits[(at % BITS) >>> 5] ?? 0) & (1 << (at & 31))) !== 0

// Two hashes of the last characters, from which the others follow. Whoever finds collisions costs us a look into the index.

function firstHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = Math.max(0, text.length - HASHED_FIRST); index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Odd, so that no two of an address's bits are one. */
function secondHash(text: string): number {
  let hash = 0x9747b28c
  for (let index = Math.max(0, text.length - HASHED); index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return (hash | 1) >>> 0
}
