/**
 * All data in the order written, on a connection that holds its snapshot. Rows that lag behind the journal are brought
 * up to date.
 */
import { type AccountId, IDEMPOTENCY_RECORDS, type Owned, type Table } from '@tallystick/core'
import type { Anchor, Audit, Constant, JournalPosition } from '@tallystick/engine'
import type { Row } from './connection.js'
import type { Database } from './database.js'
import { AuditedRow } from './entry-row.js'
import { Links } from './links.js'
import { ACCOUNT_COLUMNS, AT, AUDIT_COLUMNS, readAccount } from './rows.js'

/** Entries that are read at once: the text of them must stay short, whatever their details. */
const ROWS = 500

/** SQLite reads a range of the key in its order; of a query with a limit it would copy each row before it makes text of it. */
const ENTRIES = 'entry not indexed where seq > ? and seq <= ?'

/** Text where bytes were. SQLite sorts it before them, and makes the same hex digits of both. */
const RETYPED = "min(reference, digest) < x''"

/** Seals that are read at once. */
const SEALS = 500

interface Cover {
  readonly last: number
  readonly entries: number
  readonly batch: string
}

/** Of all seals in a file. */
const WRITER = 'sqlite'

export class SqliteAudit implements Audit {
  private readonly links: Links
  /** The entry and the seal before the first that are given. */
  private begin = { seq: 0, seal: 0 }
  /** The position of the entry that was read last. */
  private reached = 0
  /** Seals from the one that covers it on, and the number of the last of them. */
  private covers: { seals: readonly Cover[]; at: number; last: number } = { seals: [], at: 0, last: 0 }

  constructor(private readonly database: Database) {
    this.links = new Links(database)
  }

  async since(anchors: readonly Anchor[]) {
    // A file has one writer. Those of another ledger are found by nobody.
    for (const { number } of anchors.filter(({ writer }) => writer === WRITER)) {
      const row = this.database.connection.prepare('select last_seq from seal where number = ?').get(number)
      this.begin = { seq: (row?.[0] as number | undefined) ?? this.begin.seq, seal: number - 1 }
    }
  }

  async strays() {
    return this.links.end()
  }

  async entries(after: JournalPosition | undefined, limit: number) {
    const from = Number(after ?? this.begin.seq)
    this.links.begin(from)
    return this.rows(from, limit).map((row) => {
      const audited = new AuditedRow(this.database, row, this.batchOf(row[AT.seq] as number))
      this.links.follow(row, audited.details)
      return audited
    })
  }

  private rows(after: number, limit: number): readonly Row[] {
    const rows: Row[] = []
    let read = after
    while (rows.length < limit && read < Number.MAX_SAFE_INTEGER) {
      const next = this.next(read)
      if (next === null) break
      // Whoever has deleted entries has left gaps.
      const last = next + Math.min(limit - rows.length, ROWS) - 1
      rows.push(...this.read(read, last))
      read = last
    }
    return rows
  }

  private next(after: number): number | null {
    const row = this.database.connection.prepare('select min(seq) from entry where seq > ?').get(after)
    return row?.[0] as number | null
  }

  /** To take rows cell by cell costs more than to write and read a text of them. */
  private read(after: number, last: number): readonly Row[] {
    const { connection } = this.database
    try {
      const [text, retyped] = connection
        .prepare(`select json_group_array(json_array(${AUDIT_COLUMNS})), sum(${RETYPED}) from ${ENTRIES}`)
        .get(after, last) as [string, number]
      if (retyped === 0) return JSON.parse(text) as readonly Row[]
    } catch {
      // Somebody has put bytes where a number or a text was.
    }
    this.compareTypes(after, last)
    return connection.prepare(`select ${AUDIT_COLUMNS} from ${ENTRIES}`).all(after, last)
  }

  /** A value of another type may read the same, but is not found or sorted as the one that was written. */
  private compareTypes(after: number, last: number): void {
    const { connection } = this.database
    const columns = connection.prepare("select name, lower(type) from pragma_table_info('entry')").all()
    const types = columns.map(([name]) => `typeof(${name})`).join(', ')
    for (const [seq, ...stored] of connection
      .prepare(`select seq, ${types} from ${ENTRIES}`)
      .all(after, last))
      for (const [at, [name, type]] of columns.entries())
        if (stored[at] !== 'null')
          this.links.strays.compare(`type of ${name} of entry ${seq}`, stored[at], type)
  }

  /** The unit of work whose seal covers the entry. Seals have the order of the entries, so a reader goes along with them. */
  private batchOf(seq: number): string | null {
    if (seq <= this.reached) this.covers = { seals: [], at: 0, last: 0 }
    this.reached = seq
    const { covers } = this
    for (;;) {
      const seal = covers.seals[covers.at]
      if (seal === undefined) {
        if (!this.readCovers(seq)) return null
      } else if (seal.last < seq) covers.at++
      else return seq > seal.last - seal.entries ? seal.batch : null
    }
  }

  /** Reads on from the last seal: those that may cover the entry and later ones. */
  private readCovers(seq: number): boolean {
    const { covers } = this
    covers.at = 0
    covers.seals = this.database.connection
      .prepare(
        'select number, last_seq, entries from seal where number > ? and last_seq >= ? and entries > 0 order by number limit ?',
      )
      .all(covers.last, seq, SEALS)
      .map((row) => {
        const [number, last, entries] = row as [number, number, number]
        covers.last = number
        return { last, entries, batch: String(number) }
      })
    return covers.seals.length > 0
  }

  async seals(after: string | undefined, limit: number) {
    return this.database.connection
      .prepare('select number, entries, state, hash from seal where number > ? order by number limit ?')
      .all(Number(after ?? this.begin.seal), limit)
      .map((row) => {
        const [number, entries, state, hash] = row as [number, number, string, Buffer]
        return { batch: String(number), writer: WRITER, number, entries, state, hash: hash.toString('hex') }
      })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    return this.database.connection
      .prepare(
        `select ${ACCOUNT_COLUMNS}, typeof(balance), typeof(blocked) from account where id > ? order by id limit ?`,
      )
      .all(after ?? '', limit)
      .map((row) => {
        const { key, account, tail } = this.database.accounts.settle(
          readAccount(row, this.database.tenants.nameOf),
        )
        this.links.account(account.id, key, tail.seq)
        for (const [name, type] of [
          ['balance', row.at(-2)],
          ['blocked', row.at(-1)],
        ])
          this.links.strays.compare(`type of ${name} of ${account.id}`, type, 'text')
        return { account, records: tail.number }
      })
  }

  async list<Item extends Owned>(table: Table<Item>, after: Item | undefined, limit: number) {
    const { tables, idempotencyRecords, accounts } = this.database
    if (table.list === IDEMPOTENCY_RECORDS.list) {
      if (after === undefined) await idempotencyRecords.open((work) => Promise.resolve(work()))
      const key = after && (Reflect.get(after, 'key') as string)
      // The items of this table are idempotency records.
      return idempotencyRecords.page(key, limit, accounts.seen) as readonly Owned[] as readonly Item[]
    }
    return tables.page(table, after, limit).map((row) => {
      const item = tables.read(table, row)
      this.links.strays.derived(table, item, tables.derived(table, row))
      return item
    })
  }

  async constants(after: string | undefined, limit: number) {
    // '!' is the character after the blank.
    return this.database.connection
      .prepare(
        "select substr(name, 10), value from meta where name > ? and name < 'constant!' order by name limit ?",
      )
      .all(`constant ${after ?? ''}`, limit)
      .map(([name, value]) => ({ name, value }) as Constant)
  }
}
