/** A server that dies, in part or as a whole, comes back, stands still, or is not there. */
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Engine, Fault } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { createTallystick } from '@tallystick/operations'
import {
  chooseSeed,
  dose,
  type FaultCounts,
  Payments,
  reportFaults,
  type SeededRandom,
  seededRandom,
  sumFaults,
} from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres, type PostgresOptions } from '../index.js'
import { startOwnServer } from '../server.fixture.js'
import { eventually, type Load, load } from './load.fixture.js'

const seed = chooseSeed()
console.info(`faults of a PostgreSQL server: FC_SEED=${seed}`)
const server = await startOwnServer({ fsync: true })
afterAll(() => server.stop())

const SOUND = { lost: 0, doubled: 0, discrepancies: 0 }

async function two(url: string, options: Partial<PostgresOptions> = {}) {
  const storages = [await openPostgres({ url, ...options }), await openPostgres({ url, ...options })] as const
  const engines = [new Engine({ storage: storages[0] }), new Engine({ storage: storages[1] })] as const
  const payments = await Payments.prepare(engines[0], { supply: 1_000_000_000, accounts: 5 })
  const close = async (): Promise<void> => {
    for (const engine of engines) await engine.close()
  }
  return { storage: storages[0], engines, payments, close }
}

/** Runs `use` with a connection that is not the ledger's. */
async function asAdmin<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const terminated = dose(12, 0.15)

it('backends terminated at any moment: nobody notices', { timeout: terminated.timeout }, async () => {
  const random = seededRandom(seed)
  const { storage, engines, payments, close } = await two(await server.fresh())
  const going = load(engines, payments, random, { round: 't', atOnce: 12 })
  let faults = 0
  await asAdmin(async (client) => {
    while (terminated.more()) {
      await sleep(5 + random.below(30))
      const { rows } = await client.query(
        "select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'tallystick' and (state <> 'idle' or random() < 0.2)",
      )
      faults += rows.length
    }
  })
  await going.stop()
  const counts = await payments.judge(storage, faults)
  reportFaults('PostgreSQL backends terminated', counts, `slowest call ${Math.round(going.slowest())} ms`)
  expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
  expect(going.refusals).toEqual([])
  expect(faults).toBeGreaterThan(0)
  expect(counts).toMatchObject(SOUND)
  await close()
})

/** Rounds on one ledger; then another begins, so that looking at all of it stays quick. */
const ROUNDS = 15

/** Rounds of load with a fault in each, looked at after each. */
async function rounds(
  series: { readonly name: string; readonly atOnce: number; readonly options?: Partial<PostgresOptions> },
  many: { more(): boolean },
  random: SeededRandom,
  inject: (going: Load) => Promise<number>,
): Promise<FaultCounts & { readonly slowest: number; readonly refused: number; readonly open: number }> {
  const all: FaultCounts[] = []
  let [slowest, refused, open] = [0, 0, 0]
  let going = many.more()
  while (going) {
    const { storage, engines, payments, close } = await two(await server.fresh(), series.options)
    let faults = 0
    let counts: FaultCounts | undefined
    for (let round = 0; going && round < ROUNDS; round++) {
      const under = load(engines, payments, random, {
        round: `${series.name}${round}`,
        atOnce: series.atOnce,
      })
      faults += await inject(under)
      slowest = Math.max(slowest, under.slowest())
      refused += under.refusals.length
      // It recovers by itself.
      await eventually((attempt) => payments.pay(engines[0], `after ${round}, ${attempt}`))
      // Those that asked under a key learn what became of their call.
      await under.again()
      counts = await payments.judge(storage, faults)
      expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
      going = many.more()
    }
    if (counts !== undefined) all.push(counts)
    open += payments.open.length
    await close()
  }
  return { ...sumFaults(all), slowest: Math.round(slowest), refused, open }
}

const killed = dose(2, 0.25)

it('the whole server killed and started again', { timeout: killed.timeout }, async () => {
  const random = seededRandom(seed + 1)
  const { slowest, refused, open, ...counts } = await rounds(
    { name: 'k', atOnce: 12 },
    killed,
    random,
    async (going) => {
      await sleep(100 + random.below(250))
      server.kill()
      await sleep(random.below(200))
      await server.restart()
      await sleep(50)
      await going.stop()
      return 1
    },
  )
  const note = `slowest call ${slowest} ms, ${refused} refused, ${open} of unknown fate`
  reportFaults('PostgreSQL killed and started again', counts, note)
  expect(counts).toMatchObject(SOUND)
})

const FROZEN = { patienceMs: 700, limits: { connect: 500, lock: 300, statement: 500, answer: 600 } }
/** Its patience, and one attempt after it; and that for the batch before it, and some for a slow machine. */
const LONGEST_MS = 2 * (700 + 500 + 2 * 600) + 2_000
const frozen = dose(2, 0.2)

