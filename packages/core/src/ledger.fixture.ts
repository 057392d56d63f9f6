/**
 * A ledger in memory for the tests of the rules. Each command runs as it does in the engine: exactly what
 * `needs` names is loaded, the rule decides, and accepted changes are folded into what was loaded and into
 * what is kept. Around every command it is checked that
 *
 * - deciding changed nothing, and a refusal left nothing behind
 * - the balances of each currency still add up to zero
 * - `blocked`, `frozenBy` and `activeAccounts` agree with the blockages and accounts they sum up
 */
import { expect } from 'vitest'
import type { ApiKey } from './access/api-key.js'
import { type Account, available } from './account/account.js'
import type { Blockage } from './blockage/blockage.js'
import type { VirtualCurrency } from './currency/currency.js'
import type { Customer } from './customer/customer.js'
import type { Decision, Rule } from './decision.js'
import type { Env, RateTable } from './env.js'
import { type AccountId, type Reference, systemAccountId, type TenantId } from './ids.js'
import type { Key } from './key.js'
import type { Entry } from './ledger/entry.js'
import { formatDecimal, parseRate } from './money.js'
import type { RejectionCode } from './rejection.js'
import { type HeldClaim, heldBySend, heldBySignature, isClaim, sendOf } from './send/claim.js'
import { isOver, isUnanswered, predecessors, type Send } from './send/send.js'
import type { PendingSignature } from './signature/signature.js'
import { View } from './view.js'

export const TENANT = 'tenant' as TenantId
export const OTHER_TENANT = 'other' as TenantId

/** Prices as `{ 'BTC/EUR': '42000.5' }`. */
export function rateTable(prices: Readonly<Record<string, string>>, required = false): RateTable {
  return {
    source: 'fixture',
    timestamp: 1_650_000_000_000,
    required,
    rate: (currency, base) => {
      const text = prices[`${currency}/${base}`]
      return text === undefined ? undefined : parseRate(text)
    },
  }
}

const NO_RATES = rateTable({})

export class TestLedger {
  /** All that was ever written. */
  readonly kept = new View()
  now = 1_700_000_000_000
  private ids = 0
  private references = 0
  readonly env: Env

  constructor(rates: RateTable = NO_RATES) {
    const ledger = this
    this.env = {
      get now() {
        return ledger.now
      },
      newId: () => (++this.ids).toString(16).padStart(24, '0'),
      newReference: () =>
        `01890000-0000-7000-8000-${(++this.references).toString(16).padStart(12, '0')}` as Reference,
      rates,
    }
  }

  run<Command, Output>(rule: Rule<Command, Output>, command: Command): Decision<Output> {
    const view = this.load(rule.needs(command))
    const before = snapshot(view)
    const decision = rule.decide(view, command, this.env)
    expect(snapshot(view), `${rule.name} changed its view while deciding`).toEqual(before)
    if (!decision.accepted) return decision
    for (const change of decision.changes) {
      view.apply(change)
      this.kept.apply(change)
    }
    this.audit()
    return decision
  }

  /** Runs a command that must be accepted. */
  must<Command, Output>(rule: Rule<Command, Output>, command: Command): Output {
    const decision = this.run(rule, command)
    if (!decision.accepted) expect.fail(`${rule.name} was refused: ${JSON.stringify(decision.rejection)}`)
    return decision.output
  }

  /** The code a command is refused with; undefined when it is accepted. */
  refusal<Command, Output>(rule: Rule<Command, Output>, command: Command): RejectionCode | undefined {
    const decision = this.run(rule, command)
    return decision.accepted ? undefined : decision.rejection.code
  }

  account(id: AccountId): Account {
    return this.kept.accounts.get(id) ?? expect.fail(`no account ${id}`)
  }

  available(id: AccountId): bigint {
    const account = this.account(id)
    return available(account, this.kept.customerOf(account))
  }

  /** Decimal text of what is on the account. */
  balance(id: AccountId): string {
    const account = this.account(id)
    return formatDecimal(account.balance, account.scale)
  }

  get entries(): readonly Entry[] {
    return this.kept.changes.flatMap((change) => (change.type === 'entry.posted' ? [change.entry] : []))
  }

