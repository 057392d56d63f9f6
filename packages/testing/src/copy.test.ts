/** What a copy refuses, and that it may end anywhere. Each storage's own part is in contract/lists.ts. */

import type { CustomerId, TenantId } from '@tallystick/core'
import { CUSTOMERS } from '@tallystick/core'
import {
  type Audit,
  type CopyProgress,
  copyLedger,
  fingerprint,
  memoryStorage,
  type Storage,
} from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { fillEverything } from './contract/lists.js'
import {
  ALPHA,
  charged,
  created,
  issued,
  opened,
  placed,
  posted,
  Samples,
  write,
} from './contract/samples.js'
import { isFull } from './replay.js'

async function filled(): Promise<{ readonly storage: Storage; readonly samples: Samples }> {
  const storage = memoryStorage()
  const samples = new Samples()
  await fillEverything(storage, samples)
  return { storage, samples }
}

const printOf = (storage: Storage) => storage.audit((books) => fingerprint(books))

/** Ends like a killed process: some units of work are there, and no more. */
function dyingAfter(storage: Storage, units: number): Storage {
  let left = units
  const live = <R>(work: () => Promise<R>): Promise<R> =>
    left-- > 0 ? work() : Promise.reject(new Error('killed'))
  return {
    ...storage,
    transact: (keys, decide) => live(() => storage.transact(keys, decide)),
    constant: (name, create) => live(() => storage.constant(name, create)),
  }
}

