import { expect, it } from 'vitest'
import { Batcher } from './batcher.js'
import { Engine } from './engine.js'
import { memoryStorage } from './memory/store.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('what queues while a batch is processed is the next batch, at most so many', async () => {
  const batches: number[][] = []
  let release: () => void = () => undefined
  const batcher = new Batcher<number>(
    async (jobs) => {
      batches.push([...jobs])
      if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve))
      return jobs.length
    },
    100,
    4,
  )
  batcher.offer(0)
  await turn()
  for (let job = 1; job <= 6; job++) batcher.offer(job)
  expect(batcher.queued).toBe(6)
  release()
  await batcher.drained()
  expect(batches).toEqual([[0], [1, 2, 3, 4], [5, 6]])
})

it('tells how long the oldest job has waited, in whichever lane it is', async () => {
  const ticks: (() => void)[] = []
  let release: () => void = () => undefined
  const batcher = new Batcher<number>(() => new Promise((resolve) => (release = () => resolve(1))), 100, 1, {
    soon: (work) => void setImmediate(work),
    later(work) {
      ticks.push(work)
      return () => undefined
    },
    elapsed: () => 0,
  })
  expect(batcher.waitedMs).toBe(0)
  batcher.offer(0, { lane: 'a', weight: 1 })
  await turn()
  expect(batcher.waitedMs).toBe(0)
  batcher.offer(1, { lane: 'a', weight: 1 })
  for (let tick = 0; tick < 3; tick++) ticks.shift()?.()
  batcher.offer(2, { lane: 'b', weight: 1 })
  ticks.shift()?.()
  expect(batcher.waitedMs).toBe(4_000)
  // Those that are being committed wait too.
  release()
  await expect.poll(() => batcher.queued).toBe(1)
  expect(batcher.waitedMs).toBe(4_000)
  release()
  await expect.poll(() => batcher.queued).toBe(0)
  expect(batcher.waitedMs).toBe(1_000)
  release()
  await batcher.drained()
  expect(batcher.waitedMs).toBe(0)
})

it('is drained of what was offered before, however much goes on coming', async () => {
  const done: number[] = []
  let job = 0
  const batcher = new Batcher<number>(
    async (jobs) => {
      done.push(...jobs)
      // Whoever was answered asks again at once.
      if (job < 1_000) batcher.offer(++job)
      return jobs.length
    },
    100,
    4,
  )
  batcher.offer(++job)
  batcher.offer(++job)
  await batcher.drained()
  expect(done).toEqual([1, 2])
  await turn()
  await turn()
  expect(done.length).toBeGreaterThan(2)
})

it('a full queue refuses, and takes again once there is room', async () => {
  const batcher = new Batcher<number>(async (jobs) => jobs.length, 2, 10)
  expect([batcher.offer(1), batcher.offer(2), batcher.offer(3)]).toEqual([true, true, false])
  await batcher.drained()
  expect(batcher.offer(4)).toBe(true)
  await batcher.drained()
})

it('an engine that is closing takes no more, and finishes what it took', async () => {
  const engine = new Engine({ storage: memoryStorage() })
  const closing = engine.close()
  const late = engine.execute({
    caller: { tenant: 't', apiKey: 'k', network: 'testnet', plan: 'paid', frozen: false } as never,
    rule: { name: 'none', needs: () => [], decide: () => ({ accepted: true, output: null, changes: [] }) },
    command: null,
    price: () => 0,
    present: () => null,
    idempotency: null,
  })
  await expect(late).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  await closing
})
