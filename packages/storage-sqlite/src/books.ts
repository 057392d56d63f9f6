import { Accounts } from './accounts.js'
import type { Connection } from './connection.js'
import { Journal } from './journal.js'
import { SendBooks } from './sends.js'
import { Tenants } from './tenants.js'

/** The parts that share one connection. */
export class Books {
  readonly tenants: Tenants
  readonly accounts: Accounts
  readonly journal: Journal
  readonly sends: SendBooks

  constructor(
    readonly connection: Connection,
    settleEvery?: number,
    remember?: number,
  ) {
    this.tenants = new Tenants(connection)
    this.accounts = new Accounts(connection, this.tenants, settleEvery, remember)
    this.journal = new Journal(connection, this.tenants, this.accounts)
    this.sends = new SendBooks(connection, this.tenants)
  }

  read<Result>(work: () => Result): Promise<Result> {
    return this.connection.read(() => {
      this.accounts.catchUp()
      return work()
    })
  }

  /** Nothing that was remembered during a failed write may be used again. */
  forget(): void {
    this.tenants.forget()
    this.accounts.forget()
    this.journal.forget()
  }
}
