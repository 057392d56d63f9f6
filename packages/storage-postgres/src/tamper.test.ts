import { Engine, verify } from '@tallystick/engine'
import { chooseSeed, Payments, quickOrFull, tamperContract, tamperEverywhere } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { ENTRY_BATCH } from './columns.js'
import { refuseIndexing } from './entries.fixture.js'
import { openPostgres } from './index.js'
import { rawPostgres } from './raw.fixture.js'
import { recycled } from './recycled.fixture.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  await server.stop()
})

type Statements = readonly (readonly [sql: string, ...values: unknown[]])[]

const NEWEST = '(select max(unit) from seal)'
/** The rest is put in order, as whoever covers his tracks would. */
const WITHOUT_NEWEST = `update account set records = records - 4, balance = balance
  + (case when role is null then -1 else 1 end) * (select sum(amount) from journal where unit = ${NEWEST})`

async function tamperAt(url: string, ...statements: Statements): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // No trigger holds up whoever has the database in hands.
  await client.query('set session_replication_role = replica')
  for (const [sql, ...values] of statements) await client.query(sql, values)
  await client.end()
}

const reopenDeposits = (url: string) => () => tamperAt(url, ["update deposit set status = 'InProgress'"])

const editBalance = (url: string) => (account: string, balance: bigint) =>
  tamperAt(url, ['update account set balance = $1 where id = $2', String(balance), account])

const indexed = recycled(server, (url) => openPostgres({ url, maxConnections: 2 }))

tamperContract('postgres', async () => {
  const storage = await indexed.fresh()
  const url = indexed.url()
  const tamper = (...statements: Statements) => tamperAt(url, ...statements)
  return {
    storage,
    reopen: indexed.reopen,
    tampering: {
      reopenDeposits: reopenDeposits(url),
      editBalance: editBalance(url),
      changeAmount: (reference, amount) =>
        tamper(['update entry set amount = $1 where reference = $2', String(amount), reference]),
      changeDetails: (reference, details) =>
        tamper(['update entry set details = $1 where reference = $2', details, reference]),
      deleteEntry: (reference) => tamper(['delete from entry where reference = $1', reference]),
      swapEntries: (first, second) => {
        const move = `update entry t set height = o.height, unit = o.unit, place = o.place
          from entry o where t.reference = any ($1) and o.reference = any ($1) and o.reference <> t.reference`
        return tamper([move, [first, second]])
      },
      cutNewestBatch: () =>
        tamper(
          [WITHOUT_NEWEST],
          [`delete from entry where unit = ${NEWEST}`],
          [`delete from seal where unit = ${NEWEST}`],
        ),
    },
  }
})

const INDEXING = { alone: 1, contended: 1, waiting: 20 }
const ARRAYS = ENTRY_BATCH.filter(([, type]) => type.endsWith('[]')).map(([name]) => name)

const unindexed = recycled(
  server,
  (url) => openPostgres({ url, maxConnections: 2, indexing: INDEXING }),
  refuseIndexing,
)

tamperContract(
  'postgres, entries not indexed yet',
  async () => {
    const storage = await unindexed.fresh()
    const url = unindexed.url()
    const tamper = (...statements: Statements) => tamperAt(url, ...statements)
    const place = 'array_position(reference, $1::uuid)'
    const without = ARRAYS.map((name) => `${name} = ${name}[:${place} - 1] || ${name}[${place} + 1:]`)
    const swapped = ARRAYS.filter((name) => name !== 'place').map(
      (name) =>
        `${name}[array_position(t.reference, v.one)] = o.${name}[array_position(o.reference, v.other)]`,
    )
    return {
      storage,
      reopen: unindexed.reopen,
      tampering: {
        reopenDeposits: reopenDeposits(url),
        editBalance: editBalance(url),
        changeAmount: (reference, amount) =>
          tamper([
            `update entry_batch set amount[${place}] = $2 where $1::uuid = any (reference)`,
            reference,
            String(amount),
          ]),
        changeDetails: (reference, details) =>
          tamper([
            `update entry_batch set details[${place}] = $2 where $1::uuid = any (reference)`,
            reference,
            details,
          ]),
        deleteEntry: (reference) =>
          tamper([
            `update entry_batch set ${without.join(', ')} where $1::uuid = any (reference)`,
            reference,
          ]),
        swapEntries: (first, second) =>
          tamper([
            `update entry_batch t set ${swapped.join(', ')}
           from entry_batch o, (values ($1::uuid, $2::uuid), ($2, $1)) as v (one, other)
           where v.one = any (t.reference) and v.other = any (o.reference)`,
            first,
            second,
          ]),
        cutNewestBatch: () =>
          tamper(
            [WITHOUT_NEWEST],
            [`delete from entry_batch where unit = ${NEWEST}`],
            [`delete from seal where unit = ${NEWEST}`],
          ),
      },
    }
  },
  { of: quickOrFull(3, 1), seed: chooseSeed() },
)

