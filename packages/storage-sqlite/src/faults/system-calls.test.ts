/**
 * A process killed at a system call, and system calls that fail. What four processes on one file do to each
 * other is shown in packages/cli/src/reliability.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '@tallystick/engine'
import type { PayerOptions } from '@tallystick/harness'
import {
  chooseSeed,
  dose,
  type FaultCounts,
  Payments,
  reportFaults,
  type SeededRandom,
  seededRandom,
  sumFaults,
} from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { openSqlite } from '../index.js'
import { hear, Workplace, whyNoStrace, withStorage } from './child.fixture.js'

const seed = chooseSeed()
console.info(`faults of system calls under SQLite: FC_SEED=${seed}`)
const place = new Workplace()
afterAll(() => place.clear())
const reason = whyNoStrace()
if (reason !== null) console.warn(`SKIPPED, faults of system calls under SQLite: ${reason}`)

const SOUND = { lost: 0, doubled: 0, discrepancies: 0 }
const WRITING = 'pwrite64,fdatasync,fsync,ftruncate'

/** How often rows are settled, and pages moved into the file, differs: always, now and then, as in production. */
function rhythm(random: SeededRandom) {
  const one = <T>(...choices: readonly [T, ...T[]]): T => choices[random.below(choices.length)] ?? choices[0]
  return {
    callers: 1 + random.below(8),
    settleEvery: one(1, 3, 40, 8_192),
    checkpointEvery: one(1, 10, 30, 8_000),
  }
}

/** Rounds on one file; then another begins, so that looking at all of it stays quick. */
const ROUNDS = 15

interface Round {
  readonly round: number
  readonly file: string
  readonly payments: Payments
}

/** Rounds of payments with a fault in each; in two of three nobody looks before the next ledger opens the file. */
async function rounds(
  many: { more(): boolean },
  inject: (round: Round) => Promise<{ readonly faults: number; readonly where: string }>,
): Promise<FaultCounts> {
  const all: FaultCounts[] = []
  let going = many.more()
  while (going) {
    const { file, payments } = await place.prepare()
    const look = () => withStorage(file, (storage) => payments.judge(storage, faults))
    let faults = 0
    for (let round = 0; going && round < ROUNDS; round++) {
      const injected = await inject({ round, file, payments })
      faults += injected.faults
      if (round % 3 === 0) await look()
      expect(payments.problems, `${injected.where}, FC_SEED=${seed}`).toEqual([])
      going = many.more()
    }
    all.push(await look())
    expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
    for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
  }
  return sumFaults(all)
}

const killed = dose(3, 0.2)

// Without strace there is no way to stop at a system call; the reason is printed above.
it.skipIf(reason !== null)('killed at any write or fsync', { timeout: killed.timeout }, async () => {
  const random = seededRandom(seed)
  let late = 0
  const counts = await rounds(killed, async ({ round, file, payments }) => {
    const { accounts } = payments
    const options: PayerOptions = { file, accounts, round: `${round}`, payments: 2_000, ...rhythm(random) }
    // Opening takes the first few.
    const at = 1 + random.below(random.below(3) === 0 ? 30 : 400)
    const { lines, ended } = await place.run(options, [
      // With --seccomp-bpf strace 6 loses the signal.
      ...['-o', '/dev/null', '-e', `trace=${WRITING}`],
      ...['-e', `inject=${WRITING}:signal=SIGKILL:when=${at}`],
    ])
    hear(payments, lines)
    if (ended !== 'SIGKILL') late++
    const where = `round ${round}, call ${at}, ${JSON.stringify(options)}`
    return { faults: ended === 'SIGKILL' ? 1 : 0, where }
  })
  reportFaults('SQLite killed at a system call', counts, `${late} ended before their call`)
  expect(counts.faults).toBeGreaterThan(0)
  expect(counts).toMatchObject(SOUND)
})

const failing = dose(3, 0.2)

