/** A process that dies between recording and sending, or between sending and writing that down: SQLite, on a file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@tallystick/storage-sqlite'
import { dumpStorage } from '@tallystick/testing'
import { type Failure, startXrpServer } from '@tallystick/testing/simulated'
import { expect, it } from 'vitest'
import { DROPS } from './chain.fixture.js'
import { openXrpWorld } from './ledger-world.fixture.js'

const deaths: readonly (readonly [what: string, failure: Failure])[] = [
  ['before the node hears of it', 'die'],
  ['after the node took it', 'drop'],
]
it.each(deaths)('%s: the next process finishes, and it is paid once', async (_, failure) => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-xrp-'))
  const file = join(folder, 'ledger.db')
  const server = await startXrpServer()
  const first = await openXrpWorld({ storage: await openSqlite({ file }), server })
  try {
    const alice = await first.account('alice')
    const bob = await first.account('bob')
    const calls = await first.as('testnet')
    server.failing = (method) => (method === 'submit' ? failure : undefined)
    const body = { fromAccount: alice.address, fromSecret: alice.secret, to: bob.address, amount: '3' }
    await expect(calls.transferXrpBlockchain(body)).rejects.toMatchObject({ code: 'broadcast.unknown' })
    // No word to the node, and no more writing.
    await first.close()
    server.failing = () => undefined

    const storage = await openSqlite({ file })
    const second = await openXrpWorld({ storage, server })
    await second.round()
    server.ledger.close()
    await second.round()
    const { sends, claims } = await dumpStorage(storage, { tenants: ['default' as never] })
    expect(sends.map(({ status }) => status)).toEqual(['final'])
    expect(claims).toHaveLength(1)
    expect(server.ledger.last.accounts.get(bob.address)?.balance).toBe(1_003n * DROPS)
    await second.close()
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})
