/** Opens accounts and changes their states: active or inactive, frozen or not. */

import { FREEZE_TYPE } from '../blockage/blockage.js'
import { BLOCKAGES } from '../blockage/table.js'
import {
  type CurrencyKind,
  DEFAULT_ACCOUNTING_CURRENCY,
  mayBeOwn,
  VIRTUAL_PREFIX,
  type VirtualCurrency,
} from '../currency/currency.js'
import type { Customer } from '../customer/customer.js'
import { findOrCreateCustomer, type NewCustomer } from '../customer/decide.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import { addressKeys, type FirstAddress, giveAddress } from '../deposit-address/decide.js'
import type { Env } from '../env.js'
import type { AccountId, BlockageId, TenantId } from '../ids.js'
import { accountKey, currencyKey } from '../key.js'
import { metadataKeys, newMetadata, noteMetadata } from '../metadata/decide.js'
import type { Metadata } from '../metadata/metadata.js'
import type { Change, Key } from '../tables.js'
import { hasOrders, ordersOf } from '../trade/open.js'
import type { View } from '../view.js'
import type { Account } from './account.js'

export interface NewAccount {
  readonly currency: string
  readonly xpub: string | null
  readonly customer: NewCustomer | null
  readonly accountingCurrency: string | null
  readonly accountCode: string | null
  readonly accountNumber: string | null
  /** The deposit address that it begins with; absent without one. */
  readonly first?: FirstAddress
  readonly metadata?: Metadata
}

/** An account with its customer. Computing the available balance needs both. */
export interface OwnedAccount {
  readonly account: Account
  readonly customer: Customer | undefined
}

export interface OpenAccount {
  readonly tenant: TenantId
  readonly account: NewAccount
}

export interface OpenAccounts {
  readonly tenant: TenantId
  readonly accounts: readonly NewAccount[]
}

/** A command that names one account. */
export interface OnAccount {
  readonly tenant: TenantId
  readonly account: AccountId
}

export interface UpdateAccount extends OnAccount {
  /** Undefined leaves the field unchanged. */
  readonly accountCode: string | undefined
  readonly accountNumber: string | undefined
  readonly metadata?: Metadata | undefined
}

/** Opens an account. If the customer is unknown, the rule creates it too. */
export const openAccount: Rule<OpenAccount, OwnedAccount> = {
  name: 'openAccount',
  needs: (command) => newAccountKeys(command.tenant, command.account),
  decide: (view, command, env) => open(view, env, command.tenant, command.account),
}

/** Opens several accounts, all or none. A refusal names the index of the account that caused it. */
export const openAccounts: Rule<OpenAccounts, readonly OwnedAccount[]> = {
  name: 'openAccounts',
  needs: (command) => command.accounts.flatMap((account) => newAccountKeys(command.tenant, account)),
  decide(view, command, env) {
    const fork = view.fork()
    const opened: OwnedAccount[] = []
    for (const [index, account] of command.accounts.entries()) {
      const decision = open(fork, env, command.tenant, account)
      if (!decision.accepted) return { accepted: false, rejection: { ...decision.rejection, index } }
      for (const change of decision.changes) fork.apply(change)
      opened.push(decision.output)
    }
    return accept(opened, fork.changes)
  },
}

export function newAccountKeys(tenant: TenantId, account: NewAccount): readonly Key[] {
  const keys: Key[] = []
  if (account.customer !== null) {
    keys.push({ type: 'customerByExternalId', tenant, externalId: account.customer.externalId })
  }
  if (mayBeOwn(account.currency)) keys.push({ type: 'currency', tenant, name: account.currency })
  if (account.first !== undefined) keys.push(...addressKeys(tenant, account.currency, account.first))
  return keys
}

function open(view: View, env: Env, tenant: TenantId, wanted: NewAccount): Decision<OwnedAccount> {
  return openWith(view, env, tenant, wanted, () => scaleFor(view, env, tenant, wanted))
}

