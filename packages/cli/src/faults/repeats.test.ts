/**
 * `kill -9` while every operation that changes the ledger is asked for at once, each with its idempotency key, beside a
 * second service on the same database. What was answered is answered again; what was not is done once, by whoever is asked.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CHARGES } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { Nursery, type Serving, Workplace } from '@tallystick/harness'
import {
  type AnyOperation,
  createTallystick,
  type Tallystick,
  type TallystickOptions,
} from '@tallystick/operations'
import { chooseSeed, partOf, quickOrFull, seededRandom } from '@tallystick/testing'
import { expect, it, onTestFinished } from 'vitest'
import { PLACES } from './places.fixture.js'

interface World {
  readonly ledger: Tallystick
  readonly storage: Storage
  readonly key: string
}
interface Call {
  readonly operation: AnyOperation
  readonly args: Readonly<Record<string, unknown>>
  readonly key: string
  readonly idempotency: string
}
type Heard = { readonly status: number; readonly text: string } | null

/** Of other packages, and no part of what is published: found by their places. */
const load = (file: string) => import(new URL(`../../../${file}`, import.meta.url).href)
const {
  openWorld,
  exampleOf,
  ledgerOperations,
}: {
  openWorld(options?: Partial<TallystickOptions>): Promise<World>
  exampleOf(id: string): { args(world: World): Call['args']; readonly credits: number }
  readonly ledgerOperations: readonly AnyOperation[]
} = await load('operations/src/world.fixture.ts')
const {
  ask,
  requestOf,
}: { ask(port: number, bytes: Buffer): Promise<Heard>; requestOf(call: Call): Buffer } = await load(
  'http/src/acceptance/spelling.fixture.ts',
)

const ROUNDS = quickOrFull(1, 12)
/** Longest time between the answer that the death waits for and the death. */
const LATEST_MS = 3
const seed = chooseSeed()
/** Without what freezes the key of the others, and what costs more or less by what the others have left. */
const commands = ledgerOperations.filter(
  ({ kind, id, price }) => kind === 'command' && id !== 'freezeApiKey' && price.kind !== 'perItem',
)
const rounds = Array.from({ length: ROUNDS }, (_, at) => seed + at).flatMap((round) =>
  Object.entries(PLACES).map(([name, open]) => ({ name, open, round })),
)
const some = partOf('deaths amid every operation', rounds, { of: quickOrFull(2, 1), seed })

const portOf = ({ url }: Serving): number => Number(new URL(url).port)
const isDone = (heard: Heard | undefined): boolean => heard != null && heard.status < 300

/** Asks for all of them at once. */
function askAll(serving: Serving, calls: readonly Call[]) {
  const heard = new Map<string, Heard>()
  const asking = calls.map(async (call) => {
    heard.set(call.operation.id, await ask(portOf(serving), requestOf(call)))
  })
  return { heard, ended: Promise.all(asking) }
}

async function creditsOf(storage: Storage): Promise<number> {
  const charges = await storage.audit((audit) => audit.list(CHARGES, undefined, 1_000))
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}

it.each(some)(
  'on $name what was asked for is done once, and answered alike, whichever process dies: FC_SEED=$round',
  async ({ open, round }) => {
    const random = seededRandom(round)
    const [nursery, workplace] = [new Nursery(), new Workplace()]
    onTestFinished(async () => {
      workplace.clear()
      await nursery.clear()
    })
    const place = await open(nursery)
    const world = await openWorld({ storage: await place.storage(), webhooks: { sends: false } })
    const calls = commands
      .map((operation) => {
        const { args, credits } = exampleOf(operation.id)
        const call = { operation, args: args(world), key: world.key, idempotency: operation.id }
        return { ...call, credits, order: random.next() }
      })
      .sort((one, other) => one.order - other.order)
    await world.ledger.engine.settleMeter()
    const before = await creditsOf(world.storage)
    await world.ledger.close()
    const serve = () => workplace.serve(['--database', place.database, '--webhooks', 'no'])
    const [victim, other] = await Promise.all([serve(), serve()])

    const early = askAll(victim, calls)
    const enough = random.below(calls.length / 2)
    await expect.poll(() => early.heard.size, { interval: 1 }).toBeGreaterThan(enough)
    await sleep(random.below(LATEST_MS))
    victim.signal('SIGKILL')
    await early.ended
    const late = askAll(other, calls)
    await late.ended
    const done = calls.filter(({ operation: { id } }) => isDone(late.heard.get(id)))
    const third = await serve()
    const again = askAll(third, done)
    await again.ended

    for (const [id, heard] of early.heard) {
      if (isDone(heard)) expect([id, late.heard.get(id)]).toEqual([id, heard])
    }
    for (const [id, heard] of again.heard) expect([id, heard]).toEqual([id, late.heard.get(id)])
    for (const serving of [other, third]) serving.signal('SIGTERM')
    expect([(await other.ended).code, (await third.ended).code]).toEqual([0, 0])
    const storage = await place.storage()
    // Each that was accepted has charged its credits once.
    const charged = done.reduce((sum, { credits }) => sum + credits, 0)
    expect((await creditsOf(storage)) - before).toBe(charged)
    const ledger = createTallystick({ storage })
    expect((await ledger.verify()).discrepancies).toEqual([])
    await ledger.close()
  },
)
