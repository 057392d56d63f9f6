/**
 * Idempotency records. Their keys are random, so an index that each commit keeps up to date would change a page for
 * each key. Here a commit only appends its records. The keys of the newest records are in memory. The others are in
 * `answer_place`, by their prefixes. It gets them in bulk and sorted, so that many keys share a changed page. See
 * docs/decisions/065-idempotency-records.md.
 *
 * All records up to the mark are in `answer_place`; those after it may be. After a restart, and when another process has
 * committed, the keys after the mark are read from the records.
 */
import { IDEMPOTENCY_RECORDS, type IdempotencyRecord, type TenantId } from '@tallystick/core'
import { Fault } from '@tallystick/engine'
import type { Connection, Value } from './connection.js'
import { PositionIndex } from './position-index.js'
import type { Tables } from './tables.js'

/** Keys in memory before they are indexed, by default: about 20 MB. More write less, and make a start slower. */
export const GATHERED = 262_144

const INDEXED_MARK = 'placed'
/** The first digits of a key, under which it is indexed: as many as a number can hold. */
const PREFIX_DIGITS = 12
/** Prefixes that a commit writes for each record that it adds, so that they are written before as many have gathered. */
const PACE = 2
/** Keys read at once, and rows of one insert. */
const CHUNK = 8_192
const ROWS = 16
/** Records read by one statement. */
const READS = 64

export const keyPrefix = (key: string): number => Number.parseInt(key.slice(0, PREFIX_DIGITS), 16)

/** Prefixes that are being written. */
interface Filling {
  readonly index: PositionIndex
  /** Sorted. */
  readonly prefixes: Float64Array
  /** The last record among them: the next mark. */
  readonly goal: number
  written: number
}

export class IdempotencyRecords {
  /** The newest records: all after the mark, except those that are being written. */
  private recent = new PositionIndex()
  /** The prefixes of all records after the mark, sorted, for `page`. */
  private sorted: Float64Array | null = null
  private filling: Filling | null = null
  /** -1: nothing is known. */
  private mark = -1
  /** All records up to this position are known. */
  private last = 0
  /** The state of `Accounts.seen` to which all this belongs. */
  private seen = -1
  /** `mark` and `last` before the newest write that has added records. */
  private before = { mark: -1, last: 0 }

  constructor(
    private readonly connection: Connection,
    private readonly tables: Tables,
    private readonly gathered: number,
  ) {}

  /** @param seen Of `Accounts` */
  find(tenant: TenantId, key: string, seen: number): IdempotencyRecord | undefined {
    this.catchUp(seen)
    const prefix = keyPrefix(key)
    return this.among(this.recentAt(prefix), tenant, key) ?? this.among(this.indexedAt(prefix), tenant, key)
  }

  private among(seqs: readonly number[], tenant: TenantId, key: string): IdempotencyRecord | undefined {
    if (seqs.length === 0) return undefined
    return this.records(seqs).find((record) => record.key === key && record.tenant === tenant)
  }

  /** Within a write. */
  append(records: readonly IdempotencyRecord[], seen: number): void {
    if (records.length === 0) return
    this.catchUp(seen)
    this.before = { mark: this.mark, last: this.last }
    for (const { key } of records) this.recent.add(keyPrefix(key), ++this.last)
    this.tables.insert(IDEMPOTENCY_RECORDS, records)
    const reached = this.connection.prepare('select last_insert_rowid()').get()?.[0]
    if (reached !== this.last)
      throw new Fault(`Idempotency record ${this.last} was to be written, and it is ${String(reached)}`)
    this.fill(records.length * PACE)
  }

  /** After a failed write: what it has written does not exist. */
  forget(): void {
    const { mark, last } = this.before
    if (mark !== this.mark) this.mark = -1
    else if (last !== this.last) {
      // The prefixes that it has written are written again.
      this.recent = this.unwritten(mark, last)
      this.filling = null
      this.last = last
    }
    this.seen = -1
  }

  /** Reads the keys after the mark in steps, each in a snapshot, so that no call has to wait for all of them. */
  async open(read: (work: () => boolean) => Promise<boolean>): Promise<void> {
    const step = (): boolean => {
      this.readMark()
      return this.follow(CHUNK) === CHUNK
    }
    while (await read(step)) await new Promise(setImmediate)
  }

