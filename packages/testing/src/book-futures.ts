/** Futures on any storage: two processes settle them at the same time, each once, and the books stay right. */
import {
  AGREEMENTS,
  type Decimal,
  type FutureTerms,
  placeTrade,
  TRADES,
  type TradeType,
} from '@tallystick/core'
import { Engine, type Storage, verify } from '@tallystick/engine'
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
            const placed = runTrade(
              world.engine,
              { caller: callerOf(BOOK_TENANT), idempotency: null },
              placeTrade,
              {
                tenant: BOOK_TENANT,
                ...{ type, price, amount, pair: 'BTC/ETH' },
                account1: world.accountOf('BTC', `account${account}`),
                account2: world.accountOf('ETH', `account${account}`),
                fee: fee ? '1' : null,
                feeAccount: fee ? world.accountOf(type.endsWith('BUY') ? 'ETH' : 'BTC', 'fees') : null,
                terms: type.startsWith('FUTURE') ? terms : null,
              },
              { base: 0, each: 0 },
            )
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
}
