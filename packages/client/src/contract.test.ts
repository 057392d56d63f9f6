/** The example call of every operation, over HTTP and in process: the results and the refusals are the same. */
import type { AddressInfo } from 'node:net'
import { buildApp } from '@tallystick/http'
import { type AnyOperation, type CallOptions, operations, Rejected } from '@tallystick/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, createClient } from './client.js'

type Calls = Readonly<Record<string, (args: unknown, options: CallOptions) => Promise<unknown>>>

interface World {
  readonly ledger: Parameters<typeof buildApp>[0]['tallystick']
  readonly calls: Client
  readonly key: string
}

/** Fixtures of the package of the catalogue, which are no part of what is published. */
interface Fixtures {
  openWorld(): Promise<World>
  exampleOf(id: string): { args(world: World): unknown } | undefined
  chainExampleOf(id: string): { readonly args: unknown } | undefined
}

const fixtures = async (name: string): Promise<Fixtures> =>
  await import(new URL(`../../operations/src/${name}.fixture.ts`, import.meta.url).href)

const { openWorld, exampleOf } = await fixtures('world')
const { chainExampleOf } = await fixtures('chains')

let world: World
let close: () => Promise<void>
let inProcess: Calls
let overHttp: Calls

beforeAll(async () => {
  world = await openWorld()
  const app = buildApp({ tallystick: world.ledger })
  await app.listen({ host: '127.0.0.1', port: 0 })
  close = () => app.close()
  // Listening on a port, and not on a path of the file system.
  const { port } = app.server.address() as AddressInfo
  inProcess = world.calls as unknown as Calls
  overHttp = createClient({
    url: `http://127.0.0.1:${port}/`,
    apiKey: world.key,
  }) as unknown as Calls
})

afterAll(() => close())

/** The result, or the refusal. An error of another kind fails the test. */
async function outcome(calls: Calls, id: string, args: unknown, idempotencyKey: string): Promise<unknown> {
  try {
    return { result: await calls[id]?.(args, { idempotencyKey }) }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { code, status, message, rejection } = error
    return { code, status, message, rejection }
  }
}

function argsOf({ id, params }: AnyOperation): object {
  const args = (chainExampleOf(id)?.args ?? exampleOf(id)?.args(world) ?? {}) as object
  // Some paths end in the key.
  return Object.hasOwn(params, 'xApiKey') ? { ...args, xApiKey: world.key } : args
}

/** Reads that never answer the same twice: new keys, and the credits that were used until now. */
const NEW = /^\w+GenerateWallet$|^(xrp|xlm|bnb)\w*[wW]allet\w*$|^generate\w+|^get(Credits|Version)$/

const shape = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'object' ? inner : typeof inner))

// A refused call has changed nothing, and the second call with a key answers what the first one did, if the arguments
// that came over HTTP are those that were given in process, to the last field.
it.each(operations)('$id does the same over HTTP as in process', async (operation) => {
  const { id } = operation
  const args = argsOf(operation)
  const first = await outcome(overHttp, id, args, `same-${id}`)
  const second = await outcome(inProcess, id, args, `same-${id}`)
  if (operation.kind === 'read' && NEW.test(id)) expect(shape(first)).toEqual(shape(second))
  else expect(first).toEqual(second)
})
