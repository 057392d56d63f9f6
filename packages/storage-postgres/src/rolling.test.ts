/** Engines of two releases on one database, while it is upgraded: docs/operations.md, "Upgrading without a stop". */
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault, type Storage, verify } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { afterAll, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { allowIndexing, entriesAt, refuseIndexing, runSql } from './entries.fixture.js'
import { openPostgres } from './index.js'
import { migrate } from './migrate.js'
import { MIGRATIONS } from './migrations.js'
import { startServer } from './server.fixture.js'
import { openRelease } from './store.js'

const server = await startServer()
afterAll(() => server.stop())

const [BEFORE = '', AFTER = ''] = MIGRATIONS.slice(-2).map(({ name }) => name)
const CLIENTS = 8
const PAID = '1'

const older = (url: string): Promise<Storage> => openRelease({ url, maxConnections: 4 }, BEFORE)
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'it succeeded',
    (error) => error,
  )
const OVERTAKEN = { name: 'Fault', transient: true, message: expect.stringContaining(AFTER) }

/** What a balancer does: the first engine that takes the call has it. The key makes all attempts one call. */
async function pay(engines: readonly Tallystick[], accounts: readonly string[], idempotencyKey: string) {
  const [senderAccountId = '', recipientAccountId = ''] = accounts
  const payment = { senderAccountId, recipientAccountId, amount: PAID }
  for (const engine of engines) {
    try {
      const { reference } = await engine.sendTransaction(payment, { idempotencyKey })
      return { reference, by: engine }
    } catch (error) {
      if (!(error instanceof Fault && error.transient)) throw error
    }
  }
  return null
}

it('payments go on while an engine of the next release migrates, and each is made once', async () => {
  const url = await server.fresh()
  const old = [await older(url), await older(url)]
  const engines = old.map((storage) => createTallystick({ storage }))
  const [first] = engines as [Tallystick, Tallystick]
  const accounts = [
    await first.createAccount({ currency: 'EUR' }),
    await first.createAccount({ currency: 'EUR' }),
  ]
  const ids = accounts.map(({ id }) => id)
  await first.fund({ id: ids[0] ?? '', amount: '1000000' })

  const references = new Set<string>()
  const by = new Map<Tallystick, number>()
  let stopped = false
  const client = async (name: number): Promise<void> => {
    for (let call = 0; !stopped; call++) {
      const key = `pay-${name}-${call}`
      for (;;) {
        // The old ones are asked first, so whatever they still took would show.
        const paid = await pay(engines, ids, key)
        if (paid === null) continue
        references.add(paid.reference)
        by.set(paid.by, (by.get(paid.by) ?? 0) + 1)
        // As a client does that has lost the answer: any other engine gives the same one.
        const again = await pay(engines.toReversed(), ids, key)
        expect(again?.reference ?? paid.reference).toBe(paid.reference)
        break
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
  await sleep(150)
  const storage = await openPostgres({ url, maxConnections: 4 })
  const next = createTallystick({ storage })
  engines.push(next)
  const before = references.size
  await sleep(150)
  // From here on only the new one pays.
  const counts = engines.slice(0, 2).map((engine) => by.get(engine) ?? 0)
  await sleep(150)
  stopped = true
  await Promise.all(clients)

  expect(before).toBeGreaterThan(0)
  expect(by.get(next)).toBeGreaterThan(0)
  expect(engines.slice(0, 2).map((engine) => by.get(engine) ?? 0)).toEqual(counts)
  const { accountBalance } = await next.getAccountBalance({ id: ids[1] ?? '' })
  expect(accountBalance).toBe(String(references.size))
  expect((await verify(storage)).discrepancies).toEqual([])

  for (const [index, engine] of engines.slice(0, 2).entries()) {
    expect(await failure(engine.createAccount({ currency: 'EUR' }))).toMatchObject(OVERTAKEN)
    expect(await failure(engine.engine.ping())).toMatchObject(OVERTAKEN)
    // They end well, and take nothing with them.
    await engine.close()
    expect(await failure((old[index] as Storage).ping())).toBeInstanceOf(Fault)
  }
  expect((await verify(storage)).discrepancies).toEqual([])
  await next.close()
})

it('a migration waits for units of work that have begun, and those behind it find the new schema', async () => {
  const url = await server.fresh()
  const storage = await older(url)
  const tallystick = createTallystick({ storage })
  await tallystick.createAccount({ currency: 'EUR' })
  const connection = Connection.open(url, 2)
  let migrated: Promise<unknown> = Promise.resolve()
  // A migration that has the lock, and takes its time.
  await connection.session(async (session) => {
    await session.query('begin')
    await session.query('lock table meta in access exclusive mode')
    migrated = failure(tallystick.createAccount({ currency: 'EUR' }))
    await sleep(100)
    await session.query("update meta set value = $1 where name = 'schema'", [AFTER])
    await session.query('commit')
  })
  expect(await migrated).toMatchObject(OVERTAKEN)
  await connection.close()
  await tallystick.close()
})

it('an engine of an older release does not start on a newer database, and says so', async () => {
  const url = await server.fresh()
  await (await openPostgres({ url })).close()
  for (const options of [{}, { migrate: false }]) {
    expect(await failure(openRelease({ url, ...options }, BEFORE))).toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('was written by a newer release'),
    })
  }
})

it('an older engine leaves the batches of a newer one as they are', async () => {
  const url = await server.fresh()
  const indexing = { alone: 1, lookMs: 20 }
  const storage = await openRelease({ url, maxConnections: 4, indexing }, BEFORE)
  const old = createTallystick({ storage })
  const { id } = await old.createAccount({ currency: 'EUR' })
  // As an engine of the next release leaves one that was killed before it indexed it.
  await refuseIndexing(url)
  await old.fund({ id, amount: '5' })
  await runSql(url, `update meta set value = '${AFTER}' where name = 'schema'`)
  await allowIndexing(url)
  await sleep(120)
  expect(await entriesAt(url)).toEqual({ indexed: 0, batches: 1 })
  await runSql(url, `update meta set value = '${BEFORE}' where name = 'schema'`)
  const next = createTallystick({ storage: await openPostgres({ url, indexing }) })
  expect(await entriesAt(url)).toEqual({ indexed: 1, batches: 0 })
  expect((await next.verify()).discrepancies).toEqual([])
  await old.close()
  await next.close()
})

it('a migration waits in short turns for whoever reads everything, and the ledger goes on meanwhile', async () => {
  const url = await server.fresh()
  const storage = await older(url)
  const tallystick = createTallystick({ storage })
  const { id } = await tallystick.createAccount({ currency: 'EUR' })
  const connection = Connection.open(url, 2)
  await connection.session(async (session) => {
    await session.query('begin isolation level repeatable read read only')
    await session.query('select * from meta')
    const migrating = Connection.open(url, 1)
    const outcome = migrate(migrating).then(
      () => 'migrated',
      (error) => error,
    )
    // Between its attempts, the ledger goes on.
    await tallystick.fund({ id, amount: '1' })
    await session.query('rollback')
    expect(await outcome).toBe('migrated')
    await migrating.close()
  })
  await connection.close()
  await tallystick.close()
})
