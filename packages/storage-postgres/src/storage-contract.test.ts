import { ledgerProperties, storageContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

let newest = ''
const reopen = () => openPostgres({ url: newest, maxConnections: 4 })
const fresh = async () => {
  newest = await server.fresh()
  return reopen()
}

storageContract('postgres', fresh, { reopen, second: reopen })
ledgerProperties('postgres', fresh, { runs: 10 })
