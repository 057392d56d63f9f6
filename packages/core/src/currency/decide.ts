/** Creates virtual currencies with a first supply; mints and revokes supply. */

import type { Account } from '../account/account.js'
import type { OwnedAccount } from '../account/decide.js'
import { ACCOUNTS } from '../account/table.js'
import { findOrCreateCustomer, type NewCustomer } from '../customer/decide.js'
import { accept, type Decision, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import { type AccountId, type Reference, type SystemRole, systemAccountId, type TenantId } from '../ids.js'
import { currencyKey } from '../key.js'
import { type Cross, cross } from '../ledger/cross.js'
import { amountOf, post } from '../ledger/post.js'
import { parseDecimal, parseRate } from '../money.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import {
  DEFAULT_ACCOUNTING_CURRENCY,
  VIRTUAL_PREFIX,
  VIRTUAL_SCALE,
  type VirtualCurrency,
} from './currency.js'

export interface CreateCurrency {
  readonly tenant: TenantId
  readonly name: string
  /** First supply as decimal text. Zero is allowed. */
  readonly supply: string
  readonly basePair: string
  readonly baseRate: string
  readonly description: string | null
  readonly customer: NewCustomer | null
  readonly accountCode: string | null
  readonly accountNumber: string | null
  readonly accountingCurrency: string | null
}

export interface UpdateCurrency {
  readonly tenant: TenantId
  readonly name: string
  /** Undefined leaves the field unchanged. */
  readonly baseRate: string | undefined
  readonly basePair: string | undefined
}

const NAME = /^\w+$/

/** Output: the account that holds the first supply. */
export const createCurrency: Rule<CreateCurrency, OwnedAccount> = {
  name: 'createCurrency',
  needs: (command) => {
    const keys: Key[] = [{ type: 'currency', tenant: command.tenant, name: command.name }]
    if (command.customer !== null) {
      keys.push({
        type: 'customerByExternalId',
        tenant: command.tenant,
        externalId: command.customer.externalId,
      })
    }
    return keys
  },
  decide(view, command, env) {
    const { tenant, name } = command
    const customer = findOrCreateCustomer(view, env, tenant, command.customer, 1)
    if (!customer.ok) return customer
    if (!name.startsWith(VIRTUAL_PREFIX) || name.length === VIRTUAL_PREFIX.length) {
      return reject('virtual.name.prefix', name)
    }
    // The name is part of the ids of its system accounts, which separate their parts by colons.
    if (!NAME.test(name)) return reject('virtual.creation.error', name)
    if (view.find(currencyKey(tenant, name)) !== undefined) return reject('virtual.duplicate', name)
    const supply = parseDecimal(command.supply, VIRTUAL_SCALE)
    if (!supply.ok || parseRate(command.baseRate) === undefined) return reject('virtual.creation.error', name)

    const fork = view.fork()
    for (const change of customer.changes) fork.apply(change)
    const mint = systemAccount(env, tenant, 'mint', name, VIRTUAL_SCALE)
    const account: Account = {
      ...mint,
      id: env.newId() as AccountId,
      customer: customer.customer?.id ?? null,
      role: null,
      accountingCurrency:
        command.accountingCurrency ?? customer.customer?.accountingCurrency ?? DEFAULT_ACCOUNTING_CURRENCY,
      accountCode: command.accountCode,
      accountNumber: command.accountNumber,
    }
    const currency: VirtualCurrency = {
      tenant,
      name,
      scale: VIRTUAL_SCALE,
      baseRate: command.baseRate,
      basePair: command.basePair,
      description: command.description,
      account: account.id,
      customer: account.customer,
      created: env.now,
    }
    fork.apply({ type: 'currency.created', currency })
    fork.apply({ type: 'account.opened', account: mint })
    fork.apply({ type: 'account.opened', account })
    if (supply.amount > 0n) {
      const posted = post(fork, env, {
        operation: 'MINT',
        reference: env.newReference(),
        debit: mint,
        credit: account,
        amount: supply.amount,
        anonymous: false,
        baseRate: null,
        details: null,
      })
      if ('accepted' in posted) return posted
      fork.apply(posted)
    }
    const funded = fork.byId(ACCOUNTS, account.id) ?? account
    return accept({ account: funded, customer: customer.customer }, fork.changes)
  },
}

/** Later records use the new values. Existing records keep theirs. */
export const updateCurrency: Rule<UpdateCurrency, null> = {
  name: 'updateCurrency',
  needs: (command) => [{ type: 'currency', tenant: command.tenant, name: command.name }],
  decide(view, command) {
    const currency = view.find(currencyKey(command.tenant, command.name))
    if (currency === undefined) return reject('vc.not.found', command.name)
    if (command.baseRate !== undefined && parseRate(command.baseRate) === undefined) {
      return reject('virtual.creation.error', command.name)
    }
    const next = {
      ...currency,
      baseRate: command.baseRate ?? currency.baseRate,
      basePair: command.basePair ?? currency.basePair,
    }
    return accept(null, [{ type: 'currency.updated', currency: next }])
  },
}

/** Adds new supply to an account of the currency. Output: the reference. */
export const mintCurrency: Rule<Cross, Reference> = {
  name: 'mintCurrency',
  needs: supplyKeys,
  decide: (view, command, env) => changeSupply(view, command, env, 'MINT'),
}

/** Removes supply from the available balance of an account of the currency. Output: the reference. */
export const revokeCurrency: Rule<Cross, Reference> = {
  name: 'revokeCurrency',
  needs: supplyKeys,
  decide: (view, command, env) => changeSupply(view, command, env, 'REVOKE'),
}

function supplyKeys(command: Cross): readonly Key[] {
  return [{ type: 'systemOf', tenant: command.tenant, account: command.account, role: 'mint' }]
}

function changeSupply(
  view: View,
  { tenant, account: id, amount: text, details }: Cross,
  env: Env,
  operation: 'MINT' | 'REVOKE',
): Decision<Reference> {
  const account = view.account(tenant, id)
  if (account === undefined) return reject('account.not.exists', id)
  const amount = amountOf(account, text)
  if (typeof amount !== 'bigint') return amount
  if (!account.active || !account.currency.startsWith(VIRTUAL_PREFIX)) {
    return reject('virtual.account.notValid', account.id)
  }
  const own = view.systemAccount(tenant, 'mint', account.currency)
  if (own === undefined) return reject('vc.not.found', account.currency)
  return cross(view, env, { operation, account, own, amount, details, short: 'virtual.account.balance' })
}

/** Returns one of the ledger's own accounts as it is before its first entry. */
export function systemAccount(
  env: Env,
  tenant: TenantId,
  role: SystemRole,
  currency: string,
  scale: number,
): Account {
  return {
    id: systemAccountId(tenant, role, currency),
    tenant,
    currency,
    scale,
    customer: null,
    role,
    balance: 0n,
    blocked: 0n,
    frozenBy: null,
    active: true,
    accountingCurrency: DEFAULT_ACCOUNTING_CURRENCY,
    accountCode: null,
    accountNumber: null,
    xpub: null,
    created: env.now,
  }
}
