/** Blocks part of an account, releases it, or pays from it. */

import { available } from '../account/account.js'
import type { OnAccount } from '../account/decide.js'
import { accept, type Rule, reject } from '../decision.js'
import type { AccountId, BlockageId, Reference, TenantId } from '../ids.js'
import { accountKey, blockageKey } from '../key.js'
import { type PaymentOrder, settlePayment } from '../ledger/decide.js'
import { amountOf } from '../ledger/post.js'
import { type Blockage, FREEZE_TYPE } from './blockage.js'
import { BLOCKAGES } from './table.js'

export interface PlaceBlockage {
  readonly tenant: TenantId
  readonly account: AccountId
  /** Unsigned decimal text in the account's currency. */
  readonly amount: string
  readonly type: string
  readonly description: string | null
  /** True: refuse to block more than is available. False: the available balance may become negative. */
  readonly ensureSufficientBalance: boolean
}

export interface OnBlockage {
  readonly tenant: TenantId
  readonly blockage: BlockageId
}

export interface PayFromBlockage extends OnBlockage {
  readonly order: PaymentOrder
}

/** Output: the id of the new blockage. */
export const placeBlockage: Rule<PlaceBlockage, BlockageId> = {
  name: 'placeBlockage',
  needs: (command) => [accountKey(command.tenant, command.account)],
  decide(view, command, env) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    if (!account.active) return reject('account.inactive', account.id)
    const amount = amountOf(account, command.amount)
    if (typeof amount !== 'bigint') return amount
    if (command.ensureSufficientBalance && available(account, view.customerOf(account)) < amount) {
      return reject('balance.insufficient', account.id)
    }
    const blockage: Blockage = {
      id: env.newId() as BlockageId,
      tenant: account.tenant,
      account: account.id,
      amount,
      type: command.type,
      description: command.description,
      freeze: false,
      created: env.now,
    }
    return accept(blockage.id, [{ type: 'blockage.placed', blockage }])
  },
}

/** A caller cannot delete the freeze of an account like a hold. Unfreezing ends it. */
export const releaseBlockage: Rule<OnBlockage, null> = {
  name: 'releaseBlockage',
  needs: (command) => [{ type: 'blockage', tenant: command.tenant, id: command.blockage }],
  decide(view, command) {
    const blockage = view.find(blockageKey(command.tenant, command.blockage))
    if (blockage === undefined) return reject('blockage.not.exists', command.blockage)
    if (blockage.freeze) return reject('account.frozen', `${FREEZE_TYPE} ends with unfreezing`)
    if (blockage.trade !== undefined) return reject('blockage.trade', blockage.trade)
    return accept(null, [{ type: 'blockage.released', blockage }])
  },
}

/** The number of holds that one unit of work releases. It limits how long other calls wait. */
const RELEASED_AT_ONCE = 500

interface Released {
  readonly count: number
  /** The account has more holds. The caller runs the rule again. */
  readonly more: boolean
}

/** One more than is released at once, because the freeze may be among them. */
const holdsOf = ({ tenant, account }: OnAccount) =>
  ({ type: 'blockagesOf', tenant, account, limit: RELEASED_AT_ONCE + 1 }) as const

/** Releases the oldest holds of the account, at most RELEASED_AT_ONCE, and never its freeze or those of orders. */
export const releaseBlockages: Rule<OnAccount, Released> = {
  name: 'releaseBlockages',
  needs: (command) => [holdsOf(command)],
  decide(view, command) {
    const account = view.account(command.tenant, command.account)
    if (account === undefined) return reject('account.not.exists', command.account)
    if (view.customerOf(account)?.active === false) return reject('customer.blockage.inactive', account.id)
    const holds = [...view.all(BLOCKAGES)]
      .filter(({ account: holder, freeze, trade }) => holder === account.id && !freeze && trade === undefined)
      .slice(0, RELEASED_AT_ONCE)
    return accept(
      { count: holds.length, more: !view.isReached(holdsOf(command)) },
      holds.map((blockage) => ({ type: 'blockage.released', blockage })),
    )
  },
}

/**
 * Releases a hold and pays from it. The whole hold is released even if less is paid; the rest becomes available. If the
 * payment is refused, the hold stays.
 */
export const payFromBlockage: Rule<PayFromBlockage, Reference> = {
  name: 'payFromBlockage',
  needs: (command) => [
    { type: 'blockage', tenant: command.tenant, id: command.blockage },
    accountKey(command.tenant, command.order.recipient),
  ],
  decide(view, command, env) {
    const blockage = view.find(blockageKey(command.tenant, command.blockage))
    if (blockage === undefined) return reject('blockage.not.exists', command.blockage)
    if (blockage.trade !== undefined) return reject('blockage.trade', blockage.trade)
    const fork = view.fork()
    // A freeze stays in force, so the payment is refused like any other from a frozen account.
    if (!blockage.freeze) fork.apply({ type: 'blockage.released', blockage })
    const payment = settlePayment(fork, env, command.tenant, blockage.account, command.order, blockage)
    return payment.accepted ? accept(payment.output, [...fork.changes, ...payment.changes]) : payment
  },
}
