/**
 * What is asked of the disk, seen from the kernel's side by strace.
 *
 * Proven here: SQLite flushes the log before a checkpoint (`synchronous = NORMAL`); before each acknowledgement, all
 * that its commit wrote to the log was followed by an fsync of the log that had returned; a process killed
 * within any write or fsync of a commit or a checkpoint leaves what was acknowledged; a write or an fsync
 * that fails is never acknowledged. Not proven: that the disk has done what its fsync has said, which no
 * program can see; and what a power loss leaves of pages that no fsync has covered, beyond the cut logs of
 * restart.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadOptions, SteadyOptions } from '@tallystick/harness'
import { Nursery, prepare, programOf, type Stage } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tracker } from './tracker.fixture.js'

const PAYMENTS = 40
/** Of calls that fail; a process that is killed shows less. */
const FAULTS = quickOrFull(2, 4)
const KILLS = quickOrFull(2, 4)
const seed = chooseSeed()
const random = seededRandom(seed)
const nursery = new Nursery()
afterAll(() => nursery.clear())

/** Where strace is missing, or may not trace, what needs it is skipped, and says so. */
const tracing = spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=none', 'true'])
const cannotTrace = tracing.error?.message ?? (tracing.status === 0 ? null : tracing.stderr.toString().trim())
if (cannotTrace !== null) {
  console.warn(
    `What is asked of the disk was not looked at, because strace does not run here: ${cannotTrace}`,
  )
}

async function staged(
  name: string,
  rounds: number,
): Promise<{ file: string; stageFile: string; stage: Stage }> {
  const file = nursery.path(`${name}.db`)
  const stageFile = nursery.path(`${name}.json`)
  const ledger = createTallystick({ storage: await openSqlite({ file }) })
  const stage = await prepare(ledger, rounds)
  await ledger.close()
  writeFileSync(stageFile, JSON.stringify(stage))
  return { file, stageFile, stage }
}

it('the connection that commits is at synchronous = NORMAL', async () => {
  const { file, stageFile } = await staged('normal', 0)
  const options: LoadOptions = {
    file,
    stage: stageFile,
    seed,
    round: 0,
    callers: 1,
    settleEvery: 1,
    checkpointEvery: 1,
  }
  const child = nursery.start('load', JSON.stringify(options))
  expect((await child.line('ready')).split(' ')[1]).toBe('1')
  await child.kill()
})

