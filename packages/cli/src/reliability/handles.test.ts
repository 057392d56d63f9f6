/**
 * Several handles on one file, as several processes have them, each settling in its own rhythm: what one
 * remembers of the accounts must follow what the others write, and forget what it could not write itself.
 */

import { Nursery, watchSqlite } from '@tallystick/harness'
import { check, chooseSeed, commandSequences, quickOrFull } from '@tallystick/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpOf, expectSound, Handles, modelAfterOpening, runOnBoth, snapshotOf } from './handles.fixture.js'

const RUNS = quickOrFull(5, 30)
const seed = chooseSeed()
let files = 0
let commandsRun = 0
let commitsFailed = 0

/** While true, no commit gets through: as on a full disk, after everything was written. */
let broken = false
watchSqlite({
  begun() {
    if (!broken) return
    commitsFailed++
    throw new Error('The disk is full')
  },
  ended: () => undefined,
})

const nursery = new Nursery()
beforeAll(() => console.info(`handles on one SQLite file: FC_SEED=${seed}`))
afterAll(async () => {
  console.info(
    `handles on one SQLite file: ${commandsRun} commands, ${commitsFailed} failed commits, all as the model`,
  )
  await nursery.clear()
})

const rhythms = fc.array(fc.constantFrom(1, 2, 3, 5, 8_192), { minLength: 2, maxLength: 3 })
const turns = fc.record({
  handle: fc.nat(2),
  fails: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  // A handle that did not look for a while has more to catch up with.
  othersLook: fc.boolean(),
})

it('any of them may run any command, and all show what the model shows', { timeout: 120_000 }, () =>
  check(
    fc.asyncProperty(
      commandSequences({ maxLength: 30 }),
      rhythms,
      fc.infiniteStream(turns),
      async (commands, settleEvery, choices) => {
        const file = nursery.path(`handles-${files++}.db`)
        await Handles.with(async (opened) => {
          const handles = await Promise.all(settleEvery.map((every) => opened.on(file, every)))
          const [first] = handles
          if (first === undefined) throw new Error('There is no handle')
          const model = await modelAfterOpening(first)
          for (const [index, command] of commands.entries()) {
            const { value: choice } = choices.next()
            const handle = handles[(choice?.handle ?? 0) % handles.length] ?? first
            const where = `command ${index}: ${command.type}, settled every ${handle.settleEvery}`
            if (choice?.fails === true) {
              broken = true
              try {
                await handle.driver.run(command).catch((error: unknown) => {
                  expect(String(error), where).toContain('The disk is full')
                })
              } finally {
                broken = false
              }
              expect(await snapshotOf(handle), `${where}, after its commit failed`).toEqual(model.snapshot())
            }
            commandsRun++
            await runOnBoth(handle, model, command, where)
            if (choice?.othersLook !== true) continue
            for (const other of handles) expect(await snapshotOf(other), where).toEqual(model.snapshot())
          }
          const before = await dumpOf(first)
          for (const handle of handles) {
            expect(await dumpOf(handle)).toEqual(before)
            expect(await snapshotOf(handle)).toEqual(model.snapshot())
            await expectSound(handle)
          }
          // One that closes settles for all of them.
          for (const handle of handles) {
            await opened.close(handle)
            const again = await opened.on(file, 3)
            expect(await dumpOf(again)).toEqual(before)
            await expectSound(again)
          }
        })
      },
    ),
    { seed, runs: RUNS },
  ),
)