/** Opens an account in a currency that is there, or is created by the same decision. */
export function openWith(
  view: View,
  env: Env,
  tenant: TenantId,
  wanted: NewAccount,
  scaleOf: () => number | Refusal,
): Decision<OwnedAccount> {
  const customer = findOrCreateCustomer(view, env, tenant, wanted.customer, 1)
  if (!customer.ok) return customer
  const scale = scaleOf()
  if (typeof scale !== 'number') return scale
  const account: Account = {
    id: env.newId() as AccountId,
    tenant,
    currency: wanted.currency,
    scale,
    customer: customer.customer?.id ?? null,
    role: null,
    balance: 0n,
    blocked: 0n,
    frozenBy: null,
    active: true,
    accountingCurrency:
      wanted.accountingCurrency ?? customer.customer?.accountingCurrency ?? DEFAULT_ACCOUNTING_CURRENCY,
    accountCode: wanted.accountCode,
    accountNumber: wanted.accountNumber,
    xpub: wanted.xpub,
    created: env.now,
  }
  const first = firstAddress(view, env, account, wanted.first)
  if ('accepted' in first) return first
  return accept({ account, customer: customer.customer }, [
    ...customer.changes,
    { type: 'account.opened', account },
    ...newMetadata('account', account, wanted.metadata),
    ...first,
  ])
}

/** On a chain with tags only one account generates addresses. Any other one begins without, unless it names an index. */
function firstAddress(
  view: View,
  env: Env,
  account: Account,
  wanted: FirstAddress | undefined,
): readonly Change[] | Refusal {
  if (wanted === undefined) return []
  const given = giveAddress(view, env, account, wanted)
  if (given.accepted) return given.changes
  const isNamed = 'named' in wanted && wanted.named === true
  return given.rejection.code === 'xpub.used' && !isNamed ? [] : given
}

/** Returns the scale of the currency, if the currency exists and agrees with the presence of an xpub. */
function scaleFor(view: View, env: Env, tenant: TenantId, wanted: NewAccount): number | Refusal {
  const shared = env.currency(wanted.currency)
  const own = view.find(currencyKey(tenant, wanted.currency))
  const currency = shared ?? own
  if (currency === undefined) return reject('ledger.currency.invalid', wanted.currency)
  // An embedder has added a chain since, whose coins are another asset, maybe with other decimals.
  if (shared !== undefined && own !== undefined) {
    return reject('ledger.currency.invalid', `${wanted.currency} is a token of yours, and now of a chain too`)
  }
  const kind = 'kind' in currency ? currency.kind : ownKind(currency)
  if (wanted.xpub !== null && (kind === 'fiat' || kind === 'virtual')) {
    return reject('account.xpub.present', wanted.currency)
  }
  // Where accounts take an address, it may also be assigned later.
  const takes = 'takes' in currency ? currency.takes : undefined
  if (wanted.xpub === null && kind === 'chain' && takes !== 'address') {
    return reject('account.xpub.missing', `${wanted.currency} takes an xpub`)
  }
  return currency.scale
}

/** A virtual currency has no chain, and so no xpub. */
const ownKind = ({ name }: VirtualCurrency): CurrencyKind =>
  name.startsWith(VIRTUAL_PREFIX) ? 'virtual' : 'token'

export const updateAccount: Rule<UpdateAccount, null> = {
  name: 'updateAccount',
  needs: (command) => [
    ...onAccount(command),
    ...metadataKeys(command.tenant, command.account, command.metadata),
  ],
  decide(view, command) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    const stopped = ofInactiveCustomer(view, account)
    if (stopped !== undefined) return stopped
    const noted = noteMetadata(view, 'account', account, command.metadata)
    if (!noted.accepted) return noted
    const next = {
      ...account,
      accountCode: command.accountCode ?? account.accountCode,
      accountNumber: command.accountNumber ?? account.accountNumber,
    }
    return updated(next, noted.changes)
  },
}