  /**
   * What `needs` names and what key.ts says each key brings along. Ownership is deliberately not checked
   * here: a rule must not find another tenant's objects even if a store hands them over.
   */
  private load(keys: readonly Key[]): View {
    const view = new View()
    const { kept } = this
    const putAccount = (account: Account | undefined): void => {
      if (account === undefined) return
      view.putAccount(Object.freeze(account))
      putCustomer(kept.customerOf(account))
      putCurrency(kept.currency(account.tenant, account.currency))
    }
    const putCustomer = (customer: Customer | undefined): void => {
      if (customer !== undefined) view.putCustomer(Object.freeze(customer))
    }
    const putBlockage = (blockage: Blockage | undefined): void => {
      if (blockage !== undefined) view.putBlockage(Object.freeze(blockage))
    }
    const putCurrency = (currency: VirtualCurrency | undefined): void => {
      if (currency !== undefined) view.putCurrency(Object.freeze(currency))
    }
    const putApiKey = (apiKey: ApiKey | undefined): void => {
      if (apiKey !== undefined) view.putApiKey(Object.freeze(apiKey))
    }
    const putClaim = (claim: HeldClaim | undefined): void => {
      if (claim !== undefined) view.putClaim(Object.freeze(claim))
    }
    const putSignature = (signature: PendingSignature | undefined): void => {
      if (signature === undefined) return
      view.putSignature(Object.freeze(signature))
      for (const claim of signature.claims) putClaim(kept.claim(signature, claim))
    }
    const putSend = (send: Send | undefined): void => {
      if (send === undefined) return
      view.putSend(Object.freeze(send))
      for (const claim of send.claims) putClaim(kept.claim(send, claim))
      if (send.signature !== null) putSignature(kept.signature(send.tenant, send.signature))
      for (const one of predecessors(send, (txId) => kept.send(send, txId))) view.putSend(Object.freeze(one))
    }
    for (const key of keys) {
      switch (key.type) {
        case 'account':
          putAccount(kept.accounts.get(key.id))
          break
        case 'systemOf': {
          const account = kept.accounts.get(key.account)
          putAccount(account)
          if (account !== undefined) putAccount(kept.systemAccount(key.tenant, key.role, account.currency))
          break
        }
        case 'customer':
          putCustomer(kept.customers.get(key.id))
          break
        case 'customerByExternalId':
          putCustomer(kept.customerByExternalId(key.tenant, key.externalId))
          break
        case 'currency':
          putCurrency(kept.currency(key.tenant, key.name))
          break
        case 'blockage': {
          const blockage = kept.blockages.get(key.id)
          putBlockage(blockage)
          if (blockage !== undefined) putAccount(kept.accounts.get(blockage.account))
          break
        }
        case 'freezeOf': {
          const account = kept.accounts.get(key.account)
          putAccount(account)
          if (account?.frozenBy) putBlockage(kept.blockages.get(account.frozenBy))
          break
        }
        case 'blockagesOf':
          putAccount(kept.accounts.get(key.account))
          kept.blockagesOf(key.account).slice(0, key.limit).forEach(putBlockage)
          break
        case 'deposit': {
          const deposit = kept.deposit(key.tenant, key.output)
          if (deposit !== undefined) view.putDeposit(Object.freeze(deposit), key.output)
          break
        }
        case 'apiKey':
          putApiKey(kept.apiKeys.get(key.id))
          break
        case 'send':
          putSend(kept.send(key, key.txId))
          break
        case 'claim': {
          const held = kept.claim(key, key)
          putClaim(held)
          const txId = held && sendOf(held.holder)
          if (txId !== undefined) putSend(kept.send(key, txId))
          break
        }
        case 'signature':
          putSignature(kept.signature(key.tenant, key.id))
          break
        case 'answer':
        case 'standing':
          break
      }
    }
    return view
  }

  private audit(): void {
    const sums = new Map<string, bigint>()
    const actives = new Map<string, number>()
    for (const account of this.kept.accounts.values()) {
      const currency = `${account.tenant} ${account.currency}`
      sums.set(currency, (sums.get(currency) ?? 0n) + account.balance)
      if (account.active && account.customer !== null) {
        actives.set(account.customer, (actives.get(account.customer) ?? 0) + 1)
      }
      const blockages = this.kept.blockagesOf(account.id)
      const holds = blockages.filter((blockage) => !blockage.freeze)
      expect(account.blocked, 'blocked').toBe(holds.reduce((sum, { amount }) => sum + amount, 0n))
      const freezes = blockages.filter((blockage) => blockage.freeze).map((blockage) => blockage.id)
      expect(freezes, 'frozenBy').toEqual(account.frozenBy === null ? [] : [account.frozenBy])
    }
    for (const [currency, sum] of sums) expect(sum, `sum of ${currency}`).toBe(0n)
    for (const customer of this.kept.customers.values()) {
      expect(customer.activeAccounts, 'activeAccounts').toBe(actives.get(customer.id) ?? 0)
    }
    this.auditClaims()
  }

  /** Who may yet be confirmed holds what it uses up, and nobody else holds anything. */
  private auditClaims(): void {
    for (const claim of this.kept.claims.values()) {
      const txId = sendOf(claim.holder)
      const send = txId === undefined ? undefined : this.kept.send(claim, txId)
      const signatures = [...this.kept.signatures.values()]
      const signature = signatures.find(({ id }) => heldBySignature(id) === claim.holder)
      expect([send?.status, signature?.status], `holder of ${claim.index}`).not.toEqual([
        undefined,
        undefined,
      ])
      expect(['refused', 'dead'], `holder of ${claim.index}`).not.toContain(send?.status)
      expect(signature?.status, `holder of ${claim.index}`).not.toBe('deleted')
      const named = (send ?? signature)?.claims.some((own) => isClaim(own, claim))
      expect(named, `${claim.index} is of its holder`).toBe(true)
    }
    for (const send of this.kept.sends.values()) {
      if (isOver(send)) continue
      for (const claim of send.claims) {
        const holder = this.kept.claim(send, claim)?.holder
        if (isUnanswered(send) || send.status === 'sent') {
          expect(holder, `${send.txId} holds ${claim.index}`).toBe(heldBySend(send.txId))
        }
        const last = this.kept.send(send, (holder && sendOf(holder)) ?? '')
        const row =
          last === undefined ? [] : [last, ...predecessors(last, (txId) => this.kept.send(send, txId))]
        expect(row, `${claim.index} is held in the row of ${send.txId}`).toContain(send)
      }
    }
  }
}

/** Never an id that was given out. */
export const nobody = <Id extends string>(): Id => 'ffffffffffffffffffffffff' as Id

export const world = (currency: string, tenant = TENANT): AccountId =>
  systemAccountId(tenant, 'world', currency)
export const mintOf = (currency: string, tenant = TENANT): AccountId =>
  systemAccountId(tenant, 'mint', currency)

/** A change cannot reach a view but through its log, its maps or the objects in them. */
function snapshot(view: View): unknown {
  return {
    changes: view.changes.length,
    accounts: [...view.accounts.values()],
    customers: [...view.customers.values()],
    blockages: [...view.blockages.values()],
    apiKeys: [...view.apiKeys.values()],
    sends: [...view.sends.values()],
    claims: [...view.claims.values()],
    signatures: [...view.signatures.values()],
  }
}
