import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  type AccountId,
  type Blockage,
  type BlockageId,
  type Change,
  CUSTOMERS,
  type Customer,
  type CustomerId,
  customerKey,
  type Rule,
  subscribe,
  subscriptionsTo,
  type View,
} from '@tallystick/core'
import { expect, it, vi } from 'vitest'
import { embeddedCaller } from './access.js'
import { Engine } from './engine.js'
import { memoryStorage } from './memory/store.js'
import type { Storage } from './ports/storage.js'
import { idempotencyOf } from './request-hash.js'

const caller = embeddedCaller()
const { tenant } = caller

const customer = (name: string): Customer => ({
  id: name as CustomerId,
  tenant,
  externalId: name,
  enabled: true,
  active: true,
  accountingCurrency: null,
  customerCountry: null,
  providerCountry: null,
  activeAccounts: 0,
  created: 1,
})

/** Of an account that nobody has loaded. */
const blockage: Blockage = {
  id: 'b' as BlockageId,
  tenant,
  account: 'nobody' as AccountId,
  amount: 1n,
  type: 'x',
  description: null,
  freeze: false,
  created: 1,
}

/** Makes a customer; `broken` also changes what it has not loaded. */
const made: Rule<string, string> = {
  name: 'made',
  needs: () => [],
  decide(_view, name) {
    const broken: readonly Change[] = name === 'broken' ? [{ type: 'blockage.placed', blockage }] : []
    return {
      accepted: true,
      output: name,
      changes: [{ type: 'customer.created', customer: customer(name) }, ...broken],
    }
  },
}

