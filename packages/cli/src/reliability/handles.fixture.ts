/** Engines on SQLite handles of one file, that share labels, time and chance: where a property takes place. */
import { Engine, type Storage, verify } from '@tallystick/engine'
import { openSqlite } from '@tallystick/storage-sqlite'
import {
  type Command,
  callerOf,
  Driver,
  type Dump,
  dumpStorage,
  Labels,
  Model,
  opening,
  type Snapshot,
  seededClock,
  seededRandom,
  TENANTS,
  VIRTUAL_CURRENCIES,
} from '@tallystick/testing'
import { expect } from 'vitest'

interface Handle {
  readonly storage: Storage
  readonly driver: Driver
  readonly settleEvery: number
}

export class Handles {
  private readonly labels = new Labels()
  private readonly clock = seededClock(1)
  private readonly random = seededRandom(2)
  private readonly open = new Set<Handle>()

  /** Opens a handle, runs `use`, and closes whatever is open then. */
  static async with(use: (handles: Handles) => Promise<void>): Promise<void> {
    const handles = new Handles()
    try {
      await use(handles)
    } finally {
      for (const handle of handles.open) await handles.close(handle)
    }
  }

  async on(file: string, settleEvery: number): Promise<Handle> {
    const storage = await openSqlite({ file, settleEvery })
    const engine = new Engine({ storage, clock: this.clock, random: this.random })
    const handle = { storage, driver: new Driver(engine, this.labels), settleEvery }
    this.open.add(handle)
    return handle
  }

  async close(handle: Handle): Promise<void> {
    this.open.delete(handle)
    await handle.driver.engine.close()
  }
}

/** The model after `opening`, which the driver has run too. */
export async function modelAfterOpening({ driver }: Handle): Promise<Model> {
  const model = new Model()
  for (const command of opening) expect(await driver.run(command)).toEqual(model.run(command).outcome)
  return model
}

export function snapshotOf({ driver }: Handle): Promise<Snapshot> {
  return driver.snapshot(TENANTS, VIRTUAL_CURRENCIES)
}

/** All that is in the file. */
export function dumpOf({ storage }: Handle): Promise<Dump> {
  return dumpStorage(storage, {
    tenants: TENANTS,
    currencies: VIRTUAL_CURRENCIES,
    apiKeys: TENANTS.map((tenant) => callerOf(tenant).apiKey),
  })
}

export async function expectSound({ storage }: Handle): Promise<void> {
  expect((await verify(storage)).discrepancies).toEqual([])
}

/** Runs it on both, and expects that they agree on the outcome and on all that can be seen. */
export async function runOnBoth(
  handle: Handle,
  model: Model,
  command: Command,
  where: string,
): Promise<void> {
  expect(await handle.driver.run(command), where).toEqual(model.run(command).outcome)
  expect(await snapshotOf(handle), where).toEqual(model.snapshot())
}
