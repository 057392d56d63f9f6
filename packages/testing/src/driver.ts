/**
 * Gives an engine the same commands as the model, and reads back what the model shows. Labels stand for ids on both
 * sides. Several drivers, that is several engines on one storage, share one `Labels`.
 */
import {
  type AccountId,
  available,
  BLOCKAGES,
  blockedAmount,
  CUSTOMERS,
  type Customer,
  DEPOSITS,
  type OwnedAccount,
  type TenantId,
} from '@tallystick/core'
import { type Engine, idempotencyOf, Rejected } from '@tallystick/engine'
import {
  ACCEPTED,
  type AccountLabel,
  type AccountSnapshot,
  type Command,
  type CustomerLabel,
  depositLabel,
  type Outcome,
  type Snapshot,
  sortedRecord,
} from './command.js'
import { callerOf, Labels } from './labels.js'
import { translate } from './mapper.js'

export interface IdempotentCall {
  readonly key: string
}

export interface Answered {
  readonly outcome: Outcome
  /** What the caller got, when accepted. */
  readonly answer: unknown
}

export class Driver {
  constructor(
    readonly engine: Engine,
    readonly labels: Labels = new Labels(),
  ) {}

  async run(command: Command): Promise<Outcome> {
    return (await this.answer(command)).outcome
  }

  /**
   * @param call Carries an idempotency key, as a client's retry does.
   * @throws Fault when the engine fails; a refusal is an outcome.
   */
  async answer(command: Command, call?: IdempotentCall): Promise<Answered> {
    try {
      return { outcome: ACCEPTED, answer: await this.perform(command, call ?? null) }
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const { code, index } = error.rejection
      return { outcome: { accepted: false, code, index: index ?? null }, answer: null }
    }
  }

  private async perform(command: Command, call: IdempotentCall | null): Promise<unknown> {
    await this.labelFreeze(command)
    const nameCustomer = ({ tenant, externalId }: Customer): CustomerLabel => `${tenant}/${externalId}`
    return translate(command, this.labels, nameCustomer, (rule, asked, present, learn, price = () => 1) =>
      this.engine.execute({
        caller: callerOf(command.tenant),
        rule,
        command: asked,
        price,
        present: (output) => {
          learn(output, [])
          return present(output)
        },
        idempotency: call === null ? null : idempotencyOf(command.tenant, call.key, command.type, command),
      }),
    )
  }

  /**
   * Everything a caller can see, read through the queries: by listing, so that what nobody asked for shows.
   *
   * @param tenants Whose.
   * @param currencies Names that a command may have created.
   */
  async snapshot(tenants: readonly TenantId[], currencies: readonly string[]): Promise<Snapshot> {
    const { query } = this.engine
    const all = { offset: 0, limit: 100_000 } as const
    const accounts: [string, AccountSnapshot][] = []
    const customers: [string, Snapshot['customers'][string]][] = []
    const supplies: [string, string][] = []
    const deposits: [string, Snapshot['deposits'][string]][] = []
    for (const tenant of tenants) {
      for (const owned of await query.accounts(tenant, {}, { ...all, order: 'asc' })) {
        accounts.push([this.labels.label(owned.account.id), await this.show(tenant, owned)])
      }
      for (const { externalId, enabled, active } of await query.list(CUSTOMERS, {
        where: { tenant },
        ...all,
      })) {
        customers.push([`${tenant}/${externalId}`, { enabled, active }])
      }
      for (const name of currencies) {
        const found = await query.currency(tenant, name)
        if (found !== undefined) supplies.push([`${tenant}/${name}`, String(found.supply)])
      }
      for (const deposit of await query.list(DEPOSITS, { where: { tenant }, ...all, order: 'asc' })) {
        const { amount, status } = deposit
        const account = this.labels.label(deposit.account)
        deposits.push([depositLabel(deposit), { account, amount: String(amount), status }])
      }
    }
    return {
      accounts: sortedRecord(accounts),
      customers: sortedRecord(customers),
      supplies: sortedRecord(supplies),
      deposits: sortedRecord(deposits),
    }
  }

  private async show(tenant: TenantId, { account, customer }: OwnedAccount): Promise<AccountSnapshot> {
    const { query } = this.engine
    const last = await query.lastRecord(tenant, account.id)
    const records = last === 0 ? [] : await query.records(tenant, account.id, last, last)
    const blockages = await query.list(BLOCKAGES, {
      where: { tenant, account: account.id },
      offset: 0,
      limit: 100_000,
    })
    const label = this.labels.label(account.id)
    return {
      tenant,
      currency: account.currency,
      customer: customer === undefined ? null : `${tenant}/${customer.externalId}`,
      active: account.active,
      frozen: account.frozenBy !== null,
      balance: String(account.balance),
      available: String(available(account, customer)),
      blockages: sortedRecord(
        blockages.map((blockage) => [
          blockage.freeze ? `freeze:${label}` : this.labels.label(blockage.id),
          String(blockedAmount(blockage, account)),
        ]),
      ),
      movements: records
        .map(({ entry, side }) => String(side === 'debit' ? -entry.amount : entry.amount))
        .reverse(),
    }
  }

  account(label: AccountLabel): AccountId {
    return this.labels.id(label) as AccountId
  }

  /** The engine does not tell the id of a freeze. It is looked up when a command names it. */
  private async labelFreeze(command: Command): Promise<void> {
    if (!('blockage' in command) || !command.blockage.startsWith('freeze:')) return
    const { tenant, blockage } = command
    const account = this.account(blockage.slice('freeze:'.length))
    const where = { tenant, account }
    const list = await this.engine.query.list(BLOCKAGES, { where, offset: 0, limit: 100_000 })
    const found = list.find(({ freeze }) => freeze)
    if (found !== undefined) this.labels.give(blockage, found.id)
  }
}
