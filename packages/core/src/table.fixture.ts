/**
 * Tables of commands, one per line, run against a fresh `TestLedger`:
 *
 *     openAccount A BTC customer=alice
 *     fund        A 10
 *     account     A balance=10 available=10
 *     pay         A B 11 -> balance.insufficient
 *
 * The first word is a rule's own name or a check (`account`, `customer`, `blockages`, `supply`); `fund`
 * deposits from the chain. Names stand for ids and are bound by the line that creates the thing; a name
 * never bound is an id that does not exist, and `world:BTC` is a system account. `tenant=other` speaks for
 * another tenant. `-> code` expects a refusal, `-> 2:code` that of item 2 of a batch.
 */

import { expect } from 'vitest'
import {
  activateAccount,
  deactivateAccount,
  freezeAccount,
  type NewAccount,
  type OwnedAccount,
  openAccount,
  openAccounts,
  unfreezeAccount,
  updateAccount,
} from './account/decide.js'
import { ACCOUNTS } from './account/table.js'
import { payFromBlockage, placeBlockage, releaseBlockage, releaseBlockages } from './blockage/decide.js'
import { builtInCurrency } from './currency/currency.js'
import { createCurrency, mintCurrency, revokeCurrency, updateCurrency } from './currency/decide.js'
import {
  activateCustomer,
  deactivateCustomer,
  disableCustomer,
  enableCustomer,
  type NewCustomer,
  updateCustomer,
} from './customer/decide.js'
import { CUSTOMERS } from './customer/table.js'
import type { Decision } from './decision.js'
import { recordDeposit } from './deposit/decide.js'
import type { DepositStatus } from './deposit/deposit.js'
import type { RateTable } from './env.js'
import { type AccountId, type BlockageId, type CustomerId, type SystemRole, systemAccountId } from './ids.js'
import { currencyKey } from './key.js'
import { type PaymentOrder, pay, payBatch, payLinked } from './ledger/decide.js'
import { fundAccount, withdrawFunds } from './ledger/outside.js'
import { blockagesOf, mintOf, nobody, OTHER_TENANT, TENANT, TestLedger } from './ledger.fixture.js'
import { formatDecimal } from './money.js'

/** Runs a table; answers the ledger it leaves, and the ids behind the names. */
export function check(table: string, rates?: RateTable): Played {
  const played = new Played(new TestLedger(rates))
  played.play(table)
  return played
}

class Played {
  private readonly names = new Map<string, string>()
  private deposits = 0

  constructor(readonly ledger: TestLedger) {}

  /** More lines on the same ledger. */
  play(table: string): this {
    for (const line of table.split('\n')) {
      const text = line.trim()
      if (text === '' || text.startsWith('#')) continue
      try {
        this.line(text)
      } catch (error) {
        if (error instanceof Error) error.message = `${text}\n${error.message}`
        throw error
      }
    }
    return this
  }

  accountId(name: string): AccountId {
    const [role, currency] = name.split(':')
    if (currency !== undefined) return systemAccountId(TENANT, role as SystemRole, currency)
    return this.id(name)
  }

  id<Id extends string>(name: string): Id {
    return (this.names.get(name) ?? nobody()) as Id
  }

