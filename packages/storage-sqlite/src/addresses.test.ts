/** Followers of chains ask once for each block which of its addresses anybody has, among millions. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADDRESS_POOLS, DEPOSIT_ADDRESSES, type Table } from '@tallystick/core'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { openSqlite } from './index.js'

it('the addresses of a block are looked up, each by the index', async () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-addresses-'))
  const file = join(folder, 'ledger.db')
  const storage = await openSqlite({ file })
  const other = new Database(file)
  other.exec(`insert into tenant (key, id) values (1, 'tenant')`)
  other.exec(
    `insert into deposit_address (tenant, chain, network, address, tag, currency, account, shown, removed, created)
       values (1, 'BTC', 'mainnet', 'address-9', '', 'BTC', 'account', '', 0, 0)`,
  )
  other.close()
  const address = { in: Array.from({ length: 5_000 }, (_, index) => `address-${index}`) }
  const on = { chain: 'BTC', network: 'mainnet', address }
  const lookups = [
    [DEPOSIT_ADDRESSES, on, 'by_address (address=?)', 1],
    // Where tags tell customers apart, a million of them may share one address.
    [
      DEPOSIT_ADDRESSES,
      { ...on, tag: { in: ['7'] } },
      'by_address (address=? AND tag=? AND chain=? AND network=?)',
      0,
    ],
    [ADDRESS_POOLS, on, 'on_chain (chain=? AND network=? AND address=?)', 0],
  ] as readonly (readonly [Table, object, string, number])[]
  for (const [table, where, index, found] of lookups) {
    prepare.mockClear()
    expect(await storage.query.list(table, { where, by: 'address' } as never)).toHaveLength(found)
    const asked = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => sql.includes(`from ${table.table} where`) && !sql.includes('rowid'))
    expect(asked).toHaveLength(1)
    const database = prepare.mock.contexts[0] as Database.Database
    const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${asked[0]}`)
    const steps = plan
      .all(...Array.from(String(asked[0]).matchAll(/\?/g), () => 0))
      .map(({ detail }) => detail)
    expect(steps[0]).toContain(`${table.table}_${index}`)
  }
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
  prepare.mockRestore()
})
