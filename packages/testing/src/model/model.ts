/**
 * The independent model: what the documentation of the API says, written apart from the engine. It shares only
 * vocabulary with the engine (codes, tenants, statuses), and none of its rules. A refused batch is undone step by step,
 * and sums are stored beside what they add up, because a run asks the model a million times.
 *
 * If several refusals apply, the model reports the first in the documented table.
 */
import type { TenantId } from '@tallystick/core'
import {
  ACCEPTED,
  type AccountLabel,
  isApproving,
  isOnChain,
  isReceiving,
  isToken,
  isTrading,
  type LedgerCommand,
  type NewAccountOrder,
  type Outcome,
  type SimulatedCommand,
  type Snapshot,
} from '../command.js'
import { NOTHING_SEEN, type SeenTrading } from '../trading-command.js'
import { ApprovingModel } from './approving.js'
import { ChainModel } from './chain.js'
import { DepositModel } from './deposits.js'
import { MultiModel } from './multi.js'
import { OutputModel } from './outputs.js'
import { ReceivingModel } from './receiving.js'
import { ModelState, Series } from './state.js'
import { TokenModel } from './tokens.js'
import { TradingModel } from './trading.js'
import {
  BUILT_IN,
  firstOf,
  type PossibleRefusal,
  parse,
  positive,
  refuse,
  type Verdict,
  VIRTUAL_SCALE,
} from './vocabulary.js'

type CommandOf<Type extends LedgerCommand['type']> = Extract<LedgerCommand, { readonly type: Type }>

export class Model {
  readonly state = new ModelState()
  readonly outputs = new OutputModel(this.state)
  readonly chain = new ChainModel(this.state, this.outputs)
  private readonly deposits = new DepositModel(this.state)
  readonly multi = new MultiModel()
  readonly receiving = new ReceivingModel(this.state, this.outputs, this.deposits, this.multi)
  readonly approving = new ApprovingModel()
  readonly trading = new TradingModel(this.state)
  readonly tokens = new TokenModel(this.state, this.chain)

  /** Does what the documentation says of the command. A refused one changes nothing. */
  run(command: SimulatedCommand, seen?: SeenTrading): Verdict {
    if (isTrading(command)) return this.trading.run(command, seen ?? NOTHING_SEEN)
    if (isOnChain(command)) return this.chain.run(command)
    if (isReceiving(command)) return this.receiving.run(command)
    if (isApproving(command)) return this.approving.run(command)
    if (isToken(command)) return this.tokens.run(command)
    return { outcome: this.decide(command), credits: 1, says: undefined }
  }

  /** Everything that a caller can see of the ledger. */
  snapshot(): Snapshot {
    return this.state.snapshot()
  }

  private decide(command: LedgerCommand): Outcome {
    switch (command.type) {
      case 'open':
        return this.open(command.tenant, command)
      case 'openBatch':
        return this.state.inTurn(command.accounts, (account) => this.open(command.tenant, account))
      case 'activate':
      case 'deactivate':
        return this.switchAccount(command)
      case 'freeze':
      case 'unfreeze':
        return this.switchFreeze(command)
      case 'enableCustomer':
      case 'disableCustomer':
      case 'activateCustomer':
      case 'deactivateCustomer':
        return this.switchCustomer(command)
      case 'block':
        return this.block(command)
      case 'unblock':
        return this.unblock(command)
      case 'unblockAll':
        return this.unblockAll(command)
      case 'pay':
        return this.pay(command.tenant, command.sender, command.recipient, command.amount)
      case 'payBatch':
        return this.state.inTurn(command.payments, ({ recipient, amount }) =>
          this.pay(command.tenant, command.sender, recipient, amount),
        )
      case 'payLinked':
        return this.state.inTurn(command.payments, ({ sender, recipient, amount }) =>
          this.pay(command.tenant, sender, recipient, amount),
        )
      case 'fund':
      case 'withdraw':
        return this.moveOutside(command)
      case 'payFromBlockage':
        return this.payFromBlockage(command)
      case 'createCurrency':
        return this.createCurrency(command)
      case 'mint':
      case 'revoke':
        return this.changeSupply(command)
      case 'deposit':
        return this.deposits.report(command)
      case 'updateAccount':
        return this.updateAccount(command)
      case 'updateCustomer':
        return this.updateCustomer(command)
      case 'updateCurrency':
        return this.updateCurrency(command)
      case 'issueApiKey':
        if (!this.state.apiKeys.has(command.apiKey)) {
          this.state.apiKeys.set(command.apiKey, { tenant: command.tenant, frozen: false, revoked: false })
        }
        return ACCEPTED
      case 'freezeApiKey':
      case 'unfreezeApiKey':
      case 'revokeApiKey':
        return this.changeApiKey(command)
    }
  }

