/**
 * The independent model: what the API's documentation says, as plainly as it can be said. It shares only
 * vocabulary with the engine (codes, tenants, statuses), and none of its rules. Nothing is stored that can
 * be computed: a balance is the sum of its movements, the available balance is worked out each time.
 *
 * Where several refusals apply, the first in the documented table is the one reported.
 */
import { type DepositStatus, REJECTIONS, type RejectionCode, type TenantId } from '@tallystick/core'
import {
  ACCEPTED,
  type AccountSnapshot,
  type Command,
  depositLabel,
  type NewAccountOrder,
  type Outcome,
  type Snapshot,
  sortedRecord,
} from './command.js'

interface ModelAccount {
  tenant: TenantId
  currency: string
  scale: number
  customer: string | null
  active: boolean
  frozen: boolean
  movements: bigint[]
  blockages: Map<string, bigint>
}

interface ModelDeposit {
  account: string
  amount: bigint
  status: DepositStatus
}

interface State {
  accounts: Map<string, ModelAccount>
  customers: Map<string, { enabled: boolean; active: boolean }>
  /** What each virtual currency's mint has issued (above zero) and taken back (below). */
  currencies: Map<string, bigint[]>
  deposits: Map<string, ModelDeposit>
  /** What has come in from each chain, by tenant and currency. */
  world: Map<string, bigint[]>
}

/** The built-in currencies the arbitraries use. A chain's account needs an xpub, the others refuse one. */
const BUILT_IN: ReadonlyMap<
  string,
  { readonly scale: number; readonly chain: boolean; readonly xpub: boolean }
> = new Map([
  ['EUR', { scale: 2, chain: false, xpub: false }],
  ['JPY', { scale: 0, chain: false, xpub: false }],
  ['BTC', { scale: 8, chain: true, xpub: true }],
  ['XRP', { scale: 6, chain: true, xpub: true }],
  // A token lives on a chain: it may name a wallet, but need not.
  ['USDT', { scale: 6, chain: false, xpub: true }],
])

/** Decimals of every virtual currency. */
const VIRTUAL_SCALE = 18

/** What may stand before the point of a balance. */
const WHOLE_DIGITS = 38

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)

export class Model {
  private state: State = {
    accounts: new Map(),
    customers: new Map(),
    currencies: new Map(),
    deposits: new Map(),
    world: new Map(),
  }

  /** Does what the documentation says of the command. A refused one changes nothing. */
  run(command: Command): Outcome {
    switch (command.type) {
      case 'open':
        return this.open(command.tenant, command)
      case 'openBatch':
        return this.inTurn(command.accounts, (account) => this.open(command.tenant, account))
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
        return this.inTurn(command.payments, ({ recipient, amount }) =>
          this.pay(command.tenant, command.sender, recipient, amount),
        )
      case 'payFromBlockage':
        return this.payFromBlockage(command)
      case 'createCurrency':
        return this.createCurrency(command)
      case 'mint':
      case 'revoke':
        return this.changeSupply(command)
      case 'deposit':
        return this.deposit(command)
    }
  }

  snapshot(): Snapshot {
    const { accounts, customers, currencies, deposits } = this.state
    return {
      accounts: sortedRecord([...accounts].map(([label, account]) => [label, this.show(label, account)])),
      customers: sortedRecord([...customers].map(([label, customer]) => [label, { ...customer }])),
      supplies: sortedRecord([...currencies].map(([label, issued]) => [label, String(sum(issued))])),
      deposits: sortedRecord(
        [...deposits].map(([label, deposit]) => [label, { ...deposit, amount: String(deposit.amount) }]),
      ),
    }
  }

  // ---- what can be seen ----

  private show(label: string, account: ModelAccount): AccountSnapshot {
    const balance = this.balance(account)
    const held = [...account.blockages].map(([name, amount]) => [name, String(amount)] as const)
    // The freeze is a blockage too: it takes all of the balance, whatever comes in while it stands.
    const frozen = account.frozen ? [[`freeze:${label}`, String(balance)] as const] : []
    return {
      tenant: account.tenant,
      currency: account.currency,
      customer: account.customer,
      active: account.active,
      frozen: account.frozen,
      balance: String(balance),
      available: String(this.available(account)),
      blockages: sortedRecord([...held, ...frozen]),
      movements: account.movements.map(String),
    }
  }

  private balance(account: ModelAccount): bigint {
    return sum(account.movements)
  }

  /**
   * "accountBalance minus blocked assets". Frozen: "0 minus all blockages". Of a disabled customer:
   * "availableBalance of all accounts set to 0".
   */
  private available(account: ModelAccount): bigint {
    if (this.customerOf(account)?.enabled === false) return 0n
    const spendable = account.frozen ? 0n : this.balance(account)
    return spendable - sum(account.blockages.values())
  }

