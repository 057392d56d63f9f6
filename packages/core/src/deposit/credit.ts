/** Posts a deposit to its account, and back when its block has been undone. */
import { type Account, available } from '../account/account.js'
import { type Blockage, FREEZE_TYPE } from '../blockage/blockage.js'
import type { Refusal } from '../decision.js'
import type { Env } from '../env.js'
import { type BlockageId, systemAccountId, type TenantId } from '../ids.js'
import { accountKey } from '../key.js'
import { ownAccount } from '../ledger/own-account.js'
import { postTo } from '../ledger/post.js'
import { type Amount, smaller } from '../money.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import type { Deposit } from './deposit.js'

/** The ledger's own accounts that deposits of a currency move. */
export const depositAccounts = (tenant: TenantId, currency: string): readonly Key[] =>
  (['world', 'shortfall'] as const).map((role) => accountKey(tenant, systemAccountId(tenant, role, currency)))

/**
 * Applies the credit of a deposit to the view: from outside the ledger to its account. What the ledger paid for it when
 * it was reversed goes back to the ledger first.
 * @returns The deposit as it is then
 */
export function credit(view: View, env: Env, account: Account, deposit: Deposit): Deposit | Refusal {
  const { shortfall: owed = 0n, ...rest } = deposit
  const repaid = smaller(owed, deposit.amount)
  const parts = [
    { to: () => account, amount: deposit.amount - repaid },
    { to: () => ownAccount(view, env, account, 'shortfall'), amount: repaid },
  ].filter(({ amount }) => amount > 0n)
  let { reference } = deposit
  for (const [index, { to, amount }] of parts.entries()) {
    // A posted entry gets a fresh reference, because the journal is read in the order of references.
    if (index > 0) reference = env.newReference()
    const refused = move(view, env, deposit, reference, ownAccount(view, env, account, 'world'), to(), amount)
    if (refused !== undefined) return refused
  }
  return owed > repaid ? { ...rest, shortfall: owed - repaid } : rest
}

/**
 * Applies the reversal of a credited deposit to the view. The account gives back what it has available; the ledger's own
 * account `shortfall` pays the rest, and the account is frozen. So no customer's balance falls below zero.
 * @returns The deposit as it is then, without its new status
 */
export function reverse(view: View, env: Env, account: Account, deposit: Deposit): Deposit | Refusal {
  const free = available({ ...account, frozenBy: null }, undefined)
  const back = free < 0n ? 0n : smaller(free, deposit.amount)
  const missing = deposit.amount - back
  for (const { from, amount } of [
    { from: () => account, amount: back },
    { from: () => ownAccount(view, env, account, 'shortfall'), amount: missing },
  ]) {
    if (amount === 0n) continue
    const world = ownAccount(view, env, account, 'world')
    const refused = move(view, env, deposit, env.newReference(), from(), world, amount)
    if (refused !== undefined) return refused
  }
  if (missing === 0n) return deposit
  const { frozenBy } = view.account(account.tenant, account.id) ?? account
  if (frozenBy === null) view.apply({ type: 'blockage.placed', blockage: freeze(env, account, deposit) })
  return { ...deposit, shortfall: (deposit.shortfall ?? 0n) + missing }
}

function freeze(env: Env, account: Account, { id, txId }: Deposit): Blockage {
  return {
    id: env.newId() as BlockageId,
    tenant: account.tenant,
    account: account.id,
    amount: 0n,
    type: FREEZE_TYPE,
    description: `The chain has undone deposit ${id} (${txId}), and the account no longer had it`,
    freeze: true,
    created: env.now,
  }
}

const move = (
  view: View,
  env: Env,
  { txId, address }: Deposit,
  reference: Deposit['reference'],
  debit: Account,
  credit: Account,
  amount: Amount,
): Refusal | undefined =>
  postTo(view, env, { operation: 'DEPOSIT', reference, debit, credit, amount, details: { txId, address } })