/** What an entry need not have: that it is missing now, its digest tells. */
const OPTIONAL: ReadonlySet<string> = new Set(['debit_value', 'credit_value', 'details'])
/** For searching only; what it says stands in the details. */
const COPIED = 'custom_reference'

it('an array of a batch that was shortened is found, and the entry that lacks it is named', async () => {
  const url = await server.fresh()
  const storage = await openPostgres({ url, maxConnections: 4, indexing: INDEXING })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 100, accounts: 3 })
  await refuseIndexing(url)
  const references = await Promise.all(['1', '2', '3', '4'].map((id) => payments.pay(engine, id)))
  const last = references.at(-1) ?? ''
  await tamperAt(url, ['create table kept as select * from entry_batch'])
  for (const name of ARRAYS.filter((one) => one !== COPIED)) {
    await tamperAt(url, [
      `update entry_batch set ${name} = trim_array(${name}, 1) where $1 = any (reference)`,
      last,
    ])
    if (OPTIONAL.has(name)) {
      const { discrepancies } = await verify(storage)
      expect(discrepancies.find(({ check }) => check === 'entry')).toMatchObject({ subject: last })
    } else {
      const named = name === 'reference' ? 'null' : last
      await expect(verify(storage), name).rejects.toThrow(`The journal is damaged: entry ${named}, of unit`)
    }
    await tamperAt(url, [
      `update entry_batch b set ${name} = k.${name} from kept k where k.writer = b.writer and k.unit = b.unit`,
    ])
  }
  expect((await verify(storage)).discrepancies).toEqual([])
  await engine.close()
})

it('after a refused commit, the next seal continues from the last one that was committed', async () => {
  const url = await server.fresh()
  const storage = await openPostgres({ url, maxConnections: 2 })
  const engine = new Engine({ storage })
  const payments = await Payments.prepare(engine, { supply: 100, accounts: 3 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`)
  await client.query(`create constraint trigger refuse after update on account deferrable initially deferred
    for each row when (new.records = 4) execute function refuse()`)
  await client.end()
  // The third payment makes the fourth record of the account that pays: its first is what it was given.
  await payments.pay(engine, 'first')
  await payments.pay(engine, 'second')
  await expect(payments.pay(engine, 'third')).rejects.toThrow('refused')
  await payments.pay(engine, 'fourth', { sender: 1, recipient: 2 })
  const counts = await payments.judge(storage, 1)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ acknowledged: 3, lost: 0, discrepancies: 0 })
  await engine.close()
})

const ORDER = 'only puts the next units of work in order; where that comes out wrong, seals do not fit'
const TIME = 'only keeps the next unit of work from being dated before it'
const COUNT = 'only tells a running engine whether a commit took place that was not answered'
const UNCOVERED = {
  'account.height': ORDER,
  'account.latest': TIME,
  'meta schema: row added': 'nothing has that name',
  'seal.height': 'of a seal that covers no entry: its place in its own chain is its number',
  'writer.id': COUNT,
  'writer.latest': TIME,
  'writer.units': COUNT,
  'writer: row added': COUNT,
  'writer: row removed': COUNT,
}

tamperEverywhere(
  'postgres',
  async () => {
    const url = await server.fresh()
    const reopen = () => openPostgres({ url, maxConnections: 2 })
    return {
      storage: await reopen(),
      reopen,
      watched: true,
      raw: async () => {
        const raw = await rawPostgres(url)
        ends.push(() => raw.end())
        return raw
      },
    }
  },
  UNCOVERED,
)
