/**
 * Everything, on one session that holds its snapshot. Entries come by height: each account's in the order
 * they were decided, whichever engine decided them.
 */
import type { AccountId, BlockageId, CustomerId } from '@tallystick/core'
import type { Audit, JournalPosition } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { placed } from './queries.js'
import {
  ACCOUNT_COLUMNS,
  BLOCKAGE_COLUMNS,
  CUSTOMER_COLUMNS,
  ENTRY_COLUMNS,
  readAccount,
  readBlockage,
  readCustomer,
  readEntry,
} from './rows.js'

export class PostgresAudit implements Audit {
  /** Where the cursor over the journal stands: the position of the entry it gave last. */
  private at: JournalPosition | undefined
  private opened = false

  constructor(private readonly session: Session) {}

  async entries(after: JournalPosition | undefined, limit: number) {
    // Sorting the journal is done once, by a cursor; only a reader that goes back makes it start anew.
    if (!this.opened || after !== this.at) await this.restart(after)
    const rows = await this.session.query(`fetch ${Math.trunc(limit)} from entries`)
    const page = rows.map((row) => placed(readEntry(row)))
    this.at = page[page.length - 1]?.position ?? this.at
    return page
  }

  async accounts(after: AccountId | undefined, limit: number) {
    const rows = await this.page('account', ACCOUNT_COLUMNS, after, limit)
    return rows.map((row) => {
      const { account, records } = readAccount(row)
      return { account, records }
    })
  }

  async blockages(after: BlockageId | undefined, limit: number) {
    return (await this.page('blockage', BLOCKAGE_COLUMNS, after, limit)).map(readBlockage)
  }

  async customers(after: CustomerId | undefined, limit: number) {
    return (await this.page('customer', CUSTOMER_COLUMNS, after, limit)).map((row) => readCustomer(row))
  }

  private async restart(after: JournalPosition | undefined): Promise<void> {
    if (this.opened) await this.session.query('close entries')
    await this.session.query(
      `declare entries no scroll cursor for select ${ENTRY_COLUMNS} from entry order by height, tenant, debit, debit_number`,
    )
    this.opened = true
    this.at = undefined
    while (after !== undefined && this.at !== after) {
      const [row] = await this.session.query('fetch 1 from entries')
      if (row === undefined) return
      this.at = placed(readEntry(row)).position
    }
  }

  private page(
    table: string,
    columns: string,
    after: string | undefined,
    limit: number,
  ): Promise<readonly Row[]> {
    return this.session.query(
      `select ${columns} from ${table} where id > $1 collate "C" order by id collate "C" limit $2`,
      [after ?? '', limit],
    )
  }
}
