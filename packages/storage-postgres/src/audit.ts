/**
 * Everything, on one session that holds its snapshot. Entries come by height: each account's in the order
 * they were decided, whichever engine decided them.
 */
import type { AccountId, BlockageId, CustomerId } from '@tallystick/core'
import type { Audit, AuditedEntry, JournalPosition } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { placed } from './queries.js'
import {
  ACCOUNT_COLUMNS,
  BLOCKAGE_COLUMNS,
  CUSTOMER_COLUMNS,
  ENTRY_COLUMNS,
  ENTRY_WIDTH,
  prefixed,
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
    const page = rows.map(readAudited)
    this.at = page[page.length - 1]?.position ?? this.at
    return page
  }

  async seals(after: string | undefined, limit: number) {
    const [height = '0', writer = LOWEST_UUID, unit = '0'] = after?.split(' ') ?? []
    const rows = await this.session.query(
      `select height, writer, unit, entries, hash from seal
       where (height, writer, unit) > ($1::bigint, $2::uuid, $3::bigint) order by height, writer, unit limit $4`,
      [Number(height), writer, Number(unit), limit],
    )
    return rows.map((row) => {
      const [at, by, number, entries, hash] = row as [number, string, number, number, Buffer]
      return { batch: `${at} ${by} ${number}`, writer: by, number, entries, hash: hash.toString('hex') }
    })
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
      `declare entries no scroll cursor for
       select ${prefixed('e', ENTRY_COLUMNS)}, e.digest, s.height, s.writer, s.unit
       from entry e left join seal s on s.writer = e.writer and s.unit = e.unit
       order by e.height, e.writer, e.unit, e.place, e.tenant, e.debit, e.debit_number`,
    )
    this.opened = true
    this.at = undefined
    while (after !== undefined && this.at !== after) {
      const [row] = await this.session.query('fetch 1 from entries')
      if (row === undefined) return
      this.at = readAudited(row).position
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

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'

function readAudited(row: Row): AuditedEntry {
  const read = readEntry(row)
  const [digest, height, writer, unit] = row.slice(ENTRY_WIDTH) as [Buffer, number | null, string, number]
  return {
    ...placed(read),
    debitNumber: read.debitNumber,
    creditNumber: read.creditNumber,
    digest: digest.toString('hex'),
    batch: height === null ? null : `${height} ${writer} ${unit}`,
  }
}
