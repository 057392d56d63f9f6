/** Everything in the order written, on a connection that holds its snapshot. Rows that lag behind the journal are brought up to it. */
import type { AccountId, BlockageId, CustomerId } from '@tallystick/core'
import type { Audit, JournalPosition } from '@tallystick/engine'
import { Journal } from './journal.js'
import {
  ACCOUNT_COLUMNS,
  BLOCKAGE_COLUMNS,
  CUSTOMER_COLUMNS,
  readAccount,
  readBlockage,
  readCustomer,
} from './rows.js'
import type { Books } from './store.js'

export class SqliteAudit implements Audit {
  constructor(private readonly books: Books) {}

  async entries(after: JournalPosition | undefined, limit: number) {
    return this.books.connection
      .prepare(
        `select ${Journal.columns}, digest, s.last_seq, s.entries from entry
         left join seal s on s.last_seq = (select min(last_seq) from seal where last_seq >= entry.seq)
         where seq > ? order by seq limit ?`,
      )
      .all(Number(after ?? 0), limit)
      .map((row) => this.books.journal.audited(row))
  }

  async seals(after: string | undefined, limit: number) {
    return this.books.connection
      .prepare('select last_seq, entries, hash from seal where last_seq > ? order by last_seq limit ?')
      .all(Number(after ?? 0), limit)
      .map((row) => {
        const [last, entries, hash] = row as [number, number, Buffer]
        return { batch: String(last), writer: 'sqlite', number: last, entries, hash: hash.toString('hex') }
      })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${ACCOUNT_COLUMNS} from account where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => {
        const { account, tail } = this.books.accounts.settle(readAccount(row, this.books.tenants.idOf))
        return { account, records: tail.number }
      })
  }

  async blockages(after: BlockageId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${BLOCKAGE_COLUMNS} from blockage where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => readBlockage(row, this.books.tenants.idOf))
  }

  async customers(after: CustomerId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${CUSTOMER_COLUMNS} from customer where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => readCustomer(row, this.books.tenants.idOf))
  }
}
