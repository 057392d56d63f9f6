/** Fills a view with what the keys name and what these items bring with them. Runs within a write, after `catchUp`. */
import {
  ACCOUNTS,
  type AccountId,
  CURRENCIES,
  CUSTOMERS,
  IDEMPOTENCY_RECORDS,
  type Key,
  type Lookup,
  loadInto,
  type Owned,
  type Stored,
  type Table,
  type TenantId,
  type View,
  type VirtualCurrency,
} from '@tallystick/core'
import type { Database } from './database.js'

export class Loader {
  /** The virtual currency loaded last, and the view it was loaded into. */
  private brought: VirtualCurrency | null = null
  private into: View | null = null

  constructor(private readonly database: Database) {}

  load(view: View, keys: readonly Key[]): void {
    const rest: Key[] = []
    /** Looked for in vain: every deposit names an account of the ledger's own that there seldom is. */
    const absent = new Set<AccountId>()
    for (const key of keys) {
      // Keys have many shapes, so V8 looks for the field each time.
      switch (key.type) {
        case 'account':
          this.account(view, key.tenant, key.id, absent)
          break
        case 'answer':
          this.answer(view, key)
          break
        default:
          rest.push(key)
      }
    }
    if (rest.length > 0) loadInto(view, rest, (table, lookup, key) => this.find(table, lookup, key))
  }

  /** Uses the cache before reading. */
  find(table: Table, lookup: Lookup<Owned>, key: Key): readonly Stored[] {
    const { accounts, tables } = this.database
    if (table === ACCOUNTS) {
      // Of the keys that find accounts, one names the id `id`.
      const id = key.type === 'account' ? key.id : (key as Extract<Key, { account: AccountId }>).account
      return found(accounts.find(id)?.account, key)
    }
    if (key.type === 'customer') return found(accounts.customer(key.id), key)
    if (key.type === 'currency') return found(accounts.currency(key.tenant, key.name), key)
    if (key.type === 'answer')
      return found(this.database.idempotencyRecords.find(key.tenant, key.key, accounts.seen), key)
    return tables.find(table, lookup, key)
  }

  /** Nearly every key of a call is new. */
  private answer(view: View, { tenant, key }: Extract<Key, { type: 'answer' }>): void {
    const record = this.database.idempotencyRecords.find(tenant, key, this.database.accounts.seen)
    if (record !== undefined) view.put(IDEMPOTENCY_RECORDS, record)
  }

  /** What `follow` of accounts says, for payments. */
  private account(view: View, tenant: TenantId, id: AccountId, absent: Set<AccountId>): void {
    if (view.byId(ACCOUNTS, id) !== undefined || absent.has(id)) return
    const { accounts } = this.database
    const account = accounts.find(id)?.account
    if (account === undefined) absent.add(id)
    if (account === undefined || account.tenant !== tenant) return
    view.putAccount(account)
    if (account.customer !== null) {
      const customer = accounts.customer(account.customer)
      if (customer !== undefined) view.put(CUSTOMERS, customer)
    }
    // Most accounts of a unit of work have the same currency, so it is looked up and loaded once.
    if (this.brought?.name === account.currency && this.brought.tenant === tenant && this.into === view)
      return
    const currency = accounts.currency(tenant, account.currency)
    if (currency === undefined) return
    view.put(CURRENCIES, currency)
    this.brought = currency
    this.into = view
  }
}

function found(item: Owned | undefined, key: Key): readonly Stored[] {
  return item?.tenant === key.tenant ? [{ item }] : []
}
