/** The state of the model. Each sum stands beside the list that it adds up. */
import type { DepositName, DepositStatus, TenantId } from '@tallystick/core'
import {
  ACCEPTED,
  type AccountLabel,
  type BlockageLabel,
  type CustomerLabel,
  type Outcome,
  type Snapshot,
  sortedRecord,
} from '../command.js'
import { limitOf, refuse } from './vocabulary.js'

/** Amounts in the order they came, and their sum. */
export class Series {
  total = 0n
  readonly amounts: bigint[] = []

  add(amount: bigint): void {
    this.amounts.push(amount)
    this.total += amount
  }

  takeBack(): void {
    this.total -= this.amounts.pop() ?? 0n
  }
}

interface ModelCustomer {
  readonly label: CustomerLabel
  readonly tenant: TenantId
  externalId: string
  country: string | null
  enabled: boolean
  active: boolean
  readonly accounts: ModelAccount[]
}

export interface ModelAccount {
  readonly label: AccountLabel
  readonly tenant: TenantId
  readonly currency: string
  readonly scale: number
  readonly xpub: string | null
  readonly customer: ModelCustomer | null
  active: boolean
  frozen: boolean
  code: string | null
  number: string | null
  readonly movements: Series
  readonly blockages: Map<BlockageLabel, bigint>
  /** The sum of the blockages, and of what orders hold. */
  held: bigint
  /** What orders hold of it. */
  ordered: bigint
}

interface ModelCurrency {
  readonly tenant: TenantId
  readonly name: string
  readonly issued: Series
  baseRate: string
}

export interface ModelDeposit {
  readonly account: AccountLabel
  readonly amount: bigint
  readonly status: DepositStatus
  readonly output: DepositName
  /** The chain on which it was found, if it was; and the block. */
  readonly chain: string | null
  readonly hash: string | null
  /** The block from which on it is credited. */
  readonly matures: number | null
  /** What the ledger has paid for it when it was undone. */
  readonly owed: bigint
  /** A block has spent the output. */
  readonly spent: boolean
}

interface ModelApiKey {
  readonly tenant: TenantId
  frozen: boolean
  revoked: boolean
}

export class ModelState {
  readonly accounts = new Map<AccountLabel, ModelAccount>()
  readonly customers = new Map<CustomerLabel, ModelCustomer>()
  readonly currencies = new Map<string, ModelCurrency>()
  readonly deposits = new Map<string, ModelDeposit>()
  /** What has come in from each chain, by tenant and currency. */
  readonly world = new Map<string, Series>()
  /** What the ledger itself has paid for undone deposits, by tenant and currency. */
  readonly shortfall = new Map<string, Series>()
  /** What accounts have paid for withdrawals in progress, by tenant and currency. */
  readonly clearing = new Map<string, Series>()
  readonly apiKeys = new Map<string, ModelApiKey>()
  /** The network of each tenant's addresses, once it has one. */
  readonly homes = new Map<TenantId, string>()
  /** Which account holds a blockage. */
  readonly holders = new Map<BlockageLabel, ModelAccount>()
  private readonly byExternalId = new Map<string, ModelCustomer>()
  /** How to take back what the batch under way has done. */
  private undo: (() => void)[] | null = null

  // ---- what can be seen

  /** An account of the tenant. */
  account(tenant: TenantId, label: AccountLabel): ModelAccount | undefined {
    const account = this.accounts.get(label)
    return account?.tenant === tenant ? account : undefined
  }

  customerByExternalId(tenant: TenantId, externalId: string): ModelCustomer | undefined {
    return this.byExternalId.get(`${tenant}/${externalId}`)
  }

  /** "accountBalance minus blocked assets", zero while the customer is disabled, and frozen "0 minus all blockages". */
  available(account: ModelAccount): bigint {
    if (account.customer?.enabled === false) return 0n
    return (account.frozen ? 0n : account.movements.total) - account.held
  }

  snapshot(): Snapshot {
    return {
      accounts: sortedRecord(
        [...this.accounts].map(([label, account]) => {
          const held = [...account.blockages].map(([name, amount]) => [name, String(amount)] as const)
          const balance = String(account.movements.total)
          return [
            label,
            {
              tenant: account.tenant,
              currency: account.currency,
              customer: account.customer?.label ?? null,
              active: account.active,
              frozen: account.frozen,
              balance,
              available: String(this.available(account)),
              blockages: sortedRecord([
                ...held,
                ...(account.frozen ? [[`freeze:${label}`, balance] as const] : []),
              ]),
              movements: account.movements.amounts.map(String),
            },
          ]
        }),
      ),
      customers: sortedRecord(
        [...this.customers].map(([label, { enabled, active }]) => [label, { enabled, active }]),
      ),
      supplies: sortedRecord(
        [...this.currencies].map(([label, { issued }]) => [label, String(issued.total)]),
      ),
      deposits: sortedRecord(
        [...this.deposits].map(([label, { account, amount, status }]) => [
          label,
          { account, amount: String(amount), status },
        ]),
      ),
    }
  }

