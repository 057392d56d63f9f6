/**
 * A ledger in memory for the tests of the rules. Each command runs as it does in the engine: exactly what
 * `needs` names is loaded, the rule decides, and accepted changes are folded into what was loaded and into
 * what is kept. Around every command it is checked that
 *
 * - deciding changed nothing, and a refusal left nothing behind
 * - the balances of each currency still add up to zero
 * - entries were posted in the order of their references
 * - `clearing` has what withdrawals in progress have charged, and each withdrawal fits its transaction
 * - `blocked`, `frozenBy` and `activeAccounts` agree with the blockages and accounts they sum up
 */

import { expect } from 'vitest'
import { API_KEYS } from './access/table.js'
import { type Account, available } from './account/account.js'
import { ACCOUNTS } from './account/table.js'
import type { Blockage } from './blockage/blockage.js'
import { BLOCKAGES } from './blockage/table.js'
import { builtInCurrency } from './currency/currency.js'
import { CUSTOMERS } from './customer/table.js'
import type { Decision, Rule } from './decision.js'
import type { Env, RateTable } from './env.js'
import { type AccountId, type Reference, systemAccountId, type TenantId } from './ids.js'
import { paymentOwner, reservationKey, sendKey } from './key.js'
import type { Entry } from './ledger/entry.js'
import { loadInto } from './load.js'
import { formatDecimal, parseRate } from './money.js'
import type { RejectionCode } from './rejection.js'
import {
  heldBySend,
  heldBySignature,
  heldByWithdrawal,
  isSameReservation,
  sendOf,
} from './send/reservation.js'
import { isOver, isUnanswered, predecessors } from './send/send.js'
import { RESERVATIONS, SENDS } from './send/table.js'
import { SIGNATURES } from './signature/table.js'
import type { Owned } from './table.js'
import { type Change, type Key, stepOf, subjectOf } from './tables.js'
import { View } from './view.js'
import { WITHDRAWALS } from './withdrawal/table.js'
import { turnOf } from './withdrawal/withdrawal.js'

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

/** A command with its rule. */
interface Asked {
  readonly needs: readonly Key[]
  decide(view: View, env: Env): Decision<unknown>
}

