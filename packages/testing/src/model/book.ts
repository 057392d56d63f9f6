/**
 * An order book as docs/order-book.md describes it, as plain and slow as it can be: lists of orders, searched from the
 * beginning each time. It shares no code with the rules. Amounts are whole numbers of the smallest unit, prices are
 * fractions.
 */
import type { BookAgreement, BookEnd, BookFill, BookOrder, Met, Placed } from './book-order.js'
import {
  boughtWith,
  fraction,
  isWithinLimits,
  isWorthless,
  mayCost,
  payable,
  percentOf,
  promisedBy,
  quoteOf,
  smaller,
  termsText,
} from './book-sums.js'
import { type BookMoney, Purse } from './purse.js'

/** What becomes of an order and of the one that it meets. */
type Deal =
  | { readonly ends: 'maker' | 'taker'; readonly why: BookEnd }
  | {
      readonly amount: bigint
      readonly quote: bigint
      readonly fees: readonly [maker: bigint, taker: bigint]
    }

export const payerOf = ({ side, account1, account2 }: BookOrder): string =>
  side === 'BUY' ? account2 : account1

export class BookModel {
  readonly fills: BookFill[] = []
  /** By the names of maker and taker. */
  readonly agreements = new Map<string, BookAgreement>()
  /** All that were ever placed. */
  readonly orders = new Map<string, Placed>()
  /** Those that wait, in the order in which they came. */
  private waiting: Placed[] = []
  /** Those that may not be over. */
  private live: Placed[] = []
  /** The names of agreements that may be open. */
  private agreed: string[] = []

  constructor(readonly money: BookMoney = new Purse()) {}

  /** Those that are not over. */
  notOver(): readonly Placed[] {
    this.live = this.live.filter(({ state }) => state !== 'ended')
    return this.live
  }

  openAgreements(): readonly string[] {
    this.agreed = this.agreed.filter((name) => this.agreements.get(name)?.state === 'open')
    return this.agreed
  }

  openOrders(): readonly { readonly name: string; readonly rest: bigint }[] {
    return this.waiting.map(({ order, rest }) => ({ name: order.name, rest }))
  }

  /** Those that wait on an account, or on any. */
  waitingOn(account?: string): readonly Placed[] {
    const isOn = ({ order }: Placed) => order.account1 === account || order.account2 === account
    return account === undefined ? this.waiting : this.waiting.filter(isOn)
  }

  /** How many orders and sides of agreements hold something. */
  holds(): number {
    const orders = [...this.orders.values()].filter(({ held }) => held > 0n)
    const open = [...this.agreements.values()].filter(({ state }) => state === 'open').flatMap(promisedBy)
    return orders.length + open.filter(([, promised]) => promised > 0n).length
  }

  /** False: the order is refused. */
  place(order: BookOrder, now = 0): boolean {
    if (isWorthless(order) || this.isTooPoor(order)) return false
    const taker = this.enter(order)
    for (let maker = this.next(taker, now); maker !== undefined; maker = this.next(taker, now))
      this.meet(taker, maker, this.dealOf(taker, maker))
    this.settle(taker)
    return true
  }

  isTooPoor(order: BookOrder): boolean {
    return this.money.available(payerOf(order)) < mayCost(order, order.amount)
  }

  enter(order: BookOrder): Placed {
    const placed: Placed = {
      order,
      rest: order.amount,
      state: 'open',
      ended: null,
      unsettled: 0,
      isMaker: false,
      held: 0n,
    }
    this.orders.set(order.name, placed)
    this.live.push(placed)
    return placed
  }

  /** The order that this one meets next; none if it is over. */
  next(taker: Placed, now: number): Placed | undefined {
    if (taker.state !== 'open') return undefined
    const { terms } = taker.order
    if (terms === null || terms.sealDate > now) return this.best(taker.order)
    this.end(taker, 'expired')
    return undefined
  }

  /** It is matched as far as it goes: what is left waits. */
  settle(taker: Placed): void {
    this.hold(taker)
    if (taker.state !== 'open') return
    taker.isMaker = true
    this.waiting = [...this.waiting, taker]
  }

  /** Holds what the order may still cost. */
  hold(one: Placed): void {
    const cost = one.state === 'open' ? mayCost(one.order, one.rest) : 0n
    if (cost !== one.held) this.money.hold(payerOf(one.order), cost - one.held)
    one.held = cost
  }

