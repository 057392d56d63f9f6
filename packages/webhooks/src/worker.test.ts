/** What the worker promises, in memory; `storages.test.ts` has what depends on a storage. */
import { WEBHOOKS, type Webhook, webhookKey } from '@tallystick/core'
import {
  Engine,
  Fault,
  memoryStorage,
  type Scheduler,
  type Storage,
  systemScheduler,
} from '@tallystick/engine'
import { afterEach, describe, expect, it } from 'vitest'
import { Deliveries, type DeliveryOptions } from './deliveries.js'
import { type Manner, Receiver, Sender, TENANT } from './receivers.fixture.js'

const OPTIONS: DeliveryOptions = { allow: ['127.0.0.0/8'], timeoutMs: 3_000, leaseMs: 6_000 }

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function receiver(manner?: Manner): Promise<Receiver> {
  const started = await Receiver.start(manner)
  ended.push(() => started.close())
  return started
}

/** An engine whose time of day can be moved on. */
function world(storage: Storage = memoryStorage(), scheduler: Scheduler = systemScheduler) {
  let ahead = 0
  const warned: string[] = []
  const engine = new Engine({
    storage,
    scheduler,
    clock: { now: () => Date.now() + ahead },
    warn: (message) => warned.push(message),
  })
  ended.push(() => engine.close())
  return {
    engine,
    warned,
    sender: new Sender(engine),
    start(options: DeliveryOptions = OPTIONS): Deliveries {
      const deliveries = new Deliveries(engine, options)
      deliveries.start()
      ended.push(() => deliveries.stop())
      return deliveries
    },
    pass(ms: number): void {
      ahead += ms
    },
    log: () => engine.query.list(WEBHOOKS),
    find: async ({ id }: Webhook) =>
      (await engine.query.find(webhookKey(TENANT, id))) ?? expect.fail('no webhook'),
  }
}

/** Runs by hand what is to run after so many milliseconds. */
function holding(after: number) {
  const runs: (() => void)[] = []
  const later: Scheduler['later'] = (run, ms) => {
    if (ms !== after) return systemScheduler.later(run, ms)
    runs.push(run)
    return () => undefined
  }
  return { runs, scheduler: { ...systemScheduler, later } }
}

const settledBy = (log: () => Promise<readonly Webhook[]>, status: Webhook['status'], count: number) =>
  expect
    .poll(async () => (await log()).filter((webhook) => webhook.status === status).length, {
      timeout: 10_000,
    })
    .toBe(count)

const of = (object: string, count: number): string[] => Array.from({ length: count }, () => object)

