import { tamperContract } from '@tallystick/testing'
import pg from 'pg'
import { afterAll } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

tamperContract('postgres', async () => {
  const url = await server.fresh()
  const reopen = () => openPostgres({ url, maxConnections: 2 })
  const tamper = async (...statements: readonly (readonly [sql: string, ...values: unknown[]])[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const [sql, ...values] of statements) await client.query(sql, values)
    await client.end()
  }
  const newest = '(select max(unit) from seal)'
  return {
    storage: await reopen(),
    reopen,
    tampering: {
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
      editBalance: (account, balance) =>
        tamper(['update account set balance = $1 where id = $2', String(balance), account]),
      cutNewestBatch: () =>
        tamper(
          // The rest is put in order too, as whoever covers his tracks would.
          [
            `update account set records = records - 4, balance = balance
             + (case when role is null then -1 else 1 end) * (select sum(amount) from entry where unit = ${newest})`,
          ],
          [`delete from entry where unit = ${newest}`],
          [`delete from seal where unit = ${newest}`],
        ),
    },
  }
})
