/** A restart, however it comes about, changes nothing: what is there afterwards is what was there before. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { Nursery } from '@tallystick/harness'
import { check, chooseSeed, commandSequences, type Dump, quickOrFull } from '@tallystick/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpOf, expectSound, Handles, modelAfterOpening, runOnBoth, snapshotOf } from './handles.fixture.js'

const RUNS = quickOrFull(5, 25)
const seed = chooseSeed()
const counts = { closed: 0, killed: 0, cut: 0, kept: 0 }
let files = 0

const nursery = new Nursery()
const fresh = (): string => nursery.path(`restart-${files++}.db`)
beforeAll(() => console.info(`restarts on SQLite: FC_SEED=${seed}`))
afterAll(async () => {
  console.info(
    `restarts on SQLite: ${counts.closed} after a close, ${counts.killed} after a kill, ${counts.cut} on a log cut or spoiled (${counts.kept} calls before the place of the cut kept), all equal`,
  )
  await nursery.clear()
})

/** What a process that is killed while idle leaves: the files as they are, without the shared memory. */
function leftBehind(file: string): string {
  const copy = fresh()
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}

const rhythm = fc.constantFrom(1, 2, 3, 7, 8_192)
const restarts = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ how: fc.constantFrom('close', 'kill'), settleEvery: rhythm }) },
)

it('after any prefix of any sequence of commands, closed or killed', { timeout: 120_000 }, () =>
  check(
    fc.asyncProperty(
      commandSequences({ maxLength: 30 }),
      rhythm,
      fc.infiniteStream(restarts),
      async (commands, settleEvery, choices) =>
        Handles.with(async (opened) => {
          let file = fresh()
          let handle = await opened.on(file, settleEvery)
          const model = await modelAfterOpening(handle)
          for (const [index, command] of commands.entries()) {
            await runOnBoth(handle, model, command, `command ${index}: ${command.type}`)
            const restart = choices.next().value
            if (restart === null || restart === undefined) continue
            const before = await dumpOf(handle)
            const where = `${restart.how} after command ${index}`
            if (restart.how === 'kill') file = leftBehind(file)
            await opened.close(handle)
            handle = await opened.on(file, restart.settleEvery)
            counts[restart.how === 'kill' ? 'killed' : 'closed']++
            expect(await dumpOf(handle), where).toEqual(before)
            expect(await snapshotOf(handle), where).toEqual(model.snapshot())
            await expectSound(handle)
          }
        }),
    ),
    { seed, runs: RUNS },
  ),
)

it(
  'on a log that ends anywhere, or in nonsense: the state is the one after some prefix of the calls',
  {
    timeout: 120_000,
  },
  () =>
    check(
      fc.asyncProperty(
        commandSequences({ minLength: 5, maxLength: 20 }),
        rhythm,
        fc.array(fc.record({ place: fc.double({ min: 0, max: 1, noNaN: true }), nonsense: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (commands, settleEvery, cuts) =>
          Handles.with(async (opened) => {
            const file = fresh()
            const handle = await opened.on(file, settleEvery)
            const model = await modelAfterOpening(handle)
            const begin = readFileSync(`${file}-wal`).length
            const states = [textOf(await dumpOf(handle))]
            /** How long the log was when each state was there. */
            const lengths = [begin]
            for (const command of commands) {
              expect(await handle.driver.run(command)).toEqual(model.run(command).outcome)
              states.push(textOf(await dumpOf(handle)))
              lengths.push(readFileSync(`${file}-wal`).length)
            }
            for (const { place, nonsense } of cuts) {
              const copy = leftBehind(file)
              const log = readFileSync(`${copy}-wal`)
              const at = begin + Math.floor(place * (log.length - begin))
              if (nonsense) log.fill(0xa5, at)
              writeFileSync(`${copy}-wal`, nonsense ? log : log.subarray(0, at))
              const again = await opened.on(copy, 3)
              const state = textOf(await dumpOf(again))
              // All calls whose commit lies before the place, and none of those after it.
              const expected = lengths.findLastIndex((length) => length <= at)
              expect(states[expected], `cut at ${at} of ${log.length}`).toBe(state)
              await expectSound(again)
              await opened.close(again)
              counts.cut++
              counts.kept += expected
            }
          }),
      ),
      { seed, runs: RUNS },
    ),
)

/** The same text for the same content, in whatever order the fields come. */
function textOf(dump: Dump): string {
  return JSON.stringify(dump, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}
