import { type Account, withBalance } from './account/account.js'
import { ACCOUNTS } from './account/table.js'
import type { Blockage } from './blockage/blockage.js'
import type { AccountId } from './ids.js'
import type { Leg } from './ledger/entry.js'
import { type Change, stepOf, subjectOf } from './tables.js'
import type { View } from './view.js'

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

/** Applies a change to the view. */
export function applyChange(view: View, change: Change): void {
  if (change.type === 'entry.posted') {
    settle(view, change.entry.debit)
    settle(view, change.entry.credit)
    return
  }
  const step = stepOf(change)
  const item = subjectOf(step, change)
  if (step.verb === 'delete') view.drop(step.table, item)
  // Nothing reads tables that are only added to.
  else if (step.verb !== 'add') view.put(step.table, item)
  if (change.type === 'blockage.placed') hold(view, change.blockage, 1n)
  else if (change.type === 'blockage.released') hold(view, change.blockage, -1n)
}

function loaded(view: View, id: AccountId): Account {
  const account = view.byId(ACCOUNTS, id)
  if (account === undefined) throw new NotLoadedFault(`Account ${id}`)
  return account
}

function settle(view: View, leg: Leg): void {
  view.putAccount(withBalance(loaded(view, leg.account), leg.balance))
}

function hold(view: View, blockage: Blockage, sign: 1n | -1n): void {
  const account = loaded(view, blockage.account)
  view.putAccount(
    blockage.freeze
      ? { ...account, frozenBy: sign === 1n ? blockage.id : null }
      : { ...account, blocked: account.blocked + sign * blockage.amount },
  )
}