  // ---- what can be done

  /** All are made here, field by field: objects of one form are looked through in a fraction of the time. */
  setDeposit(label: string, deposit: ModelDeposit): void {
    const { account, amount, status, output, chain, hash, matures, owed, spent } = deposit
    this.deposits.set(label, { account, amount, status, output, chain, hash, matures, owed, spent })
  }

  addAccount(
    label: AccountLabel,
    tenant: TenantId,
    currency: string,
    scale: number,
    externalId: string | null,
    xpub: string | null = null,
  ): ModelAccount {
    const customer = externalId === null ? null : this.findOrAddCustomer(tenant, externalId)
    const account: ModelAccount = {
      label,
      tenant,
      currency,
      scale,
      xpub,
      customer,
      active: true,
      frozen: false,
      code: null,
      number: null,
      movements: new Series(),
      blockages: new Map(),
      held: 0n,
      ordered: 0n,
    }
    this.accounts.set(label, account)
    customer?.accounts.push(account)
    this.undo?.push(() => {
      this.accounts.delete(label)
      customer?.accounts.pop()
    })
    return account
  }

  private findOrAddCustomer(tenant: TenantId, externalId: string): ModelCustomer {
    const known = this.customerByExternalId(tenant, externalId)
    if (known !== undefined) return known
    // Where a customer has moved to another external id, its label stays with it.
    let label = `${tenant}/${externalId}`
    while (this.customers.has(label)) label += "'"
    const customer = { label, tenant, externalId, country: null, enabled: true, active: true, accounts: [] }
    this.customers.set(label, customer)
    this.byExternalId.set(`${tenant}/${externalId}`, customer)
    this.undo?.push(() => {
      this.customers.delete(label)
      this.byExternalId.delete(`${tenant}/${externalId}`)
    })
    return customer
  }

  rename(customer: ModelCustomer, externalId: string): void {
    this.byExternalId.delete(`${customer.tenant}/${customer.externalId}`)
    this.byExternalId.set(`${customer.tenant}/${externalId}`, customer)
    customer.externalId = externalId
  }

  hold(account: ModelAccount, label: BlockageLabel, amount: bigint): void {
    account.blockages.set(label, amount)
    account.held += amount
    this.holders.set(label, account)
  }

  release(account: ModelAccount, label: BlockageLabel): void {
    account.held -= account.blockages.get(label) ?? 0n
    account.blockages.delete(label)
    this.holders.delete(label)
  }

  /** The account that holds the blockage; for the label of a freeze, the frozen account. */
  holder(tenant: TenantId, blockage: BlockageLabel): ModelAccount | undefined {
    if (!blockage.startsWith('freeze:')) {
      const account = this.holders.get(blockage)
      return account?.tenant === tenant ? account : undefined
    }
    const account = this.account(tenant, blockage.slice('freeze:'.length))
    return account?.frozen === true ? account : undefined
  }

  /** Adds the amount to each series, unless one of them would pass the range that can be printed. */
  move(
    scale: number,
    amount: bigint,
    sides: readonly (readonly [series: Series, sign: 1n | -1n])[],
  ): Outcome {
    const limit = limitOf(scale)
    for (const [series, sign] of sides) {
      const next = series.total + sign * amount
      if (next >= limit || next <= -limit) return refuse('amount.format')
    }
    for (const [series, sign] of sides) {
      series.add(sign * amount)
      this.undo?.push(() => series.takeBack())
    }
    return ACCEPTED
  }

  /** How to take back what is being done, if it is part of a batch. */
  takesBack(step: () => void): void {
    this.undo?.push(step)
  }

  /** Each item on what the ones before it left; when one is refused, as if none had been asked. */
  inTurn<Item>(items: readonly Item[], run: (item: Item) => Outcome): Outcome {
    const undo: (() => void)[] = []
    this.undo = undo
    try {
      for (const [index, item] of items.entries()) {
        const outcome = run(item)
        if (outcome.accepted) continue
        for (const step of undo.reverse()) step()
        return { ...outcome, index }
      }
      return ACCEPTED
    } finally {
      this.undo = null
    }
  }
}
