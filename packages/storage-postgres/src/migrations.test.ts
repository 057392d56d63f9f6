/** A database of an earlier release, brought up to date. */
import { Workplace } from '@tallystick/harness'
import {
  expectCreditedOnce,
  expectStandings,
  expectUnsettled,
  OLD_DEPOSITS,
  OLD_HOLD,
  OLD_TENANT,
} from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { runSql } from './entries.fixture.js'
import { openPostgres } from './index.js'
import { attempts, BRIEF, withSends } from './lingering.fixture.js'
import { migrate } from './migrate.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

/** As `001_ledger` left it: an account with a hold, a frozen one, one of a disabled customer, and one with nothing. */
async function early(): Promise<string> {
  const url = await server.fresh()
  const connection = Connection.open(url, 1)
  await migrate(connection, '001_ledger')
  await connection.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into customer (tenant, id, external_id, enabled, active, active_accounts, created)
     values ($1, 'disabled', 'disabled', false, true, 1, 5)`,
    [OLD_TENANT],
  )
  await client.query(
    `insert into account (tenant, id, currency, scale, customer, balance, blocked, frozen_by, active,
       accounting_currency, created, records, height)
     select $1, id, 'EUR', 2, customer, 0, blocked, frozen_by, true, 'EUR', 5, 0, 0
     from (values ('held', null, ${OLD_HOLD}, null), ('frozen', null, 0, 'freeze'),
       ('theirs', 'disabled', 0, null), ('free', null, 0, null)) as a (id, customer, blocked, frozen_by)`,
    [OLD_TENANT],
  )
  await client.query(
    `insert into blockage (tenant, id, account, amount, type, is_freeze, created)
     values ($1, 'hold', 'held', ${OLD_HOLD}, 'HOLD', false, 5),
       ($1, 'freeze', 'frozen', 0, 'ACCOUNT_FROZEN', true, 5)`,
    [OLD_TENANT],
  )
  await client.end()
  return url
}

it('the histories of standing begin with the migration: with how everybody stands then', async () => {
  const url = await early()
  const before = Date.now()
  await expectStandings(await openPostgres({ url, maxConnections: 2 }), before)
})

it('a transaction of which it was not written whether a node was given it may have been given to one', async () => {
  await expectUnsettled(await openPostgres({ url: await withSends(await server.fresh()), maxConnections: 2 }))
})

it.each([
  ['by itself', ''],
  ['through a pooler', '&pgbouncer=true'],
])('a migration has all the time that it takes: %s', async (_, parameter) => {
  const url = await withSends(await server.fresh(), 1)
  await (await openPostgres({ url: `${url}${parameter}`, maxConnections: 2, limits: BRIEF })).close()
  expect(await attempts(url)).toBe(1)
})

/** The server processes that run a migration now. */
const MIGRATING = "from pg_stat_activity where query like 'update send%' and state = 'active'"

it('a migration that somebody cancels is not tried again, and changes nothing', async () => {
  const url = await withSends(await server.fresh(), 5)
  const [schema] = await runSql(url, "select value from meta where name = 'schema'")
  const outcome = openPostgres({ url, maxConnections: 2 }).catch((error) => error)
  await expect.poll(() => runSql(url, `select pg_cancel_backend(pid) ${MIGRATING}`)).toEqual([[true]])
  expect(await outcome).toMatchObject({
    name: 'Fault',
    transient: false,
    message: expect.stringMatching(/^The migration was cancelled: .* The database is as it was before$/),
  })
  expect(await attempts(url)).toBe(1)
  expect(await runSql(url, "select value from meta where name = 'schema'")).toEqual([schema])
})

it('a migration ends with its process', async () => {
  const url = await withSends(await server.fresh(), 60)
  const running = () => runSql(url, `select 1 ${MIGRATING}`)
  const place = new Workplace()
  const command = place.begin(['migrate', '--database', url])
  await expect.poll(running).toEqual([[1]])
  command.signal('SIGINT')
  await command.ended
  await expect.poll(running).toEqual([])
  place.clear()
})

it('deposits of before have the identity of any spelling: none is credited again, nor is one that was twice', async () => {
  const url = await server.fresh()
  const connection = Connection.open(url, 1)
  await migrate(connection, '006_offered_sends')
  await connection.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [id, txId, address] of OLD_DEPOSITS) {
    await client.query(
      `insert into deposit (tenant, id, output, account, currency, scale, amount, tx_id, vout, address, derivation_key,
         block_height, status, spent, reference, created)
       values ($1, $2, $3, 'account', 'ETH', 18, 1000000000000000000, $4, 0, $5, 0, 1, 'Done', false,
         '00000000-0000-7000-8000-000000000000', 5)`,
      [OLD_TENANT, id, JSON.stringify(['ETH', txId, 0, address]), txId, address],
    )
  }
  await client.end()
  await expectCreditedOnce(await openPostgres({ url, maxConnections: 2 }))
})

it('accounts whose columns have another order say what they said', async () => {
  const url = await server.fresh()
  const connection = Connection.open(url, 1)
  await migrate(connection, '042_sighted_withdrawals')
  await connection.close()
  await runSql(
    url,
    `insert into account values
       ('t', 'one', 'EUR', 2, 'c', null, 1, 2, 'f', false, 'USD', 'code', 'number', 'xpub', 3, 4, 5, 6),
       ('t', 'two', 'USD', 3, null, 'mint', 7, 8, null, true, 'EUR', null, null, null, 9, 10, 11, 12)`,
  )
  const seen = () => runSql(url, 'select to_jsonb(a) from account a order by id')
  const before = await seen()
  await (await openPostgres({ url, maxConnections: 2 })).close()
  expect(await seen()).toEqual(before)
})