  private line(text: string): void {
    const [command = '', expected] = text.split('->').map((half) => half.trim())
    const words = command.split(/\s+/)
    const verb = words[0] ?? ''
    const args = words.slice(1).filter((word) => !word.includes('='))
    const options = new Map(
      words.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string]),
    )
    const step = this.steps[verb]
    if (step === undefined) throw new Error(`no such step: ${verb}`)
    const parsed = new Words(args, options)
    const decision = step(parsed)
    parsed.expectAllRead()
    if (decision === undefined) return
    const { code, index } = decision.accepted ? { code: undefined, index: undefined } : decision.rejection
    expect(index === undefined ? code : `${index}:${code}`).toBe(expected)
  }

  /** Gives a name to an id; it must be new. */
  bind(name: string, id: string): void {
    if (this.names.has(name)) throw new Error(`${name} is bound twice`)
    this.names.set(name, id)
  }

  private bindOwned(name: string, owner: string | undefined, owned: OwnedAccount): void {
    this.bind(name, owned.account.id)
    if (owner !== undefined && owned.customer !== undefined) this.names.set(owner, owned.customer.id)
  }

  private readonly steps: Readonly<Record<string, (words: Words) => Decision<unknown> | undefined>> = {
    openAccount: (words) => {
      const [name, currency] = words.take(2)
      const decision = this.ledger.run(openAccount, {
        tenant: words.tenant,
        account: newAccount(currency, words),
      })
      if (decision.accepted) this.bindOwned(name, words.option('customer'), decision.output)
      return decision
    },
    openAccounts: (words) => {
      const pairs = words.groups(2)
      const decision = this.ledger.run(openAccounts, {
        tenant: words.tenant,
        accounts: pairs.map(([, currency = '']) => newAccount(currency, words)),
      })
      if (decision.accepted) {
        for (const [index, owned] of decision.output.entries()) {
          this.bindOwned(pairs[index]?.[0] ?? '', words.option('customer'), owned)
        }
      }
      return decision
    },
    updateAccount: (words) =>
      this.ledger.run(updateAccount, {
        ...this.onAccount(words),
        accountCode: words.option('code'),
        accountNumber: words.option('number'),
      }),
    activateAccount: (words) => this.ledger.run(activateAccount, this.onAccount(words)),
    deactivateAccount: (words) => this.ledger.run(deactivateAccount, this.onAccount(words)),
    freezeAccount: (words) => this.ledger.run(freezeAccount, this.onAccount(words)),
    unfreezeAccount: (words) => this.ledger.run(unfreezeAccount, this.onAccount(words)),

    updateCustomer: (words) =>
      this.ledger.run(updateCustomer, {
        ...this.onCustomer(words),
        externalId: words.option('externalId') ?? '',
        accountingCurrency: words.option('accounting'),
        customerCountry: words.option('country'),
        providerCountry: words.option('provider'),
      }),
    activateCustomer: (words) => this.ledger.run(activateCustomer, this.onCustomer(words)),
    deactivateCustomer: (words) => this.ledger.run(deactivateCustomer, this.onCustomer(words)),
    disableCustomer: (words) => this.ledger.run(disableCustomer, this.onCustomer(words)),
    enableCustomer: (words) => this.ledger.run(enableCustomer, this.onCustomer(words)),

    placeBlockage: (words) => {
      const [name, account, amount] = words.take(3)
      const decision = this.ledger.run(placeBlockage, {
        tenant: words.tenant,
        account: this.accountId(account),
        amount,
        type: words.option('type') ?? 'CARD',
        description: words.option('description') ?? null,
        ensureSufficientBalance: words.option('ensure') === 'yes',
      })
      if (decision.accepted) this.bind(name, decision.output)
      return decision
    },
    releaseBlockage: (words) => this.ledger.run(releaseBlockage, this.onBlockage(words)),
    releaseAllBlockages: (words) => {
      const decision = this.ledger.run(releaseBlockages, this.onAccount(words))
      if (decision.accepted)
        expect(decision.output).toEqual({ count: Number(words.option('count')), more: false })
      return decision
    },
    payFromBlockage: (words) => {
      const [, recipient, amount] = words.take(3)
      return this.ledger.run(payFromBlockage, {
        ...this.onBlockage(words),
        order: this.order(recipient, amount, words),
      })
    },

    createCurrency: (words) => {
      const [account, name, supply] = words.take(3)
      const decision = this.ledger.run(createCurrency, {
        tenant: words.tenant,
        name,
        supply,
        basePair: words.option('basePair') ?? 'EUR',
        baseRate: words.option('baseRate') ?? '1',
        description: null,
        customer: newCustomer(words),
        accountCode: null,
        accountNumber: null,
        accountingCurrency: words.option('accounting') ?? null,
      })
      if (decision.accepted) this.bindOwned(account, words.option('customer'), decision.output)
      return decision
    },
    updateCurrency: (words) => {
      const [name] = words.take(1)
      return this.ledger.run(updateCurrency, {
        tenant: words.tenant,
        name,
        baseRate: words.option('baseRate'),
        basePair: words.option('basePair'),
      })
    },
    mintCurrency: (words) => this.ledger.run(mintCurrency, this.valueMove(words)),
    revokeCurrency: (words) => this.ledger.run(revokeCurrency, this.valueMove(words)),

    pay: (words) => {
      const [sender, recipient, amount] = words.take(3)
      return this.ledger.run(pay, {
        tenant: words.tenant,
        sender: this.accountId(sender),
        order: this.order(recipient, amount, words),
      })
    },
    payBatch: (words) => {
      const [sender, ...rest] = words.args
      return this.ledger.run(payBatch, {
        tenant: words.tenant,
        sender: this.accountId(sender ?? ''),
        orders: words
          .withArgs(rest)
          .groups(2)
          .map(([recipient = '', amount = '']) => this.order(recipient, amount, words)),
      })
    },
    payLinked: (words) =>
      this.ledger.run(payLinked, {
        tenant: words.tenant,
        payments: words.groups(3).map(([sender = '', recipient = '', amount = '']) => ({
          sender: this.accountId(sender),
          order: this.order(recipient, amount, words),
        })),
      }),
    fundAccount: (words) => this.ledger.run(fundAccount, this.valueMove(words)),
    withdrawFunds: (words) => this.ledger.run(withdrawFunds, this.valueMove(words)),
    recordDeposit: (words) => {
      const [account, amount] = words.take(2)
      return this.deposit(account, amount, words, words.option('tx') ?? 'tx')
    },
    fund: (words) => {
      const [account, amount] = words.take(2)
      this.deposits++
      return this.deposit(account, amount, words, `fund-${this.deposits}`)
    },

    account: (words) => {
      const [name] = words.take(1)
      const account = this.ledger.account(this.accountId(name))
      words.compare({
        balance: formatDecimal(account.balance, account.scale),
        available: formatDecimal(this.ledger.available(account.id), account.scale),
        active: yes(account.active),
        frozen: yes(account.frozenBy !== null),
        code: account.accountCode,
        number: account.accountNumber,
        accounting: account.accountingCurrency,
        currency: account.currency,
        xpub: account.xpub,
      })
      return undefined
    },
    customer: (words) => {
      const [name] = words.take(1)
      const customer =
        this.ledger.kept.byId(CUSTOMERS, this.id<CustomerId>(name)) ?? expect.fail('no such customer')
      words.compare({
        enabled: yes(customer.enabled),
        active: yes(customer.active),
        accounts: String(customer.activeAccounts),
        externalId: customer.externalId,
        accounting: customer.accountingCurrency,
        country: customer.customerCountry,
        provider: customer.providerCountry,
      })
      return undefined
    },
    /** `blockages A CARD:4 ACCOUNT_FROZEN:0`: all there are, oldest first. */
    blockages: (words) => {
      const [name, ...wanted] = words.args
      const account = this.ledger.account(this.accountId(name ?? ''))
      const found = blockagesOf(this.ledger.kept, account.id).map(
        (blockage) => `${blockage.type}:${formatDecimal(blockage.amount, account.scale)}`,
      )
      expect(found).toEqual(wanted)
      return undefined
    },
    /** `supply VC_GOLD 100`: what the mint account has issued. */
    supply: (words) => {
      const [currency, supply] = words.take(2)
      const mint = this.ledger.account(mintOf(currency))
      expect(formatDecimal(-mint.balance, mint.scale)).toBe(supply)
      return undefined
    },
    currency: (words) => {
      const [name] = words.take(1)
      const currency =
        this.ledger.kept.find(currencyKey(words.tenant, name)) ?? expect.fail('no such currency')
      words.compare({ baseRate: currency.baseRate, basePair: currency.basePair })
      return undefined
    },
  }

  private onAccount(words: Words) {
    return { tenant: words.tenant, account: this.accountId(words.args[0] ?? '') }
  }

  private onCustomer(words: Words) {
    return { tenant: words.tenant, customer: this.id<CustomerId>(words.args[0] ?? '') }
  }

  private onBlockage(words: Words) {
    return { tenant: words.tenant, blockage: this.id<BlockageId>(words.args[0] ?? '') }
  }

  private valueMove(words: Words) {
    const [account, amount] = words.take(2)
    return { tenant: words.tenant, account: this.accountId(account), amount, details: null }
  }

  private order(recipient: string, amount: string, words: Words): PaymentOrder {
    return {
      recipient: this.accountId(recipient),
      amount,
      anonymous: words.option('anonymous') === 'yes',
      baseRate: words.option('baseRate') ?? null,
      details: null,
    }
  }

  private deposit(name: string, amount: string, words: Words, txId: string): Decision<unknown> {
    const account = this.accountId(name)
    return this.ledger.run(recordDeposit, {
      tenant: words.tenant,
      account,
      currency: words.option('currency') ?? this.ledger.kept.byId(ACCOUNTS, account)?.currency ?? 'BTC',
      amount,
      txId,
      vout: Number(words.option('vout') ?? 0),
      address: words.option('address') ?? 'address',
      from: null,
      derivationKey: 0,
      blockHeight: Number(words.option('height') ?? 1),
      blockHash: null,
      status: (words.option('status') ?? 'Done') as DepositStatus,
    })
  }
}