  cancel(name: string): boolean {
    const found = this.orders.get(name)
    if (found?.state !== 'open') return false
    this.drop(found, 'cancelled')
    return true
  }

  /** What nobody has matched of a future. */
  expire(name: string, now: number): boolean {
    const found = this.orders.get(name)
    if (found?.state !== 'open' || found.order.terms === null || found.order.terms.sealDate > now)
      return false
    this.drop(found, 'expired')
    return true
  }

  /** Of two orders that meet. */
  dealOf(taker: Placed, maker: Placed): Deal {
    if (maker.order.owners.some((owner) => taker.order.owners.includes(owner)))
      return { ends: 'maker', why: 'cancelled' }
    const amount = smaller(maker.rest, taker.rest)
    const worth = quoteOf(taker.order, maker.order.price, amount)
    // Nobody gets anything for nothing.
    const quote = worth > 0n ? worth : 1n
    const fees = [maker, taker].map(({ order }) =>
      percentOf(order.fee, order.side === 'BUY' ? quote : amount),
    )
    const [ofMaker = 0n, ofTaker = 0n] = fees
    const moves = movesOf(maker.order, taker.order, amount, quote, ofMaker, ofTaker)
    for (const [who, one] of [
      ['maker', maker],
      ['taker', taker],
    ] as const) {
      const stands =
        this.money.mayTrade(one.order) && (one.order.terms !== null || this.canMove(one.order, moves))
      if (!stands) return { ends: who, why: 'cancelled' }
    }
    return { amount, quote, fees: [ofMaker, ofTaker] }
  }

  meet(taker: Placed, maker: Placed, deal: Deal): void {
    if ('ends' in deal) {
      if (deal.ends === 'maker') this.drop(maker, deal.why)
      else this.end(taker, deal.why)
      return
    }
    const { amount, quote, fees } = deal
    if (!isWithinLimits(maker.order, taker.order, amount, quote))
      throw new TypeError(`${taker.order.name} meets ${maker.order.name} beyond a limit`)
    const met = { maker: maker.order.name, taker: taker.order.name, amount, quote }
    if (taker.order.terms === null) {
      for (const { from, into, amount: moved } of movesOf(maker.order, taker.order, amount, quote, ...fees))
        this.money.move(from, into, moved)
      this.fills.push({ ...met, makerFee: fees[0], takerFee: fees[1] })
    } else this.agree(maker, taker, met, fees)
    for (const one of [maker, taker]) {
      one.rest -= amount
      if (one.rest === 0n) this.end(one, 'filled')
      else if (isWorthless({ ...one.order, amount: one.rest })) this.end(one, 'dust')
    }
    this.hold(maker)
    if (maker.state !== 'open') this.forget(maker)
  }

  /** Null: there is nothing to settle. */
  settleAgreement(name: string, now: number): BookAgreement | null {
    const one = this.agreements.get(name)
    const terms = one?.seller.terms
    if (one === undefined || terms == null || one.state !== 'open' || terms.sealDate > now) return null
    const { seller, buyer, amount, quote, fee1, fee2 } = one
    for (const [account, promised] of promisedBy(one)) this.money.hold(account, -promised)
    const stopped = !this.money.mayTrade(seller) || !this.money.mayTrade(buyer)
    const first = payable(this.money.available(seller.account1), amount, fee1, terms)
    const second = payable(this.money.available(buyer.account2), quote, fee2, terms)
    const affordable = second.left >= quote ? amount : boughtWith(one, second.left)
    const sold = smaller(smaller(amount, first.left), affordable)
    const paid = sold === amount ? quote : quoteOf(buyer, one.price, sold)
    const moved = [
      paid === 0n ? 0n : sold,
      paid,
      first.penalty,
      second.penalty,
      first.charged,
      second.charged,
    ]
    const moves = [
      { from: seller.account1, into: buyer.account1 },
      { from: buyer.account2, into: seller.account2 },
      { from: seller.account1, into: buyer.account1 },
      { from: buyer.account2, into: seller.account2 },
      { from: seller.account1, into: seller.feeAccount },
      { from: buyer.account2, into: buyer.feeAccount },
    ].flatMap(({ from, into }, at) => moveOf(from, into, moved[at] ?? 0n))
    one.state =
      stopped || moves.some(({ into }) => !this.money.fits(into, sumInto(moves, into))) ? 'void' : 'settled'
    if (one.state === 'settled') {
      one.moved = moved
      for (const { from, into, amount } of moves) this.money.move(from, into, amount)
    }
    for (const order of [seller, buyer]) {
      const placed = this.orders.get(order.name)
      if (placed !== undefined && --placed.unsettled === 0 && placed.state === 'matched')
        placed.state = 'ended'
    }
    return one
  }

