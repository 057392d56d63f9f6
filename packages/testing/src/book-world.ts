/** Gives an engine the same orders as the model of the book, and compares what became of them. */
import {
  type AccountId,
  available,
  cancelTrade,
  FILLS,
  openAccount,
  type PlaceTrade,
  placeTrade,
  recordDeposit,
  type TenantId,
  TRADES,
  type TradeId,
} from '@tallystick/core'
import {
  type Clock,
  Engine,
  Rejected,
  requestHash,
  type Storage,
  systemClock,
  verify,
} from '@tallystick/engine'
import { runTrade } from '@tallystick/operations'
import { expect } from 'vitest'
import { callerOf } from './labels.js'
import { BookModel, type BookOrder } from './model/book.js'

export const BOOK_TENANT = 'book' as TenantId

/** Currencies with no decimals, two, eight and eighteen. */
const SCALES: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, EUR: 2, USD: 2, JPY: 0, XRP: 6 }

export const BOOK_PAIRS: readonly string[] = [
  'BTC/EUR',
  'ETH/BTC',
  'BTC/JPY',
  'JPY/ETH',
  'XRP/EUR',
  'EUR/USD',
  'ETH/EUR',
  'XRP/BTC',
  'ETH/JPY',
  'BTC/USD',
]

/** A step as numbers, which a property can make smaller. */
export interface BookStep {
  readonly cancels: boolean
  readonly pair: number
  readonly owner: number
  readonly buys: boolean
  readonly price: number
  readonly amount: number
  readonly fee: number
  /** Of the orders so far, which one is cancelled. */
  readonly pick: number
}

const FEES: readonly (string | null)[] = [null, null, '0.1', '1', '33.333', '100']
/** Owners 0 and 1 are customers with two accounts of each currency; the others have accounts without a customer. */
const ACCOUNTS = 6

interface Sent {
  readonly order: BookOrder
  readonly id: string | null
}

interface Round {
  readonly sent: Sent[]
  readonly cancelled: { readonly id: string; readonly done: boolean } | null
}

export class BookWorld {
  readonly engine: Engine
  private readonly model = new BookModel(SCALES)
  private readonly accounts = new Map<string, AccountId>()
  /** Orders that were sent at the same time, or a cancellation, as they came back. */
  private readonly rounds: Round[] = []
  private sent = 0

  private constructor(
    private readonly storage: Storage,
    private readonly funds: bigint,
    clock: Clock,
  ) {
    this.engine = new Engine({ storage, clock })
  }

  static async open(storage: Storage, funds = 1_000_000n, clock = systemClock): Promise<BookWorld> {
    const world = new BookWorld(storage, funds, clock)
    const names = [...Array(ACCOUNTS).keys()].map((at) => `account${at}`)
    await Promise.all(
      Object.keys(SCALES).flatMap((currency) => [
        ...names.map((name, at) => world.account(currency, name, at < 4 ? `owner${at >> 1}` : null)),
        world.account(currency, 'fees', null),
      ]),
    )
    return world
  }

  private async account(currency: string, name: string, owner: string | null): Promise<void> {
    const caller = callerOf(BOOK_TENANT)
    const price = () => 0
    const id = await this.engine.execute({
      caller,
      rule: openAccount,
      command: {
        tenant: BOOK_TENANT,
        account: {
          currency,
          xpub: null,
          customer:
            owner === null
              ? null
              : { externalId: owner, accountingCurrency: null, customerCountry: null, providerCountry: null },
          accountingCurrency: null,
          accountCode: null,
          accountNumber: null,
          ...(['BTC', 'ETH', 'XRP'].includes(currency) ? { xpub: `xpub-${currency}-${name}` } : {}),
        },
      },
      price,
      present: ({ account }) => account.id,
      idempotency: null,
    })
    this.accounts.set(`${currency} ${name}`, id)
    if (name === 'fees') return
    await this.engine.execute({
      caller,
      rule: recordDeposit,
      command: {
        tenant: BOOK_TENANT,
        account: id,
        currency,
        amount: String(this.funds),
        txId: `${currency}-${name}`,
        vout: 0,
        address: 'anywhere',
        from: null,
        derivationKey: 1,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
      },
      price,
      present: ({ id }) => id,
      idempotency: null,
    })
    this.model.fund(id, this.funds * 10n ** BigInt(SCALES[currency] ?? 0))
  }

  /** Cancels an order. */
  async cancelOne(pick: number): Promise<void> {
    const ids = this.rounds.flatMap(({ sent }) => sent.flatMap(({ id }) => (id === null ? [] : [id])))
    const id = ids[pick % Math.max(1, ids.length)]
    if (id !== undefined)
      this.rounds.push({ sent: [], cancelled: { id, done: await this.cancel(id as TradeId) } })
  }

  /** Sends orders at the same time. @param repeats How often each: a client retries with an idempotency key */
  async place(steps: readonly BookStep[], repeats = 1): Promise<void> {
    this.rounds.push({
      sent: await Promise.all(steps.map((step) => this.one(step, repeats))),
      cancelled: null,
    })
  }

  /** Of `account0` to `account5`, or `fees`. */
  accountOf(currency: string, name: string): AccountId {
    return this.accounts.get(`${currency} ${name}`) ?? expect.fail(`${currency} ${name}`)
  }

