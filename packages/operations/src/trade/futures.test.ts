/** Futures are settled by themselves, as soon as they are due. */
import { AGREEMENTS } from '@tallystick/core'
import { expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger, START } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'

const HOUR = 3_600_000

/** Timers that fire when they are told to. */
class Timers {
  readonly waiting = new Map<() => void, number>()

  readonly scheduler = {
    soon: (run: () => void) => void setImmediate(run),
    later: (run: () => void, ms: number) => {
      this.waiting.set(run, ms)
      return () => void this.waiting.delete(run)
    },
    elapsed: () => performance.now(),
  }

  fire(): void {
    for (const run of [...this.waiting.keys()]) if (this.waiting.delete(run)) run()
  }
}

async function agreed(ledger: Tallystick) {
  const account = async (externalId: string) => {
    const { id } = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
    await deposit(ledger, id, '100', { currency: 'EUR' })
    return { currency1AccountId: await fundedAccount(ledger, '1', externalId), currency2AccountId: id }
  }
  const [seller, buyer] = [await account('seller'), await account('buyer')]
  const order = { price: '100', amount: '1', pair: 'BTC/EUR', attr: { sealDate: START + HOUR } }
  await ledger.createFutureTrade({ type: 'FUTURE_SELL', ...order, ...seller })
  const { id } = await ledger.createFutureTrade({ type: 'FUTURE_BUY', ...order, ...buyer })
  return { id, seller }
}

const settledOf = async (ledger: Tallystick) =>
  (await ledger.engine.query.list(AGREEMENTS)).filter(({ state }) => state === 'settled').length

it('the process that has placed a future settles it at its seal date, and not before', async () => {
  const timers = new Timers()
  const { ledger, pass } = openLedger({ scheduler: timers.scheduler })
  const { id, seller } = await agreed(ledger)
  expect(await ledger.getMatchedTrades({ pageSize: 50, type: 'FUTURE_BUY' })).toMatchObject([{ id }])
  pass(HOUR - 1)
  timers.fire()
  // It waits for what is due next, and for no longer.
  await expect.poll(() => [...timers.waiting.values()]).toContain(50)
  expect(await settledOf(ledger)).toBe(0)
  pass(1)
  timers.fire()
  await expect.poll(() => settledOf(ledger)).toBe(1)
  expect(await ledger.getMatchedTrades({ pageSize: 50 })).toEqual([])
  expect(await ledger.getHistoricalTradesBody({ types: ['FUTURE_BUY'] })).toMatchObject([{ id, fill: '1' }])
  expect(await ledger.getAccountBalance({ id: seller.currency2AccountId })).toMatchObject({
    accountBalance: '200',
  })
  await ledger.close()
})

it('another process settles what it finds, from its start if it is told to', async () => {
  const first = openLedger()
  await agreed(first.ledger)
  const timers = new Timers()
  const clock = { now: () => START + HOUR }
  const { ledger } = openLedger({
    storage: first.storage,
    scheduler: timers.scheduler,
    clock,
    futures: true,
  })
  timers.fire()
  await expect.poll(() => settledOf(ledger)).toBe(1)
  expect(await ledger.futures.settle()).toEqual({ settled: 0, expired: 0 })
  expect((await ledger.verify()).discrepancies).toEqual([])
  await ledger.close()
})
