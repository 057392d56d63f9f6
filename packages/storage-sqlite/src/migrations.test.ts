/** A file of an earlier release, brought up to date; and what the database itself refuses. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AccountId, recordDeposit, STANDINGS, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, unsettledSends, verify } from '@tallystick/engine'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { openSqlite } from './index.js'
import { migrate } from './migrate.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TENANT = 'default' as TenantId
const [HELD, FROZEN, THEIRS, FREE] = ['held', 'frozen', 'theirs', 'free'] as AccountId[]

/** As `001_ledger` left it: an account with a hold, a frozen one, one of a disabled customer, and one with nothing. */
async function early(name: string): Promise<string> {
  const file = join(folder, name)
  const connection = await Connection.open(file)
  await migrate(connection, '001_ledger')
  connection.close()
  const database = new Database(file)
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>): void => {
    const names = Object.keys(row)
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
  }
  const account = {
    tenant: 1,
    currency: 'EUR',
    scale: 2,
    balance: '0',
    blocked: '0',
    active: 1,
    accounting_currency: 'EUR',
    created: 5,
    head: 0,
    records: 0,
  }
  const blockage = { tenant: 1, amount: '0', type: 'HOLD', freeze: 0, created: 5 }
  insert('tenant', { key: 1, id: TENANT })
  insert('customer', {
    id: 'disabled',
    tenant: 1,
    external_id: 'disabled',
    enabled: 0,
    active: 1,
    active_accounts: 1,
    created: 5,
  })
  insert('account', { ...account, id: HELD ?? '', blocked: '12345678901234567890123' })
  insert('account', { ...account, id: FROZEN ?? '', frozen_by: 'freeze' })
  insert('account', { ...account, id: THEIRS ?? '', customer: 'disabled' })
  insert('account', { ...account, id: FREE ?? '' })
  insert('blockage', { ...blockage, id: 'hold', account: HELD ?? '', amount: '12345678901234567890123' })
  insert('blockage', { ...blockage, id: 'freeze', account: FROZEN ?? '', freeze: 1 })
  database.close()
  return file
}

describe('the histories of standing', () => {
  it('begin with the migration: with how everybody stands then', async () => {
    const file = await early('early.db')
    const before = Date.now() - 1
    const storage = await openSqlite({ file })
    const after = Date.now() + 1
    const none = { scale: 2, balance: 0n, blocked: 0n, frozen: false, disabled: false }
    const expected = [
      [HELD, { ...none, blocked: 12345678901234567890123n }],
      [FROZEN, { ...none, frozen: true }],
      [THEIRS, { ...none, disabled: true }],
      [FREE, none],
    ] as const
    for (const [id, then] of expected) {
      if (id === undefined) continue
      expect(await storage.query.balanceAt(TENANT, id, after)).toEqual(then)
      expect(await storage.query.balanceAt(TENANT, id, before - 1_000)).toEqual(none)
    }
    expect((await verify(storage)).drift).toEqual([])
    const standings = await storage.audit((books) => books.list(STANDINGS, undefined, 10))
    expect(standings.map(({ subject }) => subject)).toEqual(['disabled', FROZEN, HELD])
    for (const { at } of standings) expect(Math.abs(at - before)).toBeLessThan(10_000)
    await storage.close()
  })

  it('only grow: the database refuses to remove, to go back, or to change what has been followed', async () => {
    const file = await early('grown.db')
    await (await openSqlite({ file })).close()
    const database = new Database(file)
    const row = "insert into standing values (1, 'x', ?, '0', 0)"
    for (const at of [10, 20]) database.prepare(row).run(at)
    for (const statement of [
      "delete from standing where subject = 'x'",
      "update standing set blocked = '1' where subject = 'x' and at = 10",
      "update standing set at = 30 where subject = 'x' and at = 20",
      "update standing set subject = 'y' where subject = 'x' and at = 20",
      "insert into standing values (1, 'x', 15, '0', 0)",
    ]) {
      expect(() => database.exec(statement), statement).toThrow('standing is append-only')
    }
    database.exec("update standing set blocked = '1' where subject = 'x' and at = 20")
    database.exec("insert into standing values (2, 'x', 15, '0', 0)")
    database.close()
  })
})

it('a transaction of which it was not written whether a node was given it may have been given to one', async () => {
  const file = join(folder, 'sends.db')
  const connection = await Connection.open(file)
  await migrate(connection, '004_api_key_addresses')
  connection.close()
  const database = new Database(file)
  database.prepare('insert into tenant (key, id) values (1, ?)').run(TENANT)
  const row = database.prepare(
    `insert into send (id, tenant, chain, network, tx_id, raw, claims, status, api_key, due, created, updated)
     values (?, 1, 'ETH', 'testnet', ?, '00', '[]', ?, 'key', 2, 5, 5)`,
  )
  for (const status of ['confirmed', 'dead', 'refused', 'replaced', 'sent', 'signed']) {
    row.run(status, status, status)
  }
  database.close()
  const storage = await openSqlite({ file })
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
  const file = join(folder, 'deposits.db')
  const connection = await Connection.open(file)
  await migrate(connection, '005_offered_sends')
  connection.close()
  const database = new Database(file)
  database.prepare('insert into tenant (key, id) values (1, ?)').run(TENANT)
  for (const [id, txId, address] of [
    ['one', `0x${'AB'.repeat(32)}`, `0x${'Cd'.repeat(20)}`],
    ['first', `0x${'11'.repeat(32)}`, `0x${'CD'.repeat(20)}`],
    ['second', '11'.repeat(32), `0x${'cd'.repeat(20)}`],
    ['other', 'no hex at all', 'nowhere'],
  ] as const) {
    database
      .prepare(
        "insert into deposit (id, tenant, output, account, currency, scale, amount, tx_id, vout, address, derivation_key, block_height, status, spent, reference, created) values (?, 1, ?, 'account', 'ETH', 18, '1000000000000000000', ?, 0, ?, 0, 1, 'Done', 0, x'00', 5)",
      )
      .run(id, JSON.stringify(['ETH', txId, 0, address]), txId, address)
  }
  database.close()
  const storage = await openSqlite({ file })
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
