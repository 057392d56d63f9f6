/** Value that comes into the ledger and leaves it elsewhere than on a followed chain: by bank, by card, in cash. */
import { available } from '../account/account.js'
import { VIRTUAL_PREFIX } from '../currency/currency.js'
import { accept, type Decision, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, Reference, SystemRole, TenantId } from '../ids.js'
import type { View } from '../view.js'
import type { EntryDetails } from './entry.js'
import { ownAccount } from './own-account.js'
import { amountOf, post } from './post.js'

export interface MoveOutside {
  readonly tenant: TenantId
  readonly account: AccountId
  /** Unsigned decimal text in the currency of the account. */
  readonly amount: string
  readonly details: EntryDetails | null
}

/** Where the value of a virtual currency comes from is `mint`, so that its supply stays what accounts have. */
const ROLES: readonly SystemRole[] = ['world', 'mint']

const needs = ({ tenant, account }: MoveOutside) =>
  ROLES.map((role) => ({ type: 'systemOf', tenant, account, role }) as const)

/**
 * Credits an account with what has come from outside. A frozen account and that of a disabled customer receive it, as
 * they receive payments. Output: the reference.
 */
export const fundAccount: Rule<MoveOutside, Reference> = {
  name: 'fundAccount',
  needs,
  decide: (view, command, env) => moveOutside(view, command, env, 'DEPOSIT'),
}

/** Debits what has left to the outside. It is refused where a payment of the account would be. Output: the reference. */
export const withdrawFunds: Rule<MoveOutside, Reference> = {
  name: 'withdrawFunds',
  needs,
  decide(view, command, env) {
    const account = view.account(command.tenant, command.account)
    const customer = account && view.customerOf(account)
    if (account?.active && customer !== undefined && !(customer.enabled && customer.active)) {
      return reject('senderAccount.customer.disabled', customer.id)
    }
    if (account?.active && account.frozenBy !== null) return reject('senderAccount.frozen', account.id)
    return moveOutside(view, command, env, 'WITHDRAWAL')
  },
}

function moveOutside(
  view: View,
  command: MoveOutside,
  env: Env,
  operation: 'DEPOSIT' | 'WITHDRAWAL',
): Decision<Reference> {
  const account = view.account(command.tenant, command.account)
  if (!account?.active) return reject('account.not.exists', command.account)
  const amount = amountOf(account, command.amount)
  if (typeof amount !== 'bigint') return amount
  if (operation === 'WITHDRAWAL' && available(account, view.customerOf(account)) < amount) {
    return reject('balance.insufficient', account.id)
  }
  const fork = view.fork()
  const role = account.currency.startsWith(VIRTUAL_PREFIX) ? 'mint' : 'world'
  const outside = ownAccount(fork, env, account, role)
  const reference = env.newReference()
  const posted = post(fork, env, {
    operation,
    reference,
    debit: operation === 'DEPOSIT' ? outside : account,
    credit: operation === 'DEPOSIT' ? account : outside,
    amount,
    anonymous: false,
    baseRate: null,
    details: command.details,
  })
  if ('accepted' in posted) return posted
  fork.apply(posted)
  return accept(reference, fork.changes)
}
