/**
 * A primary, its synchronous standby, and what becomes of calls when one takes the other's place. What was answered is
 * on both, whoever ended the wait for the standby; and the old primary is used no more, although it still takes writes.
 */
import { Engine, embeddedCaller, type Storage } from '@tallystick/engine'
import { Payments, reportFaults } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startPair } from '../server.fixture.js'

const pair = await startPair()
const primary = new pg.Client({ connectionString: pair.url })
const standby = new pg.Client({ connectionString: pair.standby })
await Promise.all([primary.connect(), standby.connect()])
afterAll(async () => {
  await Promise.all([primary.end(), standby.end()])
  await pair.stop()
})

const SOUND = { lost: 0, doubled: 0, discrepancies: 0 }
const LIMITS = { connect: 4_000, lock: 1_000, statement: 4_000, answer: 3_000 }
const PATIENCE_MS = 20_000

/** The same place, by the hosts of both servers: the standby first. */
function ofBoth(url: string): string {
  const { port } = new URL(url)
  const other = new URL(pair.standby).port
  return url
    .replace(`127.0.0.1:${port}`, `127.0.0.1:${other},127.0.0.1:${port}`)
    .concat('&target_session_attrs=read-write')
}

async function opened(url: string) {
  const storage = await openPostgres({ url, maxConnections: 4, limits: LIMITS, patienceMs: PATIENCE_MS })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 2 })
  return { storage, engine, payments }
}

async function configure(client: pg.Client, setting: string, value: string): Promise<void> {
  await client.query(`alter system set ${setting} = '${value}'`)
  await client.query('select pg_reload_conf()')
}

/** While it has no receiver, nothing that the primary commits reaches the standby. */
const source = (await standby.query('show primary_conninfo')).rows[0].primary_conninfo as string
const cutOff = () => configure(standby, 'primary_conninfo', '')
const connect = () => configure(standby, 'primary_conninfo', source)
const receivers = async (): Promise<number> =>
  (await primary.query("select 1 from pg_stat_replication where state = 'streaming'")).rows.length

async function synchronous(): Promise<void> {
  await connect()
  await expect.poll(receivers, { timeout: 20_000 }).toBe(1)
  await configure(primary, 'synchronous_standby_names', 'standby')
  await expect
    .poll(async () => (await primary.query('show synchronous_standby_names')).rows[0])
    .toEqual({ synchronous_standby_names: 'standby' })
}

const WAITING = "from pg_stat_activity where wait_event = 'SyncRep'"
const waiting = async (): Promise<number> => (await primary.query(`select pid ${WAITING}`)).rows.length

it('finds the primary, whatever the order of the hosts', async () => {
  const { storage, engine, payments } = await opened(ofBoth(await pair.fresh()))
  await payments.pay(engine, 'one')
  expect(await payments.judge(storage, 0)).toMatchObject({ ...SOUND, acknowledged: 1 })
  await engine.close()
})

it('refuses a standby, and says so', async () => {
  const alone = openPostgres({ url: `${pair.standby}?target_session_attrs=read-write`, limits: LIMITS })
  await expect(alone).rejects.toThrow(/takes no writes.*standby or read-only/)
  const unasked = openPostgres({ url: pair.standby, limits: LIMITS })
  await expect(unasked).rejects.toThrow(/takes no writes.*read-only transaction/)
})

it('a server that turns read-only writes nothing, and serves again when it takes writes', async () => {
  const { storage, engine, payments } = await opened(await pair.fresh())
  await configure(primary, 'default_transaction_read_only', 'on')
  const paid = payments.pay(engine, 'waits')
  await new Promise((resolve) => setTimeout(resolve, 300))
  await primary.query('set default_transaction_read_only = off')
  await configure(primary, 'default_transaction_read_only', 'off')
  await paid
  expect(await payments.judge(storage, 1)).toMatchObject({ ...SOUND, acknowledged: 1 })
  await engine.close()
})

it.each([
  ['pg_cancel_backend', 'the server answers COMMIT, with a warning'],
  ['pg_terminate_backend', 'the server ends the connection'],
])('somebody ends the wait for the standby by %s: %s', { timeout: 60_000 }, async (end) => {
  await synchronous()
  const { storage, engine, payments } = await opened(ofBoth(await pair.fresh()))
  await cutOff()
  await expect.poll(receivers, { timeout: 20_000 }).toBe(0)
  let answered = false
  const paid = payments.pay(engine, end).then(() => {
    answered = true
  })
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  await primary.query(`select ${end}(pid) ${WAITING}`)
  // It asks what became of its commit; and that waits for the standby too.
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(answered).toBe(false)
  await connect()
  await paid
  const counts = await payments.judge(storage, 1)
  reportFaults(`the wait for the standby ended by ${end}`, counts)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 1 })
  await engine.close()
})

it('a refusal and a repeated answer are given only when the standby has what they rest on', async () => {
  await synchronous()
  const { storage, engine, payments } = await opened(ofBoth(await pair.fresh()))
  const first = await payments.pay(engine, 'keyed', { key: 'k' })
  await cutOff()
  await expect.poll(receivers, { timeout: 20_000 }).toBe(0)
  const told: string[] = []
  const again = payments.pay(engine, 'keyed', { key: 'k' }).then((reference) => told.push(reference))
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  const refused = payments.pay(engine, 'too much', { sender: 1, recipient: 0 })
  const twice = payments.pay(engine, 'more', { sender: 1, recipient: 0 })
  const answers = Promise.allSettled([refused, twice]).then((all) => {
    told.push(...all.map(({ status }) => status))
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(told).toEqual([])
  await connect()
  await Promise.all([again, answers])
  // The recipient has 1, and can pay it back once.
  expect(told).toEqual([first, 'fulfilled', 'rejected'])
  expect(await payments.judge(storage, 1)).toMatchObject({ ...SOUND, acknowledged: 2 })
  await engine.close()
})

it('a commit that only the old primary has is made on the new one, and the old one is left', async () => {
  await synchronous()
  const url = await pair.fresh()
  const { storage, engine, payments } = await opened(ofBoth(url))
  await payments.pay(engine, 'before')
  await cutOff()
  await expect.poll(receivers, { timeout: 20_000 }).toBe(0)
  const paid = payments.pay(engine, 'in between')
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  await standby.query('select pg_promote()')
  // Committed on the old primary, and nowhere else; what asks there waits until the test ends that too.
  const ending = setInterval(
    () => void primary.query(`select pg_terminate_backend(pid) ${WAITING}`).catch(() => undefined),
    200,
  )
  await paid
  clearInterval(ending)
  const counts = await payments.judge(storage, 1)
  expect(counts).toMatchObject({ ...SOUND, acknowledged: 2 })
  reportFaults('a commit that a failover has lost', counts)

  // A process that starts now meets two that take writes.
  const late = await openPostgres({ url: ofBoth(url), limits: LIMITS })
  expect(await payments.judge(late, 1)).toMatchObject({ ...SOUND, acknowledged: 2 })
  await late.close()

  // The old one alone is not good enough for a process that has seen the new one.
  await configure(standby, 'default_transaction_read_only', 'on')
  await disconnected(standby)
  await expect(impatient(storage)).rejects.toThrow(/was the primary before another one took over/)
  await engine.close()
})

async function disconnected(client: pg.Client): Promise<void> {
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tallystick'",
  )
}

/** A unit of work that asks for nothing; it has two seconds. */
const impatient = (storage: Storage): Promise<unknown> =>
  storage.transact(
    [{ type: 'customer', tenant: embeddedCaller().tenant, id: 'none' } as never],
    () => null,
    2_000,
  )
