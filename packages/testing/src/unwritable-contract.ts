/** A call that a storage can never write: it fails by itself and at once, and the others of its batch are made. */
import { type Change, CUSTOMERS, type Customer, type CustomerId, type Rule } from '@tallystick/core'
import { Engine, embeddedCaller, Unwritable } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { Samples } from './contract/samples.js'
import type { OpenStorage } from './contract/using.js'

const caller = embeddedCaller()
const samples = new Samples()

/** It does not look whether the customer exists. */
const create: Rule<Partial<Customer>, null> = {
  name: 'create',
  needs: () => [],
  decide(_view, over) {
    const id = over.externalId as CustomerId
    const customer = samples.customer({ id, tenant: caller.tenant, ...over })
    const changes: readonly Change[] = [{ type: 'customer.created', customer }]
    return { accepted: true, output: null, changes }
  },
}

/** @param broken What else the storage cannot write of a customer, by name */
export function unwritableContract(
  name: string,
  open: OpenStorage,
  broken: Readonly<Record<string, Partial<Customer>>> = {},
): void {
  const all = { 'a key that is taken': { externalId: 'known' }, ...broken }
  it.each(Object.entries(all))(`${name} cannot write %s`, async (_what, broken) => {
    const storage = await open()
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
    // Not tried until nobody waits any more.
    expect(performance.now() - begun).toBeLessThan(5_000)
    const ids = (await storage.query.list(CUSTOMERS)).map(({ id }) => id)
    expect(ids).toEqual(['a', 'b', 'c', 'known'])
    await engine.close()
  })
}
