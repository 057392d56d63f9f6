import type { TenantId } from '@tallystick/core'
import { Accounts, REMEMBERED, SETTLE_INTERVAL } from './accounts.js'
import type { Connection } from './connection.js'
import { GATHERED, IdempotencyRecords } from './idempotency-records.js'
import { Journal } from './journal.js'
import { NameKeys } from './name-keys.js'
import { Tables } from './tables.js'

/** The parts that share a connection. */
export class Database {
  readonly tenants: NameKeys<TenantId>
  readonly tables: Tables
  readonly accounts: Accounts
  readonly sources: NameKeys<string>
  readonly journal: Journal
  readonly idempotencyRecords: IdempotencyRecords

  constructor(
    readonly connection: Connection,
    settleEvery: number = SETTLE_INTERVAL,
    remember: number = REMEMBERED,
    gathered: number = GATHERED,
  ) {
    this.tenants = new NameKeys(connection, 'tenant', 'id')
    this.tables = new Tables(connection, this.tenants)
    this.accounts = new Accounts(connection, this.tenants, this.tables, settleEvery, remember)
    this.sources = new NameKeys(connection, 'price_source', 'name', remember)
    this.journal = new Journal(connection, this)
    this.idempotencyRecords = new IdempotencyRecords(connection, this.tables, gathered)
  }

  read<Result>(work: () => Result): Promise<Result> {
    return this.connection.read(() => {
      this.accounts.catchUp()
      return work()
    })
  }

  /** Nothing cached during a failed write may be used again. */
  forget(): void {
    this.tenants.forget()
    this.accounts.forget()
    this.sources.forget()
    this.journal.forget()
    this.idempotencyRecords.forget()
  }
}