  private agree(maker: Placed, taker: Placed, met: Met, [ofMaker, ofTaker]: readonly [bigint, bigint]): void {
    const isSold = maker.order.side === 'SELL'
    const one: BookAgreement = {
      ...met,
      price: maker.order.price,
      seller: isSold ? maker.order : taker.order,
      buyer: isSold ? taker.order : maker.order,
      fee1: isSold ? ofMaker : ofTaker,
      fee2: isSold ? ofTaker : ofMaker,
      state: 'open',
      moved: [0n, 0n, 0n, 0n, 0n, 0n],
    }
    const name = `${met.maker}+${met.taker}`
    this.agreements.set(name, one)
    this.agreed.push(name)
    for (const [account, promised] of promisedBy(one)) this.money.hold(account, promised)
    maker.unsettled++
    taker.unsettled++
  }

  private drop(one: Placed, why: BookEnd): void {
    this.end(one, why)
    this.hold(one)
    this.forget(one)
  }

  private end(one: Placed, why: BookEnd): void {
    one.state = one.unsettled > 0 ? 'matched' : 'ended'
    one.ended = why
  }

  private forget(one: Placed): void {
    this.waiting = this.waiting.filter((other) => other !== one)
  }

  /** Whether the order can pay, and whoever it pays for can be paid. */
  private canMove(order: BookOrder, moves: readonly Moved[]): boolean {
    return moves.every(({ from, into, by, to }) => {
      const out = moves.filter((move) => move.from === from).reduce((sum, { amount }) => sum + amount, 0n)
      if (by === order && this.money.balance(from) < out) return false
      return to !== order || this.money.fits(into, sumInto(moves, into))
    })
  }

  /** The order that the new one meets first: the best price, and of equal prices the one that came first. */
  private best(order: BookOrder): Placed | undefined {
    const limit = fraction(order.price)
    let best: Placed | undefined
    for (const one of this.waiting) {
      if (one.order.pair !== order.pair || one.order.side === order.side) continue
      if (termsText(one.order) !== termsText(order)) continue
      const price = fraction(one.order.price)
      const difference = price.over * limit.under - limit.over * price.under
      if (order.side === 'BUY' ? difference > 0n : difference < 0n) continue
      if (best === undefined) {
        best = one
        continue
      }
      const known = fraction(best.order.price)
      const better = price.over * known.under - known.over * price.under
      if (order.side === 'BUY' ? better < 0n : better > 0n) best = one
    }
    return best
  }
}

interface Moved {
  readonly from: string
  readonly into: string
  readonly amount: bigint
  /** The order that pays, and the one that needs it to arrive. */
  readonly by?: BookOrder
  readonly to?: BookOrder
}

const moveOf = (from: string, into: string | null, amount: bigint): readonly Moved[] =>
  into === null || amount === 0n ? [] : [{ from, into, amount }]

const sumInto = (moves: readonly Moved[], into: string): bigint =>
  moves.reduce((sum, move) => (move.into === into ? sum + move.amount : sum), 0n)

function movesOf(
  maker: BookOrder,
  taker: BookOrder,
  amount: bigint,
  quote: bigint,
  ofMaker: bigint,
  ofTaker: bigint,
) {
  const [buyer, seller] = maker.side === 'BUY' ? [maker, taker] : [taker, maker]
  const between = (by: BookOrder, to: BookOrder, from: string, into: string | null, moved: bigint): Moved[] =>
    moveOf(from, into, moved).map((move) => ({ ...move, by, to }))
  return [
    ...between(seller, buyer, seller.account1, buyer.account1, amount),
    ...between(buyer, seller, buyer.account2, seller.account2, quote),
    ...between(maker, maker, payerOf(maker), maker.feeAccount, ofMaker),
    ...between(taker, taker, payerOf(taker), taker.feeAccount, ofTaker),
  ]
}