  /** For an audit: the records after the one with this key, in the order of their keys. */
  page(after: string | undefined, limit: number, seen: number): readonly IdempotencyRecord[] {
    this.catchUp(seen)
    this.sorted ??= this.unwritten().sorted()
    const from = after === undefined ? 0 : keyPrefix(after)
    // Several keys may have the first prefix, or the last one.
    for (let count = limit + 8; ; count *= 2) {
      const found = this.between(from, count)
      const records = this.records(found.seqs).filter(({ key }) => after === undefined || key > after)
      if (records.length < limit && !found.isAll) continue
      return records.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit)
    }
  }

  /** The records of the next prefixes, about `count` of them, and whether there are no more. */
  private between(
    from: number,
    count: number,
  ): { readonly seqs: readonly number[]; readonly isAll: boolean } {
    const sorted = this.sorted ?? new Float64Array()
    const indexed = this.connection
      .prepare('select place, seq from answer_place where place >= ? and seq <= ? order by place limit ?')
      .all(from, this.mark, count) as readonly (readonly [number, number])[]
    const first = lowerBound(sorted, from)
    const recent = sorted.subarray(first, first + count)
    // Of a prefix at which either list was cut, some records may be missing.
    const end = Math.min(
      indexed.length < count ? Number.POSITIVE_INFINITY : (indexed.at(-1)?.[0] ?? 0),
      recent.length < count ? Number.POSITIVE_INFINITY : (recent.at(-1) ?? 0),
    )
    const seqs = indexed.flatMap(([prefix, seq]) => (prefix < end ? [seq] : []))
    for (const [index, prefix] of recent.entries())
      if (prefix < end && prefix !== recent[index - 1]) seqs.push(...this.recentAt(prefix))
    return { seqs, isAll: end === Number.POSITIVE_INFINITY }
  }

  private catchUp(seen: number): void {
    if (seen === this.seen) return
    this.readMark()
    this.follow(Number.MAX_SAFE_INTEGER)
    this.seen = seen
  }

  private readMark(): void {
    const found = this.connection.prepare('select value from meta where name = ?').get(INDEXED_MARK)?.[0]
    const mark = Number(found ?? 0)
    if (mark === this.mark) return
    if (this.mark === -1) {
      this.recent = new PositionIndex()
      this.last = 0
    } else {
      // Another process has written the prefixes up to there.
      this.recent = this.unwritten(mark)
    }
    this.filling = null
    this.mark = mark
    this.last = Math.max(this.last, mark)
  }

  /** Reads keys that are not known yet, at most so many; returns their number. */
  private follow(most: number): number {
    const rows = this.connection
      .prepare('select seq, lower(hex(substr(key, 1, 6))) from answer where seq > ? order by seq limit ?')
      .all(this.last, most)
    for (const [seq, digits] of rows as readonly (readonly [number, string])[]) {
      this.recent.add(keyPrefix(digits), seq)
      this.last = seq
    }
    return rows.length
  }

  /** Records after the mark, or after another one, up to `end`. */
  private unwritten(after = this.mark, end = this.last): PositionIndex {
    return this.recent.after(after, this.filling === null ? [] : [this.filling.index], end)
  }

  private recentAt(prefix: number): readonly number[] {
    const recent = this.recent.at(prefix)
    return this.filling === null ? recent : [...this.filling.index.at(prefix), ...recent]
  }

  private indexedAt(prefix: number): readonly number[] {
    if (this.mark === 0) return NONE
    const rows = this.connection.prepare('select seq from answer_place where place = ?').all(prefix)
    return rows.map(([seq]) => seq as number)
  }

  private records(seqs: readonly number[]): IdempotencyRecord[] {
    const found: IdempotencyRecord[] = []
    for (let from = 0; from < seqs.length; ) {
      const many = seqs.length - from < READS ? 1 : READS
      const some = seqs.slice(from, from + many)
      const term = many === 1 ? 'seq = ?' : SEVERAL
      for (const row of this.tables.select(IDEMPOTENCY_RECORDS, [[term, ...some]], ['']))
        found.push(this.tables.read(IDEMPOTENCY_RECORDS, row))
      from += many
    }
    return found
  }

  /** Within a write: writes the next prefixes, if enough keys have gathered. */
  private fill(count: number): void {
    if (this.filling === null && this.recent.size < this.gathered) return
    if (this.filling === null) {
      this.filling = { index: this.recent, prefixes: this.recent.sorted(), goal: this.last, written: 0 }
      this.recent = new PositionIndex()
    }
    const { index, prefixes, goal, written } = this.filling
    const next = prefixes.subarray(written, written + count)
    const values: Value[] = []
    for (const prefix of next) for (const seq of index.at(prefix)) values.push(prefix, seq)
    for (let from = 0; from < values.length; from += 2 * ROWS) {
      const rows = values.slice(from, from + 2 * ROWS)
      // After a restart, some of them are there already. Several records with one prefix are written several times.
      this.connection.prepare(insertion(rows.length / 2)).run(...rows)
    }
    this.filling.written += next.length
    if (this.filling.written < prefixes.length) return
    this.connection
      .prepare(
        'insert into meta (name, value) values (?, ?) on conflict do update set value = excluded.value',
      )
      .run(INDEXED_MARK, String(goal))
    this.mark = goal
    this.filling = null
  }
}

const NONE: readonly number[] = []

const SEVERAL = `seq in (${Array(READS).fill('?').join(', ')})`

const insertion = (rows: number): string =>
  `insert or ignore into answer_place (place, seq) values ${Array(rows).fill('(?, ?)').join(', ')}`

/** The index of the first value that is not below `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