  private account(tenant: TenantId, label: string): ModelAccount | undefined {
    const account = this.state.accounts.get(label)
    return account?.tenant === tenant ? account : undefined
  }

  private customerOf(account: ModelAccount) {
    return account.customer === null ? undefined : this.state.customers.get(account.customer)
  }

  // ---- accounts and customers ----

  private open(tenant: TenantId, wanted: NewAccountOrder): Outcome {
    const { currency, xpub } = wanted
    const customer = wanted.customer === null ? null : `${tenant}/${wanted.customer}`
    const builtIn = BUILT_IN.get(currency)
    const virtual = this.state.currencies.has(`${tenant}/${currency}`)
    const refused = firstOf([
      // A disabled customer "cannot create accounts", a deactivated one "can perform no operation".
      [!this.mayOpen(customer), 'customer.not.active'],
      [builtIn === undefined && !virtual, 'ledger.currency.invalid'],
      [xpub !== null && (virtual || builtIn?.xpub === false), 'account.xpub.present'],
      [xpub === null && builtIn?.chain === true, 'account.xpub.missing'],
    ])
    if (refused !== null) return refused
    this.addAccount(wanted.as, tenant, currency, builtIn?.scale ?? VIRTUAL_SCALE, customer)
    return ACCEPTED
  }

  private mayOpen(customer: string | null): boolean {
    const known = customer === null ? undefined : this.state.customers.get(customer)
    return known === undefined || (known.active && known.enabled)
  }

  private addAccount(
    label: string,
    tenant: TenantId,
    currency: string,
    scale: number,
    customer: string | null,
  ): ModelAccount {
    if (customer !== null && !this.state.customers.has(customer)) {
      this.state.customers.set(customer, { enabled: true, active: true })
    }
    const account: ModelAccount = {
      tenant,
      currency,
      scale,
      customer,
      active: true,
      frozen: false,
      movements: [],
      blockages: new Map(),
    }
    this.state.accounts.set(label, account)
    return account
  }

  private switchAccount(command: Extract<Command, { type: 'activate' | 'deactivate' }>): Outcome {
    const account = this.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const refused =
      command.type === 'activate'
        ? firstOf([
            [account.active, 'account.active'],
            [this.customerOf(account)?.active === false, 'account.customer.inactive'],
          ])
        : firstOf([
            [!account.active, 'account.inactive'],
            // Both must be zero. That a disabled customer shows nothing available hides no blockage.
            [
              this.balance(account) !== 0n || sum(account.blockages.values()) !== 0n,
              'account.balance.non.zero',
            ],
          ])
    if (refused !== null) return refused
    account.active = command.type === 'activate'
    return ACCEPTED
  }

  private switchFreeze(command: Extract<Command, { type: 'freeze' | 'unfreeze' }>): Outcome {
    const account = this.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const freeze = command.type === 'freeze'
    if (this.customerOf(account)?.active === false) return refuse('account.customer.inactive')
    if (account.frozen === freeze) return refuse(freeze ? 'account.frozen' : 'account.not.frozen')
    account.frozen = freeze
    return ACCEPTED
  }