  private async one(step: BookStep, repeats: number): Promise<Sent> {
    const number = this.sent++
    const pair = BOOK_PAIRS[step.pair % BOOK_PAIRS.length] ?? ''
    const [first = '', second = ''] = pair.split('/')
    const name = `account${step.owner % ACCOUNTS}`
    const at = step.owner % ACCOUNTS
    const fee = FEES[step.fee % FEES.length] ?? null
    const order: BookOrder = {
      name: '',
      pair,
      side: step.buys ? 'BUY' : 'SELL',
      price: PRICES[step.price % PRICES.length] ?? '1',
      amount: (AMOUNTS[step.amount % AMOUNTS.length] ?? one)(10n ** BigInt(SCALES[first] ?? 0)),
      account1: this.accountOf(first, name),
      account2: this.accountOf(second, name),
      owner: at < 4 ? `owner${at >> 1}` : name,
      fee,
      feeAccount: fee === null ? null : this.accountOf(step.buys ? second : first, 'fees'),
    }
    const { text, pad } = { text: String(order.amount), pad: SCALES[first] ?? 0 }
    const digits = text.padStart(pad + 1, '0')
    const command: PlaceTrade = {
      tenant: BOOK_TENANT,
      type: order.side,
      pair,
      price: order.price,
      amount: pad === 0 ? text : `${digits.slice(0, -pad)}.${digits.slice(-pad)}`,
      account1: order.account1 as AccountId,
      account2: order.account2 as AccountId,
      fee,
      feeAccount: order.feeAccount as AccountId | null,
      terms: null,
    }
    const idempotency =
      repeats === 1 ? null : { key: `order-${number}`, requestHash: requestHash('trade', command) }
    const asked = [...Array(repeats).keys()].map(() => this.send(command, idempotency))
    const [id, ...again] = await Promise.all(asked)
    for (const other of again) expect(other).toBe(id)
    return { order: { ...order, name: id ?? '' }, id: id ?? null }
  }

  private async send(
    command: PlaceTrade,
    idempotency: { readonly key: string; readonly requestHash: string } | null,
  ): Promise<string | null> {
    const caller = callerOf(BOOK_TENANT)
    try {
      return await runTrade(this.engine, { caller, idempotency }, placeTrade, command, { base: 2, each: 2 })
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      return null
    }
  }

  private async cancel(trade: TradeId): Promise<boolean> {
    const caller = callerOf(BOOK_TENANT)
    try {
      await runTrade(
        this.engine,
        { caller, idempotency: null },
        cancelTrade,
        { tenant: BOOK_TENANT, trade },
        { base: 1, each: 0 },
      )
      return true
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      return false
    }
  }

  /**
   * The model plays the same in the order in which it happened, and ends with the same fills, balances and open orders.
   * Orders that were sent at the same time happened in the order of their ids.
   */
  async compare(): Promise<number> {
    const { model, engine } = this
    const of = (name: string): bigint => model.balances.get(name) ?? 0n
    for (const { sent, cancelled } of this.rounds) {
      // What was refused at the same time as others, was refused in a state that nobody knows.
      const known = sent.length === 1 ? sent : sent.filter(({ id }) => id !== null)
      for (const { id, order } of known.sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))) {
        expect(model.place(order), `whether ${JSON.stringify(order.name)} is accepted`).toBe(id !== null)
      }
      if (cancelled !== null) expect(model.cancel(cancelled.id), 'whether it is open').toBe(cancelled.done)
    }
    const fills = await engine.query.list(FILLS)
    expect(
      fills.map(({ maker, taker, amount, quote, makerFee, takerFee }) => ({
        maker,
        taker,
        amount,
        quote,
        makerFee,
        takerFee,
      })),
    ).toEqual(model.fills)
    for (const [name, id] of this.accounts) {
      const { account } = (await engine.query.account(BOOK_TENANT, id)) ?? expect.fail(name)
      expect([account.balance, account.blocked], name).toEqual([of(id), model.blocked(id)])
      expect(available(account, undefined), name).toBeGreaterThanOrEqual(0n)
    }
    const open = await engine.query.list(TRADES, { where: { state: 'open' } })
    expect(open.map(({ id, amount, fill }) => ({ name: id, rest: amount - fill }))).toEqual(
      model.openOrders(),
    )
    expect((await verify(this.storage)).discrepancies).toEqual([])
    return fills.length
  }
}

/** Prices that meet each other, the first three most of all; and extreme ones. */
const PRICES: readonly string[] = [
  ...[...Array(12).keys()].map((at) => String(at + 1)),
  '1.5',
  '2.25',
  '3.333333333333',
  '0.1',
  '0.3',
  '0.007',
  '0.000001',
  '100000',
  '0.00000000000000000000000000000000001',
]

type AmountOf = (unit: bigint) => bigint
const one: AmountOf = (unit) => unit
const minor = (amount: bigint) => (): bigint => amount

/** Of the first currency's unit: the first three meet each other. Then from one smallest unit to more than anybody has. */
const AMOUNTS: readonly AmountOf[] = [
  one,
  (unit) => 2n * unit,
  (unit) => 3n * unit,
  ...[1n, 3n, 7n, 99n, 1_001n, 12_345n, 10n ** 6n, 123_456_789n, 10n ** 18n + 1n, 10n ** 30n].map(minor),
]
