/** Everything in the order written, on a connection that holds its snapshot. Rows that lag behind the journal are brought up to it. */
import type {
  AccountId,
  Answer,
  ApiKeyId,
  BlockageId,
  Charge,
  Claim,
  CustomerId,
  DepositId,
  OnChain,
  SendId,
  SignatureId,
  Standing,
  TenantId,
  VirtualCurrency,
} from '@tallystick/core'
import type { Audit, Constant, JournalPosition } from '@tallystick/engine'
import type { Books } from './books.js'
import { Journal } from './journal.js'
import { LINK_COLUMNS, Links } from './links.js'
import {
  ACCOUNT_COLUMNS,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  readAccount,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
  readStanding,
  STANDING_COLUMNS,
} from './rows.js'

export class SqliteAudit implements Audit {
  private readonly links: Links
  /** The place from which on entries were read last, and the number of the seal that covers the first of them. */
  private reached = { seq: 0, seal: 0 }

  constructor(private readonly books: Books) {
    this.links = new Links(books)
  }

  async strays() {
    return this.links.end()
  }

  async entries(after: JournalPosition | undefined, limit: number) {
    const rows = this.books.connection
      .prepare(
        `select ${Journal.columns}, digest, ${LINK_COLUMNS} from entry where seq > ? order by seq limit ?`,
      )
      .all(Number(after ?? 0), limit)
    this.links.follow(Number(after ?? 0), rows)
    const seals = this.sealsFrom(Number(rows[0]?.[0] ?? 0), rows.length)
    let at = 0
    return rows.map((row) => {
      const seq = row[0] as number
      while ((seals[at]?.last ?? seq) < seq) at++
      const seal = seals[at]
      return this.books.journal.audited(
        row,
        seal !== undefined && seq > seal.last - seal.entries ? seal.number : null,
      )
    })
  }

  /**
   * The seals that may cover `count` entries from the place `first` on. They are in the order of the entries, so who
   * goes through these needs no index: it goes on from where it was.
   */
  private sealsFrom(first: number, count: number) {
    const { seq, seal } = this.reached
    const seals = this.books.connection
      .prepare(
        'select last_seq, entries, number from seal where number >= ? and last_seq >= ? and entries > 0 order by number limit ?',
      )
      .all(first < seq ? 0 : seal, first, count)
      .map((row) => ({ last: row[0] as number, entries: row[1] as number, number: row[2] as number }))
    this.reached = { seq: first, seal: seals[0]?.number ?? seal }
    return seals
  }

  async seals(after: string | undefined, limit: number) {
    return this.books.connection
      .prepare('select number, entries, state, hash from seal where number > ? order by number limit ?')
      .all(Number(after ?? 0), limit)
      .map((row) => {
        const [number, entries, state, hash] = row as [number, number, string, Buffer]
        return { batch: String(number), writer: 'sqlite', number, entries, state, hash: hash.toString('hex') }
      })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${ACCOUNT_COLUMNS} from account where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => {
        const { key, account, tail } = this.books.accounts.settle(readAccount(row, this.books.tenants.idOf))
        this.links.account(account.id, key, tail.seq)
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

  async currencies(after: Pick<VirtualCurrency, 'tenant' | 'name'> | undefined, limit: number) {
    return this.byTenant(after?.tenant, limit, (key, tenant, rest) =>
      this.books.connection
        .prepare(
          `select ${CURRENCY_COLUMNS} from virtual_currency where tenant = ? and name > ? order by name limit ?`,
        )
        .all(key, tenant === after?.tenant ? after.name : '', rest)
        .map((row) => readCurrency(row, tenant)),
    )
  }

  async deposits(after: DepositId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${DEPOSIT_COLUMNS}, tenant, output from deposit where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => {
        const [tenant, output] = row.slice(-2) as [number, string]
        const deposit = readDeposit(row, this.books.tenants.idOf(tenant))
        this.links.strays.deposit(deposit, output)
        return deposit
      })
  }

  async apiKeys(after: ApiKeyId | undefined, limit: number) {
    return this.books.connection
      .prepare(`select ${API_KEY_COLUMNS} from api_key where id > ? order by id limit ?`)
      .all(after ?? '', limit)
      .map((row) => readApiKey(row, this.books.tenants.idOf))
  }

  async charges(after: Pick<Charge, 'tenant' | 'apiKey' | 'day'> | undefined, limit: number) {
    return this.byTenant(after?.tenant, limit, (key, tenant, rest) => {
      const from = tenant === after?.tenant ? [after.apiKey, after.day] : ['', '']
      return this.books.connection
        .prepare(
          'select api_key, day, credits from charge where tenant = ? and (api_key, day) > (?, ?) order by api_key, day limit ?',
        )
        .all(key, ...from, rest)
        .map(([apiKey, day, credits]) => ({ tenant, apiKey, day, credits }) as Charge)
    })
  }

  async answers(after: Pick<Answer, 'tenant' | 'key'> | undefined, limit: number) {
    return this.byTenant(after?.tenant, limit, (key, tenant, rest) =>
      this.books.connection
        .prepare(
          'select key, request_hash, body, created from answer where tenant = ? and key > ? order by key limit ?',
        )
        .all(key, tenant === after?.tenant ? after.key : '', rest)
        .map(
          ([name, requestHash, body, created]) =>
            ({ tenant, key: name, requestHash, body, created }) as Answer,
        ),
    )
  }

  async standings(after: Pick<Standing, 'tenant' | 'subject' | 'at'> | undefined, limit: number) {
    return this.byTenant(after?.tenant, limit, (key, tenant, rest) => {
      const from = tenant === after?.tenant ? [after.subject, after.at] : ['', 0]
      return this.books.connection
        .prepare(
          `select ${STANDING_COLUMNS} from standing where tenant = ? and (subject, at) > (?, ?) order by subject, at limit ?`,
        )
        .all(key, ...from, rest)
        .map((row) => readStanding(row, tenant))
    })
  }

  async sends(after: SendId | undefined, limit: number) {
    return this.books.sends.sends(after, limit)
  }

  async claims(after: (OnChain & Claim) | undefined, limit: number) {
    return this.byTenant(after?.tenant, limit, (key, tenant, rest) =>
      this.books.sends.claims(key, tenant === after?.tenant ? after : undefined, rest),
    )
  }

  async signatures(after: SignatureId | undefined, limit: number) {
    return this.books.sends.signatures(after, limit)
  }

  async constants(after: string | undefined, limit: number) {
    // '!' is the character after the blank.
    return this.books.connection
      .prepare(
        "select substr(name, 10), value from meta where name > ? and name < 'constant!' order by name limit ?",
      )
      .all(`constant ${after ?? ''}`, limit)
      .map(([name, value]) => ({ name, value }) as Constant)
  }

  /** Rows of one tenant after another, each found by an index: rows know tenants by a key of this file's own. */
  private byTenant<T>(
    first: TenantId | undefined,
    limit: number,
    read: (key: number, tenant: TenantId, limit: number) => readonly T[],
  ): readonly T[] {
    const list: T[] = []
    const tenants = this.books.connection
      .prepare('select key, id from tenant where id >= ? order by id')
      .all(first ?? '')
    for (const [key, tenant] of tenants as readonly (readonly [number, TenantId])[]) {
      list.push(...read(key, tenant, limit - list.length))
      if (list.length === limit) break
    }
    return list
  }
}
