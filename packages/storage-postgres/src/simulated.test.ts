/**
 * The simulator on a real PostgreSQL: what each rule decides there is what the model says. Machines die, connections
 * break, answers are lost, as on the storage in memory.
 */
import { chooseSeed, quickOrFull, simulate } from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const COMMANDS = quickOrFull(150, 50_000)
/** Commands of one ledger. Each has faults of its own. */
const LEDGER = 2_500

const server = await startServer()
afterAll(() => server.stop())

it('no difference from the model', { timeout: 60_000 + COMMANDS * 40 }, async () => {
  const seed = chooseSeed()
  const { finding, tally } = await simulate({
    seed,
    commands: COMMANDS,
    ledger: LEDGER,
    open: async () => openPostgres({ url: await server.fresh(), maxConnections: 4 }),
  })
  expect(finding).toBeNull()
  expect(tally.commands).toBe(COMMANDS)
})
