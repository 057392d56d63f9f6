import { ledgerProperties, storageContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { refuseFiling } from './entries.fixture.js'
import type { FilingLimits } from './filing.js'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

/** @param prepare What is done to an empty ledger before it is used. */
function holds(
  name: string,
  filing: Partial<FilingLimits>,
  prepare: (url: string) => Promise<void> = () => Promise.resolve(),
): void {
  let newest = ''
  const reopen = () => openPostgres({ url: newest, maxConnections: 4, filing })
  const fresh = async () => {
    newest = await server.fresh()
    const storage = await reopen()
    await prepare(newest)
    return storage
  }
  storageContract(name, fresh, { reopen, second: reopen })
  ledgerProperties(name, fresh, { runs: 10 })
}

holds('postgres', {})
holds('postgres, every entry filed after its commit', { alone: 1, contended: 1 })
// Whoever reads must not be able to tell.
holds('postgres, some entries never filed', { alone: 1, contended: 1, waiting: 2 }, refuseFiling)
