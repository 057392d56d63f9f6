/** Tenants beside each other: one that asks for too much makes itself wait, and is turned away first. */
import type { Change, Key, View } from '@tallystick/core'
import { expect, it } from 'vitest'
import { Batcher } from './batcher.js'
import { Engine } from './engine.js'
import { Fault, Rejected } from './faults.js'
import { Lanes } from './lanes.js'
import { memoryStorage } from './memory/store.js'
import type { Storage } from './ports/storage.js'
import { Hand } from './time.fixture.js'
import { Turns } from './turns.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('lanes are served in turn, each in its order', () => {
  const lanes = new Lanes<string>(100)
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) lanes.offer(item.slice(0, 1), item, 0)
  const taken = Array.from({ length: 7 }, () => lanes.take()?.item)
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
  expect([lanes.size, lanes.take(), lanes.next]).toEqual([0, undefined, undefined])
})

it('one lane never takes the room that others need: the noisy one is refused, whoever comes is not', () => {
  const lanes = new Lanes<number>(90)
  let noisy = 0
  while (lanes.offer('noisy', noisy, 0)) noisy++
  expect(noisy).toBe(80)
  for (const other of ['b', 'c', 'd']) expect(lanes.offer(other, 0, 0)).toBe(true)
  expect(lanes.offer('noisy', 0, 0)).toBe(false)
})

it('what is too old is taken from every lane', () => {
  const lanes = new Lanes<string>(100)
  for (const time of [1, 2, 3]) for (const key of ['a', 'b']) lanes.offer(key, `${key}${time}`, time)
  expect(lanes.takeOlder(3)).toEqual(['a1', 'a2', 'b1', 'b2'])
  expect([lanes.take()?.item, lanes.take()?.item, lanes.size]).toEqual(['a3', 'b3', 0])
})

it("a tenant with thousands of calls queued does not delay another's: it is in the next batch", async () => {
  const batches: string[][] = []
  const batcher = new Batcher<string>(
    async (jobs) => {
      batches.push([...jobs])
      return jobs.length
    },
    16_384,
    100,
  )
  for (let job = 0; job < 5_000; job++) batcher.offer('noisy', { lane: 'noisy', weight: 3 })
  batcher.offer('quiet', { lane: 'quiet', weight: 3 })
  await batcher.drained()
  expect(batches[0]).toContain('quiet')
  expect(batches).toHaveLength(51)
})

it('a batch is bounded by what its calls load, not only by their number', async () => {
  const batches: number[] = []
  const batcher = new Batcher<number>(
    async (jobs) => {
      batches.push(jobs.length)
      return jobs.length
    },
    100,
    10,
  )
  for (const weight of [15, 15, 15, 100, 1, 1]) batcher.offer(weight, { lane: '', weight })
  await batcher.drained()
  expect(batches).toEqual([2, 1, 1, 2])
})

it('what a batch had no room for comes first of its tenant in the next one, beside what others have asked since', async () => {
  const batches: string[][] = []
  const batcher = new Batcher<string>(
    async (jobs) => {
      batches.push([...jobs])
      if (batches.length === 1) batcher.offer('quiet', { lane: 'quiet', weight: 1 })
      return 1
    },
    100,
    10,
  )
  for (const job of ['a', 'b', 'c', 'd']) batcher.offer(job, { lane: 'noisy', weight: 1 })
  batcher.offer('other', { lane: 'other', weight: 1 })
  await expect.poll(() => batches.map(([first]) => first)).toEqual(['a', 'other', 'b', 'quiet', 'c', 'd'])
  expect(batches.at(-1)).toEqual(['d'])
})

it('what calls have brought counts for the next batch of their tenant', async () => {
  const batches: string[][] = []
  const heavy = new Map<string, number>()
  const batcher = new Batcher<string>(
    async (jobs) => {
      batches.push([...jobs])
      heavy.set('noisy', 14)
      return jobs.length
    },
    100,
    10,
    undefined,
    undefined,
    (lane) => heavy.get(lane) ?? 0,
  )
  for (let job = 0; job < 14; job++) batcher.offer('noisy', { lane: 'noisy', weight: 1 })
  batcher.offer('quiet', { lane: 'quiet', weight: 1 })
  await batcher.drained()
  expect(batches.map(({ length }) => length)).toEqual([10, 2, 2, 1])
})

