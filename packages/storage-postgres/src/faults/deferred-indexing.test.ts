/**
 * Faults between a commit and the indexing of its entries, and within that indexing. All of them are there from the
 * commit on, each once, whoever files them in the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Engine } from '@tallystick/engine'
import {
  chooseSeed,
  dose,
  type FaultCounts,
  Payments,
  quickOrFull,
  reportFaults,
  seededRandom,
  sumFaults,
} from '@tallystick/testing'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { entriesAt, refuseIndexing, runSql } from '../entries.fixture.js'
import { openPostgres, type PostgresOptions } from '../index.js'
import { startServer } from '../server.fixture.js'
import { each, load } from './load.fixture.js'
import { CommitProxy } from './proxy.fixture.js'
import { type Asked, interceptQueries, refusedWith } from './queries.fixture.js'

const seed = chooseSeed()
console.info(`faults of indexing: FC_SEED=${seed}`)
const server = await startServer()
let restore = (): void => undefined
afterEach(() => restore())
afterAll(() => server.stop())

const PAYMENTS = quickOrFull(300, 600)
const SOUND = { lost: 0, doubled: 0, discrepancies: 0 }
const LATER = { indexing: { alone: 1, contended: 1 } } as const
const LIMITS = { connect: 2_000, lock: 1_000, statement: 4_000, answer: 5_000 }

const isIndexing = ({ name }: Asked): boolean => name === 'file'

async function opened(url: string, options: Partial<PostgresOptions> = {}): Promise<Engine> {
  return new Engine({
    storage: await openPostgres({ url, maxConnections: 4, limits: LIMITS, ...LATER, ...options }),
  })
}

/** What a reader finds who opens only now, and nothing is left to be indexed. */
async function judged(url: string, payments: Payments, faults: number): Promise<FaultCounts> {
  const storage = await openPostgres({ url, maxConnections: 2 })
  const counts = await payments.judge(storage, faults)
  await storage.close()
  expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
  expect((await entriesAt(url)).batches).toBe(0)
  return counts
}

const killed = dose(4, 0.1)

it('an engine that dies between a commit and its indexing', { timeout: killed.timeout }, async () => {
  const random = seededRandom(seed)
  const url = await server.fresh()
  const survivor = await opened(url)
  const payments = await Payments.prepare(survivor, { supply: 1_000_000, accounts: 4 })
  let deaths = 0
  let left = 0
  for (let round = 0; killed.more(); round++) {
    const proxy = await CommitProxy.start(server.url)
    const port = new URL(proxy.through(url)).port
    const doomed = await opened(proxy.through(url), { patienceMs: 200 })
    // A dead process is, for its server, connections that end, and none that come.
    let dying: Promise<unknown> | null = null
    const after = 3 + random.below(6)
    // Before it is asked for, in every second round; in the others while it is under way, or after.
    const wait = round % 2 === 0 ? 0 : 1 + random.below(2)
    let indexings = 0
    restore = interceptQueries((connection, asked) => {
      if (isIndexing(asked) && String(Reflect.get(connection, 'port')) === port && ++indexings >= after) {
        dying ??= wait === 0 ? proxy.close() : sleep(wait - 1).then(() => proxy.close())
      }
      return asked
    })
    const going = load([survivor, doomed], payments, random, { round: `k${round}`, atOnce: 8 })
    await expect.poll(() => dying, { timeout: 20_000, interval: 5 }).not.toBe(null)
    await dying
    deaths++
    left += (await entriesAt(url)).batches
    // Others open, and sweep, while the survivor goes on.
    const openers = await Promise.all([opened(url), opened(url)])
    await going.stop()
    restore()
    for (const engine of [doomed, ...openers]) await engine.close()
  }
  await survivor.close()
  const counts = await judged(url, payments, deaths)
  reportFaults('engines that died while indexing', counts, `${left} batches seen unindexed`)
  expect(counts).toMatchObject(SOUND)
  expect(left).toBeGreaterThan(0)
})

it('what an engine leaves that dies is indexed by those that go on, though nobody opens the ledger anew', async () => {
  const url = await server.fresh()
  const survivor = await opened(url, { indexing: { ...LATER.indexing, lookMs: 200 } })
  const payments = await Payments.prepare(survivor, { supply: 1_000_000, accounts: 4 })
  const doomed = await openPostgres({ url, maxConnections: 4, limits: LIMITS, ...LATER })
  const engine = new Engine({ storage: doomed })
  // Nobody files for as long as it lives.
  restore = interceptQueries((_, asked) =>
    isIndexing(asked) || asked.name === 'sweep' ? new TypeError('not sent') : asked,
  )
  for (let index = 0; index < 4; index++) await payments.pay(engine, `left ${index}`)
  await engine.close()
  expect((await entriesAt(url)).batches).toBeGreaterThan(0)
  restore()
  await expect.poll(async () => (await entriesAt(url)).batches, { timeout: 10_000 }).toBe(0)
  await survivor.close()
  expect(await judged(url, payments, 1)).toMatchObject(SOUND)
})

const TERMINATE: Asked = { text: 'select pg_terminate_backend(pg_backend_pid())' }
const REFUSED = ['40001', '40P01', '55P03', '57014', '23505', '25006', '53100'].map(refusedWith)
const broken = dose(1, 0.1)

