/** Gives an engine the same orders as the model of the book, and compares what became of them. */
import {
  type AccountId,
  AGREEMENTS,
  type Agreement,
  available,
  cancelTrade,
  type Decimal,
  expireTrade,
  FILLS,
  openAccount,
  type PlaceTrade,
  placeTrade,
  type Rule,
  recordDeposit,
  settleAgreement,
  type TenantId,
  type Timestamp,
  TRADES,
  type TradeId,
} from '@tallystick/core'
import {
  type Clock,
  Engine,
  type Idempotency,
  idempotencyOf,
  type PlacedEntry,
  Rejected,
  type Storage,
  systemClock,
  verify,
} from '@tallystick/engine'
import { runTrade } from '@tallystick/operations'
import { expect } from 'vitest'
import { Heard } from './book-heard.js'
import {
  AMOUNTS,
  BOOK_PAIRS,
  type BookStep,
  FEES,
  one,
  PRICES,
  SCALES,
  SEALED_EVERY,
  TERMS,
} from './book-steps.js'
import { everyPage } from './dump.js'
import { callerOf } from './labels.js'
import { BookModel } from './model/book.js'
import type { BookOrder } from './model/book-order.js'
import { Purse } from './model/purse.js'

export const BOOK_TENANT = 'book' as TenantId

/** Owners 0 and 1 are customers with two accounts of each currency; the others have accounts without a customer. */
const ACCOUNTS = 6

export class BookWorld {
  /** All on one ledger; the first one prepares it. */
  readonly engines: readonly Engine[]
  private readonly purse = new Purse()
  private readonly model = new BookModel(this.purse)
  private readonly accounts = new Map<string, AccountId>()
  private readonly heard = new Heard()
  private readonly ids: TradeId[] = []
  private sent = 0

