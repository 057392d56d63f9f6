/** What becomes of futures at their seal date. A worker calls these rules; each does nothing if it came too late. */
import { type Account, available } from '../account/account.js'
import { ACCOUNTS } from '../account/table.js'
import { accept, type Rule } from '../decision.js'
import type { Env } from '../env.js'
import type { AgreementId, TenantId } from '../ids.js'
import { agreementKey, tradeKey } from '../key.js'
import { type Amount, fitsScale, smaller } from '../money.js'
import type { View } from '../view.js'
import { boughtWith, quoteOf, shareOf } from './cost.js'
import { cancel, MAY_FINISH, NOT_BEGUN, type OnTrade, type Traded } from './decide.js'
import { release } from './hold.js'
import { isSealed, isStopped, move } from './match.js'
import { type Agreement, isOpen, type Trade, waitingFor } from './trade.js'

export interface OnAgreement {
  readonly tenant: TenantId
  readonly agreement: AgreementId
}

/** Ends what nobody has matched of a future. */
export const expireTrade: Rule<OnTrade, Traded> = {
  name: 'expireTrade',
  needs: ({ tenant, trade }) => [tradeKey(tenant, trade)],
  brings: MAY_FINISH,
  decide(view, { tenant, trade }, env) {
    const found = view.find(tradeKey(tenant, trade))
    const done: Traded = { id: trade, count: 0, mustRepeat: false, isMatching: false }
    if (found === undefined || !isOpen(found) || !isSealed(env, found)) return accept(done, [])
    const fork = view.fork()
    const outcome = cancel(fork, env, found, 'expired')
    if (outcome === 'later') return accept(NOT_BEGUN, fork.changes)
    return accept({ ...done, count: outcome === 'ended' ? 1 : 0 }, fork.changes)
  },
}

/** Settles an agreement of two futures as far as both can pay. @returns Whether it did, so once */
export const settleAgreement: Rule<OnAgreement, boolean> = {
  name: 'settleAgreement',
  needs: ({ tenant, agreement }) => [agreementKey(tenant, agreement)],
  decide(view, command, env) {
    const { tenant } = command
    const found = view.find(agreementKey(tenant, command.agreement))
    if (found === undefined || found.state !== 'open' || !isSealed(env, found)) return accept(false, [])
    const fork = view.fork()
    release(fork, tenant, found.blockage1)
    release(fork, tenant, found.blockage2)
    const sides = sidesOf(fork, found)
    const settled = sides === null ? found : settlementOf(fork, env, found, sides)
    const moves = sides === null ? [] : movesOf(settled, sides)
    const isVoid = sides === null || !moves.every((one) => fits(fork, moves, one))
    if (!isVoid) move(fork, env, settled.reference, moves)
    const over = { state: isVoid ? 'void' : 'settled', due: null, blockage1: null, blockage2: null } as const
    fork.apply({ type: 'agreement.updated', agreement: { ...(isVoid ? found : settled), ...over } })
    for (const id of [found.maker, found.taker]) {
      const trade = fork.find(tradeKey(tenant, id))
      if (trade !== undefined) fork.apply({ type: 'trade.updated', trade: without(env, trade) })
    }
    return accept(true, fork.changes)
  },
}

interface Sides {
  readonly seller: Trade
  readonly buyer: Trade
}

/** The orders of an agreement; null if somebody may not trade now. */
function sidesOf(view: View, { tenant, maker, taker, side }: Agreement): Sides | null {
  const [bought, sold] = side === 'BUY' ? [taker, maker] : [maker, taker]
  const [buyer, seller] = [view.find(tradeKey(tenant, bought)), view.find(tradeKey(tenant, sold))]
  if (buyer === undefined || seller === undefined) return null
  return isStopped(view, buyer) || isStopped(view, seller) ? null : { seller, buyer }
}

/**
 * What each side pays. If somebody has less than what he has promised, he pays the penalty on what is missing: this share
 * of the percentage that was blocked. The fee is that of the whole. Then as much is exchanged as both have left.
 */
function settlementOf(view: View, env: Env, agreement: Agreement, { seller, buyer }: Sides): Agreement {
  const { tenant, terms, price, amount, quote, fee1, fee2, account1, account2 } = agreement
  const first = payable(availableOf(view, view.account(tenant, account1)), amount, fee1)
  const second = payable(availableOf(view, view.account(tenant, account2)), quote, fee2)
  // The price of the whole is rounded down, so it buys a little less than the whole: who has it all buys all of it.
  const affordable = second.left >= quote ? amount : boughtWith(seller, price, second.left)
  const most = smaller(smaller(amount, first.left), affordable)
  const paid = most === amount ? quote : quoteOf(buyer, price, most)
  return {
    ...agreement,
    // A posted entry gets a fresh reference, because the journal is read in the order of references.
    reference: env.newReference(),
    // What is worth nothing is not given away.
    sold: paid === 0n ? 0n : most,
    paid,
    penalty1: first.penalty,
    penalty2: second.penalty,
    charged1: first.charged,
    charged2: second.charged,
  }

  function payable(has: Amount, owed: Amount, fee: Amount) {
    const missing = has < owed ? owed - has : 0n
    const penalty = smaller(shareOf(terms.percentPenalty, shareOf(terms.percentBlock, missing)), has)
    const charged = smaller(fee, has - penalty)
    return { penalty, charged, left: has - penalty - charged }
  }
}

/** What an account can pay now. */
function availableOf(view: View, account: Account | undefined): Amount {
  if (account === undefined) return 0n
  const amount = available(account, view.customerOf(account))
  return amount > 0n ? amount : 0n
}

/** What moves: goods and penalties between the two, and the fees. */
function movesOf(settled: Agreement, { seller, buyer }: Sides) {
  const { account1, account2, sold, paid, penalty1, penalty2, charged1, charged2 } = settled
  return [
    { from: account1, into: buyer.account1, amount: sold },
    { from: account2, into: seller.account2, amount: paid },
    { from: account1, into: buyer.account1, amount: penalty1 },
    { from: account2, into: seller.account2, amount: penalty2 },
    { from: account1, into: seller.feeAccount, amount: charged1 },
    { from: account2, into: buyer.feeAccount, amount: charged2 },
  ].filter((one): one is Moved => one.into !== null && one.amount > 0n)
}

type Moved = Parameters<typeof move>[3][number]

/** Whether the balance of whom it pays stays below 38 digits, whatever comes first. */
function fits(view: View, moves: readonly Moved[], { from, into }: Moved): boolean {
  const payee = view.byId(ACCOUNTS, into)
  const got = moves.reduce((sum, other) => (other.into === into ? sum + other.amount : sum), 0n)
  return (
    view.byId(ACCOUNTS, from) !== undefined &&
    payee !== undefined &&
    fitsScale(payee.balance + got, payee.scale)
  )
}

/** The order with one agreement less. It is over if this was the last one of an order that is not matched any more. */
function without(env: Env, trade: Trade): Trade {
  const next = waitingFor(trade, -1)
  const isOver = next.state === 'matched' && next.unsettled === undefined
  return { ...next, state: isOver ? 'ended' : next.state, updated: env.now }
}
