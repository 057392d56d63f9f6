/** Many random orders on ten pairs, against the model: 100,000 of them in `npm run test:faults`. */
import { memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { BookWorld } from './book-world.js'
import { chooseSeed, quickOrFull } from './replay.js'
import { seededRandom } from './seeded.js'

const WORLDS = quickOrFull(2, 50)
const ORDERS = quickOrFull(150, 2_000)
const seed = chooseSeed()

it('random orders on ten pairs make the fills, balances and open orders of the model', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(seed)
  const [any, few] = [() => random.below(1_000), () => random.below(3)]
  let fills = 0
  for (let number = 0; number < WORLDS; number++) {
    const world = await BookWorld.open(memoryStorage())
    for (let order = 0; order < ORDERS; order++) {
      if (random.below(8) === 0) await world.cancelOne(any())
      const step = {
        cancels: false,
        pair: any(),
        owner: any(),
        buys: random.below(2) === 0,
        fee: any(),
        pick: 0,
      }
      // Few prices and amounts, so that orders meet; sometimes any.
      const [price, amount] = random.below(7) === 0 ? [any(), any()] : [few(), few()]
      await world.place([{ ...step, price, amount }])
    }
    fills += await world.compare()
    await world.engine.close()
  }
  console.info(`${WORLDS * ORDERS} orders, ${fills} fills: FC_SEED=${seed}`)
  expect(fills).toBeGreaterThan((WORLDS * ORDERS) / 10)
})
