import { type Account, withBalance } from './account/account.js'
import type { Blockage } from './blockage/blockage.js'
import type { Change } from './change.js'
import { depositOutput } from './deposit/deposit.js'
import type { AccountId } from './ids.js'
import type { Leg } from './ledger/entry.js'
import type { View } from './view.js'

/** A change reached a view that never loaded what it changes: a fault in a rule's `needs`, never a refusal. */
export class NotLoadedFault extends Error {
  constructor(what: string) {
    super(`${what} was changed without having been loaded: name its key in the rule's needs()`)
    this.name = 'NotLoadedFault'
  }
}

/** Folds a fact into the view. Total: every change of the union has exactly one meaning. */
export function applyChange(view: View, change: Change): void {
  switch (change.type) {
    case 'account.opened':
    case 'account.updated':
      view.putAccount(change.account)
      break
    case 'customer.created':
      view.putCustomer(change.customer)
      break
    case 'customer.updated':
      if (change.previousExternalId !== change.customer.externalId) {
        view.dropExternalId(change.customer.tenant, change.previousExternalId)
      }
      view.putCustomer(change.customer)
      break
    case 'blockage.placed':
      view.putBlockage(change.blockage)
      hold(view, change.blockage, 1n)
      break
    case 'blockage.released':
      view.blockages.delete(change.blockage.id)
      hold(view, change.blockage, -1n)
      break
    case 'entry.posted':
      settle(view, change.entry.debit)
      settle(view, change.entry.credit)
      break
    case 'currency.created':
    case 'currency.updated':
      view.putCurrency(change.currency)
      break
    case 'deposit.recorded':
    case 'deposit.updated':
      view.putDeposit(change.deposit, depositOutput(change.deposit))
      break
    case 'apiKey.created':
    case 'apiKey.updated':
      view.putApiKey(change.apiKey)
      break
    case 'answer.stored':
      view.putAnswer(change.answer)
      break
    case 'standing.noted':
      view.putStanding(change.standing)
      break
    case 'send.recorded':
    case 'send.updated':
      view.putSend(change.send)
      break
    case 'claim.placed':
    case 'claim.passed':
      view.putClaim(change.claim)
      break
    case 'claim.released':
      view.dropClaim(change.claim)
      break
    case 'signature.created':
    case 'signature.updated':
      view.putSignature(change.signature)
      break
    case 'credits.charged':
      break
  }
}

function loaded(view: View, id: AccountId): Account {
  const account = view.accounts.get(id)
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
