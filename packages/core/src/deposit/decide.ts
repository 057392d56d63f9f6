/** Deposits from a chain. A scanner may report one any number of times; it is credited once per output. */

import { VIRTUAL_PREFIX } from '../currency/currency.js'
import { accept, type Rule, reject } from '../decision.js'
import type { AccountId, DepositId, TenantId } from '../ids.js'
import { accountKey, depositKey, heardBy } from '../key.js'
import { amountOf } from '../ledger/post.js'
import type { Change, Key } from '../tables.js'
import { credit, depositAccounts } from './credit.js'
import { type Deposit, type DepositOutput, type DepositStatus, depositOutputs } from './deposit.js'

export interface RecordDeposit {
  readonly tenant: TenantId
  readonly account: AccountId
  readonly currency: string
  /** Unsigned decimal text. */
  readonly amount: string
  readonly txId: string
  readonly vout: number
  readonly address: string
  /** The reported spelling of transaction and address, if it differs from the chain's spelling. */
  readonly reported?: Pick<DepositOutput, 'txId' | 'address'>
  readonly from: string | null
  readonly derivationKey: number
  readonly blockHeight: number
  readonly blockHash: string | null
  /** `Done` credits the account. `InProgress` and `Failed` only record the report. */
  readonly status: DepositStatus
}

/**
 * The transitions of each status. `Done` is final: other entries can compensate a credit, but no status can. A failed
 * output may succeed later, if a reorganisation brings its transaction back.
 */
const TRANSITIONS: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  InProgress: ['Done', 'Failed'],
  Failed: ['Done', 'InProgress'],
  Done: [],
}

/**
 * Output: the deposit after the report. A repeated report changes nothing, or changes the status according to
 * `TRANSITIONS`. Reaching `Done` credits the deposit, exactly once. Frozen accounts and disabled customers can receive;
 * a deactivated account cannot.
 */
export const recordDeposit: Rule<RecordDeposit, Deposit> = {
  name: 'recordDeposit',
  needs: (command) => [
    accountKey(command.tenant, command.account),
    ...heardBy(command.tenant, command.account),
    ...depositAccounts(command.tenant, command.currency),
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
      // What becomes of a deposit from a block, the blocks say.
      if (known.chain !== undefined || !TRANSITIONS[known.status].includes(command.status))
        return reject('deposit.unexpected.state', known.id)
    }
    const account = view.account(command.tenant, command.account)
    // A failed deposit is recorded even if its account has been deactivated since.
    if (account === undefined || !(account.active || command.status === 'Failed')) {
      return reject('account.not.exists', command.account)
    }
    if (account.currency !== command.currency) {
      return reject('transaction.currency.incompatible', `${command.currency} to ${account.currency}`)
    }
    // What no chain has: its accounts together would have more than its supply.
    if (account.currency.startsWith(VIRTUAL_PREFIX)) {
      return reject('transaction.currency.incompatible', `${account.currency} is on no chain: mint it`)
    }
    const amount = amountOf(account, command.amount)
    if (typeof amount !== 'bigint') return amount
    // A posted entry gets a fresh reference, because the journal is read in the order of references.
    const reference = known === undefined || command.status === 'Done' ? env.newReference() : known.reference
    const deposit: Deposit = {
      ...known,
      id: known?.id ?? (env.newId() as DepositId),
      tenant: command.tenant,
      account: account.id,
      currency: account.currency,
      scale: account.scale,
      amount,
      // The spelling of a known deposit stays.
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
    if (command.status !== 'Done') return accept(deposit, [recordedAs(known, deposit)])
    const fork = view.fork()
    const credited = credit(fork, env, account, deposit)
    if ('accepted' in credited) return credited
    return accept(credited, [recordedAs(known, credited), ...fork.changes])
  },
}

const recordedAs = (known: Deposit | undefined, deposit: Deposit): Change => ({
  type: known === undefined ? 'deposit.recorded' : 'deposit.updated',
  deposit,
})
