/**
 * Asks an engine what the model is asked, and reads back what the model can show. Labels stand for ids on
 * both sides; several drivers (several engines on one storage) share one `Labels`.
 */
import {
  type AccountId,
  type ApiKeyId,
  activateAccount,
  activateCustomer,
  available,
  BLOCKAGES,
  type BlockageId,
  blockedAmount,
  CUSTOMERS,
  type CustomerId,
  createCurrency,
  DEPOSITS,
  deactivateAccount,
  deactivateCustomer,
  disableCustomer,
  enableCustomer,
  freezeAccount,
  mintCurrency,
  type NewAccount,
  type NewCustomer,
  type OwnedAccount,
  openAccount,
  openAccounts,
  type PaymentOrder,
  pay,
  payBatch,
  payFromBlockage,
  placeBlockage,
  type Rule,
  recordDeposit,
  releaseBlockage,
  releaseBlockages,
  revokeCurrency,
  type TenantId,
  unfreezeAccount,
} from '@tallystick/core'
import { type Caller, type Engine, Rejected, requestHash } from '@tallystick/engine'
import {
  ACCEPTED,
  type AccountLabel,
  type AccountSnapshot,
  type BlockageLabel,
  type Command,
  type CustomerLabel,
  depositLabel,
  type NewAccountOrder,
  type Outcome,
  type Payment,
  type Snapshot,
  sortedRecord,
} from './command.js'

/** Which thing of the storage each label stands for. A label nobody has given leads to an id nobody has. */
export class Labels {
  private readonly ids = new Map<string, string>()
  private readonly labels = new Map<string, string>()

  give(label: string, id: string): void {
    this.ids.set(label, id)
    this.labels.set(id, label)
  }

  id(label: string): string {
    return this.ids.get(label) ?? Buffer.from(label).toString('hex').slice(0, 24).padStart(24, 'f')
  }

