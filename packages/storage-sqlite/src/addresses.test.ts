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
  const storage = await openSqlite({ file: join(folder, 'ledger.db') })
  const address = { in: Array.from({ length: 5_000 }, (_, index) => `address-${index}`) }
  for (const table of [DEPOSIT_ADDRESSES, ADDRESS_POOLS] as readonly Table[]) {
    const where = { chain: 'BTC', network: 'mainnet', address }
    expect(await storage.query.list(table, { where } as never)).toEqual([])
    const asked = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => sql.includes(`from ${table.table} where`))
    expect(asked).toHaveLength(1)
    const database = prepare.mock.contexts[0] as Database.Database
    const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${asked[0]}`)
    const steps = plan.all('', '', '', 1, 0).map(({ detail }) => detail)
    expect(steps[0]).toContain(`${table.table}_on_chain (chain=? AND network=? AND address=?)`)
  }
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
  prepare.mockRestore()
})