// Where strace is missing, or may not trace, nothing sees the system calls; the reason is printed.
describe.skipIf(cannotTrace !== null)('seen by strace', () => {
  beforeAll(() => console.info(`faults of the disk: FC_SEED=${seed}`))

  it.each([
    ['without checkpoints', 8_192, 8_000],
    ['settling and checkpointing at every commit', 1, 1],
  ])(
    'an acknowledgement comes after the fsync of all its commit wrote, %s',
    async (name, settleEvery, checkpointEvery) => {
      const { file, stageFile } = await staged(`fsync-${checkpointEvery}`, 0)
      const trace = nursery.path(`fsync-${checkpointEvery}.trace`)
      const options: SteadyOptions = {
        file,
        stage: stageFile,
        payments: PAYMENTS,
        settleEvery,
        checkpointEvery,
      }
      const child = nursery.run('strace', [
        ...['-f', '-y', '-o', trace, '-e', 'trace=pwrite64,write,fsync,fdatasync'],
        ...[process.execPath, programOf('steady'), JSON.stringify(options)],
      ])
      await child.line('end')
      child.hangUp()
      expect(await child.ended).toBe('exit 0')

      const found = readTrace(trace)
      console.info(
        `fsync, ${name}: ${found.acks} acknowledgements, ${found.logSyncs} fsyncs of the log, ${found.fileSyncs} of the file, ${found.early} acknowledged early`,
      )
      expect(found.acks).toBe(PAYMENTS)
      expect(found.logSyncs).toBeGreaterThanOrEqual(PAYMENTS)
      expect(found.early).toBe(0)
      if (checkpointEvery === 1) expect(found.fileSyncs).toBeGreaterThanOrEqual(PAYMENTS)
    },
  )

  it.each([
    ['killed within a write', 'pwrite64', 'signal=SIGKILL', false],
    ['killed within an fsync', 'fdatasync,fsync', 'signal=SIGKILL', false],
    ['a full disk', 'pwrite64', 'error=ENOSPC', true],
    ['an fsync that fails', 'fdatasync,fsync', 'error=EIO', true],
  ])('%s: what was acknowledged is there', { timeout: 120_000 }, async (name, calls, fault, survives) => {
    const rounds = survives ? FAULTS : KILLS
    // One that only ever hits checkpoints shows less than it should: then there are more rounds.
    const most = survives ? 5 * rounds : rounds
    const { file, stageFile, stage } = await staged(`${calls}-${fault}`, most)
    const tracker = new Tracker(seed, stage)
    let refused = 0
    let killed = 0
    let round = 0
    for (; round < rounds || (round < most && survives && refused === 0); round++) {
      const options: LoadOptions = {
        file,
        stage: stageFile,
        seed,
        round,
        callers: 1 + random.below(4),
        settleEvery: 1 + random.below(3),
        checkpointEvery: 1 + random.below(3),
      }
      // Counted from the start of the process, so that some hit its opening and its recovery; and for each thread by itself:
      // four of them flush the log.
      const first = 1 + random.below(calls === 'pwrite64' ? 500 : 40)
      const when = survives ? `when=${first}..${first + 3 + random.below(6)}` : `when=${first}`
      const child = nursery.run('strace', [
        ...['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}:${when}`],
        ...[process.execPath, programOf('load'), JSON.stringify(options)],
      ])
      // It is killed by its pid: strace alone would leave it running.
      await child.line('pid ')
      child.tell(`again ${tracker.toRepeat(5).join(' ')}`)
      child.tell('go')
      if (survives) {
        // It must go on when the fault is over, but not after a failed flush of the log. One that hits a checkpoint fails
        // no call: it is made up for.
        await child.line('ready').catch(() => '')
        const patience = sleep(3_000).then(() => '')
        await Promise.race([child.line('failed').catch(() => ''), patience])
        const from = child.lines.findIndex((line) => line.startsWith('failed'))
        await Promise.race([child.line('ack', Math.max(0, from)).catch(() => ''), patience])
      }
      const ended = await (survives && child.isAlive ? child.kill() : child.ended)
      if (ended === 'SIGKILL') killed++
      // A fault while it opens the file: it must say so, and end.
      else expect([survives, ended]).toEqual([true, 'exit 1'])
      refused += child.lines.filter((line) => line.startsWith('failed')).length
      tracker.hear(child.lines.filter((line) => !line.startsWith('failed')))
      const books = await openSqlite({ file })
      await tracker.look(books)
      await books.close()
      expect(tracker.problems, `${name}, ${when}, FC_SEED=${seed}`).toEqual([])
    }
    const found = tracker.found()
    const words = Object.entries(found).map(([word, number]) => `${number} ${word}`)
    console.info(
      `${name}: ${round} times, ${killed} under load, ${refused} calls failed, ${words.join(', ')}`,
    )
    if (survives) expect(refused).toBeGreaterThan(0)
    expect(found.acknowledged).toBeGreaterThan(0)
  })
})

/** Goes through the system calls in their order: what each acknowledgement had behind it. */
function readTrace(path: string): { acks: number; logSyncs: number; fileSyncs: number; early: number } {
  const found = { acks: 0, logSyncs: 0, fileSyncs: 0, early: 0 }
  let written = 0
  let unsynced = 0
  /** Flushes under way, by thread: what they were asked for, and what was unsynced then. */
  const begun = new Map<string, { readonly asked: string; readonly covers: number }>()
  for (const printed of readFileSync(path, 'utf8').split('\n')) {
    const [thread = ''] = /^\d+/.exec(printed) ?? []
    const asked = /^(.*) <unfinished \.\.\.>$/.exec(printed)?.[1]
    if (asked?.includes('sync(')) {
      begun.set(thread, { asked, covers: unsynced })
      continue
    }
    const rest = /<\.\.\. f\w*sync resumed>(.*)$/.exec(printed)?.[1]
    const line = rest === undefined ? printed : `${begun.get(thread)?.asked}${rest}`
    const covers = rest === undefined ? unsynced : (begun.get(thread)?.covers ?? 0)
    const [, call = '', target = ''] = /^\d+ +(\w+)\(\d+<([^>]*)>/.exec(line) ?? []
    if (call === 'pwrite64' && target.endsWith('.db-wal')) {
      written++
      unsynced++
    } else if (call === 'fsync' || call === 'fdatasync') {
      if (!line.endsWith('= 0')) throw new Error(`An fsync that did not succeed: ${line}`)
      if (target.endsWith('.db-wal')) {
        found.logSyncs++
        unsynced -= covers
      } else if (target.endsWith('.db')) found.fileSyncs++
    } else if (call === 'write' && line.includes('"ack ')) {
      found.acks++
      if (written === 0 || unsynced > 0) found.early++
      written = 0
    }
  }
  return found
}
