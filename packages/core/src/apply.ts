import { type Account, withBalance } from './account/account.js'
import { ACCOUNTS } from './account/table.js'
import type { Blockage } from './blockage/blockage.js'
import type { AccountId } from './ids.js'
import type { Items } from './items.js'
import type { Leg } from './ledger/entry.js'
import { type Change, stepOf, subjectOf } from './tables.js'

/**
 * A change reached a view that had not loaded the item that it changes. The cause is a bug in a rule's `needs`; it is
 * never a refusal.
 */
export class NotLoadedFault extends Error {
  constructor(what: string) {
    super(`${what} was changed without having been loaded: name its key in the rule's needs()`)
    this.name = 'NotLoadedFault'
  }
}

/** Applies a change to the items. */
export function applyChange(items: Items, change: Change): void {
  if (change.type === 'entry.posted') {
    settle(items, change.entry.debit)
    settle(items, change.entry.credit)
    return
  }
  const step = stepOf(change)
  const item = subjectOf(step, change)
  if (step.verb === 'delete') items.drop(step.table, item)
  // Nothing reads tables that are only added to.
  else if (step.verb !== 'add') items.put(step.table, item)
  if (change.type === 'blockage.placed') hold(items, change.blockage, 1n)
  else if (change.type === 'blockage.released') hold(items, change.blockage, -1n)
}

function loaded(items: Items, id: AccountId): Account {
  const account = items.byId(ACCOUNTS, id)
  if (account === undefined) throw new NotLoadedFault(`Account ${id}`)
  return account
}

function settle(items: Items, leg: Leg): void {
  items.putAccount(withBalance(loaded(items, leg.account), leg.balance))
}

function hold(items: Items, blockage: Blockage, sign: 1n | -1n): void {
  const account = loaded(items, blockage.account)
  items.putAccount(
    blockage.freeze
      ? { ...account, frozenBy: sign === 1n ? blockage.id : null }
      : { ...account, blocked: account.blocked + sign * blockage.amount },
  )
}
