/** A call that the server can never write: it fails by itself and at once, and the others of its batch are made. */
import { type Change, CUSTOMERS, type Customer, type CustomerId, type Rule } from '@tallystick/core'
import { Engine, embeddedCaller, Unwritable } from '@tallystick/engine'
import { afterAll, expect, it } from 'vitest'
import { openPostgres } from './index.js'
import { startServer } from './server.fixture.js'

const server = await startServer()
afterAll(() => server.stop())

const caller = embeddedCaller()

/** It does not look whether the customer exists. */
const create: Rule<Partial<Customer>, null> = {
  name: 'create',
  needs: () => [],
  decide(_view, over) {
    const customer = {
      id: over.externalId as CustomerId,
      tenant: caller.tenant,
      externalId: '',
      enabled: true,
      active: true,
      accountingCurrency: null,
      customerCountry: null,
      providerCountry: null,
      activeAccounts: 0,
      created: 1,
      ...over,
    }
    const changes: readonly Change[] = [{ type: 'customer.created', customer }]
    return { accepted: true, output: null, changes }
  },
}

it.each([
  ['a key that is taken', { externalId: 'known' }],
  ['a text that does not fit', { externalId: 'a\0b' }],
  ['a number that does not fit', { externalId: 'big', activeAccounts: 2 ** 70 }],
] as const)('%s', async (_what, broken) => {
  const storage = await openPostgres({ url: await server.fresh(), maxConnections: 4 })
  const engine = new Engine({ storage })
  const make = (command: Partial<Customer>) =>
    engine.execute({
      caller,
      rule: create,
      command,
      price: () => 0,
      present: () => 'made',
      idempotency: null,
    })
  await make({ externalId: 'known' })
  const begun = performance.now()
  const calls = [{ externalId: 'a' }, { externalId: 'b' }, broken, { externalId: 'c' }]
  const ends = await Promise.all(calls.map((command) => make(command).catch((error: unknown) => error)))
  expect(ends).toEqual(['made', 'made', expect.any(Unwritable), 'made'])
  // It was tried for 14 s.
  expect(performance.now() - begun).toBeLessThan(5_000)
  const ids = (await storage.query.list(CUSTOMERS)).map(({ id }) => id)
  expect(ids).toEqual(['a', 'b', 'c', 'known'])
  await engine.close()
})