export const activateAccount: Rule<OnAccount, null> = {
  name: 'activateAccount',
  needs: onAccount,
  decide(view, command) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    if (account.active) return reject('account.active', account.id)
    const stopped = ofInactiveCustomer(view, account)
    if (stopped !== undefined) return stopped
    return updated({ ...account, active: true }, counted(view.customerOf(account), 1))
  },
}

/**
 * How many open orders of an account are looked at. One is too many, but calls of the same unit of work may have ended the
 * first ones.
 */
const FIRST_ORDERS = 64

/** The balance must be zero, and there must be no open orders and no holds: see docs/decisions/014-deactivating-an-account.md. */
export const deactivateAccount: Rule<OnAccount, null> = {
  name: 'deactivateAccount',
  needs: (command) => [...onAccount(command), ...ordersOf(command, FIRST_ORDERS)],
  decide(view, command) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    if (!account.active) return reject('account.inactive', account.id)
    // More than were loaded count as open. If calls of this unit of work have ended them all, it is as if they came later.
    if (hasOrders(view, command, FIRST_ORDERS)) return reject('account.trade.non.zero', account.id)
    const customer = view.customerOf(account)
    // Checks the holds, because the available balance of a disabled customer is always zero.
    if (account.balance !== 0n || account.blocked !== 0n) {
      return reject('account.balance.non.zero', account.id)
    }
    return updated({ ...account, active: false }, counted(customer, -1))
  },
}

/** Stops outgoing payments. Incoming payments continue. A blockage of type ACCOUNT_FROZEN marks the freeze. */
export const freezeAccount: Rule<OnAccount, null> = {
  name: 'freezeAccount',
  needs: onAccount,
  decide(view, command, env) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    const stopped = ofInactiveCustomer(view, account)
    if (stopped !== undefined) return stopped
    if (account.frozenBy !== null) return reject('account.frozen', account.id)
    return accept(null, [
      {
        type: 'blockage.placed',
        blockage: {
          id: env.newId() as BlockageId,
          tenant: account.tenant,
          account: account.id,
          amount: 0n,
          type: FREEZE_TYPE,
          description: null,
          freeze: true,
          created: env.now,
        },
      },
    ])
  },
}

/** Deletes the ACCOUNT_FROZEN blockage. */
export const unfreezeAccount: Rule<OnAccount, null> = {
  name: 'unfreezeAccount',
  // Loads only the freeze, because an account may have any number of blockages.
  needs: (command) => [{ type: 'freezeOf', tenant: command.tenant, account: command.account }],
  decide(view, command) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    const stopped = ofInactiveCustomer(view, account)
    if (stopped !== undefined) return stopped
    const freeze = account.frozenBy === null ? undefined : view.byId(BLOCKAGES, account.frozenBy)
    if (freeze === undefined) return reject('account.not.frozen', account.id)
    return accept(null, [{ type: 'blockage.released', blockage: freeze }])
  },
}

/**
 * A deactivated customer cannot perform any operation. Its accounts are all deactivated too, and can change again once
 * the customer is activated.
 */
function ofInactiveCustomer(view: View, account: Account): Refusal | undefined {
  const customer = view.customerOf(account)
  return customer?.active === false ? reject('account.customer.inactive', customer.id) : undefined
}

function onAccount(command: OnAccount): readonly Key[] {
  return [accountKey(command.tenant, command.account)]
}

function updated(account: Account, also: readonly Change[] = []): Decision<null> {
  return accept(null, [{ type: 'account.updated', account }, ...also])
}

/** The change that adds `step` to the customer's count of active accounts. */
function counted(customer: Customer | undefined, step: 1 | -1): readonly Change[] {
  if (customer === undefined) return []
  const next = { ...customer, activeAccounts: customer.activeAccounts + step }
  return [{ type: 'customer.updated', customer: next }]
}
