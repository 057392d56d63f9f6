/**
 * Clocks that disagree: engines on one storage whose clocks are seconds apart and are set forward and back, and one
 * engine that restarts now and then. The state of an account at any time must be its state after the last unit of work
 * up to that time.
 */
import { availableThen, type Timestamp } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import fc from 'fast-check'
import { expect } from 'vitest'
import { commandSequences } from './arbitraries.js'
import type { OpenStorage } from './contract/using.js'
import type { Driver } from './driver.js'
import type { Model } from './model/model.js'
import { World } from './world.js'

interface Skewed {
  driver: Driver
  readonly clock: { time: Timestamp; now(): Timestamp }
}

interface State {
  readonly at: Timestamp
  readonly shown: readonly string[]
}

const turns = fc.array(
  fc.record({
    engine: fc.nat(1),
    /** Milliseconds by which the engine's clock goes on, or is set back. */
    step: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -3_000, max: 3_000 })),
    restarted: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  }),
  { minLength: 1, maxLength: 40 },
)

/** Of two engines whose clocks disagree. */
export function skewedClocks(open: OpenStorage, modelOf: () => Model): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(commandSequences({ maxLength: 40 }), turns, (commands, plan) =>
    World.with(open, async (world) => {
      /** Of the unit of work that was decided last. */
      let decided: Timestamp = 0
      const observed: Pick<Storage, 'transact'> = {
        transact: (keys, decide) =>
          world.storage.transact(keys, (view) => {
            const result = decide(view)
            decided = view.latest
            return result
          }),
      }
      const begun = (time: Timestamp): Skewed => {
        const clock = { time, now: () => clock.time }
        return { clock, driver: world.another(observed, clock) }
      }
      const start = world.moment()
      const engines = [begun(start), begun(start + 2_000)]
      const model = modelOf()
      const histories = new Map<string, State[]>()
      const note = (at: Timestamp): void => {
        for (const [label, { balance, available }] of Object.entries(model.snapshot().accounts)) {
          const states = histories.get(label) ?? []
          histories.set(label, states)
          const shown = [balance, available]
          if (states.at(-1)?.shown.join() !== shown.join()) states.push({ at, shown })
        }
      }
      note(start)
      for (const [index, command] of commands.entries()) {
        const { engine, step, restarted } = plan[index % plan.length] ?? {
          engine: 0,
          step: 1,
          restarted: false,
        }
        const one = engines[engine]
        if (one === undefined) continue
        one.clock.time += step
        if (restarted) one.driver = world.another(observed, one.clock)
        expect(await one.driver.run(command)).toEqual(model.run(command).outcome)
        note(decided)
      }
      const times = [...histories.values()].flatMap((states) => states.map(({ at }) => at))
      for (const [label, states] of histories) {
        const tenant = model.snapshot().accounts[label]?.tenant
        if (tenant === undefined) continue
        for (const time of new Set(times.flatMap((at) => [at - 1, at]).filter((at) => at >= start))) {
          const past = await world.storage.query.balanceAt(tenant, world.driver.account(label), time)
          const said = past && [past.balance, availableThen(past)].map(String)
          expect(said, `${label} at ${time}`).toEqual(states.findLast(({ at }) => at <= time)?.shown)
        }
      }
    }),
  )
}
