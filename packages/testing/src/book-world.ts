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
  type PlacedEntry,
  Rejected,
  requestHash,
  type Storage,
  systemClock,
  verify,
} from '@tallystick/engine'
import { runTrade } from '@tallystick/operations'
import { expect } from 'vitest'
import { shared } from './contract/using.js'
import { everyPage } from './dump.js'
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

/** What a rule has decided, in the order in which units of work take effect: each decides while it holds its locks. */
type Decided =
  | { readonly order: BookOrder; readonly accepted: boolean }
  | { readonly cancelled: string; readonly accepted: boolean }

export class BookWorld {
  /** All on one ledger; the first one prepares it. */
  readonly engines: readonly Engine[]
  private readonly model = new BookModel(SCALES)
  private readonly accounts = new Map<string, AccountId>()
  /** One list for each unit of work; that of one that has failed is empty. */
  private readonly units: Decided[][] = []
  private readonly ids: TradeId[] = []
  private sent = 0

  private constructor(
    private readonly storages: readonly [Storage, ...Storage[]],
    private readonly funds: bigint,
    clock: Clock,
  ) {
    this.engines = storages.map((storage) => new Engine({ storage: this.heard(storage), clock }))
  }

  /** @param storages Of one ledger, which is empty. Each gets an engine. */
  static async open(
    storages: Storage | readonly [Storage, ...Storage[]],
    funds = 1_000_000n,
    clock = systemClock,
  ): Promise<BookWorld> {
    const world = new BookWorld('query' in storages ? [storages] : storages, funds, clock)
    const names = [...Array(ACCOUNTS).keys()].map((at) => `account${at}`)
    await Promise.all(
      Object.keys(SCALES).flatMap((currency) => [
        ...names.map((name, at) => world.account(currency, name, at < 4 ? `owner${at >> 1}` : null)),
        world.account(currency, 'fees', null),
      ]),
    )
    return world
  }

