/**
 * Matches an order with the orders that wait: the best price first, then the one that came first, at its price. All of
 * a fill is in one unit of work: both legs, both fees, and what the orders hold afterwards.
 */

import type { Account } from '../account/account.js'
import { ACCOUNTS } from '../account/table.js'
import type { Env } from '../env.js'
import type { AccountId, AgreementId, FillId, Reference } from '../ids.js'
import { post } from '../ledger/post.js'
import { type Amount, fitsScale, smaller } from '../money.js'
import { hearersOf, MAX_WEBHOOKS } from '../subscription/hearers.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { crosses, feeOn, isDust, quoteOf } from './cost.js'
import { held, hold, promised } from './hold.js'
import { WINDOW } from './table.js'
import {
  type Agreement,
  type Fill,
  type FutureTerms,
  facingOf,
  isOpen,
  isSameOwner,
  type Meeting,
  ownersOf,
  payeeOf,
  payerOf,
  restOf,
  sideOf,
  type Trade,
  type TradeEnd,
  waitingFor,
} from './trade.js'

/** What two orders make when they meet: futures agree, other orders exchange. */
export type Met = Extract<Change, { type: 'fill.made' | 'agreement.made' }>

export interface Matched {
  /** The order as it is afterwards. It is in no book, and what it holds is not changed yet. */
  readonly trade: Trade
  /** Not applied yet: applying a fill notifies subscribers, and that reads both orders from the view. */
  readonly fills: readonly Met[]
  /** Orders that it takes may be left: another unit of work goes on. */
  readonly more: boolean
}

/**
 * Takes from the book that the order faces: at most WINDOW orders of it, and no more once subscribers get MAX_WEBHOOKS.
 * Applies the rest to the view.
 */
export function match(view: View, env: Env, taker: Trade): Matched {
  if (isSealed(env, taker)) return { trade: over(env, taker, 'expired'), fills: [], more: false }
  const facing = facingOf(taker)
  const key = { type: 'book', tenant: taker.tenant, book: facing, limit: WINDOW } as const
  const isReached = view.reach(key)
  const ofTaker = subscribersOf(view, taker)
  let own = taker
  const fills: Met[] = []
  let seen = 0
  let webhooks = 0
  for (const maker of view.found(key)) {
    // Behind what was loaded, other orders may come first.
    if (!isReached(maker.rank)) return { trade: own, fills, more: true }
    if (!crosses(own, maker)) return { trade: own, fills, more: false }
    if (seen++ === WINDOW) return { trade: own, fills, more: true }
    if (isSameOwner(own, maker)) {
      end(view, env, maker, 'cancelled')
      continue
    }
    const deal = dealOf(own, maker)
    const stopped = whoCannot(view, deal)
    if (stopped === maker) {
      end(view, env, maker, 'cancelled')
      continue
    }
    if (stopped !== null) return { trade: over(env, own, 'cancelled'), fills, more: false }
    const done = own.terms === null ? exchange(view, env, deal) : agree(view, env, deal, own.terms)
    own = done.taker
    fills.push(done.met)
    if (!isOpen(own)) return { trade: own, fills, more: false }
    webhooks += ofTaker + subscribersOf(view, maker)
    if (webhooks >= MAX_WEBHOOKS) return { trade: own, fills, more: true }
  }
  return { trade: own, fills, more: !isReached() }
}

/** How many loaded subscriptions hear of the owners of an order. */
const subscribersOf = (view: View, trade: Trade): number =>
  ownersOf(trade).flatMap((customer) => hearersOf(view, trade.tenant, customer)).length

/** What two orders exchange. */
interface Deal {
  readonly maker: Trade
  readonly taker: Trade
  readonly amount: Amount
  readonly quote: Amount
  readonly makerFee: Amount
  readonly takerFee: Amount
  readonly moves: readonly Move[]
}

/**
 * What costs less than the smallest unit costs that. Only a buyer can meet this, in an order so cheap that the rest of his
 * is worth nothing there. At his own price it is worth a unit or more, because otherwise it would have ended.
 */