// Without strace no call can be made to fail; the reason is printed above.
it.skipIf(reason !== null)('writes and fsyncs that fail', { timeout: failing.timeout }, async () => {
  const random = seededRandom(seed + 1)
  const told = new Set<string>()
  let failures = 0
  let wentOn = 0
  let deaths = 0
  const counts = await rounds(failing, async ({ round, file, payments }) => {
    const { accounts } = payments
    // The first round on a file is one failed write of a payment, so that there is always a process that goes on.
    const first = round === 0
    const pace = first ? { callers: 1, settleEvery: 8_192, checkpointEvery: 8_000 } : rhythm(random)
    const options: PayerOptions = { file, accounts, round: `${round}`, payments: 60, ...pace }
    const error = random.below(3) === 0 ? 'ENOSPC' : 'EIO'
    const call = first ? 'pwrite64' : (['pwrite64', 'fsync,fdatasync', WRITING][random.below(3)] ?? WRITING)
    const from = 10 + random.below(60)
    const when = first || random.below(2) === 0 ? `${from}` : `${from}+${7 + random.below(20)}`
    // One in three is also killed, soon after.
    const kill = !first && random.below(3) === 0 ? [`inject=write:signal=SIGKILL:when=${from + 20}`] : []
    const trace = place.path('trace')
    const { lines, ended } = await place.run(options, [
      ...['-o', trace, '-e', `trace=write,${WRITING}`],
      ...[`inject=${call}:error=${error}:when=${when}`, ...kill].flatMap((inject) => ['-e', inject]),
    ])
    const where = `round ${round}, ${call} ${error} ${when}, ${kill}, ${JSON.stringify(options)}`
    hear(payments, lines)
    if (ended === 'SIGKILL') deaths++
    // It goes on by itself, once the disk does; or has said that its last write, at the close, failed. The log of one that
    // was killed may be long enough for its first write to be that of the next one that opens the file.
    else if (!when.includes('+'))
      expect(lines.at(-1), `${where}, FC_SEED=${seed}`).toMatch(
        /^(end|unclosed|unopened Cannot move the log)/,
      )
    const failed = lines.filter((line) => line.startsWith('failed'))
    failures += failed.length
    for (const line of failed) told.add(line.split(' ').slice(2).join(' '))
    const last = lines.findLastIndex((line) => line.startsWith('failed'))
    if (last >= 0 && lines.slice(last).some((line) => line.startsWith('ack'))) wentOn++
    if (first) expect(wentOn, `${where}, FC_SEED=${seed}`).toBeGreaterThan(0)
    return { faults: readFileSync(trace, 'utf8').split(`${error} `).length - 1, where }
  })
  reportFaults(
    'SQLite with EIO and ENOSPC',
    counts,
    `${failures} calls failed: ${[...told].join('; ')}; ${wentOn} processes went on, ${deaths} were killed after it`,
  )
  expect(counts.faults).toBeGreaterThan(0)
  expect(wentOn).toBeGreaterThan(0)
  expect(counts).toMatchObject(SOUND)
})

/** A disk of two megabytes; or why there is none. */
function smallDisk(): { readonly folder: string } | { readonly reason: string } {
  const folder = place.path('disk')
  mkdirSync(folder)
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], {
    encoding: 'utf8',
  })
  return status === 0 ? { folder } : { reason: error?.message ?? stderr.trim() }
}

const disk = smallDisk()
if ('reason' in disk) console.warn(`SKIPPED, a full disk under SQLite: ${disk.reason}`)
afterAll(() => {
  if ('folder' in disk) spawnSync('umount', [disk.folder])
})

// Only who may mount has a small disk to fill; the reason is printed above.
it.skipIf('reason' in disk)('a disk that is full, and has room again', { timeout: 60_000 }, async () => {
  if ('reason' in disk) return
  const file = join(disk.folder, 'books.db')
  const ballast = join(disk.folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(400_000))
  const storage = await openSqlite({ file, checkpointEvery: 50, settleEvery: 20 })
  const engine = new Engine({ storage, maxBatch: 4 })
  const payments = await Payments.prepare(engine, { supply: 1_000_000, accounts: 4 })
  let made = 0
  const pay = (): Promise<unknown> => payments.pay(engine, `${made++}`, { recipient: 1 + (made % 3) })
  const failures: string[] = []
  while (failures.length < 20) {
    await Promise.all(
      Array.from({ length: 8 }, () => pay().catch((error: unknown) => void failures.push(String(error)))),
    )
    if (made > 20_000) throw new Error('The disk does not fill')
  }
  for (const failure of failures) expect(failure).toMatch(/full/)
  // The ledger is still read while nothing can be written.
  expect(
    (await storage.query.account('default' as never, payments.accounts[0] as never))?.account.active,
  ).toBe(true)
  rmSync(ballast)
  for (let index = 0; index < 50; index++) await pay()
  const counts = await payments.judge(storage, failures.length)
  reportFaults('SQLite on a full disk', counts, `${failures[0]}; then went on`)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject(SOUND)
  await engine.close()
  await withStorage(file, (again) => payments.judge(again, 0))
  expect(payments.problems).toEqual([])
})
