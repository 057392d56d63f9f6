/** `kill -9` of the real service: what it answered over HTTP holds, and a repeated call is the same call. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Workplace } from '@tallystick/harness'
import { chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Payers } from './payers.fixture.js'

const KILLS = quickOrFull(3, 10)
const CLIENTS = 40
const seed = chooseSeed()

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

it('keeps what it answered, and does nothing twice', { timeout: 120_000 }, async () => {
  console.info(`kill -9 of the service: FC_SEED=${seed}`)
  const random = seededRandom(seed)
  const file = place.path('service.db')
  const args = ['--database', file]
  const key = 'key-of-the-clients-of-this-test'
  const env = { TALLYSTICK_API_KEY: key }
  let serving = await place.serve(args, env)
  const payers = await Payers.of(serving.url, key)
  for (let round = 0; round < KILLS; round++) {
    const end = payers.pay(serving.url, CLIENTS, String(round))
    await sleep(60 + random.below(200))
    serving.signal('SIGKILL')
    await serving.ended
    await end()
    serving = await place.serve(args, env)
    await payers.repeat(serving.url, [...payers.unanswered, ...[...payers.sent.keys()].slice(-50)])
  }
  serving.signal('SIGKILL')
  await serving.ended

  const { acknowledged, lost, doubled, discrepancies } = await payers.compareWith(file)
  console.info(
    `kill -9 of the service: ${KILLS} kills, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${discrepancies.length} discrepancies`,
  )
  expect({ lost, doubled, discrepancies }).toEqual({ lost: 0, doubled: 0, discrepancies: [] })
})
