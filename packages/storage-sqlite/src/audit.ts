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
      .prepare(`select ${Journal.columns} from entry where seq > ? order by seq limit ?`)
      .all(Number(after ?? 0), limit)
      .map((row) => this.books.journal.placed(row))
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
