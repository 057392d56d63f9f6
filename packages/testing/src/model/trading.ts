/**
 * The order book within the model of the ledger: who may place an order, and what it holds and moves. A unit of work matches
 * a part of a large order. Where it stops is the one thing that the model is told.
 */
import type { TenantId } from '@tallystick/core'
import { ACCEPTED, type AccountLabel, type Outcome } from '../command.js'
import type { NewOrder, SeenTrading, TradingCommand } from '../trading-command.js'
import { BookModel, payerOf } from './book.js'
import type { BookOrder, Placed } from './book-order.js'
import { isWorthless } from './book-sums.js'
import type { BookMoney } from './purse.js'
import type { ModelAccount, ModelState } from './state.js'
import {
  firstOf,
  limitOf,
  type PossibleRefusal,
  parse,
  positive,
  refuse,
  type Verdict,
} from './vocabulary.js'

/** Decimals of prices and percentages. */
const FINE = 38
const MOST_PERCENT = 100n * 10n ** BigInt(FINE)

/** The accounts of the ledger, as orders use them; and which of them were used since it was asked last. */
class Accounts implements BookMoney {
  readonly touched = new Set<AccountLabel>()

  constructor(private readonly state: ModelState) {}

  balance(label: string): bigint {
    return this.of(label).movements.total
  }

  available(label: string): bigint {
    return this.state.available(this.of(label))
  }

  move(from: string, into: string, amount: bigint): void {
    for (const label of [from, into]) this.touched.add(label)
    this.of(from).movements.add(-amount)
    this.of(into).movements.add(amount)
  }

  hold(label: string, change: bigint): void {
    this.touched.add(label)
    const account = this.of(label)
    account.held += change
    account.ordered += change
  }

  mayTrade(order: BookOrder): boolean {
    const { account1, account2, feeAccount } = order
    const fees = feeAccount === null ? true : this.of(feeAccount).active
    const stands = [account1, account2].map((label) => this.of(label)).every(isOn)
    return stands && fees && !this.of(payerOf(order)).frozen
  }

  fits(label: string, amount: bigint): boolean {
    const { movements, scale } = this.of(label)
    return movements.total + amount < limitOf(scale)
  }

  private of(label: string): ModelAccount {
    const account = this.state.accounts.get(label)
    if (account === undefined) throw new TypeError(`no account ${label}`)
    return account
  }
}

const isOn = ({ active, customer }: ModelAccount): boolean =>
  active && (customer === null || (customer.enabled && customer.active))

/** How far a call came. */
interface Progress {
  readonly count: number
  readonly more: boolean
  readonly unfinished: boolean
}

const DONE: Progress = { count: 0, more: false, unfinished: false }
const NOT_BEGUN: Progress = { count: 0, more: true, unfinished: false }

export class TradingModel {
  private readonly accounts: Accounts
  readonly book: BookModel
  /** By tenant and pair: the order that is being matched. */
  readonly matching = new Map<string, Placed>()
  private readonly owners = new Map<string, TenantId>()
  /** What the unit of work has changed and the model has not yet explained. */
  private touched: string[] = []
  private explains = true

  constructor(private readonly state: ModelState) {
    this.accounts = new Accounts(state)
    this.book = new BookModel(this.accounts)
  }

  run(command: TradingCommand, seen: SeenTrading): Verdict {
    this.touched = [...seen.touched]
    this.explains = !seen.refused
    const done = this.decide(command, seen)
    if ('accepted' in done) return { outcome: done, credits: 0, says: undefined }
    const unexplained = this.touched.length === 0 ? {} : { touches: this.touched }
    const { count, more, unfinished } = done
    const says = { count, more, unfinished, ...unexplained }
    return { outcome: ACCEPTED, credits: more ? 0 : 1, says, goesOn: more }
  }

  /** Accounts that calls have changed since it was asked last. */
  takeTouched(): readonly AccountLabel[] {
    const labels = [...this.accounts.touched]
    this.accounts.touched.clear()
    return labels
  }

  /** Whether an account has orders that are not over. */
  isBusy(label: AccountLabel): boolean {
    return this.book.notOver().some(({ order }) => order.account1 === label || order.account2 === label)
  }

  placed(tenant: TenantId, label: string): Placed | undefined {
    return this.owners.get(label) === tenant ? this.book.orders.get(label) : undefined
  }

