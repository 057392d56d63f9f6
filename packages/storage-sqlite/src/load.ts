/** Fills a view with what the keys name and what that brings with it. Runs within a write, after `catchUp`. */
import {
  type AccountId,
  type Key,
  systemAccountId,
  type TenantId,
  type View,
  type VirtualCurrency,
} from '@tallystick/core'
import type { Accounts } from './accounts.js'
import type { Connection, Statement } from './connection.js'
import {
  API_KEY_COLUMNS,
  BLOCKAGE_COLUMNS,
  CUSTOMER_COLUMNS,
  DEPOSIT_COLUMNS,
  readAnswer,
  readApiKey,
  readBlockage,
  readCustomer,
  readDeposit,
  readStanding,
  STANDING_COLUMNS,
} from './rows.js'
import type { SendBooks } from './sends.js'
import type { Tenants } from './tenants.js'

export class Loader {
  /** The virtual currency brought last, and the view it was brought into. */
  private brought: VirtualCurrency | null = null
  private into: View | null = null

  constructor(
    private readonly connection: Connection,
    private readonly tenants: Tenants,
    private readonly accounts: Accounts,
    private readonly sends: SendBooks,
  ) {}

  load(view: View, key: Key): void {
    switch (key.type) {
      case 'account':
        this.account(view, key.tenant, key.id)
        break
      case 'systemOf': {
        this.account(view, key.tenant, key.account)
        const account = view.account(key.tenant, key.account)
        if (account === undefined) break
        this.account(view, key.tenant, systemAccountId(key.tenant, key.role, account.currency))
        break
      }
      case 'customer': {
        const customer = this.accounts.customer(key.id)
        if (customer?.tenant === key.tenant) view.putCustomer(customer)
        break
      }
      case 'customerByExternalId': {
        const row = this.connection
          .prepare(`select ${CUSTOMER_COLUMNS} from customer where tenant = ? and external_id = ?`)
          .get(this.tenant(key.tenant), key.externalId)
        if (row !== undefined) view.putCustomer(readCustomer(row, this.tenants.idOf))
        break
      }
      case 'currency': {
        const currency = this.accounts.currency(key.tenant, key.name)
        if (currency !== undefined) view.putCurrency(currency)
        break
      }
      case 'blockage': {
        const row = this.blockage.get(key.id)
        if (row === undefined) break
        const blockage = readBlockage(row, this.tenants.idOf)
        if (blockage.tenant !== key.tenant) break
        view.putBlockage(blockage)
        this.account(view, key.tenant, blockage.account)
        break
      }
      case 'freezeOf': {
        this.account(view, key.tenant, key.account)
        const freeze = view.account(key.tenant, key.account)?.frozenBy ?? null
        if (freeze === null) break
        const row = this.blockage.get(freeze)
        if (row !== undefined) view.putBlockage(readBlockage(row, this.tenants.idOf))
        break
      }
      case 'blockagesOf': {
        this.account(view, key.tenant, key.account)
        if (view.account(key.tenant, key.account) === undefined) break
        const rows = this.connection
          .prepare(`select ${BLOCKAGE_COLUMNS} from blockage where account = ? order by id limit ?`)
          .all(key.account, key.limit)
        for (const row of rows) view.putBlockage(readBlockage(row, this.tenants.idOf))
        break
      }
      case 'deposit': {
        const row = this.connection
          .prepare(`select ${DEPOSIT_COLUMNS} from deposit where tenant = ? and output = ?`)
          .get(this.tenant(key.tenant), key.output)
        if (row !== undefined) view.putDeposit(readDeposit(row, key.tenant), key.output)
        break
      }
      case 'apiKey': {
        const row = this.connection.prepare(`select ${API_KEY_COLUMNS} from api_key where id = ?`).get(key.id)
        if (row === undefined) break
        const apiKey = readApiKey(row, this.tenants.idOf)
        if (apiKey.tenant === key.tenant) view.putApiKey(apiKey)
        break
      }
      case 'answer': {
        const answer = readAnswer(this.connection, this.tenants, key.tenant, key.key)
        if (answer !== undefined) view.putAnswer(answer)
        break
      }
      case 'send':
      case 'claim':
      case 'signature':
        this.sends.load(view, key)
        break
      case 'standing': {
        const row = this.connection
          .prepare(`select ${STANDING_COLUMNS} from standing where tenant = ? and subject = ? and at = ?`)
          .get(this.tenant(key.tenant), key.subject, key.at)
        if (row !== undefined) view.putStanding(readStanding(row, key.tenant))
        break
      }
    }
  }

  private account(view: View, tenant: TenantId, id: AccountId): void {
    if (view.accounts.get(id) !== undefined) return
    const account = this.accounts.find(id)?.account
    if (account === undefined || account.tenant !== tenant) return
    view.putAccount(account)
    if (account.customer !== null) {
      const customer = this.accounts.customer(account.customer)
      if (customer !== undefined) view.putCustomer(customer)
    }
    // Most accounts of a unit of work hold one currency: it is looked up and brought once.
    if (this.brought?.name === account.currency && this.brought.tenant === tenant && this.into === view)
      return
    const currency = this.accounts.currency(tenant, account.currency)
    if (currency === undefined) return
    view.putCurrency(currency)
    this.brought = currency
    this.into = view
  }

  private get blockage(): Statement {
    return this.connection.prepare(`select ${BLOCKAGE_COLUMNS} from blockage where id = ?`)
  }

  /** No tenant has the key -1: nothing is found for one that has written nothing yet. */
  private tenant(id: TenantId): number {
    return this.tenants.keyOf(id) ?? -1
  }
}
