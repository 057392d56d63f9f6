/**
 * Says of most addresses that nobody has them, without a look into the index: of the thousands of addresses in a block, few
 * are ours. It is a Bloom filter: it may take a stranger's address for one of ours, and then the index decides, but never
 * the other way round. Its size is fixed.
 *
 * It is as complete as the snapshot that it is asked in. Addresses are never deleted, so their row ids rise in the order
 * of the commits, of whichever process: those above the last one that it has are the new ones.
 */
import type { Connection } from './connection.js'

/** 8 MiB. With a million addresses, one of 10,000 strangers is taken for ours; with ten million, one of 25. */
const BITS = 2 ** 26
/** Bits of each address. */
const HASHES = 4

/** Rows that one statement reads: a few milliseconds. */
export const FILTER_WINDOW = 4_000

export class AddressFilter {
  /** Nobody pays for it who follows no chain. */
  private bits = new Uint32Array(0)
  /** The row id of the last address that it has. */
  private last = 0
  private first = 0
  private step = 0

  constructor(private readonly connection: Connection) {}

  /**
   * Adds addresses that it lacks, within a snapshot.
   * @returns Whether it has all of them now
   */
  advance(): boolean {
    const newest = Number(this.connection.prepare('select max(rowid) from deposit_address').get()?.[0] ?? 0)
    if (this.bits.length === 0 || newest < this.last) {
      this.bits = new Uint32Array(BITS / 32)
      this.last = 0
    }
    if (newest === this.last) return true
    const rows = this.connection
      .prepare('select rowid, address from deposit_address where rowid > ? order by rowid limit ?')
      .all(this.last, FILTER_WINDOW)
    for (const [id, address] of rows) {
      this.add(address as string)
      this.last = id as number
    }
    return this.last === newest
  }

  /** False: nobody has the address. */
  mayHave(address: string): boolean {
    this.hash(address)
    for (let index = 0, at = this.first; index < HASHES; index++, at = (at + this.step) >>> 0) {
      if (((this.bits[(at % BITS) >>> 5] ?? 0) & (1 << (at & 31))) === 0) return false
    }
    return true
  }

  private add(address: string): void {
    this.hash(address)
    for (let index = 0, at = this.first; index < HASHES; index++, at = (at + this.step) >>> 0) {
      const word = (at % BITS) >>> 5
      this.bits[word] = (this.bits[word] ?? 0) | (1 << (at & 31))
    }
  }

  /** Two hashes, from which the others follow. Whoever finds collisions costs us a look into the index. */
  private hash(text: string): void {
    let first = 0x811c9dc5
    let second = 0x9747b28c
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      first = Math.imul(first ^ unit, 0x01000193)
      second = Math.imul(second ^ unit, 0x5bd1e995)
      second ^= second >>> 15
    }
    first = Math.imul(first ^ (first >>> 16), 0x85ebca6b)
    this.first = (first ^ (first >>> 13)) >>> 0
    this.step = (second | 1) >>> 0
  }
}
