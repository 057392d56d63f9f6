/** What must hold of the order book on any storage, compared with the model of `model/book.ts`. */
import type { Storage } from '@tallystick/engine'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { BookStep } from './book-steps.js'
import { BookWorld } from './book-world.js'
import type { OpenStorage } from './contract/using.js'
import { check, chooseSeed } from './replay.js'

const number = fc.nat(1_000)
/** Few prices and amounts, so that orders meet, and often several of one price; sometimes any. */
const common = fc.oneof({ weight: 6, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: number })
const step: fc.Arbitrary<BookStep> = fc.record({
  cancels: fc.integer({ min: 0, max: 7 }).map((dice) => dice === 0),
  pair: fc.integer({ min: 0, max: 4 }).map((dice) => (dice === 0 ? 1 : 0)),
  owner: number,
  buys: fc.boolean(),
  price: common,
  amount: common,
  fee: number,
  pick: number,
  future: fc.integer({ min: -6, max: 2 }).map((dice) => Math.max(0, dice)),
})

/**
 * Registers the suite. Call it at the top of a test file.
 *
 * @param second Opens once more what was opened last, as another process would
 */
export function orderBookProperties(
  name: string,
  open: OpenStorage,
  runs: number,
  second?: () => Promise<Storage>,
): void {
  const seed = chooseSeed()
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 })
  describe(`the order book on ${name}`, () => {
    it('makes the fills of the model, with its balances and open orders', () =>
      check(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 40 }), async (steps) => {
          const world = await BookWorld.open(await open())
          for (const one of steps) await (one.cancels ? world.cancelOne(one.pick) : world.place([one]))
          await world.compare()
          await world.close()
        }),
        { seed, runs },
      ))

    it('orders at the same time, each sent twice with its key, are as if one came after the other', () =>
      check(
        fc.asyncProperty(rounds, async (rounds) => {
          const world = await BookWorld.open(await open())
          for (const steps of rounds) await world.place(steps, 2)
          await world.compare()
          await world.close()
        }),
        { seed, runs },
      ))

    // One in memory has no second process.
    it.runIf(second !== undefined)(
      'two engines that place and cancel at the same time, each order sent to both, are as if one call came after the other',
      () =>
        check(
          fc.asyncProperty(rounds, async (rounds) => {
            const world = await BookWorld.open([await open(), await (second as () => Promise<Storage>)()])
            for (const steps of rounds) await world.place(steps, 2)
            await world.compare()
            await world.close()
          }),
          { seed, runs },
        ),
    )
  })
}
