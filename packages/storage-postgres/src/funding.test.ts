/** Several engines fund accounts at once, and the account of the ledger that pays it is opened by whoever is first. */
import { createTallystick } from '@tallystick/operations'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

it('value from outside is credited once for each call, whichever engine opens the ledger’s own account', async () => {
  const url = await server.fresh()
  const engines = []
  for (const _one of [1, 2, 3]) {
    engines.push(createTallystick({ storage: await openPostgres({ url, maxConnections: 4 }) }))
  }
  const [first] = engines
  if (first === undefined) throw new TypeError('No engine')
  const currencies = ['EUR', 'USD', 'CHF', 'GBP']
  const ids = new Map<string, string>()
  for (const currency of currencies) ids.set(currency, (await first.createAccount({ currency })).id)
  const calls = engines.flatMap((engine) =>
    [...ids.values()].flatMap((id) => [
      engine.fund({ id, amount: '10' }),
      engine.fund({ id, amount: '5' }).then(() => engine.withdraw({ id, amount: '1' })),
    ]),
  )
  await Promise.all(calls)
  for (const id of ids.values()) {
    expect((await first.getAccountBalance({ id })).accountBalance).toBe('42')
  }
  expect((await first.verify()).discrepancies).toEqual([])
  // What was used is free again.
  expect(first.engine.connections()).toEqual([
    { pool: 'writes', used: 0, idle: expect.any(Number), waiting: 0 },
    { pool: 'reads', used: 0, idle: expect.any(Number), waiting: 0 },
  ])
  const reads = Array.from({ length: 9 }, () => first.getAccounts())
  await new Promise((resolve) => setImmediate(resolve))
  expect(first.engine.connections()[1]).toMatchObject({ pool: 'reads', used: 2 })
  await Promise.all(reads)
  await Promise.all(engines.map((engine) => engine.close()))
})
