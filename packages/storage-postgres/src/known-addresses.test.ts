/** Numbers of deposit addresses rise in the order of the commits, so a reader never passes one by. */
import type { AccountId, DepositAddress, TenantId, Timestamp } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { possible } from '@tallystick/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

/** As a process of whichever release writes it. */
const INSERT = `insert into deposit_address (tenant, chain, network, address, tag, currency, account, shown, removed, created)
  values ('tenant', 'BTC', 'mainnet', $1, '', 'BTC', 'account', '', false, 0)`

const store = (storage: Storage, address: string): Promise<void> =>
  storage.transact([], (view) => {
    const depositAddress: DepositAddress = {
      tenant: 'tenant' as TenantId,
      chain: 'BTC',
      network: 'mainnet',
      address,
      tag: '',
      currency: 'BTC',
      account: 'account' as AccountId,
      xpub: null,
      derivationKey: null,
      shown: address,
      removed: false,
      created: 0 as Timestamp,
    }
    view.apply({ type: 'depositAddress.added', depositAddress })
  })

it.each(['commit', 'rollback'])(
  'an address that is being stored holds up those after it, and is not missed: %s',
  async (end) => {
    const url = await server.fresh()
    const storage = await openPostgres({ url, maxConnections: 4 })
    const slow = new pg.Client({ connectionString: url })
    await slow.connect()
    const asked = ['early', 'late', 'nobody']
    try {
      await slow.query('begin')
      await slow.query(INSERT, ['early'])
      let isStored = false
      const late = store(storage, 'late').then(() => {
        isStored = true
      })
      // What is not committed is not there, and nothing after it is either.
      for (let round = 0; round < 5; round++) {
        expect(await possible(storage, asked)).toEqual([])
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(isStored).toBe(false)
      await slow.query(end)
      await late
      const stored = end === 'commit' ? ['early', 'late'] : ['late']
      expect(await possible(storage, asked)).toEqual(stored)
    } finally {
      await slow.end()
      await storage.close()
    }
  },
)

it('addresses of a killed process do not hold up the others', async () => {
  const url = await server.fresh()
  const storage = await openPostgres({ url, maxConnections: 4 })
  const killed = new pg.Client({ connectionString: url })
  killed.on('error', () => undefined)
  await killed.connect()
  await killed.query('begin')
  await killed.query(INSERT, ['lost'])
  killed.connection.stream.destroy()
  await store(storage, 'next')
  expect(await possible(storage, ['lost', 'next'])).toEqual(['next'])
  await storage.close()
})
