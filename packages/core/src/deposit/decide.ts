/** Value that arrives from a chain: recorded as often as a scanner reports it, credited once per output. */

import type { Account } from '../account/account.js'
import { systemAccount } from '../currency/decide.js'
import { accept, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, DepositId, TenantId } from '../ids.js'
import { depositKey } from '../key.js'
import { amountOf, post } from '../ledger/post.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import { type Deposit, type DepositStatus, depositOutputs, type Output } from './deposit.js'

export interface RecordDeposit {
  readonly tenant: TenantId
  readonly account: AccountId
  readonly currency: string
  /** Unsigned decimal text. */
  readonly amount: string
  readonly txId: string
  readonly vout: number
  readonly address: string
  /** How the two were reported, where the chain spells them otherwise. */
  readonly reported?: Pick<Output, 'txId' | 'address'>
  readonly from: string | null
  readonly derivationKey: number
  readonly blockHeight: number
  readonly blockHash: string | null
  /** `Done` credits the account; `InProgress` and `Failed` only record what was seen. */
  readonly status: DepositStatus
}

/**
 * What each status may become. `Done` is final: a credit is undone by entries of its own, never by a status.
 * A failed output may still come true, when a reorganisation brings its transaction back.
 */
const TRANSITIONS: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  InProgress: ['Done', 'Failed'],
  Failed: ['Done', 'InProgress'],
  Done: [],
}

/**
 * Output: the deposit as it now stands. Reporting an output again answers with it and changes nothing, or
 * carries it along `TRANSITIONS`: to Done it is credited, exactly once. A frozen account and a disabled
 * customer still receive; a deactivated account does not.
 */
export const recordDeposit: Rule<RecordDeposit, Deposit> = {
  name: 'recordDeposit',
  needs: (command) => [
    { type: 'systemOf', tenant: command.tenant, account: command.account, role: 'world' },
    ...depositOutputs(command, command.reported).map(
      (output): Key => ({ type: 'deposit', tenant: command.tenant, output }),
    ),
  ],
  decide(view, command, env) {
    const known = depositOutputs(command, command.reported)
      .map((output) => view.find(depositKey(command.tenant, output)))
      .find((deposit) => deposit !== undefined)
    if (known !== undefined) {
      if (known.account !== command.account) return reject('deposit.unexpected.state', known.id)
      const repeated =
        known.status === command.status || (known.status === 'Done' && command.status === 'InProgress')
      if (repeated) return accept(known, [])
      if (!TRANSITIONS[known.status].includes(command.status))
        return reject('deposit.unexpected.state', known.id)
    }
    const account = view.account(command.tenant, command.account)
    // What has failed is recorded also when the account was deactivated meanwhile.
    if (account === undefined || !(account.active || command.status === 'Failed')) {
      return reject('account.not.exists', command.account)
    }
    if (account.currency !== command.currency) {
      return reject('transaction.currency.incompatible', `${command.currency} to ${account.currency}`)
    }
    const amount = amountOf(account, command.amount)
    if (typeof amount !== 'bigint') return amount
    // The entry's reference is made when it is posted: the journal is read in the order of references.
    const reference = known === undefined || command.status === 'Done' ? env.newReference() : known.reference
    const deposit: Deposit = {
      id: known?.id ?? (env.newId() as DepositId),
      tenant: command.tenant,
      account: account.id,
      currency: account.currency,
      scale: account.scale,
      amount,
      // What it is known by stays.
      txId: known?.txId ?? command.txId,
      vout: command.vout,
      address: known?.address ?? command.address,
      from: command.from,
      xpub: account.xpub,
      derivationKey: command.derivationKey,
      blockHeight: command.blockHeight,
      blockHash: command.blockHash,
      status: command.status,
      spent: known?.spent ?? false,
      reference,
      created: known?.created ?? env.now,
    }
    const recorded: Change = { type: known === undefined ? 'deposit.recorded' : 'deposit.updated', deposit }
    if (command.status !== 'Done') return accept(deposit, [recorded])
    const credited = credit(view, env, account, deposit)
    return 'accepted' in credited ? credited : accept(deposit, [recorded, ...credited])
  },
}

/** The postings of a deposit that is done: from outside the ledger to its account. */
function credit(view: View, env: Env, account: Account, deposit: Deposit): readonly Change[] | Refusal {
  const existing = view.systemAccount(deposit.tenant, 'world', account.currency)
  const world = existing ?? systemAccount(env, deposit.tenant, 'world', account.currency, account.scale)
  const posted = post(view, env, {
    operation: 'DEPOSIT',
    reference: deposit.reference,
    debit: world,
    credit: account,
    amount: deposit.amount,
    anonymous: false,
    baseRate: null,
    details: { txId: deposit.txId, address: deposit.address },
  })
  if ('accepted' in posted) return posted
  return existing === undefined ? [{ type: 'account.opened', account: world }, posted] : [posted]
}
