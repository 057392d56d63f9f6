/** Entries that are indexed after their commit: always there for whoever reads, and indexed in the end. */
import { Engine, type Storage } from '@tallystick/engine'
import { Payments } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { allowIndexing, entriesAt, refuseIndexing, runSql } from './entries.fixture.js'
import { openPostgres, type PostgresOptions } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

/** Of the mint. */
const FIRST = 1

class World {
  readonly storages: Storage[] = []

  private constructor(readonly url: string) {}

  static async make(): Promise<World> {
    return new World(await server.fresh())
  }

  async engine(options: Partial<PostgresOptions> = {}): Promise<Engine> {
    const storage = await openPostgres({ url: this.url, maxConnections: 4, ...options })
    this.storages.push(storage)
    return new Engine({ storage })
  }

  /** What is there, as a new reader finds it. */
  async judge(payments: Payments) {
    const reader = await openPostgres({ url: this.url, maxConnections: 2 })
    const counts = await payments.judge(reader, 0)
    await reader.close()
    expect(payments.problems).toEqual([])
    return counts
  }
}

const LATER = { indexing: { alone: 1, contended: 1 } } as const

async function pay(payments: Payments, engine: Engine, name: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => payments.pay(engine, `${name} ${index}`)))
}

describe('indexing', () => {
  it('takes place by itself, after the commit; and before the storage is closed', async () => {
    const world = await World.make()
    const engine = await world.engine(LATER)
    const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
    await pay(payments, engine, 'a', 150)
    await pay(payments, engine, 'b', 150)
    await engine.close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 300, batches: 0 })
    expect(await world.judge(payments)).toMatchObject({ acknowledged: 300, lost: 0, discrepancies: 0 })
  })

  it('is left to a failed indexing’s successor, and nobody who reads can tell', async () => {
    const world = await World.make()
    const engine = await world.engine(LATER)
    const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
    await pay(payments, engine, 'a', 20)
    await engine.close()
    await refuseIndexing(world.url)
    const unlucky = await world.engine(LATER)
    await pay(payments, unlucky, 'b', 20)
    await unlucky.close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 20, batches: 1 })
    await world.judge(payments)
    await allowIndexing(world.url)
    // Opening files what others have left.
    await (await world.engine()).close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 40, batches: 0 })
    await world.judge(payments)
  })

  it('that failed is tried again after the next unit of work', async () => {
    const world = await World.make()
    const engine = await world.engine({ indexing: { alone: 2, contended: 2 } })
    const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
    await refuseIndexing(world.url)
    await pay(payments, engine, 'a', 20)
    await pay(payments, engine, 'b', 20)
    expect((await entriesAt(world.url)).batches).toBe(2)
    await allowIndexing(world.url)
    await payments.pay(engine, 'c')
    await expect.poll(() => entriesAt(world.url)).toEqual({ indexed: FIRST + 41, batches: 0 })
    await engine.close()
    await world.judge(payments)
  })

  it('that is behind lets the next units of work file their own', async () => {
    const world = await World.make()
    const engine = await world.engine({ indexing: { alone: 1, contended: 1, waiting: 2 } })
    const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
    await refuseIndexing(world.url)
    await pay(payments, engine, 'a', 20)
    await pay(payments, engine, 'b', 20)
    await payments.pay(engine, 'c')
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 1, batches: 2 })
    await world.judge(payments)
    await allowIndexing(world.url)
    await engine.close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 41, batches: 0 })
    await world.judge(payments)
  })

  it('that hangs keeps nobody for longer than half his patience', async () => {
    const world = await World.make()
    const engine = await world.engine({ ...LATER, patienceMs: 600 })
    const payments = await Payments.prepare(engine, { supply: 1_000, accounts: 3 })
    await payments.pay(engine, 'a')
    await expect.poll(() => entriesAt(world.url)).toMatchObject({ batches: 0 })
    const holder = new pg.Client({ connectionString: world.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table entry in share mode')
    await payments.pay(engine, 'b')
    const start = performance.now()
    await payments.pay(engine, 'c')
    expect(performance.now() - start).toBeGreaterThan(250)
    expect(performance.now() - start).toBeLessThan(5_000)
    await holder.query('rollback')
    await holder.end()
    await engine.close()
    expect((await entriesAt(world.url)).batches).toBe(0)
    await world.judge(payments)
  })

  it('later is for large units of work of engines that have met; alone, or small, they file their own', async () => {
    const world = await World.make()
    const [first, second] = [await world.engine(), await world.engine()]
    const payments = await Payments.prepare(first, { supply: 10_000, accounts: 3 })
    await runSql(
      world.url,
      'create table batches (entries int)',
      `create function note() returns trigger language plpgsql
       as $$ begin insert into batches values (cardinality(new.reference)); return new; end $$`,
      'create trigger noted before insert on entry_batch for each row execute function note()',
    )
    const batches = () => runSql(world.url, 'select entries from batches order by entries')
    await pay(payments, first, 'alone', 200)
    expect(await batches()).toEqual([])
    await pay(payments, second, 'small', 99)
    await pay(payments, first, 'also small', 99)
    expect(await batches()).toEqual([])
    for (const [index, engine] of [second, first, second].entries()) {
      await pay(payments, engine, `round ${index}`, 100 + index)
    }
    expect(await batches()).toEqual([[100], [101], [102]])
    await first.close()
    await second.close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 701, batches: 0 })
    await world.judge(payments)
  })

  it('of two at once, and of whoever opens meanwhile, files each entry once', async () => {
    const world = await World.make()
    const engines = [await world.engine(LATER), await world.engine(LATER)]
    const [first] = engines
    if (first === undefined) throw new TypeError('no engine')
    const payments = await Payments.prepare(first, { supply: 100_000, accounts: 5 })
    await Promise.all([
      ...engines.flatMap((engine, place) =>
        Array.from({ length: 40 }, async (_, client) => {
          for (let index = 0; index < 25; index++) {
            await payments.pay(engine, `${place} ${client} ${index}`, { recipient: 1 + (index % 4) })
          }
        }),
      ),
      (async () => {
        for (let index = 0; index < 8; index++) await (await world.engine()).close()
      })(),
    ])
    for (const engine of engines) await engine.close()
    expect(await entriesAt(world.url)).toEqual({ indexed: FIRST + 2_000, batches: 0 })
    expect(await world.judge(payments)).toMatchObject({
      acknowledged: 2_000,
      lost: 0,
      doubled: 0,
      discrepancies: 0,
    })
  })
})