it('a backend that stands still: every call ends in its time', { timeout: frozen.timeout }, async () => {
  const random = seededRandom(seed + 2)
  const { slowest, refused, open, ...counts } = await rounds(
    { name: 'f', atOnce: 8, options: FROZEN },
    frozen,
    random,
    async (going) => {
      const pids = await asAdmin(aBackendAtWork)
      try {
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        await sleep(1_000 + random.below(1_500))
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
      await going.stop()
      for (const refusal of going.refusals) expect(refusal).toMatch(/unknown|Nothing was written/)
      expect(going.slowest()).toBeLessThan(LONGEST_MS)
      return pids.length
    },
  )
  const note = `slowest call ${slowest} ms, ${refused} refused, ${open} of unknown fate`
  reportFaults('PostgreSQL backends frozen', counts, note)
  expect(counts).toMatchObject(SOUND)
})

/** Process of a backend that runs a unit of work of ours, at this very moment. */
async function aBackendAtWork(client: pg.Client): Promise<readonly number[]> {
  for (;;) {
    await sleep(20)
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'tallystick' and state <> 'idle' order by random() limit 1",
    )
    if (rows.length > 0) return rows.map(({ pid }) => pid)
  }
}

it('no server, or one that never answers, at the start: told in time', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const began = performance.now()
  for (const url of ['postgres://nobody@127.0.0.1:1/none', `postgres://nobody@127.0.0.1:${port}/none`]) {
    const opened = openPostgres({ url, limits: { connect: 500 } })
    await expect(opened).rejects.toThrow(Fault)
    await expect(opened).rejects.toThrow('PostgreSQL does not answer')
  }
  expect(performance.now() - began).toBeLessThan(3_000)
  silent.close()
})

it('an audit may take longer than any call, and says so when its server is gone', async () => {
  const url = await server.fresh()
  const storage = await openPostgres({ url, limits: { answer: 200, statement: 200 } })
  const engine = new Engine({ storage })
  await Payments.prepare(engine, { supply: 1, accounts: 2 })
  const locked = new pg.Client({ connectionString: url })
  await locked.connect()
  await locked.query('begin')
  await locked.query('lock table account')
  const audit = storage.audit((books) => books.accounts(undefined, 10))
  await sleep(500)
  await locked.query('rollback')
  await locked.end()
  expect(await audit).toHaveLength(3)
  const cut = storage.audit(async (books) => {
    await asAdmin((client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tallystick'",
      ),
    )
    return books.accounts(undefined, 10)
  })
  await expect(cut).rejects.toThrow(Fault)
  await engine.close()
})

it('a service whose server dies stays up, says so, and recovers by itself', { timeout: 60_000 }, async () => {
  const storage = await openPostgres({
    url: await server.fresh(),
    patienceMs: 1_000,
    limits: { connect: 1_000, answer: 2_000 },
  })
  const tallystick = createTallystick({ storage })
  const app = buildApp({ tallystick })
  const payments = await Payments.prepare(tallystick.engine, { supply: 100, accounts: 2 })
  const { key } = await (await tallystick.access()).create({
    tenant: 'default' as never,
    name: 'test',
    network: 'testnet',
    plan: 'paid',
  })
  const [senderAccountId, recipientAccountId] = payments.accounts
  const ready = async (): Promise<number> => (await app.inject('/readyz')).statusCode
  const pay = async (): Promise<number> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v3/ledger/transaction',
      headers: { 'x-api-key': key, 'idempotency-key': 'one payment' },
      payload: { senderAccountId, recipientAccountId, amount: '1', paymentId: 'over HTTP' },
    })
    if (answer.statusCode === 200) payments.acknowledge('over HTTP', answer.json().reference)
    return answer.statusCode
  }
  const read = async (): Promise<number> =>
    (await app.inject({ url: `/v3/ledger/account/${senderAccountId}`, headers: { 'x-api-key': key } }))
      .statusCode
  payments.begin('over HTTP')
  expect(await ready()).toBe(200)
  expect(await read()).toBe(200)

  server.kill()
  await expect.poll(ready, { timeout: 5_000 }).toBe(503)
  expect(await pay()).toBe(503)
  expect(await read()).toBe(503)
  expect((await app.inject('/livez')).statusCode).toBe(200)

  await server.restart()
  await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  expect(await pay()).toBe(200)
  expect(await pay()).toBe(200)
  expect(await read()).toBe(200)
  const counts = await payments.judge(storage, 1)
  reportFaults('a service whose PostgreSQL died', counts, '/readyz 200, 503, 200')
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 1 })
  await app.close()
})

it('two engines with 16 connections spend a balance exactly once', { timeout: 60_000 }, async () => {
  const url = await server.fresh()
  const storages = [
    await openPostgres({ url, maxConnections: 8 }),
    await openPostgres({ url, maxConnections: 8 }),
  ]
  const engines = storages.map((storage) => new Engine({ storage, maxBatch: 8 }))
  const [engine] = engines
  const [storage] = storages
  if (engine === undefined || storage === undefined) throw new Error('There are two')
  const payments = await Payments.prepare(engine, { supply: 100, accounts: 4 })
  const refusals: string[] = []
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const by = engines[index % 2] ?? engine
      await payments.pay(by, `${index}`).catch((error: unknown) => void refusals.push(String(error)))
      // Reads, over the other connections.
      await by.query.journal('default' as never, {}, 5)
    }),
  )
  const counts = await payments.judge(storage, 0)
  reportFaults('200 payments of a balance for 100, two engines, 16 connections', counts)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 100 })
  expect(refusals).toHaveLength(100)
  for (const refusal of refusals) expect(refusal).toMatch(/balance/)
  for (const one of engines) await one.close()
})
