/**
 * Recomputes what the order book says of itself: what open orders and agreements hold, what each order has traded, and the entries of
 * each fill. Sums stand for millions of fills: each order or entry has a number of its own, which is multiplied with an
 * amount, so that two mistakes do not make up for each other.
 */
import { hash } from 'node:crypto'
import {
  type AccountId,
  type Agreement,
  type Amount,
  type Blockage,
  type Entry,
  type Fill,
  mayCost,
  type Pair,
  payerOf,
  promised,
  type Trade,
} from '@tallystick/core'
import type { Report } from './discrepancy.js'

export class BookCheck {
  /** What blockages of orders hold, less what open orders may still cost. */
  private readonly held = new Map<AccountId, Amount>()
  /** By pair: what orders have traded, less what their fills add up to. */
  private readonly traded = new Map<string, bigint>()
  /** By currency: the entries of exchanges, less those of fills. */
  private readonly exchanged = new Map<string, bigint>()
  /** By pair: agreements that orders say they wait for, less those that wait. */
  private readonly unsettled = new Map<string, bigint>()
  /** By pair: open orders that are in no book, less the one that is being matched. */
  private readonly nowhere = new Map<string, bigint>()

  /** @param partly Whether the past is left out, so that most fills have no entries */
  constructor(
    private readonly report: Report,
    private readonly partly = false,
  ) {}

  exchange({ tenant, reference, currency, amount }: Entry): void {
    add(this.exchanged, `${tenant} ${currency}`, amount * weightOf(reference))
  }

  blockage({ account, amount, trade }: Blockage): void {
    if (trade !== undefined) add(this.held, account, amount)
  }

  trade(trade: Trade): void {
    const owed = mayCost(trade)
    if (trade.blocked !== owed) this.report('order', trade.id, trade.blocked, owed)
    if (trade.fill > trade.amount) this.report('order', trade.id, trade.fill, `at most ${trade.amount}`)
    if (trade.state !== 'open' && trade.book !== null) this.report('order', trade.id, trade.book, 'no book')
    add(this.held, payerOf(trade), -owed)
    const pair = `${trade.tenant} ${trade.pair}`
    add(this.traded, pair, trade.fill * weightOf(trade.id))
    add(this.unsettled, pair, BigInt(trade.unsettled ?? 0) * weightOf(trade.id))
    if (trade.state === 'open' && trade.book === null) add(this.nowhere, pair, weightOf(trade.id))
  }

  pair({ tenant, pair, matching }: Pair): void {
    if (matching !== null) add(this.nowhere, `${tenant} ${pair}`, -weightOf(matching))
  }

  fill({ tenant, pair, maker, taker, side, amount, quote, makerFee, takerFee, reference }: Fill): void {
    add(this.traded, `${tenant} ${pair}`, -amount * (weightOf(maker) + weightOf(taker)))
    const [first = '', second = ''] = pair.split('/')
    const [ofTaker, ofMaker] = side === 'BUY' ? [second, first] : [first, second]
    const weight = weightOf(reference)
    for (const [currency, moved] of [
      [first, amount],
      [second, quote],
      [ofMaker, makerFee],
      [ofTaker, takerFee],
    ] as const)
      add(this.exchanged, `${tenant} ${currency}`, -moved * weight)
  }

  agreement(agreement: Agreement): void {
    const { tenant, pair, maker, taker, amount, state, reference, account1, account2 } = agreement
    const orders = weightOf(maker) + weightOf(taker)
    add(this.traded, `${tenant} ${pair}`, -amount * orders)
    if (state === 'open') add(this.unsettled, `${tenant} ${pair}`, -orders)
    const [seller, buyer] = promised(agreement)
    add(this.held, account1, -seller)
    add(this.held, account2, -buyer)
    const [first = '', second = ''] = pair.split('/')
    const { sold, penalty1, charged1, paid, penalty2, charged2 } = agreement
    const weight = weightOf(reference)
    add(this.exchanged, `${tenant} ${first}`, -(sold + penalty1 + charged1) * weight)
    add(this.exchanged, `${tenant} ${second}`, -(paid + penalty2 + charged2) * weight)
  }

  /** Call it when everything was read. */
  end(): void {
    for (const [account, rest] of this.held) if (rest !== 0n) this.report('order', account, rest, 0n)
    for (const [pair, rest] of this.nowhere) if (rest !== 0n) this.report('order', pair, rest, 0n)
    for (const [pair, rest] of this.traded) if (rest !== 0n) this.report('fill', pair, rest, 0n)
    for (const [pair, rest] of this.unsettled) if (rest !== 0n) this.report('agreement', pair, rest, 0n)
    if (this.partly) return
    for (const [currency, rest] of this.exchanged)
      if (rest !== 0n) this.report('exchange', currency, rest, 0n)
  }
}

function add<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** 64 bits that nobody chooses. */
const weightOf = (name: string): bigint => BigInt(`0x${hash('sha256', name).slice(0, 16)}`)
