/** Rows of transactions that replace one another, as engines that meet lock them. */
import { recordSend, SENDS, type Send, sendKey, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller } from '@tallystick/engine'
import { afterAll, expect, it } from 'vitest'
import { runSql } from './entries.fixture.js'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const TENANT = 'tenant' as TenantId
const ON = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
const CALLER = embeddedCaller(TENANT)

it('one who loads a whole row, and one who loads it from its last, do not wait for each other in a circle', async () => {
  const url = await server.fresh()
  const open = () => openPostgres({ url, maxConnections: 2 })
  const [one, other] = await Promise.all([open(), open()])
  const engine = new Engine({ storage: one })
  const names = Array.from({ length: 20 }, (_, index) => `tx ${index}`)
  for (const txId of names) {
    await engine.execute({
      caller: CALLER,
      rule: recordSend,
      command: {
        ...ON,
        txId,
        raw: '00',
        claims: [{ owner: 'sender', index: 5n }],
        fresh: false,
        signature: null,
        replaces: true,
        apiKey: CALLER.apiKey,
        credits: 1,
      },
      price: () => 0,
      present: (send: Send) => send.txId,
      idempotency: null,
    })
  }
  const keys = names.map((txId) => sendKey(ON, txId))
  for (let round = 0; round < 60; round++) {
    const loaded = await Promise.all([
      one.transact(keys.slice(-1), (view) => [...view.all(SENDS)].length),
      other.transact(keys, (view) => [...view.all(SENDS)].length),
    ])
    expect(loaded).toEqual([20, 20])
  }
  await engine.close()
  await Promise.all([one.close(), other.close()])
  const [row] = await runSql(
    url,
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(row).toEqual([0])
})
