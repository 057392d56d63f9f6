/**
 * What withdrawals post. The ledger's own account `clearing` has what accounts have paid for withdrawals in progress;
 * `world` stands for everything outside of the ledger.
 *
 *     stored      account  → clearing    charged
 *     paid        clearing → world       charged
 *     cancelled   clearing → account     charged, or the amount alone; then the rest goes clearing → world
 *     undone      world    → account     charged, or the amount alone
 *     in doubt    world    → clearing    charged: another transaction may have paid it
 */
import type { Account } from '../account/account.js'
import { type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { Reference } from '../ids.js'
import type { EntryDetails } from '../ledger/entry.js'
import { ownAccount } from '../ledger/own-account.js'
import { postTo } from '../ledger/post.js'
import type { Amount } from '../money.js'
import type { View } from '../view.js'
import type { Withdrawal } from './withdrawal.js'

type Posted = Refusal | undefined

/** Takes what the withdrawal costs from its account. Refused for a missing rate, as a payment is. */
export function charge(view: View, env: Env, withdrawal: Withdrawal, account: Account): Posted {
  const clearing = ownAccount(view, env, withdrawal, 'clearing')
  return move(view, env, withdrawal, account, clearing, withdrawal.charged, {
    reference: withdrawal.reference,
    mayLackValue: false,
  })
}

/** The amount leaves the ledger: the chain pays it. */
export function payOut(view: View, env: Env, withdrawal: Withdrawal, amount: Amount): Posted {
  const clearing = ownAccount(view, env, withdrawal, 'clearing')
  return move(view, env, withdrawal, clearing, ownAccount(view, env, withdrawal, 'world'), amount)
}

/** The amount was not paid as it seemed. */
export function takeIn(view: View, env: Env, withdrawal: Withdrawal, amount: Amount): Posted {
  const world = ownAccount(view, env, withdrawal, 'world')
  return move(view, env, withdrawal, world, ownAccount(view, env, withdrawal, 'clearing'), amount)
}

/** The account gets the amount back, also if it is frozen or deactivated by now. */
export function giveBack(
  view: View,
  env: Env,
  withdrawal: Withdrawal,
  from: 'clearing' | 'world',
  amount: Amount,
): Posted {
  const account = view.account(withdrawal.tenant, withdrawal.account)
  if (account === undefined) return reject('account.not.exists', withdrawal.account)
  return move(view, env, withdrawal, ownAccount(view, env, withdrawal, from), account, amount)
}

function move(
  view: View,
  env: Env,
  withdrawal: Withdrawal,
  debit: Account,
  credit: Account,
  amount: Amount,
  // A posted entry gets a fresh reference, because the journal is read in the order of references.
  how: { readonly reference: Reference; readonly mayLackValue: boolean } = {
    reference: env.newReference(),
    mayLackValue: true,
  },
): Posted {
  if (amount === 0n) return undefined
  const details = detailsOf(withdrawal)
  return postTo(view, env, { ...how, operation: 'WITHDRAWAL', debit, credit, amount, details })
}

function detailsOf({ address, txId, attr, paymentId, senderNote }: Withdrawal): EntryDetails {
  return {
    address,
    ...(txId === null ? {} : { txId }),
    ...(attr === null ? {} : { attr }),
    ...(paymentId === null ? {} : { paymentId }),
    ...(senderNote === null ? {} : { senderNote }),
  }
}
