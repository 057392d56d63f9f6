/** Most addresses are known to be nobody's without a look into the index; nobody's deposit is missed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEPOSIT_ADDRESSES } from '@tallystick/core'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AddressFilter, FILTER_WINDOW } from './address-filter.js'
import { Connection } from './connection.js'
import { openSqlite } from './index.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-filter-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const INSERT = `insert into deposit_address (tenant, chain, network, address, tag, currency, account, shown, removed, created)
  values (1, 'BTC', 'mainnet', ?, '', 'BTC', 'account', '', 0, 0)`

async function file(name: string): Promise<string> {
  const path = join(folder, name)
  await (await openSqlite({ file: path })).close()
  return path
}

/** As another process. */
function plant(path: string, addresses: readonly string[]): void {
  const database = new Database(path)
  const insert = database.prepare(INSERT)
  database.transaction(() => {
    for (const address of addresses) insert.run(address)
  })()
  database.close()
}

const many = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${(index * 2_654_435_761).toString(36)}`)

it('has every address, and few of strangers', async () => {
  const path = await file('whole.db')
  const ours = many('bc1q', 3 * FILTER_WINDOW + 7)
  plant(path, ours)
  const connection = await Connection.open(path)
  const filter = new AddressFilter(connection)
  let rounds = 0
  while (!filter.advance()) rounds++
  expect(rounds).toBe(3)
  expect(ours.every((address) => filter.mayHave(address))).toBe(true)
  const strangers = many('0x', 20_000)
  expect(strangers.filter((address) => filter.mayHave(address)).length).toBeLessThan(20)
  connection.close()
})

it('finds an address that another process has just stored, and one after the table shrank', async () => {
  const path = await file('others.db')
  plant(path, ['first'])
  const storage = await openSqlite({ file: path })
  const ask = async (...address: readonly string[]) => {
    const where = { chain: 'BTC', network: 'mainnet', address: { in: address } }
    const rows = await storage.query.list(DEPOSIT_ADDRESSES, { where, by: 'address' })
    return rows.map((row) => row.address)
  }
  expect(await ask('first', 'second')).toEqual(['first'])
  expect(await ask('second')).toEqual([])
  plant(path, ['second', 'third'])
  expect(await ask('first', 'second', 'fourth')).toEqual(['first', 'second'])
  const database = new Database(path)
  database.exec('delete from deposit_address')
  database.close()
  plant(path, ['fourth'])
  expect(await ask('first', 'second', 'fourth')).toEqual(['fourth'])
  expect(await ask()).toEqual([])
  await storage.close()
})
