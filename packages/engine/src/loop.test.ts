import { expect, it } from 'vitest'
import { Loop } from './loop.js'
import { Hand } from './time.fixture.js'

/** A loop whose rounds note when they begin, and last until they are let go. */
function looping(pauseMs = 1_000) {
  const hand = new Hand()
  const begun: number[] = []
  let release: () => void = () => undefined
  let held: Promise<void> = Promise.resolve()
  const loop = new Loop(hand, async () => {
    begun.push(hand.now)
    await held
    return pauseMs
  })
  const hold = (): void => {
    held = new Promise((resolve) => {
      release = resolve
    })
  }
  return { hand, begun, loop, hold, release: () => release() }
}

it('repeats its rounds, each after the pause that the one before has named', async () => {
  const { hand, begun, loop } = looping()
  loop.start(500)
  await hand.pass(2_600)
  expect(begun).toEqual([500, 1_500, 2_500])
})

it('begins at once without a time, and a second start changes nothing', async () => {
  const { hand, begun, loop } = looping()
  loop.start()
  loop.start()
  await hand.pass(1_100)
  expect(begun).toHaveLength(2)
})

it('has one round at a time', async () => {
  const { hand, begun, loop, hold, release } = looping()
  hold()
  loop.start(100)
  await hand.pass(5_000)
  expect(begun).toEqual([100])
  release()
  await hand.pass(1_100)
  expect(begun).toHaveLength(2)
})

it.each([
  ['before the turn in which it was to begin', undefined, 0, 0],
  ['before its first round', 500, 0, 0],
  ['between two rounds', 500, 600, 1],
] as const)('stopped %s, it begins no more', async (_when, inMs, ms, rounds) => {
  const { hand, begun, loop } = looping()
  loop.start(inMs)
  await hand.pass(ms)
  await loop.stop()
  await hand.pass(5_000)
  expect(loop.isStopped).toBe(true)
  expect(begun).toHaveLength(rounds)
})

it('is stopped once the round under way has ended', async () => {
  const { hand, begun, loop, hold, release } = looping()
  hold()
  loop.start(100)
  await hand.pass(200)
  let ended = false
  const stopping = loop.stop().then(() => {
    ended = true
  })
  await hand.pass(200)
  expect([loop.isStopped, ended]).toEqual([true, false])
  release()
  await stopping
  await hand.pass(5_000)
  expect(begun).toEqual([100])
})