  private decide(command: TradingCommand, seen: SeenTrading): Progress | Outcome {
    const { tenant } = command
    switch (command.type) {
      case 'placeTrade':
        return this.place(tenant, command.order, seen)
      case 'finishTrade': {
        const matching = this.matching.get(`${tenant} ${command.pair}`)
        if (matching === undefined) return DONE
        const { count, paused } = this.goOn(matching, seen.now, seen.unfinished)
        return { ...DONE, count, unfinished: paused }
      }
      case 'cancelTrade': {
        const found = this.placed(tenant, command.trade)
        if (found === undefined) return refuse('trade.not.exists')
        // What refuses it may be what has finished an earlier order: that comes first.
        const isBehind = this.matching.has(found.order.pair)
        const how = this.close(found, seen, 'cancelled')
        if (how === 'over' && !isBehind) return refuse('trade.not.exists')
        return how === 'ended' ? { ...DONE, count: 1 } : NOT_BEGUN
      }
      case 'cancelTrades':
        return this.cancelAll(tenant, command.account, seen)
      case 'expireTrade': {
        const found = this.placed(tenant, command.trade)
        const sealDate = found?.order.terms?.sealDate ?? Number.POSITIVE_INFINITY
        if (found?.state !== 'open' || sealDate > seen.now) return DONE
        const how = this.close(found, seen, 'expired')
        return how === 'later' ? NOT_BEGUN : { ...DONE, count: how === 'ended' ? 1 : 0 }
      }
      case 'settleAgreement': {
        const own = this.owners.get(command.agreement.split('+')[0] ?? '') === tenant
        const settled = own ? this.book.settleAgreement(command.agreement, seen.now) : null
        if (settled === null) return DONE
        for (const name of command.agreement.split('+')) this.explain(name)
        return { ...DONE, count: 1 }
      }
    }
  }

  private place(tenant: TenantId, asked: NewOrder, seen: SeenTrading): Progress | Outcome {
    const pair = `${tenant} ${asked.pair}`
    const earlier = this.matching.get(pair)
    if (earlier !== undefined && this.goOn(earlier, seen.now, seen.paused.length > 0).paused) return NOT_BEGUN
    const order = this.orderOf(tenant, asked, seen.now)
    if ('accepted' in order) return earlier === undefined ? order : NOT_BEGUN
    const taker = this.book.enter(order)
    this.owners.set(order.name, tenant)
    const { count, paused } = this.goOn(taker, seen.now, seen.unfinished)
    return { count, more: false, unfinished: paused }
  }

  /** The order, or why it is refused. */
  private orderOf(tenant: TenantId, asked: NewOrder, now: number): BookOrder | Outcome {
    const [first, second] = asked.pair.split('/')
    const one = this.state.account(tenant, asked.account1)
    const two = this.state.account(tenant, asked.account2)
    const fees = asked.feeAccount === null ? undefined : this.state.account(tenant, asked.feeAccount)
    const payer = asked.side === 'BUY' ? two : one
    const refusals: PossibleRefusal[] = [
      ...standing(one, first, first === second, '1'),
      ...standing(two, second, first === second, '2'),
      [(asked.fee === null) !== (asked.feeAccount === null), 'trade.feeAccount'],
      [asked.fee !== null && !isPercent(asked.fee), 'trade.feeAccount'],
      [asked.feeAccount !== null && (fees?.active !== true || fees === payer), 'trade.feeAccount'],
      [fees !== undefined && fees.currency !== payer?.currency, 'trade.currency.fee'],
      [asked.terms !== null && asked.terms.sealDate <= now, 'trade.terms'],
    ]
    const early = firstOf(refusals)
    if (early !== null || one === undefined || two === undefined) return early ?? refuse('trade.terms')
    const amount = positive(asked.amount, one.scale)
    const percents = asked.terms === null ? [] : [asked.terms.block, asked.terms.penalty]
    if (amount === null || positive(asked.price, FINE) === null || !percents.every(isPercent))
      return refuse('amount.format')
    const owners = [one.label, two.label, ...[one, two].flatMap(({ customer }) => customer?.label ?? [])]
    const order: BookOrder = {
      name: asked.as,
      pair: `${tenant} ${asked.pair}`,
      side: asked.side,
      price: asked.price,
      amount,
      owners,
      scale1: one.scale,
      scale2: two.scale,
      account1: one.label,
      account2: two.label,
      fee: asked.fee,
      feeAccount: asked.feeAccount,
      terms: asked.terms,
    }
    if (isWorthless(order)) return refuse('amount.format')
    if (!this.book.isTooPoor(order)) return order
    return refuse(asked.side === 'BUY' ? 'trade.currency2.balance' : 'trade.currency1.balance')
  }

