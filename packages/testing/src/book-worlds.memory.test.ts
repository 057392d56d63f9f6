/** Many random orders on ten pairs, against the model: 100,000 of them in `npm run test:faults`. */
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { BookWorld } from './book-world.js'
import { chooseSeed, quickOrFull } from './replay.js'
import { seededRandom } from './seeded.js'

const WORLDS = quickOrFull(2, 50)
const ORDERS = quickOrFull(150, 2_000)
const START = Date.UTC(2030, 0, 15)
const seed = chooseSeed()

it('random orders on ten pairs make the fills, balances and open orders of the model', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(seed)
  const [any, few] = [() => random.below(1_000), () => random.below(3)]
  let fills = 0
  for (let number = 0; number < WORLDS; number++) {
    let now = START
    // Some have little, so that they cannot keep all that they promise.
    const world = await BookWorld.open(memoryStorage(), number % 2 === 0 ? undefined : 200n, {
      now: () => now,
    })
    for (let order = 0; order < ORDERS; order++) {
      now += random.below(2_000)
      if (random.below(50) === 0) await world.seal()
      if (random.below(8) === 0) await world.cancelOne(any())
      const step = {
        cancels: false,
        pair: any(),
        owner: any(),
        buys: random.below(2) === 0,
        fee: any(),
        pick: 0,
        future: random.below(4) === 0 ? 1 + few() : 0,
      }
      // Few prices and amounts, so that orders meet; sometimes any.
      const [price, amount] = random.below(7) === 0 ? [any(), any()] : [few(), few()]
      await world.place([{ ...step, price, amount }])
    }
    // All that is left is due, and then nothing of futures is left.
    now += 1_000_000
    await world.seal()
    fills += await world.compare()
    await world.close()
  }
  console.info(`${WORLDS * ORDERS} orders, ${fills} fills: FC_SEED=${seed}`)
  expect(fills).toBeGreaterThan((WORLDS * ORDERS) / 10)
})