it('indexing that fails in every way', { timeout: broken.timeout }, async () => {
  const random = seededRandom(seed + 1)
  const all: FaultCounts[] = []
  while (broken.more()) {
    const proxy = await CommitProxy.start(server.url)
    const url = await server.fresh()
    const engines = [await opened(proxy.through(url)), await opened(url)]
    const [first] = engines
    if (first === undefined) throw new TypeError('no engine')
    const payments = await Payments.prepare(first, { supply: 1_000_000, accounts: 4 })
    const ends = [...REFUSED, TERMINATE, new TypeError('not sent')]
    let faults = 0
    restore = interceptQueries((_, asked) => {
      if (!isIndexing(asked)) return asked
      const end = ends[random.below(3 * ends.length)]
      if (end !== undefined) faults++
      else if (random.below(8) === 0) {
        // Filed, or not, and the answer is lost; and with it that of a commit, perhaps.
        faults++
        setTimeout(() => proxy.cut(), random.below(4))
      }
      return end ?? asked
    })
    const by = () => engines[random.below(2)] ?? first
    await each(PAYMENTS, 8, (index) =>
      payments.pay(by(), `${index}`, index % 2 === 0 ? { key: `key ${index}` } : {}),
    )
    restore()
    for (const engine of engines) await engine.close()
    await proxy.close()
    all.push(await judged(url, payments, faults))
    expect(faults).toBeGreaterThan(20)
  }
  const counts = sumFaults(all)
  reportFaults('indexing refused, terminated, not sent and not answered', counts)
  expect(counts).toMatchObject(SOUND)
  expect(counts.acknowledged).toBe(PAYMENTS * all.length)
})

it('backends terminated in the midst of indexing', async () => {
  const random = seededRandom(seed + 2)
  const url = await server.fresh()
  const engines = [await opened(url), await opened(url)]
  const [first] = engines
  if (first === undefined) throw new TypeError('no engine')
  const payments = await Payments.prepare(first, { supply: 1_000_000, accounts: 4 })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const going = load(engines, payments, random, { round: 't', atOnce: 16 })
  let faults = 0
  const end = performance.now() + 10_000
  while (faults < 10 && performance.now() < end) {
    const { rows } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and state = 'active' and query like '%with taken as (delete from entry_batch%'`,
    )
    faults += rows.length
  }
  await admin.end()
  await going.stop()
  expect(going.refusals).toEqual([])
  for (const engine of engines) await engine.close()
  const counts = await judged(url, payments, faults)
  reportFaults('backends terminated while indexing', counts)
  expect(counts).toMatchObject(SOUND)
  expect(faults).toBeGreaterThan(0)
})

it('indexing that hangs costs one unit of work half its patience, and no other', async () => {
  const url = await server.fresh()
  const patienceMs = 600
  const engine = await opened(url, { patienceMs })
  const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
  await expect.poll(() => entriesAt(url)).toMatchObject({ batches: 0 })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table entry in share mode')
  const took: number[] = []
  for (const id of ['hangs', 'waits', 'goes on', 'goes on, too']) {
    const began = performance.now()
    await payments.pay(engine, id)
    took.push(performance.now() - began)
  }
  expect(took.map((time) => time >= patienceMs / 2 - 50)).toEqual([false, true, false, false])
  await holder.query('rollback')
  await holder.end()
  await engine.close()
  const counts = await judged(url, payments, 1)
  reportFaults('indexing that hangs', counts, `calls took ${took.map(Math.round).join(', ')} ms`)
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 4 })
})

it('with one connection, reads and indexing take turns', async () => {
  const url = await server.fresh()
  const engine = await opened(url, { maxConnections: 1 })
  const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
  await each(60, 6, async (index) => {
    const reference = await payments.pay(engine, `${index}`)
    const [newest] = await engine.query.entriesByReference('default' as never, reference, {
      offset: 0,
      limit: 1,
    })
    expect(newest?.reference).toBe(reference)
  })
  await engine.close()
  const counts = await judged(url, payments, 0)
  reportFaults('one connection', counts)
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 60 })
})

it('what was left is swept once by all that open at once, and read by who may only read', async () => {
  const url = await server.fresh()
  // A unit of work without entries has nothing to be indexed, whatever the limits.
  const indexing = { alone: 0, contended: 0, waiting: 100 }
  const engine = await opened(url, { indexing })
  const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
  await expect.poll(() => entriesAt(url)).toMatchObject({ batches: 0 })
  await refuseIndexing(url)
  for (let index = 0; index < 30; index++) await payments.pay(engine, `${index}`)
  await engine.close()
  expect((await entriesAt(url)).batches).toBe(30)

  await runSql(url, 'drop trigger kept on entry_batch')
  const reading = new URL(url)
  const options = `${reading.searchParams.get('options')} -c default_transaction_read_only=on`
  reading.searchParams.set('options', options)
  const reader = await openPostgres({ url: reading.href, migrate: false })
  expect(await payments.judge(reader, 0)).toMatchObject({ ...SOUND, acknowledged: 30 })
  await reader.close()
  expect((await entriesAt(url)).batches).toBe(30)

  const openers = await Promise.all(Array.from({ length: 6 }, () => opened(url)))
  for (const opener of openers) await opener.close()
  const counts = await judged(url, payments, 30)
  reportFaults('six engines that sweep at once', counts)
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 30 })
})