  /** `?` and the id, for what no command has asked for. */
  label(id: string): string {
    return this.labels.get(id) ?? `?${id}`
  }
}

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

  private perform(command: Command, call: IdempotentCall | null): Promise<unknown> {
    const { tenant } = command
    const account = 'account' in command ? this.account(command.account) : this.account('')
    const customer = 'customer' in command ? this.customer(command.customer ?? '') : this.customer('')
    const execute = <Asked, Output>(
      rule: Rule<Asked, Output>,
      asked: Asked,
      present: (output: Output) => unknown,
    ): Promise<unknown> =>
      this.engine.execute({
        caller: callerOf(tenant),
        rule,
        command: asked,
        price: () => 1,
        present,
        idempotency:
          call === null ? null : { key: call.key, requestHash: requestHash(command.type, command) },
      })
    const nothing = (): null => null
    switch (command.type) {
      case 'open':
        return execute(openAccount, { tenant, account: newAccount(command) }, (output) =>
          this.opened(command.as, output),
        )
      case 'openBatch':
        return execute(openAccounts, { tenant, accounts: command.accounts.map(newAccount) }, (outputs) =>
          outputs.map((output, index) => this.opened(command.accounts[index]?.as ?? '', output)),
        )
      case 'activate':
        return execute(activateAccount, { tenant, account }, nothing)
      case 'deactivate':
        return execute(deactivateAccount, { tenant, account }, nothing)
      case 'freeze':
        return execute(freezeAccount, { tenant, account }, nothing)
      case 'unfreeze':
        return execute(unfreezeAccount, { tenant, account }, nothing)
      case 'enableCustomer':
        return execute(enableCustomer, { tenant, customer }, nothing)
      case 'disableCustomer':
        return execute(disableCustomer, { tenant, customer }, nothing)
      case 'activateCustomer':
        return execute(activateCustomer, { tenant, customer }, nothing)
      case 'deactivateCustomer':
        return execute(deactivateCustomer, { tenant, customer }, nothing)
      case 'block': {
        const { amount, ensureSufficientBalance } = command
        const asked = { tenant, account, amount, type: 'HOLD', description: null, ensureSufficientBalance }
        return execute(placeBlockage, asked, (id) => {
          this.labels.give(command.as, id)
          return id
        })
      }
      case 'unblock':
        return this.withBlockage(tenant, command.blockage, (blockage) =>
          execute(releaseBlockage, { tenant, blockage }, nothing),
        )
      case 'unblockAll':
        return execute(releaseBlockages, { tenant, account }, ({ count }) => count)
      case 'pay':
        return execute(
          pay,
          { tenant, sender: this.account(command.sender), order: this.order(command) },
          (reference) => reference,
        )
      case 'payBatch': {
        const orders = command.payments.map((payment) => this.order(payment))
        return execute(
          payBatch,
          { tenant, sender: this.account(command.sender), orders },
          (references) => references,
        )
      }
      case 'payFromBlockage':
        return this.withBlockage(tenant, command.blockage, (blockage) =>
          execute(
            payFromBlockage,
            { tenant, blockage, order: this.order(command) },
            (reference) => reference,
          ),
        )
      case 'createCurrency': {
        const { name, supply, baseRate } = command
        const asked = {
          tenant,
          name,
          supply,
          baseRate,
          basePair: 'EUR',
          description: null,
          customer: newCustomer(command.customer),
          accountCode: null,
          accountNumber: null,
          accountingCurrency: null,
        }
        return execute(createCurrency, asked, (output) => this.opened(command.as, output))
      }
      case 'mint':
      case 'revoke': {
        const rule = command.type === 'mint' ? mintCurrency : revokeCurrency
        return execute(
          rule,
          { tenant, account, amount: command.amount, details: null },
          (reference) => reference,
        )
      }
      case 'deposit': {
        const { currency, amount, txId, vout, address, status } = command
        const asked = { tenant, account, currency, amount, txId, vout, address, status }
        return execute(
          recordDeposit,
          { ...asked, from: null, derivationKey: 0, blockHeight: 1, blockHash: null },
          ({ id }) => id,
        )
      }
    }
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

  private opened(label: AccountLabel, { account, customer }: OwnedAccount): readonly (string | null)[] {
    this.labels.give(label, account.id)
    if (customer !== undefined) {
      this.labels.give(`${customer.tenant}/${customer.externalId}`, customer.id)
    }
    return [account.id, customer?.id ?? null]
  }

  account(label: AccountLabel): AccountId {
    return this.labels.id(label) as AccountId
  }

  private customer(label: CustomerLabel): CustomerId {
    return this.labels.id(label) as CustomerId
  }

  /** The freeze of an account has no label of its own: it is looked up when it is named. */
  private async withBlockage<Result>(
    tenant: TenantId,
    label: BlockageLabel,
    use: (blockage: BlockageId) => Promise<Result>,
  ): Promise<Result> {
    if (!label.startsWith('freeze:')) return use(this.labels.id(label) as BlockageId)
    const account = this.account(label.slice('freeze:'.length))
    const list = await this.engine.query.list(BLOCKAGES, {
      where: { tenant, account },
      offset: 0,
      limit: 100_000,
    })
    return use(list.find(({ freeze }) => freeze)?.id ?? (this.labels.id(label) as BlockageId))
  }

  private order({ recipient, amount }: Payment): PaymentOrder {
    return { recipient: this.account(recipient), amount, anonymous: false, baseRate: null, details: null }
  }
}

/** The caller of a tenant's commands: each tenant has one API key. */
export function callerOf(tenant: TenantId): Caller {
  return { tenant, apiKey: `key-of-${tenant}` as ApiKeyId, network: 'testnet', plan: 'paid', frozen: false }
}

function newAccount({ currency, xpub, customer }: NewAccountOrder): NewAccount {
  return {
    currency,
    xpub,
    customer: newCustomer(customer),
    accountingCurrency: null,
    accountCode: null,
    accountNumber: null,
  }
}

function newCustomer(externalId: string | null): NewCustomer | null {
  return externalId === null
    ? null
    : { externalId, accountingCurrency: null, customerCountry: null, providerCountry: null }
}