it('calls that are put back, batch for batch, are refused after 13 s, and seen to wait', async () => {
  const time = new Hand()
  const refused: number[] = []
  const seen: number[] = []
  const batcher = new Batcher<number>(
    () => new Promise((resolve) => time.later(() => resolve(1), 400)),
    100,
    100,
    time,
    () => refused.push(time.now),
  )
  const begun = time.now
  for (let job = 0; job < 45; job++) batcher.offer(job, { lane: '', weight: 1 })
  const drained = batcher.drained()
  for (let step = 0; step < 200; step++) {
    await time.pass(100)
    seen.push(batcher.waitedMs)
  }
  await drained
  expect(refused.length).toBeGreaterThan(5)
  expect(Math.max(...refused) - begun).toBeLessThanOrEqual(13_500)
  expect(Math.max(...seen)).toBeGreaterThanOrEqual(12_000)
  expect(seen.at(-1)).toBe(0)
})

it('in an outage every call is answered within 15 s, those that wait behind others too', async () => {
  const time = new Hand()
  const inner = memoryStorage()
  const storage: Storage = {
    ...inner,
    transact: <Result>(_keys: readonly Key[], _decide: (view: View) => Result, patienceMs = 15_000) =>
      new Promise<Result>((_, reject) => {
        time.later(() => reject(new Fault('no answer', {}, { transient: true })), patienceMs)
      }),
  }
  const engine = new Engine({ storage, scheduler: time, maxBatch: 5 })
  const changes: readonly Change[] = []
  const waits: number[] = []
  const codes = new Set<string>()
  const call = async (): Promise<void> => {
    const asked = time.now
    const done = engine.execute({
      caller: { tenant: 't', apiKey: 'k' } as never,
      rule: { name: 'none', needs: () => [], decide: () => ({ accepted: true, output: null, changes }) },
      command: null,
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
    await done.catch((error: unknown) => codes.add(error instanceof Rejected ? error.code : String(error)))
    waits.push(time.now - asked)
  }
  for (let second = 0; second < 40; second++) {
    for (let calls = 0; calls < 10; calls++) void call()
    await time.pass(1_000)
  }
  await time.pass(20_000)
  expect(waits).toHaveLength(400)
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000)
  expect([...codes].sort()).toEqual(['Fault: no answer', 'unavailable'])
})

it('reads take turns: one of another tenant waits for those under way, and for none that wait', async () => {
  const turns = new Turns({ atOnce: 2, perTurn: Number.POSITIVE_INFINITY })
  const order: string[] = []
  const read = (tenant: string, name: string) =>
    turns.run(tenant, 1, async () => {
      order.push(name)
      await turn()
      return name
    })
  const all = [
    ...Array.from({ length: 50 }, (_, index) => read('noisy', `noisy ${index}`)),
    read('quiet', 'quiet'),
  ]
  await Promise.all(all)
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(4)
  expect(order).toHaveLength(51)
})

it('where each has a share of the reads, one tenant alone has half of them, and others start at once', async () => {
  const turns = new Turns({ atOnce: 8, perTurn: Number.POSITIVE_INFINITY, share: 1 })
  const running: string[] = []
  const ends: (() => void)[] = []
  const read = (tenant: string) => {
    const over = turns.run(tenant, 1, () => {
      running.push(tenant)
      return new Promise<void>((end) => ends.push(end))
    })
    over.catch(() => undefined)
  }
  for (let calls = 0; calls < 100; calls++) read('noisy')
  expect(running.join(' ')).toBe('noisy noisy noisy noisy')
  for (const tenant of ['b', 'c', 'd', 'b', 'b', 'b']) read(tenant)
  expect(running.slice(4).join(' ')).toBe('b c d')
  // Nobody who waits is forgotten, whoever ends.
  for (const end of ends) {
    end()
    await turn()
  }
  expect(running).toHaveLength(106)
  expect(running.slice(7, 20).filter((tenant) => tenant === 'b')).toHaveLength(3)
})

it('reads of a storage in this thread: in each turn of the event loop no more than their share', async () => {
  const turns = new Turns({ atOnce: Number.POSITIVE_INFINITY, perTurn: 1_000 })
  let now = 0
  const perTurn = new Map<number, number>()
  let going = true
  const count = (async () => {
    while (going) {
      await turn()
      now++
    }
  })()
  const listing = async (tenant: string): Promise<void> => {
    for (let slice = 0; slice < 10; slice++) {
      await turns.run(tenant, 500, async () => {
        perTurn.set(now, (perTurn.get(now) ?? 0) + 500)
      })
    }
  }
  await Promise.all(Array.from({ length: 24 }, () => listing('noisy')))
  going = false
  await count
  // Two in one turn of ours: it may begin between two of the counter.
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(2_000)
  expect([...perTurn.values()].reduce((sum, cost) => sum + cost, 0)).toBe(24 * 10 * 500)
})