function dealOf(taker: Trade, maker: Trade): Deal {
  const amount = smaller(restOf(maker), restOf(taker))
  const quote = quoteOf(maker, maker.price, amount) || 1n
  const feeOf = ({ type, fee }: Trade): Amount => feeOn(fee, sideOf(type) === 'BUY' ? quote : amount)
  const deal = { maker, taker, amount, quote, makerFee: feeOf(maker), takerFee: feeOf(taker) }
  return { ...deal, moves: movesOf(deal) }
}

/** Of a future: its seal date has come. */
export const isSealed = ({ now }: Env, { terms }: Pick<Trade, 'terms'>): boolean =>
  terms !== null && terms.sealDate <= now

/** What moves when two orders meet: from whom, to whom, how much. */
function movesOf({ maker, taker, amount, quote, makerFee, takerFee }: Omit<Deal, 'moves'>): readonly Move[] {
  const [buyer, seller] = sideOf(maker.type) === 'BUY' ? [maker, taker] : [taker, maker]
  return [
    { of: seller, to: buyer, from: seller.account1, into: buyer.account1, amount },
    { of: buyer, to: seller, from: buyer.account2, into: seller.account2, amount: quote },
    { of: maker, to: maker, from: payerOf(maker), into: maker.feeAccount, amount: makerFee },
    { of: taker, to: taker, from: payerOf(taker), into: taker.feeAccount, amount: takerFee },
  ].filter((move): move is Move => move.into !== null && move.amount > 0n)
}

interface Move {
  /** The order that pays, and the one that needs the account to be paid. */
  readonly of: Trade
  readonly to: Trade
  readonly from: AccountId
  readonly into: AccountId
  readonly amount: Amount
}

/**
 * The order that cannot take part: its account or customer is stopped, or a balance would pass 38 digits. The maker
 * before the taker.
 */
function whoCannot(view: View, { maker, taker, moves }: Deal): Trade | null {
  const sum = (side: 'from' | 'into', account: AccountId): Amount =>
    moves.reduce((total, move) => (move[side] === account ? total + move.amount : total), 0n)
  const canPay = (from: AccountId): boolean => {
    const payer = view.byId(ACCOUNTS, from)
    return payer !== undefined && payer.balance >= sum('from', from)
  }
  const canBePaid = (into: AccountId): boolean => {
    const payee = view.byId(ACCOUNTS, into)
    return payee !== undefined && fitsScale(payee.balance + sum('into', into), payee.scale)
  }
  const able = (order: Trade): boolean =>
    !isStopped(view, order) &&
    // Of futures, nothing moves yet.
    (order.terms !== null ||
      moves.every(
        ({ of, to, from, into }) => (of !== order || canPay(from)) && (to !== order || canBePaid(into)),
      ))
  if (!able(maker)) return maker
  return able(taker) ? null : taker
}

/** Whether nobody may trade for this order now: an account is frozen or deactivated, or its customer is disabled. */
export function isStopped(view: View, order: Trade): boolean {
  const { tenant, feeAccount } = order
  const [payer, payee] = [view.account(tenant, payerOf(order)), view.account(tenant, payeeOf(order))]
  if (payer === undefined || payee === undefined) return true
  if (payer.frozenBy !== null || isOff(view, payer) || isOff(view, payee)) return true
  return feeAccount !== null && view.account(tenant, feeAccount)?.active !== true
}

function isOff(view: View, account: Account): boolean {
  const customer = view.customerOf(account)
  return !account.active || (customer !== undefined && !(customer.enabled && customer.active))
}

interface Dealt {
  /** As it is afterwards. */
  readonly taker: Trade
  readonly met: Met
}

/** Moves this much between accounts of an order book. */
export function move(
  view: View,
  env: Env,
  reference: Reference,
  moves: readonly Pick<Move, 'from' | 'into' | 'amount'>[],
): void {
  for (const { from, into, amount } of moves) {
    const [debit, credit] = [view.byId(ACCOUNTS, from), view.byId(ACCOUNTS, into)]
    if (debit === undefined || credit === undefined) throw new TypeError('an account of an order is missing')
    const posted = post(view, env, {
      operation: 'EXCHANGE',
      reference,
      debit,
      credit,
      amount,
      anonymous: false,
      baseRate: null,
      details: null,
      // Both orders were accepted when there was a price.
      mayLackValue: true,
    })
    if ('accepted' in posted) throw new TypeError('a balance passes 38 digits')
    view.apply(posted)
  }
}