describe('a webhook', () => {
  it('arrives once, as it is stored, soon after the commit, and the log has the answer', async () => {
    const { sender, start, log } = world()
    const to = await receiver((response) => response.writeHead(201).end('taken'))
    const deliveries = start()
    const subscription = await sender.subscribe(to.url)
    const [webhook] = await sender.queue(subscription, ['account'])
    await settledBy(log, 'delivered', 1)
    expect(to.calls).toMatchObject([{ id: webhook?.id, sequence: 1, body: webhook?.body }])
    expect(await log()).toMatchObject([
      {
        ...webhook,
        status: 'delivered',
        attempts: 1,
        code: 201,
        response: 'taken',
        finished: expect.any(Number),
      },
    ])
    expect(deliveries.status()).toEqual({
      delivered: 1,
      unsuccessful: 0,
      failed: 0,
      inFlight: 0,
      problem: null,
    })
  })

  it('is sent although the reads of tenants wait', async () => {
    const inner = memoryStorage()
    const refused = () => Promise.reject(new Fault('A read waited for its turn', {}, { transient: true }))
    const query = new Proxy(inner.query, { get: () => refused })
    const { sender, start } = world({ ...inner, query, own: inner.query })
    const to = await receiver()
    start()
    const [webhook] = await sender.queue(await sender.subscribe(to.url), ['account'])
    await expect.poll(() => to.calls, { timeout: 5_000 }).toMatchObject([{ id: webhook?.id }])
  })

  it.each([
    ['free', 3],
    ['paid', 10],
  ] as const)(
    'is sent %s %i times, then kept, and sent again on request, each time the same',
    async (plan, times) => {
      const { sender, start, log, pass, engine } = world()
      let code = 500
      const to = await receiver((response) => response.writeHead(code).end('no'))
      const deliveries = start()
      const [webhook] = await sender.queue(await sender.subscribe(to.url, { plan }), ['account'])
      for (let attempt = 1; attempt <= times; attempt++) {
        await expect.poll(async () => (await log())[0]?.attempts, { timeout: 5_000 }).toBe(attempt)
        const [now] = await log()
        if (attempt < times) expect(now).toMatchObject({ status: 'pending', code: 500, response: 'no' })
        // What is not due is not sent.
        deliveries.listen(`consumer:${attempt}`, () => undefined)()
        expect(to.calls).toHaveLength(attempt)
        pass((now?.nextAt ?? 0) - engine.now())
      }
      expect(await log()).toMatchObject([{ status: 'failed', attempts: times }])
      expect(deliveries.status()).toMatchObject({ delivered: 0, unsuccessful: times, failed: 1 })
      code = 200
      if (webhook === undefined) expect.fail('no webhook')
      await deliveries.replay(TENANT, webhook.id)
      await settledBy(log, 'delivered', 1)
      expect(to.calls).toHaveLength(times + 1)
      expect(new Set(to.calls.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
    },
  )

  it('is sent again only as often as its plan allows, and to nobody who has unsubscribed', async () => {
    const { sender, engine } = world()
    const deliveries = new Deliveries(engine, undefined)
    const url = 'https://example.com'
    const gone = await sender.subscribe(url)
    await sender.queue(gone, ['account'])
    await sender.unsubscribe(gone)
    await sender.queue(await sender.subscribe(url, { plan: 'free' }), of('account', 600))
    const again = () => deliveries.replayAll({ tenant: TENANT })
    expect(await again()).toEqual({ replayed: 600, orphaned: 1, limited: 0 })
    expect(await again()).toEqual({ replayed: 400, orphaned: 1, limited: 200 })
  })

  it('that is refused for now is not counted as one whose subscription was deleted', async () => {
    const { sender, engine } = world()
    await sender.queue(await sender.subscribe('https://example.com'), ['account'])
    await engine.close()
    const again = new Deliveries(engine, undefined).replayAll({ tenant: TENANT })
    await expect(again).rejects.toMatchObject({ rejection: { code: 'unavailable' } })
  })

  it('to a deleted subscription is not sent', async () => {
    const { sender, start, log } = world()
    const to = await receiver()
    const subscription = await sender.subscribe(to.url)
    await sender.queue(subscription, ['account'])
    await sender.unsubscribe(subscription)
    start()
    await settledBy(log, 'failed', 1)
    expect(await log()).toMatchObject([{ response: 'The subscription was deleted', code: null }])
    expect(to.calls).toEqual([])
  })

  it('goes to the new URL of its subscription, also if it has failed before', async () => {
    const { sender, start, log, pass } = world()
    const [old, now] = [await receiver((response) => response.writeHead(500).end()), await receiver()]
    const deliveries = start()
    const subscription = await sender.subscribe(old.url)
    const [first] = await sender.queue(subscription, ['account'])
    await expect.poll(async () => (await log())[0]?.attempts).toBe(1)
    await sender.move(subscription, now.url)
    // As it was written by a unit of work that had read the subscription before.
    const [second] = await sender.queue(subscription, ['other'])
    await settledBy(log, 'delivered', 1)
    pass(20_000)
    await settledBy(log, 'delivered', 2)
    expect(old.calls).toHaveLength(1)
    expect(now.calls.map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect((await log()).map(({ url, attempts }) => [url, attempts])).toEqual([
      [now.url, 2],
      [now.url, 1],
    ])
    await sender.move(subscription, old.url)
    await deliveries.replay(TENANT, first?.id ?? expect.fail('none'))
    await expect.poll(() => old.calls.length).toBe(2)
  })

  it('that is replayed while it is being sent is sent once more, to where its subscription goes now', async () => {
    const { sender, start, log } = world()
    let answer = () => {}
    const old = await receiver((response) => {
      answer = () => void response.end()
    })
    const now = await receiver()
    const deliveries = start()
    const subscription = await sender.subscribe(old.url)
    const [webhook] = await sender.queue(subscription, ['account'])
    await expect.poll(() => old.calls.length).toBe(1)
    await sender.move(subscription, now.url)
    await deliveries.replay(TENANT, webhook?.id ?? expect.fail('none'))
    answer()
    await settledBy(log, 'delivered', 1)
    expect(now.calls).toMatchObject([{ id: webhook?.id, body: webhook?.body }])
  })

  it('to a private address is not sent, and the log says why', async () => {
    const { sender, start, log } = world()
    const to = await receiver()
    start({})
    await sender.queue(await sender.subscribe(to.url), ['account'])
    await expect.poll(async () => (await log())[0]?.attempts, { timeout: 5_000 }).toBe(1)
    expect(await log()).toMatchObject([
      { response: expect.stringMatching(/^The host \S+ is in no public network/), networkError: true },
    ])
    expect(to.calls).toEqual([])
  })

  it('that was delivered leaves the log after a time; one that has failed stays', async () => {
    const { sender, start, log, pass } = world()
    const [good, bad] = [await receiver(), await receiver((response) => response.writeHead(500).end())]
    const deliveries = start({ ...OPTIONS, keepDays: 2 })
    await sender.queue(await sender.subscribe(good.url), of('account', 3))
    await sender.queue(await sender.subscribe(bad.url), ['account'])
    await settledBy(log, 'delivered', 3)
    expect(await deliveries.prune()).toBe(0)
    pass(2 * 86_400_000)
    expect(await deliveries.prune()).toBe(3)
    expect(await log()).toMatchObject([{ status: 'pending' }])
  })
})

describe('many webhooks', () => {
  it('come in the order of each object, a few at once to one receiver', async () => {
    const { sender, start, log } = world()
    const to = await receiver((response) => setTimeout(() => response.end(), 5))
    const objects = Array.from({ length: 120 }, (_, index) => `account ${index % 6}`)
    const sent = await sender.queue(await sender.subscribe(to.url), objects)
    start()
    await settledBy(log, 'delivered', sent.length)
    expect(to.calls).toHaveLength(sent.length)
    expect(to.most).toBe(4)
    for (const object of new Set(objects)) {
      const came = to.calls.filter(({ body }) => body.includes(`"${object}"`)).map(({ sequence }) => sequence)
      expect(came).toEqual(came.toSorted((one, other) => one - other))
      expect(came).toHaveLength(20)
    }
  })

  it('do not wait for one that is sent again', async () => {
    const { sender, start, log, find } = world()
    const to = await receiver((response, { sequence }) =>
      response.writeHead(sequence === 2 ? 500 : 200).end(),
    )
    const sent = await sender.queue(await sender.subscribe(to.url), of('account', 5))
    start()
    await settledBy(log, 'delivered', 4)
    expect(to.calls.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    expect(await find(sent[1] ?? expect.fail('no second'))).toMatchObject({ status: 'pending', attempts: 1 })
  })

  it('do not wait for receivers that are slow or dead, however much those are owed', async () => {
    const { sender, start, log } = world()
    const dead = await Promise.all(Array.from({ length: 8 }, () => receiver(() => undefined)))
    const alive = await Promise.all(Array.from({ length: 4 }, () => receiver()))
    for (const { url } of dead) {
      const objects = Array.from({ length: 150 }, (_, index) => `account ${index}`)
      await sender.queue(await sender.subscribe(url), objects)
    }
    for (const { url } of alive) await sender.queue(await sender.subscribe(url), of('account', 10))
    start({ ...OPTIONS, atOnce: 64 })
    await settledBy(log, 'delivered', 40)
    expect(Math.max(...dead.map(({ most }) => most))).toBe(4)
    // Not one of these has got its turn meanwhile by the end of an attempt.
    expect(Math.max(...dead.map(({ calls }) => calls.length))).toBe(4)
  })

  it.each([12, 300])('are sent while the first of %i of one object gets no answer', async (owed) => {
    const { sender, start } = world()
    const to = await receiver((response, { sequence }) => (sequence === 1 ? undefined : response.end()))
    await sender.queue(await sender.subscribe(to.url), [...of('account', owed), ...of('other', 3)])
    start()
    await expect.poll(() => to.calls.length, { timeout: 2_000 }).toBe(4)
    expect(to.calls.map(({ sequence }) => sequence)).toEqual([1, owed + 1, owed + 2, owed + 3])
  })

  it('to a receiver that does not answer are sent one at a time, until it does', async () => {
    const { sender, start, log } = world()
    let manner: Manner = () => undefined
    const to = await receiver((response, call) => manner(response, call))
    const objects = Array.from({ length: 40 }, (_, index) => `account ${index}`)
    await sender.queue(await sender.subscribe(to.url), objects)
    start({ ...OPTIONS, timeoutMs: 300, leaseMs: 6_000 })
    await expect.poll(() => to.calls.length, { timeout: 10_000 }).toBe(4)
    to.most = 0
    await expect.poll(() => to.calls.length, { timeout: 10_000 }).toBeGreaterThan(6)
    // The end of one call may be seen after the beginning of the next.
    expect(to.most).toBeLessThanOrEqual(2)
    manner = (response) => setTimeout(() => response.end(), 5)
    const delivered = async () => (await log()).filter(({ status }) => status === 'delivered').length
    await expect.poll(delivered, { timeout: 10_000 }).toBeGreaterThan(20)
    expect(to.most).toBe(4)
  })

  it('of several processes come once, and a few at once', async () => {
    const { sender, start, log } = world()
    const to = await Promise.all(
      Array.from({ length: 5 }, () => receiver((response) => setTimeout(() => response.end(), 3))),
    )
    const three = [start(), start(), start()]
    for (const { url } of to) {
      const subscription = await sender.subscribe(url)
      await sender.queue(
        subscription,
        Array.from({ length: 40 }, (_, index) => `account ${index % 8}`),
      )
    }
    await settledBy(log, 'delivered', 200)
    for (const { calls, most } of to) {
      expect(new Set(calls.map(({ id }) => id)).size).toBe(40)
      expect(calls).toHaveLength(40)
      expect(most).toBeLessThanOrEqual(4)
    }
    expect(three.reduce((sum, one) => sum + (one.status()?.delivered ?? 0), 0)).toBe(200)
  })
})

describe('an interruption', () => {
  it('by a stop lets attempts end, and begins no more', async () => {
    const { sender, start, log } = world()
    const to = await receiver((response) => setTimeout(() => response.end(), 100))
    await sender.queue(
      await sender.subscribe(to.url),
      Array.from({ length: 20 }, (_, index) => `account ${index}`),
    )
    const deliveries = start({ ...OPTIONS, leaseMs: 60_000 })
    await expect.poll(() => to.calls.length).toBe(4)
    await deliveries.stop()
    expect(to.calls).toHaveLength(4)
    expect((await log()).filter(({ status }) => status === 'delivered')).toHaveLength(4)
    // The next one need not wait for a lease to run out.
    start()
    await settledBy(log, 'delivered', 20)
    expect(to.calls).toHaveLength(20)
  })

  it('by the end of a process leaves what it was sending to another one, after the lease', async () => {
    const storage = memoryStorage()
    const [first, second] = [world(storage), world(storage)]
    let answers = false
    const to = await receiver((response) => (answers ? void response.end() : undefined))
    new Deliveries(first.engine, { ...OPTIONS, timeoutMs: 60_000, leaseMs: 400 }).start()
    const [webhook] = await first.sender.queue(await first.sender.subscribe(to.url), ['account'])
    await expect.poll(() => to.calls.length).toBe(1)
    // As if it had been killed: nothing of it is written any more.
    first.engine.execute = () => new Promise(() => undefined)
    answers = true
    second.start()
    await settledBy(second.log, 'delivered', 1)
    expect(to.calls.map(({ id, body }) => [id, body])).toEqual([
      [webhook?.id, webhook?.body],
      [webhook?.id, webhook?.body],
    ])
  })

  it('of the storage does not have a webhook sent twice', async () => {
    const storage = memoryStorage()
    let isAway = false
    const { sender, start, log, warned } = world({
      ...storage,
      query: storage.query,
      transact: (...given) =>
        isAway ? Promise.reject(new Fault('away', {}, { transient: true })) : storage.transact(...given),
    })
    const to = await receiver((response) => {
      isAway = true
      response.end()
    })
    start()
    await sender.queue(await sender.subscribe(to.url), of('account', 1))
    await expect.poll(() => warned).toEqual(['Webhooks wait: away'])
    isAway = false
    await settledBy(log, 'delivered', 1)
    expect(to.calls).toHaveLength(1)
  })
})

describe('a consumer within the process', () => {
  it('that ends is told no more, and what it was not told costs no attempt', async () => {
    const { sender, engine, log } = world()
    const deliveries = new Deliveries(engine, undefined)
    ended.push(() => deliveries.stop())
    const subscription = await sender.subscribe(null)
    const url = `consumer:${subscription.id}`
    await sender.queue(subscription, ['a', 'b', 'a', 'b'])
    const told: number[] = []
    const end = deliveries.listen(url, ({ sequence }) => {
      told.push(sequence)
      end()
    })
    await settledBy(log, 'delivered', 1)
    await expect.poll(() => deliveries.status()?.inFlight).toBe(0)
    expect((await log()).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0])
    deliveries.listen(url, ({ sequence }) => void told.push(sequence))
    // It has ended already, and is not this one.
    end()
    await settledBy(log, 'delivered', 4)
    expect(told.toSorted()).toEqual([1, 2, 3, 4])
  })

  it.each([3, 8, 12, 300])(
    'is told of others while it hangs on the first of %i of one object',
    async (owed) => {
      const { sender, engine, log, find } = world()
      const deliveries = new Deliveries(engine, undefined)
      ended.push(() => deliveries.stop())
      const subscription = await sender.subscribe(null)
      // Three of the four places are taken, each by an object with a backlog.
      const objects = ['a', 'b', 'c'].flatMap((object) => of(object, owed))
      await sender.queue(subscription, objects)
      const others = await sender.queue(subscription, of('other', 20))
      const told: number[] = []
      let release: () => void = () => undefined
      const hangs = new Promise<void>((resolve) => {
        release = resolve
      })
      deliveries.listen(`consumer:${subscription.id}`, async ({ object, sequence }) => {
        told.push(sequence)
        if (object !== 'other') await hangs
      })
      await expect.poll(async () => (await find(others[0] ?? expect.fail('none'))).attempts).toBe(1)
      await settledBy(log, 'delivered', 20)
      expect(told).toHaveLength(23)
      release()
      await settledBy(log, 'delivered', 3 * owed + 20)
      // Sequences rise within each object.
      for (let first = 1; first <= 3 * owed; first += owed) {
        const own = told.filter((sequence) => sequence >= first && sequence < first + owed)
        expect(own).toEqual(Array.from({ length: owed }, (_, index) => first + index))
      }
      expect(told.filter((sequence) => sequence > 3 * owed)).toEqual(others.map(({ sequence }) => sequence))
    },
  )

  const unreadable = (): never => {
    throw new Error('not read')
  }
  it.each<readonly [string, unknown, string]>([
    ['an Error', new Error('the disk is full'), 'the disk is full'],
    ['a string', 'no', 'no'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('no'), 'Symbol(no)'],
    ['an Error without a text', Object.assign(new Error(), { message: { code: 7 } }), '[object Object]'],
    ['an object without a prototype', Object.create(null), 'the handler has thrown what has no text'],
    [
      'a proxy that throws',
      new Proxy({}, { get: unreadable, getPrototypeOf: unreadable }),
      'the handler has thrown what has no text',
    ],
  ])('that throws %s is told again', async (_name, thrown, response) => {
    const { sender, engine, log } = world()
    const deliveries = new Deliveries(engine, undefined)
    ended.push(() => deliveries.stop())
    const subscription = await sender.subscribe(null)
    await sender.queue(subscription, ['a'])
    deliveries.listen(`consumer:${subscription.id}`, () => {
      throw thrown
    })
    await expect.poll(async () => (await log())[0]?.attempts).toBe(1)
    expect(await log()).toMatchObject([{ status: 'pending', code: 500, response }])
  })

  it('is told each event, again after it has failed, and what came while nobody listened', async () => {
    const { sender, engine, log, pass } = world()
    const deliveries = new Deliveries(engine, undefined)
    ended.push(() => deliveries.stop())
    const subscription = await sender.subscribe(null)
    const url = `consumer:${subscription.id}`
    await sender.queue(subscription, ['a'])
    const told: unknown[] = []
    let fails = true
    const end = deliveries.listen(url, async ({ sequence, data }) => {
      told.push([sequence, data])
      if (sequence === 2 && fails) throw new Error('the disk is full')
    })
    await settledBy(log, 'delivered', 1)
    await sender.queue(subscription, ['a', 'a'])
    await settledBy(log, 'delivered', 2)
    const data = (sequence: number) => [sequence, { object: 'a', sequence, amount: '0.10' }]
    expect(told).toEqual([data(1), data(2), data(3)])
    expect((await log())[1]).toMatchObject({ status: 'pending', code: 500, response: 'the disk is full' })
    fails = false
    pass(20_000)
    await settledBy(log, 'delivered', 3)
    end()
    await sender.queue(subscription, ['a'])
    deliveries.listen(url, ({ sequence }) => void told.push(sequence))
    await settledBy(log, 'delivered', 4)
    expect(told.slice(3)).toEqual([data(2), 4])
    expect(() => deliveries.listen(url, () => undefined)).toThrow(
      'this consumer listens to this type already',
    )
  })

  it('whose handler does not end holds up a stop no longer than a receiver does, and is told again', async () => {
    const { runs: graces, scheduler } = holding(5_000)
    const { sender, engine, log } = world(memoryStorage(), scheduler)
    const subscription = await sender.subscribe(null)
    const url = `consumer:${subscription.id}`
    await sender.queue(subscription, ['a', 'b', 'c', 'd', 'e'])
    const told: number[] = []
    const deliveries = new Deliveries(engine, undefined)
    deliveries.listen(url, async ({ sequence }) => {
      told.push(sequence)
      await new Promise(() => undefined)
    })
    await expect.poll(() => told).toEqual([1, 2, 3, 4])
    let isStopped = false
    void deliveries.stop().then(() => {
      isStopped = true
    })
    await expect.poll(() => graces.length).toBe(1)
    for (const end of graces) end()
    await expect.poll(() => isStopped).toBe(true)
    for (const one of await log()) expect(one).toMatchObject({ status: 'pending', attempts: 0 })
    const next = new Deliveries(engine, undefined)
    ended.push(() => next.stop())
    next.listen(url, ({ sequence }) => void told.push(sequence))
    await settledBy(log, 'delivered', 5)
    expect(told.slice(4).toSorted()).toEqual([1, 2, 3, 4, 5])
  })

  it('has its events deleted after a time, also where nothing is sent; what was sent to URLs is left', async () => {
    const { runs, scheduler } = holding(60_000)
    const { sender, engine, start, log, pass } = world(memoryStorage(), scheduler)
    const to = await receiver()
    const [sent, told] = [await sender.subscribe(to.url), await sender.subscribe(null)]
    await sender.queue(sent, ['a'])
    await sender.queue(told, ['a'])
    const sending = start()
    await settledBy(log, 'delivered', 1)
    await sending.stop()
    runs.splice(0)
    const deliveries = new Deliveries(engine, undefined)
    ended.push(() => deliveries.stop())
    deliveries.listen(`consumer:${told.id}`, () => undefined)
    await settledBy(log, 'delivered', 2)
    pass(31 * 86_400_000)
    for (const run of runs) run()
    await expect.poll(async () => (await log()).map(({ url }) => url)).toEqual([to.url])
  })
})
