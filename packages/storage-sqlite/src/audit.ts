/**
 * All data in the order written, on a connection that holds its snapshot. Rows that lag behind the journal are brought
 * up to date.
 */
import type { AccountId, Owned, Table } from '@tallystick/core'
import type { Audit, Constant, JournalPosition } from '@tallystick/engine'
import { isOfAnswers } from './answers.js'
import type { Database } from './database.js'
import { Journal } from './journal.js'
import { Links } from './links.js'
import { ACCOUNT_COLUMNS, readAccount } from './rows.js'

export class SqliteAudit implements Audit {
  private readonly links: Links
  /** The position from which entries were read last, and the number of the seal that covers the first of them. */
  private reached = { seq: 0, seal: 0 }

  constructor(private readonly database: Database) {
    this.links = new Links(database)
  }

  async strays() {
    return this.links.end()
  }

  async entries(after: JournalPosition | undefined, limit: number) {
    const rows = this.database.connection
      .prepare(`select ${Journal.auditColumns} from entry where seq > ? order by seq limit ?`)
      .all(Number(after ?? 0), limit)
    this.links.begin(Number(after ?? 0))
    const seals = this.sealsFrom(Number(rows[0]?.[0] ?? 0), rows.length)
    let at = 0
    return rows.map((row) => {
      const seq = row[0] as number
      while ((seals[at]?.last ?? seq) < seq) at++
      const seal = seals[at]
      const audited = this.database.journal.audited(
        row,
        seal !== undefined && seq > seal.last - seal.entries ? seal.batch : null,
      )
      this.links.follow(row, audited.entry)
      return audited
    })
  }

  /**
   * The seals that may cover `count` entries from position `first` on. They have the order of the entries, so a
   * sequential reader needs no index: it continues where it stopped.
   */
  private sealsFrom(first: number, count: number) {
    const { seq, seal } = this.reached
    const seals = this.database.connection
      .prepare(
        'select last_seq, entries, number from seal where number >= ? and last_seq >= ? and entries > 0 order by number limit ?',
      )
      .all(first < seq ? 0 : seal, first, count)
      .map((row) => ({
        last: row[0] as number,
        entries: row[1] as number,
        number: row[2] as number,
        batch: String(row[2]),
      }))
    this.reached = { seq: first, seal: seals[0]?.number ?? seal }
    return seals
  }

  async seals(after: string | undefined, limit: number) {
    return this.database.connection
      .prepare('select number, entries, state, hash from seal where number > ? order by number limit ?')
      .all(Number(after ?? 0), limit)
      .map((row) => {
        const [number, entries, state, hash] = row as [number, number, string, Buffer]
        return { batch: String(number), writer: 'sqlite', number, entries, state, hash: hash.toString('hex') }
      })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    return this.database.connection
      .prepare(`select ${ACCOUNT_COLUMNS} from account where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => {
        const { key, account, tail } = this.database.accounts.settle(
          readAccount(row, this.database.tenants.idOf),
        )
        this.links.account(account.id, key, tail.seq)
        return { account, records: tail.number }
      })
  }

  async list<Item extends Owned>(table: Table<Item>, after: Item | undefined, limit: number) {
    const { tables, answers, accounts } = this.database
    if (isOfAnswers(table)) {
      if (after === undefined) await answers.open((work) => Promise.resolve(work()))
      const key = after && (Reflect.get(after, 'key') as string)
      // The items of this table are idempotency records.
      return answers.page(key, limit, accounts.seen) as readonly Owned[] as readonly Item[]
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