  private switchCustomer(
    command: Extract<
      Command,
      { type: 'enableCustomer' | 'disableCustomer' | 'activateCustomer' | 'deactivateCustomer' }
    >,
  ): Outcome {
    const customer = this.state.customers.get(command.customer)
    if (customer === undefined || !command.customer.startsWith(`${command.tenant}/`)) {
      return refuse('customer.internal.not.exists')
    }
    const accounts = [...this.state.accounts.values()].filter(
      (account) => account.customer === command.customer,
    )
    switch (command.type) {
      case 'activateCustomer':
        if (customer.active) return refuse('customer.active')
        customer.active = true
        return ACCEPTED
      case 'deactivateCustomer':
        if (!customer.active) return refuse('customer.inactive')
        if (accounts.some((account) => account.active)) return refuse('customer.deactivate.account.active')
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

  // ---- blockages ----

  private block(command: Extract<Command, { type: 'block' }>): Outcome {
    const account = this.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const amount = positive(command.amount, account.scale)
    const refused = firstOf([
      [!account.active, 'account.inactive'],
      [amount === null, 'amount.format'],
      [
        amount !== null && command.ensureSufficientBalance && amount > this.available(account),
        'balance.insufficient',
      ],
    ])
    if (refused !== null || amount === null) return refused ?? refuse('amount.format')
    account.blockages.set(command.as, amount)
    return ACCEPTED
  }

  /** The account that holds the blockage; for the label of a freeze, the frozen account. */
  private holder(tenant: TenantId, blockage: string): ModelAccount | undefined {
    for (const [label, account] of this.state.accounts) {
      if (account.tenant !== tenant) continue
      if (account.blockages.has(blockage)) return account
      if (account.frozen && blockage === `freeze:${label}`) return account
    }
    return undefined
  }

  private unblock(command: Extract<Command, { type: 'unblock' }>): Outcome {
    const account = this.holder(command.tenant, command.blockage)
    if (account === undefined) return refuse('blockage.not.exists')
    // A freeze ends by unfreezing, not by deleting its blockage.
    if (!account.blockages.has(command.blockage)) return refuse('account.frozen')
    account.blockages.delete(command.blockage)
    return ACCEPTED
  }

  private unblockAll(command: Extract<Command, { type: 'unblockAll' }>): Outcome {
    const account = this.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    if (this.customerOf(account)?.active === false) return refuse('customer.blockage.inactive')
    account.blockages.clear()
    return ACCEPTED
  }

  private payFromBlockage(command: Extract<Command, { type: 'payFromBlockage' }>): Outcome {
    const { tenant, blockage } = command
    const sender = this.holder(tenant, blockage)
    if (sender === undefined) return refuse('blockage.not.exists')
    const label = [...this.state.accounts].find(([, account]) => account === sender)?.[0] ?? ''
    const held = sender.blockages.get(blockage)
    const amount = positive(command.amount, sender.scale)
    // The whole blockage is released, and the payment made on what is available then.
    return this.allOrNothing(() => {
      this.state.accounts.get(label)?.blockages.delete(blockage)
      return (
        firstOf([
          [held === undefined, 'senderAccount.frozen'],
          [held !== undefined && amount !== null && amount > held, 'blockage.amount.exceeded'],
          ...this.paymentRefusals(tenant, label, command.recipient, command.amount),
        ]) ?? this.pay(tenant, label, command.recipient, command.amount)
      )
    })
  }

  // ---- value ----

  private paymentRefusals(
    tenant: TenantId,
    senderLabel: string,
    recipientLabel: string,
    text: string,
  ): readonly PossibleRefusal[] {
    const sender = this.account(tenant, senderLabel)
    const recipient = this.account(tenant, recipientLabel)
    const refusals: PossibleRefusal[] = [
      [senderLabel === recipientLabel, 'validation.failed'],
      [sender?.active !== true, 'senderAccount.not.exists'],
      [recipient?.active !== true, 'recipientAccount.not.exists'],
    ]
    if (sender === undefined || recipient === undefined) return refusals
    const customer = this.customerOf(sender)
    const amount = positive(text, sender.scale)
    return [
      ...refusals,
      [customer !== undefined && !(customer.enabled && customer.active), 'senderAccount.customer.disabled'],
      [sender.frozen, 'senderAccount.frozen'],
      [sender.currency !== recipient.currency, 'transaction.currency.incompatible'],
      [amount === null, 'amount.format'],
      [amount !== null && amount > this.available(sender), 'balance.insufficient'],
    ]
  }

  private pay(tenant: TenantId, senderLabel: string, recipientLabel: string, text: string): Outcome {
    const refused = firstOf(this.paymentRefusals(tenant, senderLabel, recipientLabel, text))
    const sender = this.account(tenant, senderLabel)
    const recipient = this.account(tenant, recipientLabel)
    const amount = sender === undefined ? null : positive(text, sender.scale)
    if (refused !== null || sender === undefined || recipient === undefined || amount === null) {
      return refused ?? refuse('amount.format')
    }
    return this.move(sender.scale, amount, [
      [sender.movements, -1n],
      [recipient.movements, 1n],
    ])
  }

  private createCurrency(command: Extract<Command, { type: 'createCurrency' }>): Outcome {
    const { tenant, name } = command
    const customer = command.customer === null ? null : `${tenant}/${command.customer}`
    const supply = parse(command.supply, VIRTUAL_SCALE)
    const refused = firstOf([
      [!this.mayOpen(customer), 'customer.not.active'],
      [!/^VC_./s.test(name), 'virtual.name.prefix'],
      [this.state.currencies.has(`${tenant}/${name}`), 'virtual.duplicate'],
      [supply === null || !/^\d+(\.\d+)?$/.test(command.baseRate), 'virtual.creation.error'],
    ])
    if (refused !== null || supply === null) return refused ?? refuse('virtual.creation.error')
    const account = this.addAccount(command.as, tenant, name, VIRTUAL_SCALE, customer)
    const issued: bigint[] = []
    this.state.currencies.set(`${tenant}/${name}`, issued)
    if (supply > 0n) {
      issued.push(supply)
      account.movements.push(supply)
    }
    return ACCEPTED
  }

  private changeSupply(command: Extract<Command, { type: 'mint' | 'revoke' }>): Outcome {
    const account = this.account(command.tenant, command.account)
    if (account === undefined) return refuse('account.not.exists')
    const issued = this.state.currencies.get(`${command.tenant}/${account.currency}`)
    const amount = positive(command.amount, account.scale)
    const refused = firstOf([
      [!account.active || issued === undefined, 'virtual.account.notValid'],
      [amount === null, 'amount.format'],
      [
        command.type === 'revoke' && amount !== null && amount > this.available(account),
        'virtual.account.balance',
      ],
    ])
    if (refused !== null || issued === undefined || amount === null) return refused ?? refuse('amount.format')
    const sign = command.type === 'mint' ? 1n : -1n
    return this.move(account.scale, amount, [
      [account.movements, sign],
      [issued, sign],
    ])
  }

  private deposit(command: Extract<Command, { type: 'deposit' }>): Outcome {
    const { tenant, status } = command
    const label = depositLabel(command)
    const known = this.state.deposits.get(label)
    if (known !== undefined && known.account === command.account) {
      // A scanner may tell the same again, or what it saw before the output was done: nothing new.
      if (status === known.status || (status === 'InProgress' && known.status === 'Done')) return ACCEPTED
    }
    const account = this.account(tenant, command.account)
    const amount = account === undefined ? null : positive(command.amount, account.scale)
    const refused = firstOf([
      // A credit is final. What failed may still come true, or be seen again.
      [
        known !== undefined && (known.account !== command.account || known.status === 'Done'),
        'deposit.unexpected.state',
      ],
      // What has failed credits nothing, so it may be noted on an account that is deactivated.
      [account === undefined || !(account.active || status === 'Failed'), 'account.not.exists'],
      [account?.currency !== command.currency, 'transaction.currency.incompatible'],
      [amount === null, 'amount.format'],
    ])
    if (refused !== null || account === undefined || amount === null)
      return refused ?? refuse('amount.format')
    if (status === 'Done') {
      const world = this.state.world.get(`${tenant}/${account.currency}`) ?? []
      const moved = this.move(account.scale, amount, [
        [account.movements, 1n],
        [world, 1n],
      ])
      if (!moved.accepted) return moved
      this.state.world.set(`${tenant}/${account.currency}`, world)
    }
    this.state.deposits.set(label, { account: command.account, amount, status })
    return ACCEPTED
  }

  /** Adds the amount to each list, unless one of them would pass the range that can be printed. */
  private move(
    scale: number,
    amount: bigint,
    sides: readonly (readonly [movements: bigint[], sign: 1n | -1n])[],
  ): Outcome {
    const limit = 10n ** BigInt(WHOLE_DIGITS + scale)
    for (const [movements, sign] of sides) {
      const next = sum(movements) + sign * amount
      if (next >= limit || next <= -limit) return refuse('amount.format')
    }
    for (const [movements, sign] of sides) movements.push(sign * amount)
    return ACCEPTED
  }

  /** Each item on what the ones before it left; when one is refused, as if none had been asked. */
  private inTurn<Item>(items: readonly Item[], run: (item: Item) => Outcome): Outcome {
    return this.allOrNothing(() => {
      for (const [index, item] of items.entries()) {
        const outcome = run(item)
        if (!outcome.accepted) return { ...outcome, index }
      }
      return ACCEPTED
    })
  }

  private allOrNothing(run: () => Outcome): Outcome {
    const before = structuredClone(this.state)
    const outcome = run()
    if (!outcome.accepted) this.state = before
    return outcome
  }
}

const refuse = (code: RejectionCode): Outcome => ({ accepted: false, code, index: null })

type PossibleRefusal = readonly [applies: boolean, code: RejectionCode]

const PRECEDENCE = Object.keys(REJECTIONS)

/** Of the refusals that apply, the first in the documented table. */
function firstOf(refusals: readonly PossibleRefusal[]): Outcome | null {
  const codes = refusals.filter(([applies]) => applies).map(([, code]) => code)
  const [first] = codes.sort((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b))
  return first === undefined ? null : refuse(first)
}

const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)

/** A decimal of at most 38 characters with at most `scale` decimals, in minor units; else null. */
function parse(text: string, scale: number): bigint | null {
  if (text.length > 38 || !/^(\d+\.?\d*|\.\d+)$/.test(text) || decimals(text) > scale) return null
  return BigInt(text.replace('.', '')) * 10n ** BigInt(scale - decimals(text))
}

function positive(text: string, scale: number): bigint | null {
  const amount = parse(text, scale)
  return amount === 0n ? null : amount
}
