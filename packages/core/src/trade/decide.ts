/** Places and cancels orders. See docs/order-book.md. */
import { type Account, available } from '../account/account.js'
import type { OnAccount } from '../account/decide.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, TenantId, TradeId } from '../ids.js'
import { accountKey, pairKey, tradeKey } from '../key.js'
import { amountOf } from '../ledger/post.js'
import { marketValue } from '../ledger/value.js'
import type { Amount } from '../money.js'
import type { View } from '../view.js'
import { isDust, rankOf, readFee, readPrice } from './cost.js'
import { held, mayCost } from './hold.js'
import { end, isSealed, match } from './match.js'
import { openOf, openTradesOf } from './open.js'
import { WINDOW } from './table.js'
import {
  bookOf,
  type FutureTerms,
  facingOf,
  isOpen,
  type Pair,
  sideOf,
  type Trade,
  type TradeEnd,
  type TradeType,
} from './trade.js'

export interface PlaceTrade {
  readonly tenant: TenantId
  readonly type: TradeType
  readonly pair: string
  /** Unsigned decimals. */
  readonly price: string
  readonly amount: string
  readonly account1: AccountId
  readonly account2: AccountId
  /** Percent, with the account that gets it; both or none. */
  readonly fee: string | null
  readonly feeAccount: AccountId | null
  /** Of a future, otherwise null. */
  readonly terms: FutureTerms | null
}

export interface OnPair {
  readonly tenant: TenantId
  readonly pair: string
}

export interface OnTrade {
  readonly tenant: TenantId
  readonly trade: TradeId
}

/** What a unit of work has done of a call. */
export interface Traded {
  /** Null: it had to finish an earlier order first, and the call has not begun. */
  readonly id: TradeId | null
  /** Fills of this order, or orders that it cancelled. */
  readonly count: number
  /** The same call must run again, because it has not begun or has more to cancel. */
  readonly mustRepeat: boolean
  /** The order is still being matched and needs another unit of work: `finishTrade`. */
  readonly isMatching: boolean
}

/** How many waiting orders a new order loads: most orders take few. Those of one batch load them together. */
const FEW = 6

/** How many orders of an account one unit of work cancels. */
const CANCELLED_AT_ONCE = 32

/** What ends an order may first have to finish an earlier one of its pair, which brings those that it takes. Most do not. */
export const MAY_FINISH = WINDOW

/** Places an order, and matches it as far as one unit of work goes. */
export const placeTrade: Rule<PlaceTrade, Traded> = {
  name: 'placeTrade',
  needs: (command) => [
    pairKey(command.tenant, command.pair),
    { type: 'traderOf', tenant: command.tenant, account: command.account1 },
    { type: 'traderOf', tenant: command.tenant, account: command.account2 },
    ...(command.feeAccount === null ? [] : [accountKey(command.tenant, command.feeAccount)]),
    { type: 'book', tenant: command.tenant, book: facingOf(command), limit: FEW },
  ],
  decide(view, command, env) {
    const fork = view.fork()
    if (!finishEarlier(fork, env, command.tenant, command.pair)) return accept(NOT_BEGUN, fork.changes)
    const trade = newTrade(fork, env, command)
    if ('accepted' in trade) return refusedBy(fork, trade)
    const matched = match(fork, env, trade)
    fork.apply({ type: 'trade.placed', trade: settled(fork, env, matched.trade, matched.more) })
    for (const met of matched.fills) fork.apply(met)
    return accept(
      { id: trade.id, count: matched.fills.length, mustRepeat: false, isMatching: matched.more },
      fork.changes,
    )
  },
}

/** Goes on with the order of the pair that is not finished, if there is one. `id` is that order. */
export const finishTrade: Rule<OnPair, Traded> = {
  name: 'finishTrade',
  needs: ({ tenant, pair }) => [pairKey(tenant, pair)],
  // Each order brings its accounts and its customers.
  brings: 4 * WINDOW,
  decide(view, { tenant, pair }, env) {
    const fork = view.fork()
    const matching = matchingOn(view, tenant, pair)
    const count = goOn(fork, env, tenant, pair)
    const isMatching = matchingOn(fork, tenant, pair) !== null
    return accept({ id: matching, count, mustRepeat: false, isMatching }, fork.changes)
  },
}

/** Cancels an open order. What it has traded stays. */
export const cancelTrade: Rule<OnTrade, Traded> = {
  name: 'cancelTrade',
  needs: ({ tenant, trade }) => [tradeKey(tenant, trade)],
  brings: MAY_FINISH,
  decide(view, command, env) {
    const found = view.find(tradeKey(command.tenant, command.trade))
    if (found === undefined) return reject('trade.not.exists', command.trade)
    const fork = view.fork()
    const outcome = cancel(fork, env, found)
    if (outcome === 'later') return accept(NOT_BEGUN, fork.changes)
    if (outcome === 'over') return refusedBy(fork, reject('trade.not.exists', `${command.trade} is not open`))
    return accept({ id: found.id, count: 1, mustRepeat: false, isMatching: false }, fork.changes)
  },
}

