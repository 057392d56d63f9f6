/** Futures on any storage: two processes settle them at the same time, each once, and the books stay right. */
import {
  AGREEMENTS,
  type Decimal,
  deactivateAccount,
  type FutureTerms,
  placeTrade,
  TRADES,
  type TradeType,
} from '@tallystick/core'
import { Engine, Rejected, type Storage, verify } from '@tallystick/engine'
import { Futures, runTrade } from '@tallystick/operations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BOOK_TENANT, BookWorld } from './book-world.js'
import { callerOf } from './labels.js'
import { check, chooseSeed } from './replay.js'

const HOUR = 3_600_000
const percent = fc.constantFrom('0', '22', '45.5', '100').map((text) => text as Decimal)

const step = fc.record({
  type: fc.constantFrom<TradeType>('FUTURE_BUY', 'FUTURE_SELL', 'BUY', 'SELL'),
  price: fc.constantFrom('1', '1', '2', '0.333'),
  amount: fc.constantFrom('1', '3', '70', '0.00000001'),
  account: fc.nat(5),
  fee: fc.boolean(),
  later: fc.boolean(),
})

/** Places an order of BTC/ETH. */
const place = (
  world: BookWorld,
  order: {
    readonly type: TradeType
    readonly price: string
    readonly amount: string
    readonly account: number
    readonly fee: boolean
    readonly terms: FutureTerms | null
  },
) => {
  const { account, fee, ...rest } = order
  return runTrade(
    world.engine,
    { caller: callerOf(BOOK_TENANT), idempotency: null },
    placeTrade,
    {
      tenant: BOOK_TENANT,
      pair: 'BTC/ETH',
      account1: world.accountOf('BTC', `account${account}`),
      account2: world.accountOf('ETH', `account${account}`),
      fee: fee ? '1' : null,
      feeAccount: fee ? world.accountOf(order.type.endsWith('BUY') ? 'ETH' : 'BTC', 'fees') : null,
      ...rest,
    },
    { base: 0, each: 0 },
  )
}

/** Registers the test. @param funds What each account has: little enough for some to be short at the end */
export function futures(name: string, open: () => Storage | Promise<Storage>, runs: number): void {
  const seed = chooseSeed()
  it(`futures on ${name} are settled once, whoever settles them, and nothing stays blocked`, () =>
    check(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 25 }),
        percent,
        percent,
        async (steps, block, penalty) => {
          const storage = await open()
          let now = Date.now()
          const clock = { now: () => now }
          const world = await BookWorld.open(storage, 100n, clock)
          const other = new Engine({ storage, clock })
          const due = now + HOUR
          for (const { type, price, amount, account, fee, later } of steps) {
            const terms: FutureTerms = {
              sealDate: later ? due + HOUR : due,
              percentBlock: block,
              percentPenalty: penalty,
            }
            const placed = place(world, {
              ...{ type, price, amount, account, fee },
              terms: type.startsWith('FUTURE') ? terms : null,
            })
            // Some are refused, because the account has not enough.
            await placed.catch(() => null)
          }
          expect((await verify(storage)).discrepancies).toEqual([])
          const agreements = await storage.query.list(AGREEMENTS)
          const workers = [world.engine, other].map((engine) => new Futures(engine))
          const settle = async () => {
            const done = await Promise.all([...workers, ...workers].map((worker) => worker.settle()))
            return done.reduce((sum, { settled }) => sum + settled, 0)
          }
          expect(await settle()).toBe(0)
          now = due
          const first = agreements.filter(({ terms }) => terms.sealDate === due).length
          expect(await settle()).toBe(first)
          expect((await verify(storage)).discrepancies).toEqual([])
          now = due + HOUR
          expect(await settle()).toBe(agreements.length - first)
          // Set back, and on again.
          now = due
          expect(await settle()).toBe(0)
          const left = await storage.query.list(TRADES, { where: { state: { not: 'ended' } } })
          expect(left.filter(({ terms }) => terms !== null)).toEqual([])
          const settled = await storage.query.list(AGREEMENTS)
          expect(settled.filter(({ state }) => state === 'open')).toEqual([])
          expect((await verify(storage)).discrepancies).toEqual([])
          await other.close()
        },
      ),
      { seed, runs },
    ))

  it(`what settles futures on ${name} is the newest in the journal, whatever was exchanged since they were agreed on`, async () => {
    const storage = await open()
    let now = Date.now()
    const world = await BookWorld.open(storage, 100n, { now: () => now })
    const meet = async (kind: 'FUTURE_' | '', terms: FutureTerms | null) => {
      const order = { price: '1', amount: '1', fee: false, terms }
      await place(world, { ...order, type: `${kind}SELL`, account: 4 })
      await place(world, { ...order, type: `${kind}BUY`, account: 5 })
    }
    const none = '0' as Decimal
    await meet('FUTURE_', { sealDate: now + HOUR, percentBlock: none, percentPenalty: none })
    await meet('', null)
    now += HOUR
    expect(await new Futures(world.engine).settle()).toMatchObject({ settled: 1 })
    const [{ reference } = expect.fail('no agreement')] = await storage.query.list(AGREEMENTS)
    const journal = await storage.query.journal(BOOK_TENANT, {}, 4)
    expect(journal.map(({ entry }) => [entry.operation, entry.reference === reference])).toEqual([
      ...[true, true, false, false].map((settled) => ['EXCHANGE', settled]),
    ])
    await world.close()
  })

  it(`an account on ${name} is not deactivated before its orders are over, open or matched`, async () => {
    let now = Date.now()
    const world = await BookWorld.open(await open(), 100n, { now: () => now })
    const deactivation = (account: number): Promise<string> =>
      world.engine
        .execute({
          caller: callerOf(BOOK_TENANT),
          rule: deactivateAccount,
          command: { tenant: BOOK_TENANT, account: world.accountOf('BTC', `account${account}`) },
          price: () => 0,
          present: () => 'deactivated',
          idempotency: null,
        })
        .catch((error: unknown) => (error instanceof Rejected ? error.code : 'another error'))
    const terms: FutureTerms = {
      sealDate: now + HOUR,
      percentBlock: '0' as Decimal,
      percentPenalty: '0' as Decimal,
    }
    const order = { price: '1', amount: '3', fee: false, terms }
    // Each has coins, so what stands in the way is the balance, unless it is an order.
    const [free, busy] = ['account.balance.non.zero', 'account.trade.non.zero']
    expect(await deactivation(4)).toBe(free)
    await place(world, { ...order, type: 'FUTURE_SELL', account: 4 })
    expect([await deactivation(4), await deactivation(5)]).toEqual([busy, free])
    await place(world, { ...order, type: 'FUTURE_BUY', account: 5 })
    expect([await deactivation(4), await deactivation(5)]).toEqual([busy, busy])
    now += HOUR
    expect(await new Futures(world.engine).settle()).toMatchObject({ settled: 1 })
    expect([await deactivation(4), await deactivation(5)]).toEqual([free, free])
  })
}
