/**
 * `kill -9` under load. A child process pays, batches, pays from blockages and mints on one SQLite file, and
 * reports each acknowledgement the moment it has it; it is killed at a random moment, many times over.
 *
 * This proves what the death of a process can do. The death of the machine is another matter: see
 * ../reliability/durable.test.ts for what is asked of the disk.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '@tallystick/engine'
import type { LoadOptions } from '@tallystick/harness'
import { type Child, Nursery, prepare } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { Tracker } from '../reliability/tracker.fixture.js'

/** At the least. */
const KILLS = quickOrFull(4, 100)
/** Where none has hit what few of them hit, there are more, each as soon as a commit begins that does all of it. */
const MOST_KILLS = quickOrFull(80, 500)
/** Longest time under load before the kill. */
const BURST_MS = 130
const seed = chooseSeed()

const nursery = new Nursery()
afterAll(() => nursery.clear())

/**
 * How often rows are settled, and pages moved out of the log, differs from round to round: at every commit,
 * so that most kills hit one; now and then; and as in production.
 */
const SETTLE_EVERY = [1, 3, 40, 8_192]
const CHECKPOINT_EVERY = [1, 25, 8_000]

it('loses, doubles and halves nothing over many kills', { timeout: 600_000 }, async () => {
  console.info(`kill -9 on SQLite: FC_SEED=${seed}`)
  const random = seededRandom(seed)
  const oneOf = (choices: readonly number[]): number => choices[random.below(choices.length)] ?? 1
  const file = nursery.path('killed.db')
  const stageFile = nursery.path('stage.json')
  const open = () => openSqlite({ file, settleEvery: 5_000 })

  const storage = await open()
  const ledger = createTallystick({ storage })
  const stage = await prepare(ledger, MOST_KILLS)
  writeFileSync(stageFile, JSON.stringify(stage))
  await ledger.close()

  const tracker = new Tracker(seed, stage)
  const look = async (): Promise<void> => {
    const books = await open()
    await tracker.look(books)
    await books.close()
  }
  const inside = { commit: 0, settling: 0, checkpointing: 0 }
  let witness: Storage | null = null
  let round = 0
  const isEnough = () => round >= KILLS && inside.settling > 0 && inside.checkpointing > 0
  for (; !isEnough() && round < MOST_KILLS; round++) {
    const options: LoadOptions = {
      file,
      stage: stageFile,
      seed,
      round,
      callers: 1 + random.below(60),
      settleEvery: round < KILLS ? oneOf(SETTLE_EVERY) : 1,
      checkpointEvery: round < KILLS ? oneOf(CHECKPOINT_EVERY) : 1,
    }
    // Who finds the file as the dead process left it: another process that was there all along, one that
    // opens it first, or the next ledger itself.
    if (witness !== null) await tracker.look(witness)
    else if (round % 3 === 1) await look()
    await witness?.close()
    witness = null
    const child = nursery.start('load', JSON.stringify(options))
    expect(await child.line('ready')).toMatch(/^ready 1 \d+ 0$/)
    child.tell(`again ${tracker.toRepeat(20).join(' ')}`)
    await child.line('done')
    if (round % 3 === 2) {
      tracker.hear(child.lines.splice(0))
      await look()
    }
    if (round % 3 === 0) witness = await open()

    child.tell('go')
    await child.line(`begin ${round}/`)
    await sleep(random.below(BURST_MS) + random.below(1_000) / 1_000)
    if (round >= KILLS) await child.line('commit settling', child.lines.length)
    expect(await child.kill()).toBe('SIGKILL')
    count(inside, child, options)
    tracker.hear(child.lines)
    expect(tracker.problems, `round ${round} with ${JSON.stringify(options)}, FC_SEED=${seed}`).toEqual([])
  }
  await witness?.close()

  await look()
  const last = nursery.start('load', JSON.stringify({ file, stage: stageFile, seed, round }))
  await last.line('ready')
  last.tell(`again ${tracker.toRepeat(1_000).join(' ')}`)
  await last.line('done')
  await last.kill()
  tracker.hear(last.lines)
  await look()

  const found = tracker.found()
  const words = Object.entries(found).map(([word, number]) => `${number} ${word}`)
  console.info(
    `kill -9 on SQLite: ${round} kills (${inside.commit} within a commit, ${inside.settling} of these settling, ${inside.checkpointing} with a checkpoint due), ${words.join(', ')}`,
  )
  expect(tracker.problems).toEqual([])
  expect(found).toMatchObject({ lost: 0, doubled: 0, half: 0, discrepancies: 0 })
  expect(found.acknowledged).toBeGreaterThan(KILLS)
  expect(inside.settling).toBeGreaterThan(0)
  expect(inside.checkpointing).toBeGreaterThan(0)
})

/** What the child was doing when it was killed. */
function count(
  inside: { commit: number; settling: number; checkpointing: number },
  child: Child,
  options: LoadOptions,
): void {
  const last = child.lines.findLast((line) => line.startsWith('commit'))
  if (last === undefined || last === 'committed') return
  inside.commit++
  if (last === 'commit settling') inside.settling++
  if (options.checkpointEvery === 1) inside.checkpointing++
}
