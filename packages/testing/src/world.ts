/** A storage, engines on it, and the labels they share: where one case of a property takes place. */
import type { TenantId, Timestamp } from '@tallystick/core'
import { type Clock, chargesFrom, Engine, memoryStorage, type Storage, verify } from '@tallystick/engine'
import { expect } from 'vitest'
import { opening, TENANTS, VIRTUAL_CURRENCIES } from './arbitraries.js'
import type { Command, Outcome, Snapshot } from './command.js'
import { type OpenStorage, shared } from './contract/using.js'
import { Driver } from './driver.js'
import { type Dump, dumpStorage } from './dump.js'
import { callerOf, Labels } from './labels.js'
import { seededClock, seededRandom } from './seeded.js'

export class World {
  private readonly labels = new Labels()
  private readonly clock = seededClock(1)
  private readonly random = seededRandom(2)
  private readonly engines: Engine[] = []
  readonly driver: Driver

  private constructor(readonly storage: Storage) {
    this.driver = this.another()
  }

  /**
   * Opens a storage, runs `opening` and then `use` on it. Whatever was done, the books must be right at the
   * end; and the storage is closed, also when `use` throws.
   */
  static async with<Result>(open: OpenStorage, use: (world: World) => Promise<Result>): Promise<Result> {
    const storage = await open()
    try {
      const world = new World(storage)
      await world.runAll(opening)
      const result = await use(world)
      for (const engine of world.engines) await engine.close()
      expect((await verify(storage)).discrepancies).toEqual([])
      return result
    } finally {
      await storage.close()
    }
  }

  /** Another engine on the same data, as another process would have; through `storage`, to get in between. */
  another(storage: Pick<Storage, 'transact'> = this.storage, clock: Clock = this.clock): Driver {
    const engine = new Engine({
      clock,
      random: this.random,
      storage: { ...shared(this.storage), transact: (keys, decide) => storage.transact(keys, decide) },
    })
    this.engines.push(engine)
    return new Driver(engine, this.labels)
  }

  /** A time by which all is done that has been answered, and after which all else will be. */
  moment(): Timestamp {
    const now = this.driver.engine.now()
    this.clock.advance(1)
    return now
  }

  run(command: Command): Promise<Outcome> {
    return this.driver.run(command)
  }

  /** One after the other. */
  async runAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    for (const command of commands) outcomes.push(await this.run(command))
    return outcomes
  }

  snapshot(): Promise<Snapshot> {
    return this.driver.snapshot(TENANTS, VIRTUAL_CURRENCIES)
  }

  /** The raw content of the storage: also what no caller can see. */
  dump(): Promise<Dump> {
    return dumpStorage(this.storage, {
      tenants: TENANTS,
      currencies: VIRTUAL_CURRENCIES,
      apiKeys: TENANTS.map((tenant) => callerOf(tenant).apiKey),
    })
  }

  /** What the tenant's calls have cost, of which each accepted one costs a credit. */
  async credits(tenant: TenantId): Promise<number> {
    const charges = await chargesFrom(this.storage.query, tenant, callerOf(tenant).apiKey, '0000-01-01')
    return charges.reduce((total, { credits }) => total + credits, 0)
  }
}

/** What the commands lead to, run one after the other on the reference store, after `before`. */
export function serially(
  before: readonly Command[],
  commands: readonly Command[],
): Promise<{ readonly outcomes: readonly Outcome[]; readonly snapshot: Snapshot }> {
  return World.with(memoryStorage, async (world) => {
    await world.runAll(before)
    return { outcomes: await world.runAll(commands), snapshot: await world.snapshot() }
  })
}

/** Every order of the numbers from 0 to `count - 1`. */
export function permutations(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1)),
  )
}