  private constructor(
    private readonly storages: readonly [Storage, ...Storage[]],
    private readonly funds: bigint,
    private readonly clock: Clock,
  ) {
    this.engines = storages.map((storage) => new Engine({ storage: this.heard.on(storage), clock }))
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
    this.purse.fund(id, this.funds * 10n ** BigInt(SCALES[currency] ?? 0))
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
      scale1: SCALES[first] ?? 0,
      scale2: SCALES[second] ?? 0,
      side: step.buys ? 'BUY' : 'SELL',
      price: PRICES[step.price % PRICES.length] ?? '1',
      amount: (AMOUNTS[step.amount % AMOUNTS.length] ?? one)(10n ** BigInt(SCALES[first] ?? 0)),
      account1: this.accountOf(first, name),
      account2: this.accountOf(second, name),
      owners: [at < 4 ? `owner${at >> 1}` : name],
      fee,
      feeAccount: fee === null ? null : this.accountOf(step.buys ? second : first, 'fees'),
      terms: this.termsOf(step.future ?? 0),
    }
    const { text, pad } = { text: String(order.amount), pad: SCALES[first] ?? 0 }
    const digits = text.padStart(pad + 1, '0')
    const command: PlaceTrade = {
      tenant: BOOK_TENANT,
      type: order.terms === null ? order.side : `FUTURE_${order.side}`,
      pair,
      price: order.price,
      amount: pad === 0 ? text : `${digits.slice(0, -pad)}.${digits.slice(-pad)}`,
      account1: order.account1 as AccountId,
      account2: order.account2 as AccountId,
      fee,
      feeAccount: order.feeAccount as AccountId | null,
      terms: order.terms && {
        sealDate: order.terms.sealDate as Timestamp,
        percentBlock: order.terms.block as Decimal,
        percentPenalty: order.terms.penalty as Decimal,
      },
    }
    const idempotency = repeats === 1 ? null : idempotencyOf(BOOK_TENANT, `order-${number}`, 'trade', command)
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
    idempotency: Idempotency | null,
  ): Promise<string | null> {
    const rule: typeof placeTrade = {
      ...placeTrade,
      decide: (view, asked, env) => {
        const decision = placeTrade.decide(view, asked, env)
        const { now } = env
        if (!decision.accepted) this.heard.decided({ now, order, accepted: false })
        else if (decision.output.id !== null)
          this.heard.decided({ now, order: { ...order, name: decision.output.id }, accepted: true })
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
        if (!decision.accepted || !decision.output.mustRepeat)
          this.heard.decided({ now: env.now, cancelled: trade, accepted: decision.accepted })
        return decision
      },
    }
    const engine = this.engines[this.sent++ % this.engines.length] ?? this.engine
    const terms = { caller: callerOf(BOOK_TENANT), idempotency: null }
    await ifAccepted(runTrade(engine, terms, rule, { tenant: BOOK_TENANT, trade }, { base: 1, each: 0 }))
  }

  private termsOf(future: number): BookOrder['terms'] {
    const [block, penalty] = TERMS[(future - 1) % TERMS.length] ?? []
    if (block === undefined || penalty === undefined) return null
    return { sealDate: (Math.ceil(this.clock.now() / SEALED_EVERY) + 1) * SEALED_EVERY, block, penalty }
  }

  /** Does what a worker does with futures that are due. */
  async seal(): Promise<void> {
    const { query } = this.engine
    const where = { due: { to: this.clock.now() } }
    const tenant = BOOK_TENANT
    for (const { id } of await query.list(TRADES, { where }))
      await this.sealed(expireTrade, { tenant, trade: id }, ({ count }) => ({
        expired: id,
        accepted: count > 0,
      }))
    for (const { id, maker, taker } of await query.list(AGREEMENTS, { where }))
      await this.sealed(settleAgreement, { tenant, agreement: id }, (accepted) => ({
        ...{ settled: `${maker}+${taker}`, accepted },
      }))
  }

  private sealed<Command, Output>(
    rule: Rule<Command, Output>,
    command: Command,
    meaning: (
      output: Output,
    ) => Readonly<{ accepted: boolean } & ({ expired: string } | { settled: string })>,
  ): Promise<unknown> {
    return this.engine.execute({
      caller: callerOf(BOOK_TENANT),
      rule: {
        ...rule,
        decide: (view, asked, env) => {
          const decision = rule.decide(view, asked, env)
          if (decision.accepted) this.heard.decided({ now: env.now, ...meaning(decision.output) })
          return decision
        },
      },
      command,
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
  }

  /**
   * The model plays the same in the order in which it took effect, and ends with the same answers, fills, balances and
   * open orders. The journal has the fills of each account in the same order; units of work without a common account are in
   * no order there.
   */
  async compare(): Promise<number> {
    const { model, engine } = this
    for (const one of this.heard.take()) {
      const { now } = one
      if ('order' in one)
        expect(model.place(one.order, now), `whether ${JSON.stringify(one.order.name)} is accepted`).toBe(
          one.accepted,
        )
      else if ('cancelled' in one)
        expect(model.cancel(one.cancelled), 'whether it is open').toBe(one.accepted)
      else if ('expired' in one)
        expect(model.expire(one.expired, now), 'whether it expires').toBe(one.accepted)
      else expect(model.settleAgreement(one.settled, now) !== null, 'whether it is due').toBe(one.accepted)
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
    const histories = new Map<AccountId, Set<string>>()
    for (const { entry } of entries) {
      const meeting = meetings.get(entry.reference)
      if (meeting === undefined) continue
      for (const { account } of [entry.debit, entry.credit])
        histories.set(account, (histories.get(account) ?? new Set()).add(meeting))
    }
    for (const [account, history] of histories) {
      const played = model.fills.map(({ maker, taker }) => `${maker} ${taker}`)
      expect([...history], account).toEqual(played.filter((meeting) => history.has(meeting)))
    }
    for (const [name, id] of this.accounts) {
      const { account } = (await engine.query.account(BOOK_TENANT, id)) ?? expect.fail(name)
      expect([account.balance, account.blocked], name).toEqual([this.purse.balance(id), this.purse.held(id)])
      // A future may block less than it costs.
      expect(available(account, undefined), name).toBeGreaterThanOrEqual(0n)
    }
    const open = await engine.query.list(TRADES, { where: { state: 'open' } })
    expect(
      open.map(({ id, amount, fill }) => ({ name: id as string, rest: amount - fill })).sort(byName),
    ).toEqual([...model.openOrders()].sort(byName))
    const agreements = await engine.query.list(AGREEMENTS)
    expect(
      agreements
        .map((one) => [`${one.maker}+${one.taker}`, one.amount, one.quote, one.state, movedBy(one)])
        .sort(),
    ).toEqual(
      [...model.agreements]
        .map(([name, { amount, quote, state, moved }]) => [name, amount, quote, state, moved.join()])
        .sort(),
    )
    expect((await verify(this.storages[0])).discrepancies).toEqual([])
    return fills.length
  }
}

const movedBy = ({ sold, paid, penalty1, penalty2, charged1, charged2 }: Agreement): string =>
  [sold, paid, penalty1, penalty2, charged1, charged2].join()

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
