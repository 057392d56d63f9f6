/** Reads of committed state. Each call is one snapshot; balances come from the journal where rows lag behind. */
import {
  type Account,
  type AccountId,
  type ApiKeyId,
  type BlockageId,
  type Claim,
  type CustomerId,
  type OnChain,
  type Reference,
  type SendId,
  type SignatureId,
  type Standing,
  systemAccountId,
  type TenantId,
  type Timestamp,
} from '@tallystick/core'
import type {
  AccountWhere,
  DepositWhere,
  JournalPosition,
  Page,
  Queries,
  RecordPlace,
} from '@tallystick/engine'
import type { KnownAccount } from './accounts.js'
import type { Books } from './books.js'
import type { Value } from './connection.js'
import { Journal } from './journal.js'
import { accountList, blockageList, customerList, depositList, Lists, WINDOW, WINDOW_COST } from './lists.js'
import {
  ACCOUNT_COLUMNS,
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CURRENCY_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  readAccount,
  readAnswer,
  readApiKey,
  readBlockage,
  readCurrency,
  readCustomer,
  readDeposit,
  readStanding,
  referenceBytes,
  STANDING_COLUMNS,
} from './rows.js'

/** UUIDs may run ahead of the clock when many are made within one millisecond. */
const REFERENCE_LEAD_MS = 1_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export class SqliteQueries implements Queries {
  private readonly lists: Lists

  constructor(private readonly books: Books) {
    this.lists = new Lists(books)
  }

  async account(tenant: TenantId, id: AccountId) {
    return this.books.read(() => {
      const known = this.find(tenant, id)
      return known === undefined ? undefined : this.owned(known.account)
    })
  }

  async accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ) {
    const list = accountList(this.tenant(tenant), where)
    return this.lists.page(tenant, list, ACCOUNT_COLUMNS, page, (row) =>
      this.owned(this.books.accounts.settle(readAccount(row, this.books.tenants.idOf)).account),
    )
  }

  async accountCount(tenant: TenantId, where: AccountWhere) {
    return this.lists.count(tenant, accountList(this.tenant(tenant), where))
  }

  async customer(tenant: TenantId, id: CustomerId) {
    return this.books.read(() => {
      const customer = this.books.accounts.customer(id)
      return customer?.tenant === tenant ? customer : undefined
    })
  }

  async customerByExternalId(tenant: TenantId, externalId: string) {
    return this.books.read(() => {
      const row = this.books.connection
        .prepare(`select ${CUSTOMER_COLUMNS} from customer where tenant = ? and external_id = ?`)
        .get(this.tenant(tenant), externalId)
      return row === undefined ? undefined : readCustomer(row, this.books.tenants.idOf)
    })
  }

  async customers(tenant: TenantId, page: Page) {
    return this.lists.page(tenant, customerList(this.tenant(tenant)), CUSTOMER_COLUMNS, page, (row) =>
      readCustomer(row, this.books.tenants.idOf),
    )
  }

  async blockage(tenant: TenantId, id: BlockageId) {
    return this.books.read(() => {
      const row = this.books.connection
        .prepare(`select ${BLOCKAGE_COLUMNS} from blockage where id = ?`)
        .get(id)
      if (row === undefined) return undefined
      const blockage = readBlockage(row, this.books.tenants.idOf)
      const account = this.find(tenant, blockage.account)?.account
      return blockage.tenant !== tenant || account === undefined ? undefined : { blockage, account }
    })
  }

  async blockages(tenant: TenantId, account: AccountId, page: Page) {
    if ((await this.account(tenant, account)) === undefined) return []
    return this.lists.page(tenant, blockageList(account), BLOCKAGE_COLUMNS, page, (row) =>
      readBlockage(row, this.books.tenants.idOf),
    )
  }

  async currency(tenant: TenantId, name: string) {
    return this.books.read(() => {
      const row = this.books.connection
        .prepare(`select ${CURRENCY_COLUMNS} from virtual_currency where tenant = ? and name = ?`)
        .get(this.tenant(tenant), name)
      if (row === undefined) return undefined
      const mint = this.books.accounts.find(systemAccountId(tenant, 'mint', name))
      return { currency: readCurrency(row, tenant), supply: -(mint?.account.balance ?? 0n) }
    })
  }

  async deposits(tenant: TenantId, where: DepositWhere, page: Page & { readonly order: 'asc' | 'desc' }) {
    return this.lists.page(tenant, depositList(this.tenant(tenant), where), DEPOSIT_COLUMNS, page, (row) =>
      readDeposit(row, tenant),
    )
  }

  async depositCount(tenant: TenantId, where: DepositWhere) {
    return this.lists.count(tenant, depositList(this.tenant(tenant), where))
  }

  async balanceAt(tenant: TenantId, id: AccountId, at: Timestamp) {
    return this.books.read(() => {
      const known = this.find(tenant, id)
      if (known === undefined || known.account.created > at) return undefined
      const { scale, customer } = known.account
      const standing = this.standing(tenant, id, at)
      return {
        scale,
        balance: this.books.journal.balanceAt(known, at),
        blocked: standing?.blocked ?? 0n,
        frozen: standing?.stopped ?? false,
        disabled: customer !== null && (this.standing(tenant, customer, at)?.stopped ?? false),
      }
    })
  }

  async lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp) {
    return (await this.lastRecords(tenant, [account], until))[0] ?? 0
  }

  async lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp) {
    return this.lists.read(tenant, accounts.length, () =>
      accounts.map((account) => {
        const known = this.find(tenant, account)
        if (known === undefined) return 0
        return until === undefined ? known.tail.number : this.books.journal.lastRecord(known, until)
      }),
    )
  }

  async records(tenant: TenantId, account: AccountId, from: number, limit: number) {
    return this.recordsAt(tenant, [{ account, from, limit }])
  }

  async recordsAt(tenant: TenantId, places: readonly RecordPlace[]) {
    const cost = places.reduce((sum, { limit }) => sum + limit, 0)
    return this.lists.read(tenant, Math.min(cost, 500), () =>
      places.flatMap(({ account, from, limit }) => {
        const known = this.find(tenant, account)
        return known === undefined ? [] : this.books.journal.records(known, from, limit)
      }),
    )
  }

  async journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ) {
    return this.lists.read(tenant, limit, () => {
      const conditions = ['tenant = ?']
      const values: Value[] = [this.tenant(tenant)]
      if (from.before !== undefined) {
        const seq = Number(from.before)
        const reference = this.books.connection
          .prepare('select reference from entry where seq = ?')
          .get(seq)?.[0]
        conditions.push('(reference, seq) < (?, ?)')
        values.push(reference as Buffer, seq)
      }
      if (from.until !== undefined) {
        conditions.push('reference < ?', 'created <= ?')
        values.push(referencesFrom(from.until + REFERENCE_LEAD_MS), from.until)
      }
      return this.books.connection
        .prepare(
          `select ${Journal.columns} from entry where ${conditions.join(' and ')} order by reference desc, seq desc limit ?`,
        )
        .all(...values, limit)
        .map((row) => this.books.journal.placed(row))
    })
  }

  async recordCount(tenant: TenantId) {
    const { accounts } = this.books
    return this.lists.sum(tenant, accountList(this.tenant(tenant), {}), 'key, records', ([key, records]) =>
      accounts.recordsOf(key as number, records as number),
    )
  }

  async entriesByReference(tenant: TenantId, reference: Reference | string, page: Page) {
    const key = this.tenant(tenant)
    const own = UUID.test(reference) ? referenceBytes(reference as Reference) : null
    let after = 0
    const found = (limit: number, offset: number) =>
      this.books.connection
        .prepare(
          `select ${Journal.columns} from entry where seq in (
             select seq from entry where tenant = ? and reference = ? and seq > ?
             union all select seq from custom_reference where tenant = ? and reference = ? and seq > ?
             order by seq limit ? offset ?) order by seq`,
        )
        .all(key, own, after, key, reference, after, limit, offset)
        .map((row) => this.books.journal.placed(row))
    // What is skipped is skipped a window at a time: so many may have a reference.
    let skip = page.offset
    for (; skip >= WINDOW; skip -= WINDOW) {
      const last = await this.lists.read(tenant, WINDOW_COST, () => found(1, WINDOW - 1)[0])
      if (last === undefined) return []
      after = Number(last.position)
    }
    return this.lists.read(tenant, page.limit, () => found(page.limit, skip).map(({ entry }) => entry))
  }

  async send(on: OnChain, txId: string) {
    return this.books.read(() => this.books.sends.send(on, txId))
  }

  async unsettledSends(after: SendId | undefined, limit: number) {
    return this.books.read(() => this.books.sends.unsettled(after, limit))
  }

  async claimed(on: OnChain, owner: string, from: number, limit: number) {
    return this.books.read(() => this.books.sends.claimed(on, owner, from, limit))
  }

  async heldClaims(on: OnChain, claims: readonly Claim[]) {
    return this.books.read(() =>
      claims.map((claim) => this.books.sends.claim(on, claim)).filter((held) => held !== undefined),
    )
  }

  async signature(tenant: TenantId, id: SignatureId) {
    return this.books.read(() => this.books.sends.signature(tenant, id))
  }

  async pendingSignatures(...[tenant, where, page]: Parameters<Queries['pendingSignatures']>) {
    return this.books.read(() => this.books.sends.pending(tenant, where, page))
  }

  async answer(tenant: TenantId, key: string) {
    return this.books.read(() => readAnswer(this.books.connection, this.books.tenants, tenant, key))
  }

  async apiKeyByHash(hash: string) {
    return this.books.read(() => {
      const row = this.books.connection
        .prepare(`select ${API_KEY_COLUMNS} from api_key where hash = ?`)
        .get(hash)
      return row === undefined ? undefined : readApiKey(row, this.books.tenants.idOf)
    })
  }

  async apiKeys(tenant?: TenantId) {
    if (tenant === undefined) return this.keysWhere('true')
    return this.keysWhere('tenant = ?', () => this.tenant(tenant))
  }

  async tiedApiKeys() {
    return this.keysWhere("addresses <> '' and revoked = 0")
  }

  private keysWhere(condition: string, ...values: readonly (() => number)[]) {
    return this.books.read(() =>
      this.books.connection
        .prepare(`select ${API_KEY_COLUMNS} from api_key where ${condition} order by created, id`)
        .all(...values.map((value) => value()))
        .map((row) => readApiKey(row, this.books.tenants.idOf)),
    )
  }

  async charges(tenant: TenantId, apiKey: ApiKeyId, day: string) {
    return this.books.read(() =>
      this.books.connection
        .prepare('select day, credits from charge where tenant = ? and api_key = ? and day >= ? order by day')
        .all(this.tenant(tenant), apiKey, day)
        .map(([on, credits]) => ({ tenant, apiKey, day: on as string, credits: credits as number })),
    )
  }

  private find(tenant: TenantId, id: AccountId): KnownAccount | undefined {
    const known = this.books.accounts.find(id)
    return known?.account.tenant === tenant && known.account.role === null ? known : undefined
  }

  /** The subject's last one at or before `at`. */
  private standing(tenant: TenantId, subject: Standing['subject'], at: Timestamp): Standing | undefined {
    const row = this.books.connection
      .prepare(
        `select ${STANDING_COLUMNS} from standing where tenant = ? and subject = ? and at <= ? order by at desc limit 1`,
      )
      .get(this.tenant(tenant), subject, at)
    return row && readStanding(row, tenant)
  }

  private owned(account: Account) {
    return {
      account,
      customer: account.customer === null ? undefined : this.books.accounts.customer(account.customer),
    }
  }

  /** No tenant has the key -1: nothing is found for one that has written nothing yet. */
  private tenant(id: TenantId): number {
    return this.books.tenants.keyOf(id) ?? -1
  }
}

/** The lowest UUIDv7 of a millisecond. */
function referencesFrom(time: Timestamp): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.min(time, 2 ** 48 - 1), 0, 6)
  return bytes
}
