/** Reads of a standby: no older than asked, never older than what the same storage has committed for the tenant. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_TENANT, Engine, type Queries } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { Payments } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../index.js'
import { startPair } from '../server.fixture.js'
import { interceptQueries, refusedWith } from './queries.fixture.js'

const pair = await startPair()
const standby = new pg.Client({ connectionString: pair.standby })
await standby.connect()
afterAll(async () => {
  await standby.end()
  await pair.stop()
})

/** The ports that reads of accounts went to. */
const asked: string[] = []
/** While the standby removes what reads need. */
let conflicts = false
const [primaryPort, standbyPort] = [pair.url, pair.standby].map((url) => new URL(url).port)
beforeAll(() =>
  interceptQueries((connection, query) => {
    if (!/from account a left join/.test(query.text)) return query
    asked.push(String(Reflect.get(connection, 'port')))
    return conflicts && asked.at(-1) === standbyPort ? refusedWith('40001') : query
  }),
)

/** @param maxAgeMs Long enough for a busy machine, except where age is what is tested. */
async function opened({ maxAgeMs = 60_000, standbyUrl = pair.standby, warnings = [] as string[] } = {}) {
  const url = await pair.fresh()
  const there = new URL(standbyUrl)
  if (there.search === '') there.search = new URL(url).search
  const warn = (message: string) => void warnings.push(message)
  const storage = await openPostgres({ url, maxConnections: 4, reads: { url: there.href, maxAgeMs, warn } })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
  const balance = async (queries: Queries = engine.reads(DEFAULT_TENANT)): Promise<string> => {
    const owned = await queries.account(DEFAULT_TENANT, payments.accounts[1] as never)
    return String(owned?.account.balance)
  }
  /** Reads until the standby has answered one. */
  const warm = () =>
    expect.poll(() => balance().then(() => asked.at(-1)), { timeout: 30_000, interval: 50 }).toBe(standbyPort)
  return { url, storage, engine, payments, balance, warm }
}

it('answers from the standby what the tenant has not changed since; decisions read the primary', async () => {
  const { engine, payments, balance, warm } = await opened()
  await payments.pay(engine, 'one')
  await warm()
  expect(await balance()).toMatch(/^10*$/)
  expect(await balance(engine.query)).toMatch(/^10*$/)
  expect(asked.slice(-2)).toEqual([standbyPort, primaryPort])
  await engine.close()
})

it('shows a tenant at once what was committed for it here, however far the standby is behind', async () => {
  const { engine, payments, balance, warm } = await opened()
  await warm()
  await standby.query('select pg_wal_replay_pause()')
  await payments.pay(engine, 'one')
  const seen = await balance()
  await standby.query('select pg_wal_replay_resume()')
  expect(seen).toMatch(/^10*$/)
  expect(asked.at(-1)).toBe(primaryPort)
  await warm()
  expect(await balance()).toBe(seen)
  await engine.close()
})

it('shows a tenant at once what was made by a call that loads nothing', async () => {
  const { storage, warm } = await opened()
  const ledger = createTallystick({ storage })
  await warm()
  await standby.query('select pg_wal_replay_pause()')
  const [made] = await ledger.createAccountBatch({ accounts: [{ currency: 'EUR' }] })
  const seen = await ledger.getAccountByAccountId({ id: made?.id ?? '' }).catch(() => null)
  await standby.query('select pg_wal_replay_resume()')
  expect(seen?.id).toBe(made?.id)
  await ledger.close()
})

it('shows what another engine has committed when the greatest age is over', { timeout: 60_000 }, async () => {
  const maxAgeMs = 2_000
  const { url, engine, payments, balance, warm } = await opened({ maxAgeMs })
  await warm()
  const other = new Engine({ storage: await openPostgres({ url, maxConnections: 2 }) })
  await standby.query('select pg_wal_replay_pause()')
  await payments.pay(other, 'one')
  await sleep(maxAgeMs)
  const seen = await balance()
  await standby.query('select pg_wal_replay_resume()')
  expect(seen).toMatch(/^10*$/)
  expect(asked.at(-1)).toBe(primaryPort)
  await other.close()
  await engine.close()
})

it('reads the primary if the standby ends a read, because the primary has removed what it needs', async () => {
  const { engine, payments, balance, warm } = await opened()
  await payments.pay(engine, 'one')
  await warm()
  conflicts = true
  const seen = await balance().finally(() => {
    conflicts = false
  })
  expect(seen).toMatch(/^10*$/)
  expect(asked.slice(-2)).toEqual([standbyPort, primaryPort])
  await engine.close()
})

it.each([
  ['there is no standby', async () => 'postgres://postgres@127.0.0.1:1/postgres', 'ECONNREFUSED'],
  ['the standby is of another ledger', otherLedger, 'is of another database'],
  ['the standby has no ledger', async () => pair.fresh(), ''],
])('reads the primary where %s, and says so once', async (_name, urlOf, reason) => {
  const warnings: string[] = []
  const { engine, payments, balance } = await opened({ standbyUrl: await urlOf(), warnings, maxAgeMs: 1_000 })
  await payments.pay(engine, 'one')
  const read = async () => {
    expect(await balance()).toMatch(/^10*$/)
    return warnings.length
  }
  await expect.poll(read, { timeout: 10_000 }).toBe(1)
  for (let reads = 0; reads < 3; reads++) {
    await sleep(600)
    await read()
  }
  expect(warnings).toEqual([expect.stringMatching(`^The standby answers no reads, .*${reason}`)])
  await engine.close()
})

async function otherLedger(): Promise<string> {
  const url = await pair.fresh()
  await (await openPostgres({ url })).close()
  return url
}

it('says once that the standby is lost, and once that it is back', { timeout: 60_000 }, async () => {
  const warnings: string[] = []
  const { engine, payments, balance, warm } = await opened({ maxAgeMs: 1_000, warnings })
  await payments.pay(engine, 'one')
  await warm()
  expect(warnings).toEqual([])
  await standby.query('select pg_wal_replay_pause()')
  const told = (count: number) =>
    expect.poll(() => balance().then(() => warnings.length), { timeout: 20_000, interval: 100 }).toBe(count)
  try {
    // A moment is no news.
    await sleep(2_000)
    await balance()
    expect(warnings).toEqual([])
    await told(1)
  } finally {
    await standby.query('select pg_wal_replay_resume()')
  }
  await told(2)
  expect(warnings).toEqual([
    expect.stringContaining(
      'The standby answers no reads, and the primary answers in its place: it does not show',
    ),
    'The standby answers reads again',
  ])
  await engine.close()
})