it('a call whose changes cannot be applied fails alone, and nothing of it is written', async () => {
  const storage = memoryStorage()
  const transact = vi.spyOn(storage, 'transact')
  const engine = new Engine({ storage })
  const make = (name: string) =>
    engine.execute({
      caller,
      rule: made,
      command: name,
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
  const names = ['a', 'b', 'c', 'broken', 'd', 'e']
  const outcomes = await Promise.all(names.map((name) => make(name).catch(String)))
  expect(outcomes).toEqual(['a', 'b', 'c', expect.stringContaining('Fault: Account nobody'), 'd', 'e'])
  const stored = await storage.query.list(CUSTOMERS)
  expect(stored.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  // All of them; a to c; the other three; the broken one; d and e.
  expect(transact).toHaveBeenCalledTimes(5)
  // None may take longer than the batch.
  const [first = 0, ...later] = transact.mock.calls.map(([, , patienceMs = 0]) => patienceMs)
  expect(Math.max(...later)).toBeLessThan(first)
})

it('goes on when whoever is warned throws', async () => {
  const storage = memoryStorage()
  const emitted = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const warn = () => {
    throw new Error('the log is closed')
  }
  const engine = new Engine({ storage, warn })
  const transact = vi.spyOn(storage, 'transact').mockRejectedValueOnce(new Error('no answer'))
  engine.meter(caller, 5)
  await engine.settleMeter()
  expect(transact).toHaveBeenCalledTimes(1)
  expect(emitted.mock.calls).toEqual([
    ['Metered reads were not written: Fault: The memory storage failed: no answer'],
  ])
  emitted.mockRestore()
  const run = { rule: made, command: 'a', price: () => 0, present: (output: string) => output }
  expect(await engine.execute({ caller, ...run, idempotency: null })).toBe('a')
})

it('subscriptions that calls bring count for the next units of work of their tenant', async () => {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  const run = <Command, Output>(rule: Rule<Command, Output>, command: Command) =>
    engine.execute({ caller, rule, command, price: () => 0, present: (output) => output, idempotency: null })
  const objects = Array.from({ length: 10 }, (_, number) => `ETH testnet ${number}`)
  const asked = { tenant, apiKey: caller.apiKey, network: 'testnet', plan: 'paid', attr: {} } as const
  await Promise.all(
    objects.flatMap((object) =>
      Array.from({ length: 100 }, (_, number) => {
        const url = `https://example.com/${number}`
        const rest = { consumer: null, secret: 's', url }
        return run(subscribe, { ...asked, type: 'ADDRESS_TRANSACTION', object, ...rest })
      }),
    ),
  )
  const looks: Rule<string, null> = {
    name: 'looks',
    needs: (object) => [subscriptionsTo(tenant, object)],
    decide: () => ({ accepted: true, output: null, changes: [] }),
  }
  await Promise.all(objects.map((object) => run(looks, object)))
  const transact = vi.spyOn(storage, 'transact')
  const sizes = async () => {
    transact.mockClear()
    await Promise.all(Array.from({ length: 40 }, (_, number) => run(looks, objects[number % 10] ?? '')))
    return transact.mock.calls.map(([keys]) => keys.length)
  }
  // Each weighs 24 and the hundred that it has brought.
  expect(await sizes()).toEqual([24, 16])
  for (let light = 0; light < 50; light++) await run(made, `light${light}`)
  expect(await sizes()).toEqual([40])
  // However many one call has brought.
  await run({ ...looks, needs: () => objects.map((object) => subscriptionsTo(tenant, object)) }, '')
  expect(await sizes()).toEqual([24, 16])
})

it('a unit of work that has grown large leaves the other calls of its batch to the next ones', async () => {
  const storage = memoryStorage()
  const transact = vi.spyOn(storage, 'transact')
  const engine = new Engine({ storage })
  const many: Rule<string, string> = {
    name: 'many',
    needs: () => [],
    decide: (_view, name) => ({
      accepted: true,
      output: name,
      changes: Array.from({ length: 2_500 }, (_, index) => ({
        type: 'customer.created',
        customer: customer(`${name}${index}`),
      })),
    }),
  }
  const make = (command: string) =>
    engine.execute({
      caller,
      rule: many,
      command,
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
  const names = ['a', 'b', 'c', 'd', 'e']
  expect(await Promise.all(names.map(make))).toEqual(names)
  expect(transact).toHaveBeenCalledTimes(5)
  expect(await storage.query.count(CUSTOMERS)).toBe(5 * 2_500)
})

it('what was decided and not committed is told to nobody: the same call was faster elsewhere', async () => {
  const inner = memoryStorage()
  const told: unknown[] = []
  const call = (engine: Engine, name: string) =>
    engine.execute({
      caller,
      rule: made,
      command: 'a',
      price: () => 0,
      present: () => ({ by: name }),
      committed: (output) => void told.push([name, output]),
      idempotency: idempotencyOf(tenant, 'key', 'made', {}),
    })
  const transact: Storage['transact'] = async (keys, decide) => {
    const attempt = inner.transact(keys, (view) => {
      decide(view)
      throw new Error('a conflict')
    })
    await expect(attempt).rejects.toThrow('a conflict')
    await call(new Engine({ storage: inner }), 'faster')
    return inner.transact(keys, decide)
  }
  const slower = new Engine({ storage: { ...inner, transact } })
  expect(await call(slower, 'slower')).toEqual({ by: 'faster' })
  expect(told).toEqual([
    ['faster', 'a'],
    ['slower', undefined],
  ])
})

it('keeps the newest unit of work with each type of change, so that compiled code outlives other calls', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const storage = memoryStorage()
  const transact = storage.transact.bind(storage)
  const views: WeakRef<View>[] = []
  storage.transact = (keys, decide, patienceMs) =>
    transact(
      keys,
      (view) => {
        views.push(new WeakRef(view))
        return decide(view)
      },
      patienceMs,
    )
  const engine = new Engine({ storage })
  for (const type of [
    'customer.created',
    'customer.updated',
    'customer.updated',
    'customer.updated',
  ] as const) {
    const rule: Rule<string, string> = {
      name: type,
      needs: (name) => [customerKey(tenant, name as CustomerId)],
      decide: (_view, name) => ({
        accepted: true,
        output: name,
        changes: [{ type, customer: customer(name) }],
      }),
    }
    await engine.execute({
      caller,
      rule,
      command: 'a',
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
  }
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  expect(views.map((view) => view.deref() !== undefined)).toEqual([true, false, false, true])
  await engine.close()
})
