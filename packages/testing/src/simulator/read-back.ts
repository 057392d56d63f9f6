/** Reads accounts back from the storage, the way a unit of work loads them, and compares each with the model. */
import {
  type Account,
  type AccountId,
  accountKey,
  available,
  type BlockageId,
  blockageKey,
  type Key,
  type View,
} from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import type { AccountLabel } from '../command.js'
import type { Labels } from '../labels.js'
import type { Model } from '../model/model.js'
import type { ModelAccount } from '../model/state.js'
import { Difference, same } from './difference.js'

/** What is to be loaded, and how it is compared then. */
export interface ReadBack {
  readonly keys: readonly Key[]
  /** @throws Difference */
  compare(view: View): void
}

/**
 * Loads all of it together.
 *
 * @throws Difference
 */
export async function readBack(storage: Storage, ...parts: readonly ReadBack[]): Promise<void> {
  const keys = parts.flatMap((part) => part.keys)
  if (keys.length === 0) return
  // It changes nothing, so it writes nothing.
  await storage.transact(keys, (view) => {
    for (const part of parts) part.compare(view)
  })
}

export function accountsBack(model: Model, labels: Labels, touched: Iterable<AccountLabel>): ReadBack {
  const accounts: { readonly known: ModelAccount; readonly id: AccountId }[] = []
  const keys: Key[] = []
  for (const label of touched) {
    const known = model.state.accounts.get(label)
    if (known === undefined) continue
    const id = labels.id(label) as AccountId
    accounts.push({ known, id })
    // Each by its id: `blockagesOf` would look through all that there are, and the sum shows one too many.
    keys.push(accountKey(known.tenant, id))
    for (const name of known.blockages.keys()) {
      keys.push({ type: 'blockage', tenant: known.tenant, id: labels.id(name) as BlockageId })
    }
  }
  const compare = (view: View): void => {
    for (const { known, id } of accounts) {
      const stored = view.account(known.tenant, id)
      if (stored === undefined)
        throw new Difference(`Account ${known.label}`, 'it is there', 'it is not there')
      compareAccount(known, stored, view, model, labels)
    }
  }
  return { keys, compare }
}

function compareAccount(
  known: ModelAccount,
  stored: Account,
  view: View,
  model: Model,
  labels: Labels,
): void {
  const where = `of account ${known.label}`
  const customer = view.customerOf(stored)
  const equal =
    stored.balance === known.movements.total &&
    available(stored, customer) === model.state.available(known) &&
    stored.blocked === known.held &&
    (stored.frozenBy !== null) === known.frozen &&
    stored.active === known.active &&
    stored.accountCode === known.code &&
    stored.accountNumber === known.number &&
    customer?.enabled === known.customer?.enabled &&
    customer?.active === known.customer?.active &&
    customer?.externalId === known.customer?.externalId &&
    blockagesEqual(known, stored, view, labels)
  if (equal) return
  same(`Balance ${where}`, known.movements.total, stored.balance)
  same(`Available balance ${where}`, model.state.available(known), available(stored, customer))
  same(`Sum of the blockages ${where}`, known.held, stored.blocked)
  same(`Freeze ${where}`, known.frozen, stored.frozenBy !== null)
  same(`State ${where}`, known.active, stored.active)
  same(`Code and number ${where}`, [known.code, known.number], [stored.accountCode, stored.accountNumber])
  same(
    `Customer ${where}`,
    known.customer && [known.customer.externalId, known.customer.enabled, known.customer.active],
    customer === undefined ? null : [customer.externalId, customer.enabled, customer.active],
  )
  same(
    `Blockages ${where}`,
    [...known.blockages].map(String),
    [...known.blockages.keys()].map((name) => {
      return String([name, view.find(blockageKey(known.tenant, labels.id(name) as BlockageId))?.amount])
    }),
  )
  throw new Difference(`Account ${known.label}`, known, stored)
}

function blockagesEqual(known: ModelAccount, stored: Account, view: View, labels: Labels): boolean {
  for (const [name, amount] of known.blockages) {
    const blockage = view.find(blockageKey(known.tenant, labels.id(name) as BlockageId))
    if (blockage?.account !== stored.id || blockage.amount !== amount || blockage.freeze) return false
  }
  return true
}