export const asks = <Command, Output>(rule: Rule<Command, Output>, command: Command): Asked => ({
  needs: rule.needs(command),
  decide: (view, env) => rule.decide(view, command, env),
})

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
      currency: builtInCurrency,
    }
  }

  run<Command, Output>(rule: Rule<Command, Output>, command: Command): Decision<Output> {
    const view = this.load(rule.needs(command))
    const before = snapshot(view)
    const decision = rule.decide(view, command, this.env)
    expect(snapshot(view), `${rule.name} changed its view while deciding`).toEqual(before)
    if (!decision.accepted) return decision
    for (const change of decision.changes) {
      expectFixedFields(this.kept, change)
      view.apply(change)
      this.kept.apply(change)
    }
    const decided = view.changes.length
    view.recordEvents(this.env, () => undefined)
    for (const change of view.changes.slice(decided)) this.kept.apply(change)
    this.audit()
    return decision
  }

  /** Runs commands in one unit of work, as an engine does: what they need is loaded before the first is decided. */
  together(...asked: readonly Asked[]): void {
    const view = this.load(asked.flatMap(({ needs }) => needs))
    for (const { decide } of asked) {
      const decision = decide(view, this.env)
      if (!decision.accepted) expect.fail(`it was refused: ${JSON.stringify(decision.rejection)}`)
      for (const change of decision.changes) view.apply(change)
    }
    view.recordEvents(this.env, () => undefined)
    for (const change of view.changes) this.kept.apply(change)
    this.audit()
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
    return this.kept.byId(ACCOUNTS, id) ?? expect.fail(`no account ${id}`)
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
   * What `needs` names and what that brings along. Ownership is deliberately not checked
   * here: a rule must not find another tenant's objects even if a store hands them over.
   */
  private load(keys: readonly Key[]): View {
    const view = new View()
    loadInto(view, keys, (table, { by, as, only = {}, order }, key) => {
      const fits = (item: Owned): boolean =>
        by.every((name) => table.valueOf(item, name) === Reflect.get(key, as ?? name)) &&
        Object.entries(only).every(([name, value]) => (Reflect.get(item, name) ?? null) === value)
      const found = [...this.kept.all(table)].filter(fits)
      const sorted =
        order === undefined
          ? found
          : found.sort((a, b) => (String(Reflect.get(a, order)) < String(Reflect.get(b, order)) ? -1 : 1))
      const limit = 'limit' in key ? key.limit : undefined
      return sorted.slice(0, limit).map((item) => ({ item: Object.freeze(item) }))
    })
    return view
  }

  private audit(): void {
    const sums = new Map<string, bigint>()
    const actives = new Map<string, number>()
    for (const account of this.kept.all(ACCOUNTS)) {
      const currency = `${account.tenant} ${account.currency}`
      sums.set(currency, (sums.get(currency) ?? 0n) + account.balance)
      if (account.active && account.customer !== null) {
        actives.set(account.customer, (actives.get(account.customer) ?? 0) + 1)
      }
      const blockages = blockagesOf(this.kept, account.id)
      const holds = blockages.filter((blockage) => !blockage.freeze)
      expect(account.blocked, 'blocked').toBe(holds.reduce((sum, { amount }) => sum + amount, 0n))
      const freezes = blockages.filter((blockage) => blockage.freeze).map((blockage) => blockage.id)
      expect(freezes, 'frozenBy').toEqual(account.frozenBy === null ? [] : [account.frozenBy])
    }
    for (const [currency, sum] of sums) expect(sum, `sum of ${currency}`).toBe(0n)
    const references = this.entries.map(({ reference }) => reference)
    expect(references, 'the order of the journal').toEqual(references.toSorted())
    for (const customer of this.kept.all(CUSTOMERS)) {
      expect(customer.activeAccounts, 'activeAccounts').toBe(actives.get(customer.id) ?? 0)
    }
    this.auditClaims()
    this.auditWithdrawals()
  }

  private auditWithdrawals(): void {
    const charged = new Map<AccountId, bigint>()
    for (const withdrawal of this.kept.all(WITHDRAWALS)) {
      const { id, tenant, currency, status, txId, reverted } = withdrawal
      if (status === 'InProgress') {
        const account = systemAccountId(tenant, 'clearing', currency)
        charged.set(account, (charged.get(account) ?? 0n) + withdrawal.charged)
      }
      expect(reverted !== null, `${id} is ${status}`).toBe(status === 'Cancelled')
      if (status === 'Done') expect(txId, `${id} is Done`).not.toBeNull()
      if (txId === null) continue
      const send = this.kept.find(sendKey(withdrawal, txId))
      expect(send?.withdrawal, `${txId} pays ${id}`).toBe(id)
      if (status !== 'Cancelled') expect(send && isOver(send), `${txId} of ${id} is over`).toBe(false)
    }
    for (const { role, id, balance } of this.kept.all(ACCOUNTS)) {
      if (role === 'clearing') expect(balance, id).toBe(charged.get(id) ?? 0n)
    }
  }

  /** Who may yet be confirmed holds what it uses up, and nobody else holds anything. */
  private auditClaims(): void {
    for (const claim of this.kept.all(RESERVATIONS)) {
      if (claim.owner.startsWith('payment ')) {
        const paid = [...this.kept.all(SENDS)].filter(
          ({ minedAs }) => minedAs !== undefined && paymentOwner(minedAs) === claim.owner,
        )
        const holders = paid.map(({ withdrawal }) => withdrawal && heldByWithdrawal(withdrawal))
        expect(holders, `what ${claim.owner} pays`).toContain(claim.holder)
        continue
      }
      const txId = sendOf(claim.holder)
      const send = txId === undefined ? undefined : this.kept.find(sendKey(claim, txId))
      const signatures = [...this.kept.all(SIGNATURES)]
      const signature = signatures.find(({ id }) => heldBySignature(id) === claim.holder)
      const withdrawals = [...this.kept.all(WITHDRAWALS)]
      const withdrawal = withdrawals.find(({ id }) => heldByWithdrawal(id) === claim.holder)
      expect(send ?? signature ?? withdrawal, `holder of ${claim.index}`).toBeDefined()
      expect(withdrawal?.status ?? 'InProgress', `holder of ${claim.index}`).toBe('InProgress')
      expect(['refused', 'dead'], `holder of ${claim.index}`).not.toContain(send?.status)
      expect(signature?.status, `holder of ${claim.index}`).not.toBe('deleted')
      const ofWithdrawal = withdrawal && [turnOf(withdrawal), ...withdrawal.inputs]
      const named = ((send ?? signature)?.claims ?? ofWithdrawal)?.some((own) =>
        isSameReservation(own, claim),
      )
      expect(named, `${claim.index} is of its holder`).toBe(true)
    }
    for (const send of this.kept.all(SENDS)) {
      // What a block has under another id may have left some of what it claims.
      const mayHaveLeft = send.status === 'final' && send.minedAs !== undefined
      if (isOver(send) || mayHaveLeft) continue
      for (const claim of send.claims) {
        const holder = this.kept.find(reservationKey(send, claim))?.holder
        if (isUnanswered(send) || send.status === 'sent') {
          expect(holder, `${send.txId} holds ${claim.index}`).toBe(heldBySend(send.txId))
        }
        const last = this.kept.find(sendKey(send, (holder && sendOf(holder)) ?? ''))
        const row =
          last === undefined
            ? []
            : [last, ...predecessors(last, (txId) => this.kept.find(sendKey(send, txId)))]
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

/** A storage writes the fixed fields of an item once, so no update may change them. */
function expectFixedFields(kept: View, change: Change): void {
  if (change.type === 'entry.posted') return
  const step = stepOf(change)
  const after = subjectOf(step, change)
  const before = step.verb === 'update' ? kept.byId(step.table, step.table.identify(after)) : undefined
  if (before === undefined) return
  for (const { name, changes } of step.table.fields) {
    if (!changes)
      expect(Reflect.get(after, name), `${name} of a ${step.table.noun}`).toEqual(Reflect.get(before, name))
  }
}

/** A change cannot reach a view but through its log, its maps or the objects in them. */
function snapshot(view: View): unknown {
  return {
    changes: view.changes.length,
    accounts: [...view.all(ACCOUNTS)],
    customers: [...view.all(CUSTOMERS)],
    blockages: [...view.all(BLOCKAGES)],
    apiKeys: [...view.all(API_KEYS)],
    sends: [...view.all(SENDS)],
    claims: [...view.all(RESERVATIONS)],
    signatures: [...view.all(SIGNATURES)],
    withdrawals: [...view.all(WITHDRAWALS)],
  }
}

export const blockagesOf = (view: View, account: AccountId): readonly Blockage[] =>
  [...view.all(BLOCKAGES)].filter((blockage) => blockage.account === account)
