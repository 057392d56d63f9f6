/** Writes a view's changes, in their order. Runs within a write; afterwards what is known agrees with the file. */
import {
  type AccountId,
  type ApiKey,
  type Change,
  type Customer,
  type Deposit,
  depositOutput,
  follow,
  type Standing,
  type View,
} from '@tallystick/core'
import { movedBy, type StateSum } from '@tallystick/engine'
import type { Accounts } from './accounts.js'
import type { Connection } from './connection.js'
import type { Journal } from './journal.js'
import { readStanding, STANDING_COLUMNS } from './rows.js'
import type { SendBooks } from './sends.js'
import type { Tenants } from './tenants.js'

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export class Writer {
  constructor(
    private readonly connection: Connection,
    private readonly tenants: Tenants,
    private readonly accounts: Accounts,
    private readonly journal: Journal,
    private readonly sends: SendBooks,
  ) {}

  write(view: View): void {
    const moved = movedBy(view)
    /** Accounts whose row, beside balance and history, has changed. */
    const updated = new Set<AccountId>()
    let isDated = false
    for (const change of view.changes) {
      switch (change.type) {
        case 'entry.posted':
          this.journal.append(change.entry)
          break
        case 'account.updated':
          updated.add(change.account.id)
          break
        case 'blockage.placed':
        case 'blockage.released':
          this.blockage(change)
          updated.add(change.blockage.account)
          break
        case 'account.opened':
          this.accounts.open(change.account)
          isDated = true
          break
        case 'standing.noted':
          this.noteStanding(change.standing, moved)
          isDated = true
          break
        default:
          this.other(change)
      }
    }
    for (const known of this.journal.seal(moved.text))
      known.account = view.accounts.get(known.account.id) ?? known.account
    for (const id of updated) {
      const account = view.accounts.get(id)
      if (account !== undefined) this.accounts.update(account)
    }
    this.accounts.rememberLatest(view.latest, isDated)
    this.accounts.settleIfDue()
  }

  private other(change: Change): void {
    switch (change.type) {
      case 'customer.created':
        this.createCustomer(change.customer)
        break
      case 'customer.updated':
        this.updateCustomer(change.customer)
        break
      case 'currency.created': {
        const { currency } = change
        this.connection
          .prepare(
            'insert into virtual_currency (tenant, name, scale, base_rate, base_pair, description, account, customer, created) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
          )
          .run(
            this.tenants.keyFor(currency.tenant),
            currency.name,
            currency.scale,
            currency.baseRate,
            currency.basePair,
            currency.description,
            currency.account,
            currency.customer,
            currency.created,
          )
        this.accounts.rememberCurrency(currency)
        break
      }
      case 'currency.updated': {
        const { currency } = change
        this.connection
          .prepare(
            'update virtual_currency set base_rate = ?, base_pair = ?, description = ? where tenant = ? and name = ?',
          )
          .run(
            currency.baseRate,
            currency.basePair,
            currency.description,
            this.tenants.keyFor(currency.tenant),
            currency.name,
          )
        this.accounts.rememberCurrency(currency)
        break
      }
      case 'deposit.recorded':
        this.recordDeposit(change.deposit)
        break
      case 'deposit.updated':
        this.updateDeposit(change.deposit)
        break
      case 'apiKey.created':
        this.createApiKey(change.apiKey)
        break
      case 'apiKey.updated':
        this.connection
          .prepare('update api_key set name = ?, plan = ?, frozen = ?, revoked = ? where id = ?')
          .run(
            change.apiKey.name,
            change.apiKey.plan,
            flag(change.apiKey.frozen),
            flag(change.apiKey.revoked),
            change.apiKey.id,
          )
        break
      case 'answer.stored': {
        const { tenant, key, requestHash, body, created } = change.answer
        this.connection
          .prepare('insert into answer (tenant, key, request_hash, body, created) values (?, ?, ?, ?, ?)')
          .run(this.tenants.keyFor(tenant), key, requestHash, body, created)
        break
      }
      case 'credits.charged': {
        const { tenant, apiKey, day, credits } = change.charge
        this.connection
          .prepare(
            'insert into charge (tenant, api_key, day, credits) values (?, ?, ?, ?) on conflict do update set credits = credits + excluded.credits',
          )
          .run(this.tenants.keyFor(tenant), apiKey, day, credits)
        break
      }
      case 'send.recorded':
      case 'send.updated':
      case 'claim.placed':
      case 'claim.passed':
      case 'claim.released':
      case 'signature.created':
      case 'signature.updated':
        this.sends.write(change)
        break
    }
  }

  private blockage(change: Extract<Change, { blockage: unknown }>): void {
    const { blockage } = change
    if (change.type === 'blockage.released') {
      this.connection.prepare('delete from blockage where id = ?').run(blockage.id)
      return
    }
    this.connection
      .prepare(
        'insert into blockage (id, tenant, account, amount, type, description, freeze, created) values (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        blockage.id,
        this.tenants.keyFor(blockage.tenant),
        blockage.account,
        blockage.amount.toString(),
        blockage.type,
        blockage.description,
        flag(blockage.freeze),
        blockage.created,
      )
  }

  /** Never behind the subject's newest: another process's clock may have been ahead. */
  private noteStanding(noted: Standing, moved: StateSum): void {
    const key = this.tenants.keyFor(noted.tenant)
    const row = this.connection
      .prepare(
        `select ${STANDING_COLUMNS} from standing where tenant = ? and subject = ? order by at desc limit 1`,
      )
      .get(key, noted.subject)
    const newest = row && readStanding(row, noted.tenant)
    const standing = follow(noted, newest)
    if (newest?.at === standing.at) moved.drop('standings', newest)
    moved.put('standings', standing)
    const { subject, at, blocked, stopped } = standing
    this.connection
      .prepare(
        'insert into standing (tenant, subject, at, blocked, stopped) values (?, ?, ?, ?, ?) on conflict do update set blocked = excluded.blocked, stopped = excluded.stopped',
      )
      .run(key, subject, at, blocked.toString(), flag(stopped))
  }

  private createCustomer(customer: Customer): void {
    this.connection
      .prepare(
        'insert into customer (id, tenant, external_id, enabled, active, accounting_currency, customer_country, provider_country, active_accounts, created) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        customer.id,
        this.tenants.keyFor(customer.tenant),
        customer.externalId,
        flag(customer.enabled),
        flag(customer.active),
        customer.accountingCurrency,
        customer.customerCountry,
        customer.providerCountry,
        customer.activeAccounts,
        customer.created,
      )
    this.accounts.rememberCustomer(customer)
  }

  private updateCustomer(customer: Customer): void {
    this.connection
      .prepare(
        'update customer set external_id = ?, enabled = ?, active = ?, accounting_currency = ?, customer_country = ?, provider_country = ?, active_accounts = ? where id = ?',
      )
      .run(
        customer.externalId,
        flag(customer.enabled),
        flag(customer.active),
        customer.accountingCurrency,
        customer.customerCountry,
        customer.providerCountry,
        customer.activeAccounts,
        customer.id,
      )
    this.accounts.rememberCustomer(customer)
  }

  private recordDeposit(deposit: Deposit): void {
    this.connection
      .prepare(
        'insert into deposit (id, tenant, output, account, currency, scale, amount, tx_id, vout, address, sender, xpub, derivation_key, block_height, block_hash, status, spent, reference, created) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        deposit.id,
        this.tenants.keyFor(deposit.tenant),
        depositOutput(deposit),
        deposit.account,
        deposit.currency,
        deposit.scale,
        deposit.amount.toString(),
        deposit.txId,
        deposit.vout,
        deposit.address,
        deposit.from,
        deposit.xpub,
        deposit.derivationKey,
        deposit.blockHeight,
        deposit.blockHash,
        deposit.status,
        flag(deposit.spent),
        deposit.reference,
        deposit.created,
      )
  }

  private updateDeposit(deposit: Deposit): void {
    this.connection
      .prepare(
        'update deposit set amount = ?, sender = ?, derivation_key = ?, block_height = ?, block_hash = ?, status = ?, spent = ?, reference = ? where id = ?',
      )
      .run(
        deposit.amount.toString(),
        deposit.from,
        deposit.derivationKey,
        deposit.blockHeight,
        deposit.blockHash,
        deposit.status,
        flag(deposit.spent),
        deposit.reference,
        deposit.id,
      )
  }

  private createApiKey(apiKey: ApiKey): void {
    this.connection
      .prepare(
        'insert into api_key (id, tenant, hash, hint, name, network, plan, addresses, frozen, revoked, created) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        apiKey.id,
        this.tenants.keyFor(apiKey.tenant),
        apiKey.hash,
        apiKey.hint,
        apiKey.name,
        apiKey.network,
        apiKey.plan,
        apiKey.addresses.join(' '),
        flag(apiKey.frozen),
        flag(apiKey.revoked),
        apiKey.created,
      )
  }
}
