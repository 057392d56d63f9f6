/**
 * Everything, on one session that holds its snapshot. Entries come by height: each account's in the order
 * they were decided, whichever engine decided them.
 */
import type {
  AccountId,
  Answer,
  ApiKeyId,
  BlockageId,
  Charge,
  CustomerId,
  DepositId,
  VirtualCurrency,
} from '@tallystick/core'
import type { Audit, AuditedEntry, Constant, JournalPosition } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { type List, Lists } from './lists.js'
import { placed } from './queries.js'
import {
  ACCOUNT_COLUMNS,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  ENTRY_COLUMNS,
  ENTRY_WIDTH,
  prefixed,
  readAccount,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
  readEntry,
} from './rows.js'

export class PostgresAudit implements Audit {
  /** Where the cursor over the journal stands: the position of the entry it gave last. */
  private at: JournalPosition | undefined
  private opened = false
  private readonly lists: Lists

  constructor(private readonly session: Session) {
    this.lists = new Lists(session)
  }

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
    const rows = await this.page(ACCOUNTS, after, limit)
    return rows.map((row) => {
      const { account, records } = readAccount(row)
      return { account, records }
    })
  }

  async blockages(after: BlockageId | undefined, limit: number) {
    return (await this.page(BLOCKAGES, after, limit)).map(readBlockage)
  }

  async customers(after: CustomerId | undefined, limit: number) {
    return (await this.page(CUSTOMERS, after, limit)).map((row) => readCustomer(row))
  }

  async currencies(after: Pick<VirtualCurrency, 'tenant' | 'name'> | undefined, limit: number) {
    const rows = await this.lists.page(CURRENCIES, after && [after.tenant, after.name], limit)
    return rows.map((row) => readCurrency(row))
  }

  async deposits(after: DepositId | undefined, limit: number) {
    return (await this.page(DEPOSITS, after, limit)).map(readDeposit)
  }

  async apiKeys(after: ApiKeyId | undefined, limit: number) {
    return (await this.page(API_KEYS, after, limit)).map(readApiKey)
  }

  async charges(after: Pick<Charge, 'tenant' | 'apiKey' | 'day'> | undefined, limit: number) {
    const rows = await this.lists.page(CHARGES, after && [after.tenant, after.apiKey, after.day], limit)
    return rows.map(([tenant, apiKey, day, credits]) => ({ tenant, apiKey, day, credits }) as Charge)
  }

  async answers(after: Pick<Answer, 'tenant' | 'key'> | undefined, limit: number) {
    const rows = await this.lists.page(ANSWERS, after && [after.tenant, after.key], limit)
    return rows.map(
      ([tenant, key, requestHash, body, created]) => ({ tenant, key, requestHash, body, created }) as Answer,
    )
  }

  async constants(after: string | undefined, limit: number) {
    const rows = await this.page(CONSTANTS, after, limit)
    return rows.map(([name, value]) => ({ name, value }) as Constant)
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

  private page(list: List, after: string | undefined, limit: number): Promise<readonly Row[]> {
    return this.lists.page(list, after === undefined ? undefined : [after], limit)
  }
}

const table = (name: string, columns: string, key: readonly string[] = ['id']): List => ({
  name,
  from: name,
  columns,
  key,
})
const ACCOUNTS = table('account', ACCOUNT_COLUMNS)
const BLOCKAGES = table('blockage', BLOCKAGE_COLUMNS)
const CUSTOMERS = table('customer', CUSTOMER_COLUMNS)
const CURRENCIES = table('virtual_currency', CURRENCY_COLUMNS, ['tenant', 'name'])
const DEPOSITS = table('deposit', DEPOSIT_COLUMNS)
const API_KEYS = table('api_key', API_KEY_COLUMNS)
const CHARGES = table('charge', 'tenant, api_key, day, credits', ['tenant', 'api_key', 'day'])
const ANSWERS = table('answer', 'tenant, key, request_hash, body, created', ['tenant', 'key'])
const CONSTANTS: List = {
  ...table('constant', 'name, value', ['name']),
  from: "(select substr(name, 10) as name, value from meta where name like 'constant %') as constant",
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
