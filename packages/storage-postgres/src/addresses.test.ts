/** Followers of chains ask once for each block which of its addresses anybody has, among millions. */
import { DEPOSIT_ADDRESSES } from '@tallystick/core'
import { afterAll, expect, it } from 'vitest'
import { runSql } from './entries.fixture.js'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

/** The server has no statistics of the table until it was analyzed. */
it.each([['before', []] as const, ['after', ['analyze deposit_address']] as const])(
  'the addresses of a block are looked up by the index, %s the table was analyzed',
  async (_when, first) => {
    const url = await server.fresh()
    await (await openPostgres({ url, maxConnections: 2 })).close()
    await runSql(
      url,
      'alter table deposit_address set (autovacuum_enabled = false)',
      `insert into deposit_address select 'tenant', 'BTC', 'mainnet', 'address-' || n, '', 'BTC', 'account', null,
         null, 'address-' || n, false, 0 from generate_series(1, 100000) as n`,
      ...first,
    )
    const scans = async () => {
      const [row = []] = await runSql(
        url,
        `select s.seq_scan::int, i.idx_scan::int from pg_stat_user_tables s
           join pg_stat_user_indexes i using (relid) where indexrelname = 'deposit_address_by_address'
           and s.schemaname = current_schema()`,
      )
      return row as [table: number, index: number]
    }
    const before = await scans()
    const storage = await openPostgres({ url, maxConnections: 2 })
    // As few among these as 5,000 among millions.
    const address = { in: Array.from({ length: 500 }, (_, index) => `address-${99_900 + index}`) }
    const where = { chain: 'BTC', network: 'mainnet', address }
    expect(await storage.query.list(DEPOSIT_ADDRESSES, { where, by: 'address' })).toHaveLength(101)
    const tagged = { ...where, tag: { in: ['', '7'] } }
    expect(await storage.query.list(DEPOSIT_ADDRESSES, { where: tagged, by: 'address' })).toHaveLength(101)
    await storage.close()
    // A session reports what it has read when it ends.
    await expect.poll(async () => (await scans())[1]).toBeGreaterThan(before[1])
    expect((await scans())[0]).toBe(before[0])
  },
)