  // ---- accounts and customers

  private open(tenant: TenantId, wanted: NewAccountOrder): Outcome {
    const { currency, xpub } = wanted
    const builtIn = BUILT_IN.get(currency)
    const virtual = this.state.currencies.has(`${tenant}/${currency}`)
    const refused = firstOf([
      // A disabled customer "cannot create accounts", a deactivated one "can perform no operation".
      [!this.mayOpen(tenant, wanted.customer), 'customer.not.active'],
      [builtIn === undefined && !virtual, 'ledger.currency.invalid'],
      [xpub !== null && (virtual || builtIn?.xpub === false), 'account.xpub.present'],
      [xpub === null && builtIn?.needsXpub === true, 'account.xpub.missing'],
    ])
    if (refused !== null) return refused
    const scale = builtIn?.scale ?? VIRTUAL_SCALE
    this.state.addAccount(wanted.as, tenant, currency, scale, wanted.customer, xpub)
    return ACCEPTED
  }

  private mayOpen(tenant: TenantId, externalId: string | null): boolean {
    const known = externalId === null ? undefined : this.state.customerByExternalId(tenant, externalId)
    return known === undefined || (known.active && known.enabled)
  }

  private updateAccount(command: CommandOf<'updateAccount'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    if (account.customer?.active === false) return refuse('account.customer.inactive')
    account.code = command.accountCode ?? account.code
    account.number = command.accountNumber ?? account.number
    return ACCEPTED
  }

  private updateCustomer(command: CommandOf<'updateCustomer'>): Outcome {
    const { tenant, externalId } = command
    const customer = this.state.customers.get(command.customer)
    if (customer?.tenant !== tenant) return refuse('customer.internal.not.exists')
    if (!customer.active) return refuse('customer.inactive')
    const holder = this.state.customerByExternalId(tenant, externalId)
    if (holder !== undefined && holder !== customer) return refuse('validation.failed')
    this.state.rename(customer, externalId)
    customer.country = command.customerCountry ?? customer.country
    return ACCEPTED
  }

  private switchAccount(command: CommandOf<'activate' | 'deactivate'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const refused =
      command.type === 'activate'
        ? firstOf([
            [account.active, 'account.active'],
            [account.customer?.active === false, 'account.customer.inactive'],
          ])
        : firstOf([
            [!account.active, 'account.inactive'],
            [this.trading.isBusy(account.label), 'account.trade.non.zero'],
            [account.movements.total !== 0n || account.held !== 0n, 'account.balance.non.zero'],
          ])
    if (refused !== null) return refused
    account.active = command.type === 'activate'
    return ACCEPTED
  }

  private switchFreeze(command: CommandOf<'freeze' | 'unfreeze'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const freeze = command.type === 'freeze'
    if (account.customer?.active === false) return refuse('account.customer.inactive')
    if (account.frozen === freeze) return refuse(freeze ? 'account.frozen' : 'account.not.frozen')
    account.frozen = freeze
    return ACCEPTED
  }

  private switchCustomer(
    command: CommandOf<'enableCustomer' | 'disableCustomer' | 'activateCustomer' | 'deactivateCustomer'>,
  ): Outcome {
    const customer = this.state.customers.get(command.customer)
    if (customer?.tenant !== command.tenant) return refuse('customer.internal.not.exists')
    switch (command.type) {
      case 'activateCustomer':
        if (customer.active) return refuse('customer.active')
        customer.active = true
        return ACCEPTED
      case 'deactivateCustomer':
        if (!customer.active) return refuse('customer.inactive')
        if (customer.accounts.some((account) => account.active))
          return refuse('customer.deactivate.account.active')
        customer.active = false
        return ACCEPTED
      case 'enableCustomer':
        if (!customer.active) return refuse('customer.inactive')
        if (customer.enabled) return refuse('customer.enabled')
        customer.enabled = true
        return ACCEPTED
      case 'disableCustomer':
        if (!customer.active) return refuse('customer.inactive')
        if (!customer.enabled) return refuse('customer.disabled')
        customer.enabled = false
        return ACCEPTED
    }
  }

