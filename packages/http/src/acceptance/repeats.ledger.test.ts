/**
 * Every operation that changes the ledger, over HTTP, repeated with its idempotency key on two services of one database:
 * at once, over connections that are cut before the answer and within the body, later, and in other spellings. There is
 * one effect and one answer. Another call with the key is refused.
 *
 * `FC_SEED` replays a run.
 */
import type { AddressInfo } from 'node:net'
import { SENDS, TABLES } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import {
  type AnyOperation,
  createTallystick,
  type Tallystick,
  type TallystickOptions,
} from '@tallystick/operations'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { createVault, localKeys } from '@tallystick/vault'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.js'
import { ask, cut, DOUBTFUL, type Heard, requestOf, SPELLINGS } from './spelling.fixture.js'
import { reopen, storages } from './storages.fixture.js'

interface World {
  readonly ledger: Tallystick
  readonly storage: Storage
  readonly key: string
}

/** Of the package of the catalogue: a ledger, and a call of each operation that succeeds on it. */
interface Fixtures {
  openWorld(options?: Partial<TallystickOptions>): Promise<World>
  exampleOf(id: string): { args(world: World): Record<string, unknown> }
  readonly ledgerOperations: readonly AnyOperation[]
}
const load = (file: string) => import(new URL(`../../../operations/src/${file}`, import.meta.url).href)
const { openWorld, exampleOf, ledgerOperations }: Fixtures = await load('world.fixture.ts')
const { nodelessChains } = await load('chains.fixture.ts')
const { START, pairs } = await load('ledger.fixture.ts')

const options = (): Partial<TallystickOptions> => ({
  clock: { now: () => START },
  chains: nodelessChains(),
  webhooks: { sends: false },
  warn: () => undefined,
  rates: pairs({ 'BTC/EUR': '40000', 'EUR/USD': '1.1' }),
  vault: createVault(localKeys([new Uint8Array(32).fill(7)])),
})

const seed = chooseSeed()
const commands = ledgerOperations.filter(({ kind }) => kind === 'command')

/** No example has these arguments. */
const OTHER = {
  operation: commands.find(({ id }) => id === 'createAccount') ?? expect.fail('no such operation'),
  args: { currency: 'USD' },
}

/** How many items each list has, and what is in them. */
async function booksOf(storage: Storage) {
  return storage.audit(async (audit) => {
    const entries = await audit.entries(undefined, 10_000)
    const accounts = await audit.accounts(undefined, 10_000)
    const lists: [string, readonly unknown[]][] = [
      ['entries', entries],
      ['accounts', accounts],
    ]
    for (const table of TABLES) lists.push([table.list, await audit.list(table, undefined, 10_000)])
    return {
      counts: Object.fromEntries(lists.map(([name, items]) => [name, items.length])),
      // Those that go out to nodes move by themselves.
      items: Object.fromEntries(
        lists.filter(([name]) => name !== SENDS.list).map(([name, items]) => [name, textOf(items)]),
      ),
    }
  })
}

const textOf = (items: readonly unknown[]): string =>
  JSON.stringify(items, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

async function serving(tallystick: Tallystick): Promise<number> {
  const app = buildApp({ tallystick })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

type Books = Awaited<ReturnType<typeof booksOf>>
const grown = ({ counts }: Books, since: Books): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).map(([list, count]) => [list, count - (since.counts[list] ?? 0)]))

/** What one call does, where nothing is repeated. */
async function onceOf(operation: AnyOperation) {
  const world = await openWorld(options())
  await world.ledger.engine.settleMeter()
  const before = await booksOf(world.storage)
  const args = exampleOf(operation.id).args(world)
  const heard = await ask(
    await serving(world.ledger),
    requestOf({ operation, args, key: world.key, idempotency: null }),
  )
  return { status: heard?.status, grown: grown(await booksOf(world.storage), before) }
}

describe.each(storages.filter(({ name }) => name === 'SQLite' || name === 'PostgreSQL'))(
  'on $name',
  ({ name, open }) => {
    const some = partOf(`repeated operations of the ledger on ${name}`, commands, {
      of: quickOrFull(36, 1),
      seed,
    })

    test.each(some)('$id', async (operation) => {
      const world = await openWorld({ ...options(), storage: await open() })
      // What making it has cost is written with a later call.
      await world.ledger.engine.settleMeter()
      const other = createTallystick({ ...options(), storage: await reopen(world.storage) })
      const ports = [await serving(world.ledger), await serving(other)]
      const args = exampleOf(operation.id).args(world)
      const call = { operation, args, key: world.key, idempotency: `key of ${operation.id}` }
      const once = await onceOf(operation)
      const before = await booksOf(world.storage)

      const bytes = requestOf(call)
      await cut(ports[1] ?? 0, bytes.subarray(0, bytes.length - 1))
      const first: Heard[] = []
      await Promise.all([
        ...ports.map((port) => cut(port, bytes)),
        ...[...ports, ...ports].map(async (port) => void first.push(await ask(port, bytes))),
      ])
      expect(first.map((heard) => heard?.status)).toEqual(Array(4).fill(once.status))
      expect(new Set(first.map((heard) => heard?.text)).size).toBe(1)
      const after = await booksOf(world.storage)
      // And the record of the key.
      expect(grown(after, before)).toEqual({ ...once.grown, answers: 1 })
      expect(after.items).not.toEqual(before.items)

      for (const [what, spelling] of Object.entries(SPELLINGS)) {
        for (const port of ports)
          expect([what, await ask(port, requestOf(call, spelling))]).toEqual([what, first[0]])
      }
      for (const spelling of Object.values(DOUBTFUL)) {
        const heard = await ask(ports[1] ?? 0, requestOf(call, spelling))
        if (heard === null || heard.status < 400) expect(heard).toEqual(first[0])
      }
      const stranger = { ...call, ...OTHER }
      for (const port of ports) {
        const heard = await ask(port, requestOf(stranger))
        expect(heard?.text).toContain('idempotency.key.reused')
      }
      expect((await booksOf(world.storage)).items).toEqual(after.items)
    })
  },
)