  /** Matches an order as far as the unit of work did. @param mayPause Whether it says that it has not finished */
  private goOn(taker: Placed, now: number, mayPause: boolean) {
    const { book } = this
    const { name, pair } = taker.order
    let [count, paused] = [0, false]
    for (let maker = book.next(taker, now); maker !== undefined; maker = book.next(taker, now)) {
      const deal = book.dealOf(taker, maker)
      if (mayPause && this.touched[0] === name) {
        paused = true
        break
      }
      if (!('ends' in deal) || deal.ends === 'maker') this.explain(maker.order.name)
      if (!('ends' in deal)) count++
      book.meet(taker, maker, deal)
    }
    // It did not look far enough to know that there is nothing more.
    if (mayPause && taker.state === 'open') paused = true
    this.explain(name)
    if (paused) {
      book.hold(taker)
      this.matching.set(pair, taker)
    } else {
      book.settle(taker)
      this.matching.delete(pair)
    }
    return { count, paused }
  }

  private cancelAll(tenant: TenantId, label: AccountLabel, seen: SeenTrading): Progress | Outcome {
    if (this.state.account(tenant, label) === undefined) return refuse('account.not.exists')
    let count = 0
    while (this.touched.length > 0) {
      const [next = ''] = this.touched
      const found = this.placed(tenant, next)
      const matching = found && this.matching.get(found.order.pair)
      const isOn = found?.order.account1 === label || found?.order.account2 === label
      // One of the account that was matched further before it was cancelled comes twice, and one that was not cancelled once.
      const comesAgain = this.touched.indexOf(next, 1) > 0
      const isPaused = matching !== undefined && seen.paused.includes(matching.order.name)
      if (matching !== undefined && (matching !== found || !isOn || comesAgain || isPaused)) {
        this.goOn(matching, seen.now, seen.more)
        continue
      }
      if (found === undefined || !isOn || this.close(found, seen, 'cancelled') !== 'ended') break
      count++
    }
    const left = this.openOn(label).length > 0
    return { count, more: left || seen.more, unfinished: false }
  }

  private openOn(label: AccountLabel): readonly Placed[] {
    return this.book
      .notOver()
      .filter(
        ({ order, state }) => state === 'open' && (order.account1 === label || order.account2 === label),
      )
  }

  private close(one: Placed, seen: SeenTrading, why: 'cancelled' | 'expired'): 'ended' | 'over' | 'later' {
    const matching = this.matching.get(one.order.pair)
    if (
      matching !== undefined &&
      matching !== one &&
      this.goOn(matching, seen.now, seen.paused.length > 0).paused
    )
      return 'later'
    if (one.state !== 'open') return 'over'
    this.explain(one.order.name)
    if (why === 'cancelled') this.book.cancel(one.order.name)
    else this.book.expire(one.order.name, seen.now)
    if (matching === one) this.matching.delete(one.order.pair)
    return 'ended'
  }

  /** The unit of work must have changed this order next. */
  private explain(name: string): void {
    if (!this.explains) return
    if (this.touched[0] === name) this.touched.shift()
    else this.touched.unshift(`not ${name}`)
  }
}

function standing(
  account: ModelAccount | undefined,
  currency: string | undefined,
  isOne: boolean,
  place: '1' | '2',
): readonly PossibleRefusal[] {
  const name = `trade.currency${place}AccountId` as const
  if (account?.active !== true) return [[true, `${name}.not.exists`]]
  return [
    [account.frozen, `${name}.frozen`],
    [!isOn(account), `${name}.customer.disabled`],
    [account.currency !== currency || isOne, `trade.currency${place}.pair`],
  ]
}

function isPercent(text: string): boolean {
  const parsed = parse(text, FINE)
  return parsed !== null && parsed <= MOST_PERCENT
}
