/** Customers and their two states: enabled (may send) and active (may perform operations). */

import { accept, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { CustomerId, TenantId } from '../ids.js'
import { customerKey, externalIdKey } from '../key.js'
import { metadataOf, newMetadata, noteMetadata } from '../metadata/decide.js'
import type { Metadata } from '../metadata/metadata.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import type { Customer } from './customer.js'

export interface NewCustomer {
  readonly externalId: string
  readonly accountingCurrency: string | null
  readonly customerCountry: string | null
  readonly providerCountry: string | null
  readonly metadata?: Metadata
}

export interface OnCustomer {
  readonly tenant: TenantId
  readonly customer: CustomerId
}

export interface UpdateCustomer extends OnCustomer {
  readonly externalId: string
  /** Undefined leaves the field unchanged. */
  readonly accountingCurrency: string | undefined
  readonly customerCountry: string | undefined
  readonly providerCountry: string | undefined
  readonly metadata?: Metadata | undefined
}

interface NotedCustomer {
  readonly customer: Customer
  readonly metadata: Metadata
}

type FoundCustomer =
  | { readonly ok: true; readonly customer: Customer | undefined; readonly changes: readonly Change[] }
  | ({ readonly ok: false } & Refusal)

/**
 * The customer of a new account: an existing one with that external id, or a new one. Its count of active accounts
 * rises by `accounts`. Undefined if the account names no customer.
 */
export function findOrCreateCustomer(
  view: View,
  env: Env,
  tenant: TenantId,
  wanted: NewCustomer | null,
  accounts: number,
): FoundCustomer {
  if (wanted === null) return { ok: true, customer: undefined, changes: [] }
  const existing = view.find(externalIdKey(tenant, wanted.externalId))
  if (existing !== undefined) {
    if (!existing.active || !existing.enabled)
      return { ok: false, ...reject('customer.not.active', existing.id) }
    const customer = { ...existing, activeAccounts: existing.activeAccounts + accounts }
    return {
      ok: true,
      customer,
      changes: [{ type: 'customer.updated', customer }],
    }
  }
  const customer: Customer = {
    id: env.newId() as CustomerId,
    tenant,
    externalId: wanted.externalId,
    enabled: true,
    active: true,
    accountingCurrency: wanted.accountingCurrency,
    customerCountry: wanted.customerCountry,
    providerCountry: wanted.providerCountry,
    activeAccounts: accounts,
    created: env.now,
  }
  const noted = newMetadata('customer', customer, wanted.metadata)
  return { ok: true, customer, changes: [{ type: 'customer.created', customer }, ...noted] }
}

export const updateCustomer: Rule<UpdateCustomer, NotedCustomer> = {
  name: 'updateCustomer',
  needs: (command) => [
    customerKey(command.tenant, command.customer),
    { type: 'customerByExternalId', tenant: command.tenant, externalId: command.externalId },
    // The answer has them, changed or not.
    metadataOf(command.tenant, command.customer),
  ],
  decide(view, command) {
    const customer = view.find(customerKey(command.tenant, command.customer))
    if (customer === undefined) return reject('customer.internal.not.exists', command.customer)
    if (!customer.active) return reject('customer.inactive', customer.id)
    const holder = view.find(externalIdKey(command.tenant, command.externalId))
    if (holder !== undefined && holder.id !== customer.id) return externalIdTaken
    const next: Customer = {
      ...customer,
      externalId: command.externalId,
      accountingCurrency: command.accountingCurrency ?? customer.accountingCurrency,
      customerCountry: command.customerCountry ?? customer.customerCountry,
      providerCountry: command.providerCountry ?? customer.providerCountry,
    }
    const noted = noteMetadata(view, 'customer', customer, command.metadata)
    if (!noted.accepted) return noted
    return accept({ customer: next, metadata: noted.metadata }, [
      { type: 'customer.updated', customer: next },
      ...noted.changes,
    ])
  },
}

export const activateCustomer = switchCustomer('activateCustomer', ({ id, active }) =>
  active ? reject('customer.active', id) : { active: true },
)

/** All accounts of the customer must be deactivated. */
export const deactivateCustomer = switchCustomer('deactivateCustomer', ({ id, active, activeAccounts }) => {
  if (!active) return reject('customer.inactive', id)
  if (activeAccounts > 0) return reject('customer.deactivate.account.active', `${activeAccounts} active`)
  return { active: false }
})

/** A disabled customer cannot open accounts or send payments, and has nothing available. Balances stay. */
export const disableCustomer = switchCustomer('disableCustomer', ({ id, active, enabled }) => {
  if (!active) return reject('customer.inactive', id)
  return enabled ? { enabled: false } : reject('customer.disabled', id)
})

export const enableCustomer = switchCustomer('enableCustomer', ({ id, active, enabled }) => {
  if (!active) return reject('customer.inactive', id)
  return enabled ? reject('customer.enabled', id) : { enabled: true }
})

/** @param change What changes of the customer, or why nothing does */
function switchCustomer(
  name: string,
  change: (customer: Customer) => Partial<Customer> | Refusal,
): Rule<OnCustomer, null> {
  return {
    name,
    needs: onCustomer,
    decide(view, command) {
      const customer = view.find(customerKey(command.tenant, command.customer))
      if (customer === undefined) return reject('customer.internal.not.exists', command.customer)
      const changed = change(customer)
      if ('accepted' in changed) return changed
      return accept(null, [{ type: 'customer.updated', customer: { ...customer, ...changed } }])
    },
  }
}

function onCustomer(command: OnCustomer): readonly Key[] {
  return [customerKey(command.tenant, command.customer)]
}

const externalIdTaken: Refusal = {
  accepted: false,
  rejection: {
    code: 'validation.failed',
    violations: [
      {
        target: 'body',
        property: 'externalId',
        constraints: { unique: 'another customer has this externalId' },
      },
    ],
  },
}