/**
 * Cancels the open orders of an account, the oldest first, as many as one unit of work allows. One unit of work finishes
 * an earlier order of one pair at most.
 */
export const cancelTrades: Rule<OnAccount, Traded> = {
  name: 'cancelTrades',
  needs: (command) => [
    accountKey(command.tenant, command.account),
    ...openTradesOf(command, CANCELLED_AT_ONCE),
  ],
  // Each order brings its accounts, its customer and its pair.
  brings: 4 * 2 * CANCELLED_AT_ONCE + MAY_FINISH,
  decide(view, command, env) {
    const { tenant, account } = command
    if (view.account(tenant, account) === undefined) return reject('account.not.exists', account)
    const fork = view.fork()
    const open = openOf(view, command).sort((a, b) => (a.id < b.id ? -1 : 1))
    let count = 0
    let hasFinished = false
    for (const trade of open) {
      if (isBehind(fork, trade)) {
        // That has told up to MAX_WEBHOOKS subscribers.
        if (hasFinished) break
        hasFinished = true
      }
      if (cancel(fork, env, trade) === 'ended') count++
    }
    const isAll = openTradesOf(command, CANCELLED_AT_ONCE).every((key) => view.isReached(key))
    const mustRepeat = !isAll || openOf(fork, command).length > 0
    return accept({ id: null, count, mustRepeat, isMatching: false }, fork.changes)
  },
}

export const NOT_BEGUN: Traded = { id: null, count: 0, mustRepeat: true, isMatching: false }

/** A refusal changes nothing. So what has finished an earlier order is committed first, and the call is refused after it. */
const refusedBy = ({ changes }: View, refusal: Refusal): Decision<Traded> =>
  changes.length > 0 ? accept(NOT_BEGUN, changes) : refusal

/**
 * Ends an open order, after what came before it.
 *
 * @returns `over`: it was over, or an earlier order has taken it. `later`: that needs another unit of work.
 */
export function cancel(
  view: View,
  env: Env,
  { id, tenant, pair }: Trade,
  why: TradeEnd = 'cancelled',
): 'ended' | 'over' | 'later' {
  const pairOf = view.find(pairKey(tenant, pair))
  if (pairOf?.matching !== id && !finishEarlier(view, env, tenant, pair)) return 'later'
  const trade = view.find(tradeKey(tenant, id))
  if (trade === undefined || !isOpen(trade)) return 'over'
  end(view, env, trade, why)
  if (pairOf?.matching === id)
    view.apply({ type: 'pair.updated', pair: { ...pairOf, matching: null, facing: null } })
  return 'ended'
}

/** Whether an earlier order of its pair is not finished. */
function isBehind(view: View, { id, tenant, pair }: Trade): boolean {
  const matching = matchingOn(view, tenant, pair)
  return matching !== null && matching !== id
}

/** Finishes the order of the pair that an earlier unit of work has not. False if it is still not finished. */
function finishEarlier(view: View, env: Env, tenant: TenantId, pair: string): boolean {
  if (matchingOn(view, tenant, pair) === null) return true
  goOn(view, env, tenant, pair)
  return matchingOn(view, tenant, pair) === null
}

/** The order of the pair that is not finished. */
const matchingOn = (view: View, tenant: TenantId, pair: string): TradeId | null =>
  view.find(pairKey(tenant, pair))?.matching ?? null

function goOn(view: View, env: Env, tenant: TenantId, pair: string): number {
  const matching = matchingOn(view, tenant, pair)
  const trade = matching === null ? undefined : view.find(tradeKey(tenant, matching))
  if (trade === undefined) return 0
  const matched = match(view, env, trade)
  view.apply({ type: 'trade.updated', trade: settled(view, env, matched.trade, matched.more) })
  for (const met of matched.fills) view.apply(met)
  return matched.fills.length
}

/** The order as it is stored after it was matched: over, in its book, or to be matched further. */
function settled(view: View, env: Env, trade: Trade, more: boolean): Trade {
  const { tenant, id } = trade
  const known = view.find(pairKey(tenant, trade.pair))
  const pair: Pair = known ?? { tenant, pair: trade.pair, matching: null, facing: null, sequence: 0 }
  const left = held(view, env, trade)
  let next = pair
  let stored = left
  if (more) next = { ...pair, matching: id, facing: facingOf(trade) }
  else {
    if (pair.matching === id) next = { ...pair, matching: null, facing: null }
    if (isOpen(left)) {
      next = { ...next, sequence: pair.sequence + 1 }
      stored = { ...left, isMaker: true, book: bookOf(left), rank: rankOf(left, next.sequence) }
    }
  }
  if (known === undefined) view.apply({ type: 'pair.opened', pair: next })
  else if (next !== pair) view.apply({ type: 'pair.updated', pair: next })
  return stored
}