  get engine(): Engine {
    const [first = expect.fail('no engine')] = this.engines
    return first
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.close()))
  }

  /** Writes down what each unit of work decides. */
  private heard(storage: Storage): Storage {
    const transact: Storage['transact'] = async (keys, decide, patienceMs) => {
      let unit: Decided[] = []
      const hear: typeof decide = (view) => {
        // It may be run again.
        unit.length = 0
        unit = []
        this.units.push(unit)
        return decide(view)
      }
      try {
        return await storage.transact(keys, hear, patienceMs)
      } catch (error) {
        unit.length = 0
        throw error
      }
    }
    const close = () => storage.close()
    return { ...shared(storage), transact, close }
  }

  private decided(what: Decided): void {
    this.units.at(-1)?.push(what)
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

  /** Cancels an order that was sent before. */
  async cancelOne(pick: number): Promise<void> {
    const trade = this.ids[pick % Math.max(1, this.ids.length)]
    if (trade !== undefined) await this.cancel(trade)
  }

  /**
   * Sends orders and cancellations at the same time.
   *
   * @param repeats How often each order: a client retries with an idempotency key, at the next engine
   */
  async place(steps: readonly BookStep[], repeats = 1): Promise<void> {
    await Promise.all(
      steps.map((step) => (step.cancels ? this.cancelOne(step.pick) : this.one(step, repeats))),
    )
  }

  /** Of `account0` to `account5`, or `fees`. */
  accountOf(currency: string, name: string): AccountId {
    return this.accounts.get(`${currency} ${name}`) ?? expect.fail(`${currency} ${name}`)
  }

  private async one(step: BookStep, repeats: number): Promise<void> {
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
    const asked = [...Array(repeats).keys()].map((at) =>
      this.send(
        this.engines[(number + at) % this.engines.length] ?? this.engine,
        command,
        order,
        idempotency,
      ),
    )
    const answers = new Set(await Promise.all(asked))
    // Of what was refused no answer is stored: with another engine, it may succeed the second time.
    if (this.engines.length > 1) answers.delete(null)
    expect(answers.size, 'answers under one key').toBeLessThanOrEqual(1)
    for (const id of answers) if (id !== null) this.ids.push(id as TradeId)
  }

  private send(
    engine: Engine,
    command: PlaceTrade,
    order: BookOrder,
    idempotency: { readonly key: string; readonly requestHash: string } | null,
  ): Promise<string | null> {
    const rule: typeof placeTrade = {
      ...placeTrade,
      decide: (view, asked, env) => {
        const decision = placeTrade.decide(view, asked, env)
        if (!decision.accepted) this.decided({ order, accepted: false })
        else if (decision.output.id !== null)
          this.decided({ order: { ...order, name: decision.output.id }, accepted: true })
        return decision
      },
    }
    const terms = { caller: callerOf(BOOK_TENANT), idempotency }
    return ifAccepted(runTrade(engine, terms, rule, command, { base: 2, each: 2 }))
  }

  private async cancel(trade: TradeId): Promise<void> {
    const rule: typeof cancelTrade = {
      ...cancelTrade,
      decide: (view, asked, env) => {
        const decision = cancelTrade.decide(view, asked, env)
        if (!decision.accepted || !decision.output.more)
          this.decided({ cancelled: trade, accepted: decision.accepted })
        return decision
      },
    }
    const engine = this.engines[this.sent++ % this.engines.length] ?? this.engine
    const terms = { caller: callerOf(BOOK_TENANT), idempotency: null }
    await ifAccepted(runTrade(engine, terms, rule, { tenant: BOOK_TENANT, trade }, { base: 1, each: 0 }))
  }

  /**
   * The model plays the same in the order in which it took effect, and ends with the same answers, fills, balances and
   * open orders. The journal has the fills of each pair in the same order.
   */
  async compare(): Promise<number> {
    const { model, engine } = this
    const of = (name: string): bigint => model.balances.get(name) ?? 0n
    for (const one of this.units.splice(0).flat()) {
      if ('order' in one)
        expect(model.place(one.order), `whether ${JSON.stringify(one.order.name)} is accepted`).toBe(
          one.accepted,
        )
      else expect(model.cancel(one.cancelled), 'whether it is open').toBe(one.accepted)
    }
    const fills = await engine.query.list(FILLS)
    // Ids of several engines are in no order; two orders meet once.
    expect(
      fills
        .map(({ maker, taker, amount, quote, makerFee, takerFee }) => ({
          maker,
          taker,
          amount,
          quote,
          makerFee,
          takerFee,
        }))
        .sort(byNames),
    ).toEqual([...model.fills].sort(byNames))
    const meetings = new Map(
      fills.map(({ reference, maker, taker }) => [reference as string, `${maker} ${taker}`]),
    )
    const entries = await this.storages[0].audit((audit) =>
      everyPage(audit.entries.bind(audit), ({ position }: PlacedEntry) => position, 10_000),
    )
    const journal = new Set(entries.map(({ entry }) => meetings.get(entry.reference)))
    const pairOf = new Map(fills.map(({ maker, taker, pair }) => [`${maker} ${taker}`, pair]))
    for (const pair of BOOK_PAIRS) {
      const ofPair = (name: string | undefined) => name !== undefined && pairOf.get(name) === pair
      expect([...journal].filter(ofPair), pair).toEqual(
        model.fills.map(({ maker, taker }) => `${maker} ${taker}`).filter(ofPair),
      )
    }
    for (const [name, id] of this.accounts) {
      const { account } = (await engine.query.account(BOOK_TENANT, id)) ?? expect.fail(name)
      expect([account.balance, account.blocked], name).toEqual([of(id), model.blocked(id)])
      expect(available(account, undefined), name).toBeGreaterThanOrEqual(0n)
    }
    const open = await engine.query.list(TRADES, { where: { state: 'open' } })
    expect(
      open.map(({ id, amount, fill }) => ({ name: id as string, rest: amount - fill })).sort(byName),
    ).toEqual([...model.openOrders()].sort(byName))
    expect((await verify(this.storages[0])).discrepancies).toEqual([])
    return fills.length
  }
}

interface Named {
  readonly name: string
}
interface Met {
  readonly maker: string
  readonly taker: string
}
const byName = (one: Named, other: Named): number => (one.name < other.name ? -1 : 1)
const byNames = (one: Met, other: Met): number =>
  `${one.maker} ${one.taker}` < `${other.maker} ${other.taker}` ? -1 : 1

/** Null: it was refused. */
const ifAccepted = <Result>(call: Promise<Result>): Promise<Result | null> =>
  call.catch((error: unknown) => {
    if (error instanceof Rejected) return null
    throw error
  })

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
