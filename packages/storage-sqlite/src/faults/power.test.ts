/**
 * The end of power. A process pays while strace records what it asks of its disk; from the recording are made
 * the disks that a power loss could leave, at any moment: every acknowledged payment must be on each of them.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
import { hear, Workplace, whyNoStrace } from './child.fixture.js'
import { Disk, type LossOptions, type Operation, readRecording } from './recording.fixture.js'

const IMAGES_EACH = 40
/** Of so many images one is also worked on. */
const WORKED_ON = 5
const RECORDED = 'pwrite64,write,fsync,fdatasync,ftruncate,openat,unlink'
const seed = chooseSeed()
console.info(`power losses of SQLite: FC_SEED=${seed}`)
const place = new Workplace()
afterAll(() => place.clear())
const reason = whyNoStrace()
if (reason !== null) console.warn(`SKIPPED, power losses of SQLite: ${reason}`)

interface Recording {
  readonly options: PayerOptions
  readonly before: ReadonlyMap<string, Buffer>
  readonly operations: readonly Operation[]
}

async function record(round: number, random: SeededRandom): Promise<Recording> {
  const { file, payments } = await place.prepare()
  return recordOn(file, payments.accounts, round, random)
}

async function recordOn(
  file: string,
  accounts: readonly string[],
  round: number,
  random: SeededRandom,
): Promise<Recording> {
  const rhythms = [
    { settleEvery: 1, checkpointEvery: 5 },
    { settleEvery: 10, checkpointEvery: 20 },
    { settleEvery: 8_192, checkpointEvery: 8_000 },
  ]
  const options: PayerOptions = {
    file,
    accounts,
    round: `${round}`,
    payments: accounts.length === 0 ? 0 : 60,
    callers: 1 + random.below(4),
    ...(rhythms[round % rhythms.length] ?? { settleEvery: 1, checkpointEvery: 1 }),
  }
  const before = new Map(existsSync(file) ? [[file, readFileSync(file)]] : [])
  const trace = place.path('recording')
  const { lines } = await place.run(
    options,
    ['--seccomp-bpf', '-y', '-xx', '-s', '1000000', '-o', trace, '-e', `trace=${RECORDED}`],
    [file, `${file}-wal`, `${file}-journal`, place.folder],
  )
  expect(lines.at(-1)).toBe('end')
  return { options, before, operations: readRecording(trace, place.path('said')) }
}

/** Makes images of power losses at moments of the recording, and looks at each. */
async function* look(
  { options, before, operations }: Recording,
  random: SeededRandom,
  loss: LossOptions = {},
): AsyncGenerator<FaultCounts & { readonly problems: readonly string[] }> {
  const moments = Array.from({ length: IMAGES_EACH }, () => random.below(operations.length + 1))
  moments.sort((a, b) => a - b)
  const disk = new Disk(before, place.folder, loss)
  const said: string[] = []
  let at = 0
  for (const [number, moment] of moments.entries()) {
    for (const operation of operations.slice(at, moment)) {
      disk.apply(operation)
      if (operation.type === 'said') said.push(...operation.lines)
    }
    at = moment
    const folder = place.path('image')
    mkdirSync(folder)
    for (const [path, content] of disk.afterLoss(random)) {
      writeFileSync(join(folder, basename(path)), content)
    }
    const payments = new Payments(options.accounts as Payments['accounts'])
    hear(payments, said)
    const counts = await judge(join(folder, basename(options.file)), payments, number % WORKED_ON === 0)
    rmSync(folder, { recursive: true })
    yield { ...counts, problems: payments.problems }
  }
}

async function judge(file: string, payments: Payments, workOn: boolean): Promise<FaultCounts> {
  try {
    const storage = await openSqlite({ file })
    const engine = new Engine({ storage })
    try {
      if (workOn && payments.accounts.length > 0) await payments.pay(engine, 'after the loss')
      return await payments.judge(storage, 1)
    } finally {
      await engine.close()
    }
  } catch (error) {
    // It cannot even be read.
    payments.problems.push(String(error))
    return { faults: 1, acknowledged: 0, lost: 0, doubled: 0, discrepancies: 1 }
  }
}

const losses = dose(3, 0.6)

// Without strace nothing can be recorded; the reason is printed above.
it.skipIf(reason !== null)(
  'no power loss takes what was acknowledged',
  { timeout: losses.timeout },
  async () => {
    const random = seededRandom(seed)
    const all: FaultCounts[] = []
    let round = 0
    let recorded = 0
    while (losses.more()) {
      const recording = await record(round++, random)
      recorded += recording.operations.length
      for await (const { problems, ...counts } of look(recording, random)) {
        all.push(counts)
        expect(problems, `image ${all.length}, FC_SEED=${seed}`).toEqual([])
      }
    }
    const counts = sumFaults(all)
    reportFaults('SQLite after a power loss', counts, `${all.length} images of ${recorded} recorded calls`)
    expect(all.length).toBeGreaterThanOrEqual(100)
    expect(counts).toMatchObject({ lost: 0, doubled: 0, discrepancies: 0 })
  },
)

// Without strace nothing can be recorded; the reason is printed above.
it.skipIf(reason !== null)(
  'a file that was being made when power went is made at the next start',
  async () => {
    const random = seededRandom(seed)
    const all: FaultCounts[] = []
    for await (const { problems, ...counts } of look(
      await recordOn(place.path('new.db'), [], 0, random),
      random,
    )) {
      all.push(counts)
      expect(problems, `image ${all.length}, FC_SEED=${seed}`).toEqual([])
    }
    reportFaults('SQLite after a power loss at its first start', sumFaults(all))
  },
)

// Without strace nothing can be recorded; the reason is printed above.
it.skipIf(reason !== null)(
  'a disk that lies about fsync loses payments: so the images would show it',
  async () => {
    const random = seededRandom(seed)
    const all: FaultCounts[] = []
    for await (const counts of look(await record(1, random), random, { lies: true })) all.push(counts)
    const { faults, acknowledged, lost, discrepancies } = sumFaults(all)
    console.info(
      `SQLite on a disk that lies: ${faults} faults, ${acknowledged} acknowledged, ${lost} lost, ${discrepancies} discrepancies`,
    )
    expect(lost).toBeGreaterThan(0)
  },
)
