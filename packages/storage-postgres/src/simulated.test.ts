import { quickOrFull, simulationContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const open = async () => openPostgres({ url: await server.fresh(), maxConnections: 4 })
simulationContract('postgres', open, quickOrFull(150, 50_000))
