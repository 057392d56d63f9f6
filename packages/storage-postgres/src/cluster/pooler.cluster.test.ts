/** The storage contract and the ledger's properties through PgBouncer, which gives each transaction another connection. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '@tallystick/engine'
import { ledgerProperties, Payments, quickOrFull, reportFaults, storageContract } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { each } from '../faults/load.fixture.js'
import { CommitProxy } from '../faults/proxy.fixture.js'
import { openPostgres } from '../index.js'
import { attempts, BRIEF, withSends } from '../lingering.fixture.js'
import { recycled } from '../recycled.fixture.js'
import { startOwnServer } from '../server.fixture.js'
import { freePort } from './link.fixture.js'
import { Folder, missing } from './programs.fixture.js'

const problem = missing(['pgbouncer'])
if (problem !== null) throw new Error(problem)

/** Fewer than its clients have, so that each connection serves many of them. */
const CONNECTIONS = 3
const server = await startOwnServer({ fsync: false })
const folder = new Folder()
afterAll(async () => {
  await folder.remove()
  await server.stop()
})
/** Between the pooler and the server. */
const proxy = await CommitProxy.start(server.url)
afterAll(() => proxy.close())
const port = await freePort()
const file = join(folder.path, 'pgbouncer.ini')
writeFileSync(
  file,
  `[databases]
* = host=127.0.0.1 port=${new URL(proxy.through(server.url)).port} user=postgres password=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 500
`,
)
folder.own(file)
folder.start('pgbouncer', 'pgbouncer', [file])

const admin = new pg.Pool({ connectionString: server.url, max: 1 })
afterAll(() => admin.end())
let made = 0
/** A database, because PgBouncer does not pass on a search path. */
async function freshDatabase(): Promise<string> {
  const name = `pooled_${made++}`
  await admin.query(`create database ${name}`)
  return `postgres://postgres@127.0.0.1:${port}/${name}?pgbouncer=true`
}

const open = (url: string) => openPostgres({ url, maxConnections: 4 })
const { fresh, reopen } = recycled({ ...server, fresh: freshDatabase }, open)
const name = 'postgres through PgBouncer'
storageContract(name, fresh, { reopen, second: reopen, historyStep: quickOrFull(49, 1) })
ledgerProperties(name, fresh, { runs: 2 })

it('says what to write when the URL does not name the pooler', async () => {
  const url = (await freshDatabase()).replace('?pgbouncer=true', '')
  await expect(openPostgres({ url })).rejects.toThrow(/unsupported startup parameter.*pgbouncer=true/)
})

it('a migration has all the time that it takes', async () => {
  const url = await withSends(await freshDatabase(), 1)
  await (await openPostgres({ url, maxConnections: 2, limits: BRIEF })).close()
  expect(await attempts(url.replace('?pgbouncer=true', ''))).toBe(1)
})

it('two engines pay through it at once', { timeout: 120_000 }, async () => {
  const url = await freshDatabase()
  const engines = [
    new Engine({ storage: await open(url) }),
    new Engine({ storage: await open(url) }),
  ] as const
  const payments = await Payments.prepare(engines[0], { supply: 1_000_000, accounts: 4 })
  await each(1_000, 16, (index) => {
    const engine = engines[index % 2 === 0 ? 0 : 1]
    return payments.pay(engine, `${index}`, { recipient: 1 + (index % 3), key: `key ${index}` })
  })
  const storage = await open(url)
  const counts = await payments.judge(storage, 0)
  reportFaults('1,000 payments of two engines through PgBouncer', counts)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ acknowledged: 1_000, lost: 0, doubled: 0, discrepancies: 0 })
  const { rows } = await admin.query(
    'select count(*)::int as count from pg_stat_activity where datname = $1',
    [new URL(url).pathname.slice(1)],
  )
  expect(rows[0].count).toBeLessThanOrEqual(CONNECTIONS)
  await storage.close()
  for (const engine of engines) await engine.close()
})

it('a commit is made once whose answer the pooler has lost with its connection', {
  timeout: 120_000,
}, async () => {
  const storage = await open(await freshDatabase())
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 1_000_000, accounts: 4 })
  let swallowed = 0
  proxy.fate = (commit) => {
    if (commit % 5 !== 0) return 'answer'
    swallowed++
    return 'swallow'
  }
  await each(100, 1, (index) => payments.pay(engine, `${index}`))
  proxy.fate = () => 'answer'
  const counts = await payments.judge(storage, swallowed)
  reportFaults('commit answers lost behind PgBouncer', counts)
  expect(payments.problems).toEqual([])
  expect(swallowed).toBeGreaterThan(10)
  expect(counts).toMatchObject({ acknowledged: 100, lost: 0, doubled: 0, discrepancies: 0 })
  await engine.close()
})