describe('a copy', () => {
  it('goes on from wherever it was ended', async () => {
    const { storage: source } = await filled()
    const wanted = await printOf(source)
    for (const steps of isFull ? [1, 2, 3, 5, 8, 13] : [1, 8]) {
      const target = memoryStorage()
      let runs = 0
      for (; ; runs++) {
        const error = await copyLedger(source, dyingAfter(target, steps + runs), { batch: 2 }).then(
          () => null,
          String,
        )
        if (error === null) break
        expect(error).toBe('Error: killed')
      }
      expect(runs).toBeGreaterThan(1)
      expect(await printOf(target)).toEqual(wanted)
    }
  })

  it('tells what it does, and how much of it is done', async () => {
    const { storage: source } = await filled()
    const told: CopyProgress[] = []
    const progress = (one: CopyProgress): number => told.push(one)
    const { fingerprint: print } = await copyLedger(source, memoryStorage(), { batch: 5, progress })
    expect(told.filter(({ phase }) => phase === 'entries').map(({ done, total }) => [done, total])).toEqual([
      [5, 12],
      [10, 12],
      [12, 12],
    ])
    expect(told.at(-1)).toEqual({ phase: 'verifying', done: 24, total: 24 })
    expect(print.entries.count).toBe(12)
  })

  it('catches up with what was added since it ended', async () => {
    const { storage: source, samples } = await filled()
    const target = memoryStorage()
    await copyLedger(source, target)
    const [world, account] = [samples.system('world'), samples.account()]
    await write(source, opened(world), opened(account), posted(samples.entry(world, account, 5n)))
    await write(source, placed(samples.blockage(account, { amount: 3n })))
    expect((await copyLedger(source, target)).written).toBe(5)
    expect(await printOf(target)).toEqual(await printOf(source))
  })

  const OTHERS: readonly (readonly [
    string,
    string,
    (target: Storage, samples: Samples) => Promise<unknown>,
  ])[] = [
    ['a constant of another ledger', 'constant', (target) => target.constant('a', () => 'other')],
    ['a constant more', 'constant', (target) => target.constant('more', () => 'other')],
    ['a customer more', 'customer', (target, samples) => write(target, created(samples.customer()))],
    ['an account more', 'account', (target, samples) => write(target, opened(samples.account()))],
    ['an API key more', 'API key', (target, samples) => write(target, issued(samples.apiKey()))],
    [
      'a charge more',
      'charge',
      (target, samples) => write(target, charged(samples.apiKey(), '2030-01-01', 1)),
    ],
    [
      'a customer that was changed',
      'customer',
      async (target) => {
        const [customer] = await target.query.list(CUSTOMERS, {
          where: { tenant: ALPHA },
          offset: 0,
          limit: 1,
        })
        if (customer === undefined) throw new Error('there is none')
        const next = { ...customer, enabled: !customer.enabled }
        await write(target, {
          type: 'customer.updated',
          customer: next,
        })
      },
    ],
  ]
  it.each(OTHERS)('refuses a target with %s, and writes nothing', async (_what, noun, change) => {
    const { storage: source, samples } = await filled()
    const complete = memoryStorage()
    await copyLedger(source, complete)
    let tried = 0
    // Where the change needs what it changes, the copy is complete; else there is nothing but the change.
    for (const target of [complete, memoryStorage()]) {
      const untouched = await printOf(target)
      await change(target, samples).catch(() => undefined)
      const before = await printOf(target)
      if (JSON.stringify(before) === JSON.stringify(untouched)) continue
      tried++
      await expect(copyLedger(source, target)).rejects.toThrow(
        new RegExp(`${noun}.*(Copy into an empty)`, 's'),
      )
      expect(await printOf(target)).toEqual(before)
    }
    expect(tried).toBeGreaterThan(0)
  })

  it('refuses a target whose history went on, also where only the last entry tells', async () => {
    const { storage: source, samples } = await filled()
    const [world, account] = [samples.system('world'), samples.account()]
    await write(source, opened(world), opened(account))
    const target = memoryStorage()
    await copyLedger(source, target)
    const theirs = new Samples()
    await write(target, posted(theirs.entry(world, account, 5n)))
    await expect(copyLedger(source, target)).rejects.toThrow(/account .* is not the same/)
    await write(source, posted(samples.entry(world, account, 6n)))
    await expect(copyLedger(source, target)).rejects.toThrow(/differs|wrong/)
    await write(source, posted(samples.entry(world, account, 7n)))
    await expect(copyLedger(source, target)).rejects.toThrow(/does not follow from the balance/)
  })

  it('refuses a source whose books are wrong', async () => {
    const { storage: source, samples } = await filled()
    const [world, account] = [samples.system('world'), samples.account()]
    await write(source, opened(world), opened(account))
    samples.entry(world, account, 1n)
    await write(source, posted(samples.entry(world, account, 5n)))
    const target = memoryStorage()
    await expect(copyLedger(source, target)).rejects.toThrow(/books of the source are wrong: balance-after/)
    expect(await printOf(target)).toEqual(await printOf(memoryStorage()))
  })

  it('refuses a source with an item that the seals do not know, which the copy would seal', async () => {
    const { storage } = await filled()
    const list: Audit['list'] = async (table, ...from) => {
      const items = await storage.audit((books) => books.list(table, ...from))
      return table.list === CUSTOMERS.list ? items.map((item) => ({ ...item, active: 'perhaps' })) : items
    }
    const source: Storage = {
      ...storage,
      audit: (work) => storage.audit((books) => work(Object.assign(Object.create(books), { list }))),
    }
    const target = memoryStorage()
    await expect(copyLedger(source, target)).rejects.toThrow(
      /books of the source are wrong: state of every customer/,
    )
    expect(await printOf(target)).toEqual(await printOf(memoryStorage()))
  })

  it('gives other ledgers other fingerprints', async () => {
    const { storage, samples } = await filled()
    const before = await printOf(storage)
    const customer = samples.customer({ id: 'f'.repeat(24) as CustomerId, tenant: 'x' as TenantId })
    await write(storage, created(customer))
    const after = await printOf(storage)
    expect(after.customers.count).toBe(before.customers.count + 1)
    expect(after).toEqual({ ...before, customers: after.customers })
    await write(storage, {
      type: 'customer.updated',
      customer: { ...customer, active: false },
    })
    expect((await printOf(storage)).customers.digest).not.toBe(after.customers.digest)
  })
})
