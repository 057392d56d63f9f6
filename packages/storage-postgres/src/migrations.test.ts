/** A database of an earlier release, brought up to date. */
import { type AccountId, recordDeposit, STANDINGS, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, unsettledSends, verify } from '@tallystick/engine'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { openPostgres } from './index.js'
import { migrate } from './migrations.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const TENANT = 'default' as TenantId

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
    [TENANT],
  )
  await client.query(
    `insert into account (tenant, id, currency, scale, customer, balance, blocked, frozen_by, active,
       accounting_currency, created, records, height)
     select $1, id, 'EUR', 2, customer, 0, blocked, frozen_by, true, 'EUR', 5, 0, 0
     from (values ('held', null, 12345678901234567890123, null), ('frozen', null, 0, 'freeze'),
       ('theirs', 'disabled', 0, null), ('free', null, 0, null)) as a (id, customer, blocked, frozen_by)`,
    [TENANT],
  )
  await client.query(
    `insert into blockage (tenant, id, account, amount, type, is_freeze, created)
     values ($1, 'hold', 'held', 12345678901234567890123, 'HOLD', false, 5),
       ($1, 'freeze', 'frozen', 0, 'ACCOUNT_FROZEN', true, 5)`,
    [TENANT],
  )
  await client.end()
  return url
}

it('the histories of standing begin with the migration: with how everybody stands then', async () => {
  const url = await early()
  const before = Date.now()
  const storage = await openPostgres({ url, maxConnections: 2 })
  const none = { scale: 2, balance: 0n, blocked: 0n, frozen: false, disabled: false }
  for (const [id, then] of [
    ['held', { ...none, blocked: 12345678901234567890123n }],
    ['frozen', { ...none, frozen: true }],
    ['theirs', { ...none, disabled: true }],
    ['free', none],
  ] as const) {
    expect(await storage.query.balanceAt(TENANT, id as AccountId, Date.now() + 1)).toEqual(then)
    expect(await storage.query.balanceAt(TENANT, id as AccountId, before - 1_000)).toEqual(none)
  }
  expect((await verify(storage)).drift).toEqual([])
  const standings = await storage.audit((books) => books.list(STANDINGS, undefined, 10))
  expect(standings.map(({ subject }) => subject)).toEqual(['disabled', 'frozen', 'held'])
  for (const { at } of standings) expect(Math.abs(at - before)).toBeLessThan(10_000)
  await storage.close()
})

it('a transaction of which it was not written whether a node was given it may have been given to one', async () => {
  const url = await server.fresh()
  const connection = Connection.open(url, 1)
  await migrate(connection, '005_entry_batch')
  await connection.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into send (tenant, id, chain, network, tx_id, raw, claims, status, api_key, due, created, updated)
     select $1, status, 'ETH', 'testnet', status, '00', '[]', status, 'key', 2, 5, 5
     from unnest(array['confirmed', 'dead', 'refused', 'replaced', 'sent', 'signed']) as s (status)`,
    [TENANT],
  )
  await client.end()
  const storage = await openPostgres({ url, maxConnections: 2 })
  const unsettled = await unsettledSends(storage.query, undefined, 10)
  expect(unsettled.map(({ txId, status }) => [txId, status])).toEqual([
    // Its block may have been undone: nobody looked any more.
    ['confirmed', 'confirmed'],
    ['replaced', 'replaced'],
    ['sent', 'sent'],
    ['signed', 'unknown'],
  ])
  await storage.close()
})

it('deposits of before have the identity of any spelling: none is credited again, nor is one that was twice', async () => {
  const url = await server.fresh()
  const connection = Connection.open(url, 1)
  await migrate(connection, '006_offered_sends')
  await connection.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [id, txId, address] of [
    ['one', `0x${'AB'.repeat(32)}`, `0x${'Cd'.repeat(20)}`],
    ['first', `0x${'11'.repeat(32)}`, `0x${'CD'.repeat(20)}`],
    ['second', '11'.repeat(32), `0x${'cd'.repeat(20)}`],
    ['other', 'no hex at all', 'nowhere'],
  ] as const) {
    await client.query(
      `insert into deposit (tenant, id, output, account, currency, scale, amount, tx_id, vout, address, derivation_key,
         block_height, status, spent, reference, created)
       values ($1, $2, $3, 'account', 'ETH', 18, 1000000000000000000, $4, 0, $5, 0, 1, 'Done', false,
         '00000000-0000-7000-8000-000000000000', 5)`,
      [TENANT, id, JSON.stringify(['ETH', txId, 0, address]), txId, address],
    )
  }
  await client.end()
  const storage = await openPostgres({ url, maxConnections: 2 })
  const engine = new Engine({ storage })
  const report = (txId: string, address: string) =>
    engine.execute({
      caller: embeddedCaller(TENANT),
      rule: recordDeposit,
      command: {
        tenant: TENANT,
        account: 'account' as AccountId,
        currency: 'ETH',
        amount: '1',
        txId,
        vout: 0,
        address,
        from: null,
        derivationKey: 0,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
  expect(await report(`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(20)}`)).toBe('one')
  expect(await report('AB'.repeat(32), `xdc${'Cd'.repeat(20)}`)).toBe('one')
  expect(await report(`0x${'11'.repeat(32)}`, `0x${'cd'.repeat(20)}`)).toBe('second')
  expect(await report('11'.repeat(32), `0x${'CD'.repeat(20)}`)).toBe('second')
  expect(await report('no hex at all', 'nowhere')).toBe('other')
  await engine.close()
})
