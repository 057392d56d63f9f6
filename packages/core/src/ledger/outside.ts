/** Value that comes into the ledger and leaves it elsewhere than on a followed chain: by bank, by card, in cash. */
import { VIRTUAL_PREFIX } from '../currency/currency.js'
import { accept, type Decision, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { Reference, SystemRole } from '../ids.js'
import type { View } from '../view.js'
import { type Cross, cross } from './cross.js'
import { ownAccount } from './own-account.js'
import { amountOf } from './post.js'

/** Where the value of a virtual currency comes from is `mint`, so that its supply stays what accounts have. */
const ROLES: readonly SystemRole[] = ['world', 'mint']

const needs = ({ tenant, account }: Cross) =>
  ROLES.map((role) => ({ type: 'systemOf', tenant, account, role }) as const)

/**
 * Credits an account with what has come from outside. A frozen account and that of a disabled customer receive it, as
 * they receive payments. Output: the reference.
 */
export const fundAccount: Rule<Cross, Reference> = {
  name: 'fundAccount',
  needs,
  decide: (view, command, env) => moveOutside(view, command, env, 'DEPOSIT'),
}

/** Debits what has left to the outside. It is refused where a payment of the account would be. Output: the reference. */
export const withdrawFunds: Rule<Cross, Reference> = {
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
  { tenant, account: id, amount: text, details }: Cross,
  env: Env,
  operation: 'DEPOSIT' | 'WITHDRAWAL',
): Decision<Reference> {
  const account = view.account(tenant, id)
  if (!account?.active) return reject('account.not.exists', id)
  const amount = amountOf(account, text)
  if (typeof amount !== 'bigint') return amount
  const fork = view.fork()
  const role = account.currency.startsWith(VIRTUAL_PREFIX) ? 'mint' : 'world'
  const own = ownAccount(fork, env, account, role)
  const short = 'balance.insufficient'
  const crossed = cross(fork, env, { operation, account, own, amount, details, short })
  if (!crossed.accepted) return crossed
  for (const change of crossed.changes) fork.apply(change)
  return accept(crossed.output, fork.changes)
}
