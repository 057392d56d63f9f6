/** A file of an earlier release, brought up to date; and what the database itself refuses. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expectCreditedOnce,
  expectStandings,
  expectUnsettled,
  OLD_DEPOSITS,
  OLD_HOLD,
  OLD_STATUSES,
  OLD_TENANT,
} from '@tallystick/testing'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { Connection } from './connection.js'
import { openSqlite } from './index.js'
import { migrate } from './migrate.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
  insert('tenant', { key: 1, id: OLD_TENANT })
  insert('customer', {
    id: 'disabled',
    tenant: 1,
    external_id: 'disabled',
    enabled: 0,
    active: 1,
    active_accounts: 1,
    created: 5,
  })
  insert('account', { ...account, id: 'held', blocked: String(OLD_HOLD) })
  insert('account', { ...account, id: 'frozen', frozen_by: 'freeze' })
  insert('account', { ...account, id: 'theirs', customer: 'disabled' })
  insert('account', { ...account, id: 'free' })
  insert('blockage', { ...blockage, id: 'hold', account: 'held', amount: String(OLD_HOLD) })
  insert('blockage', { ...blockage, id: 'freeze', account: 'frozen', freeze: 1 })
  database.close()
  return file
}

describe('the histories of standing', () => {
  it('begin with the migration: with how everybody stands then', async () => {
    const file = await early('early.db')
    const before = Date.now()
    await expectStandings(await openSqlite({ file }), before)
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
  database.prepare('insert into tenant (key, id) values (1, ?)').run(OLD_TENANT)
  const row = database.prepare(
    `insert into send (id, tenant, chain, network, tx_id, raw, claims, status, api_key, due, created, updated)
     values (?, 1, 'ETH', 'testnet', ?, '00', '[]', ?, 'key', 2, 5, 5)`,
  )
  for (const status of OLD_STATUSES) {
    row.run(status, status, status)
  }
  database.close()
  await expectUnsettled(await openSqlite({ file }))
})

it('deposits of before have the identity of any spelling: none is credited again, nor is one that was twice', async () => {
  const file = join(folder, 'deposits.db')
  const connection = await Connection.open(file)
  await migrate(connection, '005_offered_sends')
  connection.close()
  const database = new Database(file)
  database.prepare('insert into tenant (key, id) values (1, ?)').run(OLD_TENANT)
  for (const [id, txId, address] of OLD_DEPOSITS) {
    database
      .prepare(
        "insert into deposit (id, tenant, output, account, currency, scale, amount, tx_id, vout, address, derivation_key, block_height, status, spent, reference, created) values (?, 1, ?, 'account', 'ETH', 18, '1000000000000000000', ?, 0, ?, 0, 1, 'Done', 0, x'00', 5)",
      )
      .run(id, JSON.stringify(['ETH', txId, 0, address]), txId, address)
  }
  database.close()
  await expectCreditedOnce(await openSqlite({ file }))
})