/** What a fill and an agreement have in common, given both orders as they are afterwards. */
const meetingOf = (
  env: Env,
  maker: Trade,
  taker: Trade,
  { amount, quote }: Deal,
): Omit<Meeting, 'reference'> => ({
  tenant: maker.tenant,
  pair: maker.pair,
  maker: maker.id,
  taker: taker.id,
  side: sideOf(taker.type),
  price: maker.price,
  amount,
  quote,
  makerEnded: !isOpen(maker),
  takerEnded: !isOpen(taker),
  created: env.now,
})

/** Posts a deal, and ends or reduces the maker. */
function exchange(view: View, env: Env, deal: Deal): Dealt {
  const reference = env.newReference()
  move(view, env, reference, deal.moves)
  const maker = filled(env, deal.maker, deal.amount)
  const taker = filled(env, deal.taker, deal.amount)
  view.apply({ type: 'trade.updated', trade: held(view, env, maker) })
  const fill: Fill = {
    id: env.newId() as FillId,
    ...meetingOf(env, maker, taker, deal),
    makerFee: deal.makerFee,
    takerFee: deal.takerFee,
    reference,
  }
  return { taker, met: { type: 'fill.made', fill } }
}

/** Futures agree: both sides block the agreed percentage until the seal date. */
function agree(view: View, env: Env, deal: Deal, terms: FutureTerms): Dealt {
  const maker = filled(env, waitingFor(deal.maker, 1), deal.amount)
  const taker = filled(env, waitingFor(deal.taker, 1), deal.amount)
  view.apply({ type: 'trade.updated', trade: held(view, env, maker) })
  const [seller, buyer] = sideOf(maker.type) === 'SELL' ? [maker, taker] : [taker, maker]
  const open: Agreement = {
    id: env.newId() as AgreementId,
    ...meetingOf(env, maker, taker, deal),
    fee1: seller.id === maker.id ? deal.makerFee : deal.takerFee,
    fee2: buyer.id === maker.id ? deal.makerFee : deal.takerFee,
    account1: seller.account1,
    account2: buyer.account2,
    terms,
    reference: env.newReference(),
    state: 'open',
    due: terms.sealDate,
    blockage1: null,
    blockage2: null,
    ...{ sold: 0n, paid: 0n, penalty1: 0n, penalty2: 0n, charged1: 0n, charged2: 0n },
  }
  const [first, second] = promised(open)
  const agreement: Agreement = {
    ...open,
    blockage1: hold(view, env, seller, seller.account1, first),
    blockage2: hold(view, env, buyer, buyer.account2, second),
  }
  return { taker, met: { type: 'agreement.made', agreement } }
}

function filled(env: Env, trade: Trade, amount: Amount): Trade {
  const fill = trade.fill + amount
  const rest = trade.amount - fill
  if (rest === 0n) return over(env, trade, 'filled', fill)
  return isDust(trade, rest) ? over(env, trade, 'dust', fill) : { ...trade, fill, updated: env.now }
}

/** The order as it is when it is not matched any more; what it holds is not released yet. */
export function over(env: Env, trade: Trade, ended: TradeEnd, fill = trade.fill): Trade {
  const state = trade.unsettled === undefined ? 'ended' : 'matched'
  const next: Trade = { ...trade, fill, state, ended, book: null, updated: env.now }
  if (trade.due === undefined) return next
  const { due: _, ...rest } = next
  return rest
}

/** Ends an order that waits, and releases what it holds. */
export function end(view: View, env: Env, trade: Trade, ended: TradeEnd): void {
  view.apply({ type: 'trade.updated', trade: held(view, env, over(env, trade, ended)) })
}
