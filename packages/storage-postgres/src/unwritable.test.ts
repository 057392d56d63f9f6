import { unwritableContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const open = async () => openPostgres({ url: await server.fresh(), maxConnections: 4 })
unwritableContract('PostgreSQL', open, {
  'a text that does not fit': { externalId: 'a\0b' },
  'a number that does not fit': { externalId: 'big', activeAccounts: 2 ** 70 },
})