export type { Played }

class Words {
  constructor(
    readonly args: readonly string[],
    private readonly options: ReadonlyMap<string, string>,
    private readonly read: Set<string> = new Set(),
  ) {}

  get tenant() {
    return this.option('tenant') === 'other' ? OTHER_TENANT : TENANT
  }

  /** The same options on other words. */
  withArgs(args: readonly string[]): Words {
    return new Words(args, this.options, this.read)
  }

  /** An option that no step reads is a slip of the pen. */
  expectAllRead(): void {
    const unread = [...this.options.keys()].filter((name) => !this.read.has(name))
    if (unread.length > 0) throw new Error(`no such option here: ${unread.join(', ')}`)
  }

  option(name: string): string | undefined {
    this.read.add(name)
    return this.options.get(name)
  }

  take(count: 1): [string]
  take(count: 2): [string, string]
  take(count: 3): [string, string, string]
  take(count: number): string[] {
    if (this.args.length !== count) throw new Error(`${count} words expected`)
    return [...this.args]
  }

  groups(size: number): string[][] {
    const groups: string[][] = []
    for (let at = 0; at < this.args.length; at += size) groups.push(this.args.slice(at, at + size))
    return groups
  }

  compare(found: Readonly<Record<string, string | null>>): void {
    const wanted = Object.fromEntries([...this.options].filter(([name]) => name !== 'tenant'))
    for (const name of Object.keys(wanted)) if (name in found) this.read.add(name)
    if (Object.keys(wanted).length === 0) throw new Error('nothing to compare')
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, found[name] ?? 'none']))).toEqual(
      wanted,
    )
  }
}

const yes = (flag: boolean): string => (flag ? 'yes' : 'no')

function newAccount(currency: string, words: Words): NewAccount {
  const isChain = builtInCurrency(currency)?.kind === 'chain'
  const xpub = words.option('xpub') ?? (isChain ? 'xpub' : 'none')
  return {
    currency,
    xpub: xpub === 'none' ? null : xpub,
    customer: newCustomer(words),
    accountingCurrency: words.option('accounting') ?? null,
    accountCode: words.option('code') ?? null,
    accountNumber: words.option('number') ?? null,
  }
}

function newCustomer(words: Words): NewCustomer | null {
  const externalId = words.option('customer')
  if (externalId === undefined) return null
  return {
    externalId,
    accountingCurrency: words.option('customerAccounting') ?? null,
    customerCountry: words.option('country') ?? null,
    providerCountry: words.option('provider') ?? null,
  }
}
