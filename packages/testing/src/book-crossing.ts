/** One order that takes thousands: other pairs are answered meanwhile, and another engine can finish it. */
import { FILLS, PAIRS, type PlaceTrade, placeTrade, TRADES } from '@tallystick/core'
import { type Storage, verify } from '@tallystick/engine'
import { runTrade } from '@tallystick/operations'
import { expect, it } from 'vitest'
import { BOOK_TENANT, BookWorld } from './book-world.js'
import { callerOf } from './labels.js'

/** Registers the test. */
export function crossing(name: string, open: () => Storage | Promise<Storage>, waiting: number): void {
  it(`an order that takes ${waiting} on ${name} holds no other pair up, and is finished by whoever comes next`, async () => {
    const storage = await open()
    const world = await BookWorld.open(storage)
    const caller = callerOf(BOOK_TENANT)
    const sell = (pair: string, account: string): PlaceTrade => {
      const [first = '', second = ''] = pair.split('/')
      return {
        tenant: BOOK_TENANT,
        type: 'SELL',
        pair,
        price: '100',
        amount: '0.0001',
        account1: world.accountOf(first, account),
        account2: world.accountOf(second, account),
        fee: null,
        feeAccount: null,
        terms: null,
      }
    }
    const orders = [...Array(waiting).keys()]
    const terms = { caller, idempotency: null }
    for (let from = 0; from < waiting; from += 500) {
      const some = orders.slice(from, from + 500)
      await Promise.all(
        some.map(() =>
          runTrade(world.engine, terms, placeTrade, sell('BTC/EUR', 'account4'), { base: 0, each: 0 }),
        ),
      )
    }
    const taker = { ...sell('BTC/EUR', 'account5'), type: 'BUY' as const, amount: String(waiting / 10_000) }
    // The first unit of work only: as if the process had died after it.
    const first = await world.engine.execute({
      caller,
      rule: placeTrade,
      command: taker,
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
    expect(first.isMatching).toBe(true)
    expect(first.count).toBeLessThanOrEqual(64)
    expect((await storage.query.list(PAIRS, { where: { pair: 'BTC/EUR' } }))[0]?.matching).toBe(first.id)
    expect((await verify(storage)).discrepancies).toEqual([])
    // The next call of the pair finishes it; a call of another pair is answered long before.
    const done: string[] = []
    const next = runTrade(world.engine, terms, placeTrade, sell('BTC/EUR', 'account4'), { base: 0, each: 0 })
    const other = runTrade(world.engine, terms, placeTrade, sell('XRP/EUR', 'account4'), { base: 0, each: 0 })
    await Promise.all([
      next.then(() => done.push('the same pair')),
      other.then(() => done.push('another pair')),
    ])
    expect(done).toEqual(['another pair', 'the same pair'])
    expect(await storage.query.count(FILLS)).toBe(waiting)
    const [trade] = await storage.query.list(TRADES, { where: { type: 'BUY' } })
    expect([trade?.ended, trade?.blocked]).toEqual(['filled', 0n])
    expect((await verify(storage)).discrepancies).toEqual([])
    await world.engine.close()
  }, 120_000)
}