  private changeApiKey(command: CommandOf<'freezeApiKey' | 'unfreezeApiKey' | 'revokeApiKey'>): Outcome {
    const apiKey = this.state.apiKeys.get(command.apiKey)
    if (apiKey?.tenant !== command.tenant) return refuse('subscription.invalid')
    if (command.type === 'revokeApiKey') apiKey.revoked = true
    else apiKey.frozen = command.type === 'freezeApiKey'
    return ACCEPTED
  }

  // ---- blockages

  private block(command: CommandOf<'block'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const amount = positive(command.amount, account.scale)
    const refused = firstOf([
      [!account.active, 'account.inactive'],
      [amount === null, 'amount.format'],
      [
        amount !== null && command.ensureSufficientBalance && amount > this.state.available(account),
        'balance.insufficient',
      ],
    ])
    if (refused !== null || amount === null) return refused ?? refuse('amount.format')
    this.state.hold(account, command.as, amount)
    return ACCEPTED
  }

  private unblock(command: CommandOf<'unblock'>): Outcome {
    const account = this.state.holder(command.tenant, command.blockage)
    if (account === undefined) return refuse('blockage.not.exists')
    // A freeze ends by unfreezing, not by deleting its blockage.
    if (!account.blockages.has(command.blockage)) return refuse('account.frozen')
    this.state.release(account, command.blockage)
    return ACCEPTED
  }

  private unblockAll(command: CommandOf<'unblockAll'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    if (account.customer?.active === false) return refuse('customer.blockage.inactive')
    for (const label of [...account.blockages.keys()]) this.state.release(account, label)
    return ACCEPTED
  }

  private payFromBlockage(command: CommandOf<'payFromBlockage'>): Outcome {
    const { tenant, blockage } = command
    const sender = this.state.holder(tenant, blockage)
    if (sender === undefined) return refuse('blockage.not.exists')
    const held = sender.blockages.get(blockage)
    const amount = positive(command.amount, sender.scale)
    // The whole blockage is released, and the payment made on what is available then.
    if (held !== undefined) this.state.release(sender, blockage)
    const outcome =
      firstOf([
        [held === undefined, 'senderAccount.frozen'],
        [held !== undefined && amount !== null && amount > held, 'blockage.amount.exceeded'],
        ...this.paymentRefusals(tenant, sender.label, command.recipient, command.amount),
      ]) ?? this.pay(tenant, sender.label, command.recipient, command.amount)
    if (!outcome.accepted && held !== undefined) this.state.hold(sender, blockage, held)
    return outcome
  }

  // ---- value

  private paymentRefusals(
    tenant: TenantId,
    senderLabel: AccountLabel,
    recipientLabel: AccountLabel,
    text: string,
  ): readonly PossibleRefusal[] {
    const sender = this.state.account(tenant, senderLabel)
    const recipient = this.state.account(tenant, recipientLabel)
    const refusals: PossibleRefusal[] = [
      [senderLabel === recipientLabel, 'validation.failed'],
      [sender?.active !== true, 'senderAccount.not.exists'],
      [recipient?.active !== true, 'recipientAccount.not.exists'],
    ]
    if (sender === undefined || recipient === undefined) return refusals
    const { customer } = sender
    const amount = positive(text, sender.scale)
    refusals.push(
      [customer !== null && !(customer.enabled && customer.active), 'senderAccount.customer.disabled'],
      [sender.frozen, 'senderAccount.frozen'],
      [sender.currency !== recipient.currency, 'transaction.currency.incompatible'],
      [amount === null, 'amount.format'],
      [amount !== null && amount > this.state.available(sender), 'balance.insufficient'],
    )
    return refusals
  }