/** The new order, before it is matched and holds anything; or why it is refused. */
function newTrade(view: View, env: Env, command: PlaceTrade): Trade | Refusal {
  const { tenant, type, pair } = command
  const account1 = stoodAt(view, command, 1)
  if ('accepted' in account1) return account1
  const account2 = stoodAt(view, command, 2)
  if ('accepted' in account2) return account2
  const isBuy = sideOf(type) === 'BUY'
  const payer = isBuy ? account2 : account1
  const fee = feeOf(view, command, payer)
  if (typeof fee === 'object' && fee !== null) return fee
  if (isSealed(env, command)) return reject('trade.terms', String(command.terms?.sealDate))
  const percents = command.terms === null ? [] : [command.terms.percentBlock, command.terms.percentPenalty]
  if (percents.some((percent) => readFee(percent) === undefined)) {
    return reject('amount.format', 'a percentage is not a decimal from 0 to 100 of at most 38 characters')
  }
  const amount = amountOf(account1, command.amount)
  if (typeof amount !== 'bigint') return amount
  const price = readPrice(command.price)
  if (price === undefined) return reject('amount.format', 'the price is not a positive decimal')
  const trade: Trade = {
    id: env.newId() as TradeId,
    tenant,
    pair,
    type,
    price,
    amount,
    account1: account1.id,
    account2: account2.id,
    customer1: account1.customer,
    customer2: account2.customer,
    scale1: account1.scale,
    scale2: account2.scale,
    fee: fee === null ? null : (readFee(fee) ?? null),
    feeAccount: command.feeAccount,
    terms: command.terms,
    created: env.now,
    state: 'open',
    ended: null,
    fill: 0n,
    isMaker: false,
    book: null,
    rank: '',
    blockage: null,
    blocked: 0n,
    updated: env.now,
    ...(command.terms === null ? {} : { due: command.terms.sealDate }),
  }
  if (isDust(trade, amount)) {
    return reject('amount.format', `the amount costs less than the smallest unit of ${account2.currency}`)
  }
  return unpriced(view, env, account1, account2, amount) ?? tooPoor(view, payer, trade) ?? trade
}

/** The account of a currency of the pair, if it may trade. */
function stoodAt(view: View, command: PlaceTrade, place: 1 | 2): Account | Refusal {
  const name = `trade.currency${place}AccountId` as const
  const account = view.account(command.tenant, place === 1 ? command.account1 : command.account2)
  if (account === undefined || !account.active) {
    return reject(`${name}.not.exists`, place === 1 ? command.account1 : command.account2)
  }
  if (account.frozenBy !== null) return reject(`${name}.frozen`, account.id)
  const customer = view.customerOf(account)
  if (customer !== undefined && !(customer.enabled && customer.active)) {
    return reject(`${name}.customer.disabled`, customer.id)
  }
  const [first, second] = command.pair.split('/')
  if (account.currency !== (place === 1 ? first : second) || first === second) {
    return reject(`trade.currency${place}.pair`, `${account.id} has ${account.currency}`)
  }
  return account
}

function feeOf(view: View, { tenant, fee, feeAccount }: PlaceTrade, payer: Account): string | null | Refusal {
  if (fee === null && feeAccount === null) return null
  if (fee === null || feeAccount === null || readFee(fee) === undefined) {
    return reject('trade.feeAccount', 'fee, from 0 to 100, and feeAccountId go together')
  }
  const account = view.account(tenant, feeAccount)
  if (account === undefined || !account.active) return reject('trade.feeAccount', feeAccount)
  if (account.id === payer.id) return reject('trade.feeAccount', 'the order would pay the fee to itself')
  if (account.currency !== payer.currency) {
    return reject(
      'trade.currency.fee',
      `${feeAccount} has ${account.currency}, the order pays ${payer.currency}`,
    )
  }
  return fee
}

/** If rates are required, an order without a price is refused: its fills are posted whatever the rates are then. */
function unpriced(view: View, env: Env, one: Account, two: Account, amount: Amount): Refusal | undefined {
  if (!env.rates.required) return undefined
  const missing = [one, two].find((account) => marketValue(view, env, account, amount, null) === null)
  return missing && reject('rate.not.found', `${missing.currency} in ${missing.accountingCurrency}`)
}

function tooPoor(view: View, payer: Account, trade: Trade): Refusal | undefined {
  if (available(payer, view.customerOf(payer)) >= mayCost(trade)) return undefined
  return reject(
    sideOf(trade.type) === 'BUY' ? 'trade.currency2.balance' : 'trade.currency1.balance',
    payer.id,
  )
}