  private pay(
    tenant: TenantId,
    senderLabel: AccountLabel,
    recipientLabel: AccountLabel,
    text: string,
  ): Outcome {
    const refused = firstOf(this.paymentRefusals(tenant, senderLabel, recipientLabel, text))
    const sender = this.state.account(tenant, senderLabel)
    const recipient = this.state.account(tenant, recipientLabel)
    const amount = sender === undefined ? null : positive(text, sender.scale)
    if (refused !== null || sender === undefined || recipient === undefined || amount === null) {
      return refused ?? refuse('amount.format')
    }
    return this.state.move(sender.scale, amount, [
      [sender.movements, -1n],
      [recipient.movements, 1n],
    ])
  }

  /** A bank transfer that has come, or one that leaves. */
  private moveOutside(command: CommandOf<'fund' | 'withdraw'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account?.active !== true) return refuse('account.not.exists')
    const { customer } = account
    const amount = positive(command.amount, account.scale)
    const leaves = command.type === 'withdraw'
    const refused = firstOf([
      [
        leaves && customer !== null && !(customer.enabled && customer.active),
        'senderAccount.customer.disabled',
      ],
      [leaves && account.frozen, 'senderAccount.frozen'],
      [amount === null, 'amount.format'],
      [leaves && amount !== null && amount > this.state.available(account), 'balance.insufficient'],
    ])
    if (refused !== null || amount === null) return refused ?? refuse('amount.format')
    const name = `${command.tenant}/${account.currency}`
    const issued = this.state.currencies.get(name)?.issued
    const outside = account.currency.startsWith('VC_') ? issued : this.state.world.get(name)
    const series = outside ?? new Series()
    const sign = leaves ? -1n : 1n
    const outcome = this.state.move(account.scale, amount, [
      [account.movements, sign],
      [series, sign],
    ])
    if (outcome.accepted && series !== issued) this.state.world.set(name, series)
    return outcome
  }

  private createCurrency(command: CommandOf<'createCurrency'>): Outcome {
    const { tenant, name, baseRate } = command
    const supply = parse(command.supply, VIRTUAL_SCALE)
    const refused = firstOf([
      [!this.mayOpen(tenant, command.customer), 'customer.not.active'],
      [!/^VC_./s.test(name), 'virtual.name.prefix'],
      [this.state.currencies.has(`${tenant}/${name}`), 'virtual.duplicate'],
      [supply === null || !isRate(baseRate), 'virtual.creation.error'],
    ])
    if (refused !== null || supply === null) return refused ?? refuse('virtual.creation.error')
    const account = this.state.addAccount(command.as, tenant, name, VIRTUAL_SCALE, command.customer)
    const issued = new Series()
    this.state.currencies.set(`${tenant}/${name}`, { tenant, name, issued, baseRate })
    if (supply > 0n) {
      issued.add(supply)
      account.movements.add(supply)
    }
    return ACCEPTED
  }

  private updateCurrency(command: CommandOf<'updateCurrency'>): Outcome {
    const currency = this.state.currencies.get(`${command.tenant}/${command.name}`)
    if (currency === undefined) return refuse('vc.not.found')
    if (command.baseRate === undefined) return ACCEPTED
    if (!isRate(command.baseRate)) return refuse('virtual.creation.error')
    currency.baseRate = command.baseRate
    return ACCEPTED
  }

  private changeSupply(command: CommandOf<'mint' | 'revoke'>): Outcome {
    const account = this.state.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const issued = this.state.currencies.get(`${command.tenant}/${account.currency}`)?.issued
    const amount = positive(command.amount, account.scale)
    const refused = firstOf([
      [!account.active || issued === undefined, 'virtual.account.notValid'],
      [amount === null, 'amount.format'],
      [
        command.type === 'revoke' && amount !== null && amount > this.state.available(account),
        'virtual.account.balance',
      ],
    ])
    if (refused !== null || issued === undefined || amount === null) return refused ?? refuse('amount.format')
    const sign = command.type === 'mint' ? 1n : -1n
    return this.state.move(account.scale, amount, [
      [account.movements, sign],
      [issued, sign],
    ])
  }
}

const isRate = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)
