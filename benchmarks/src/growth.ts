/**
 * What a payment costs once 10^4, 10^5 and 10^6 are stored. One ledger is grown; copies of its file are kept
 * at the smaller sizes, and the three are then measured in turns. A window begins and ends with a checkpoint,
 * so that all it wrote is charged to it, and is as long as two account rows' settlements lie apart.
 */
import Database from 'better-sqlite3'
import { type Keys, keysFor, makeKey } from './keys.js'
import { GROUP_SIZE, type Grown, Ledger, type Proof, prove, type Template } from './ledger.js'
import { drive, measure, median, perSecond, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { measureReads } from './reads.js'
import { atLeast, atMost, figure, type Row, type Section, type Target, type Unit } from './report.js'
import type { Progress } from './terminal.js'
import { Cycle, diceOf, hotPayment, type Payment, payment, spreadPayment } from './traffic.js'
import { removeDatabase, type Workspace } from './workspace.js'

export const SIZES = [10_000, 100_000, 1_000_000] as const
const RATIO_TARGET = 1.5
/** With random keys: bytes of a payment, and the rate at the largest size beside that at the smallest. */
const KEYED_BYTES_TARGET = 2_048
const KEYED_RATE_TARGET = 0.6

const GROW_IN_FLIGHT = 1_024
const IN_FLIGHT = 64
/** Of a commit; a multiple of IN_FLIGHT, and the settlement interval of packages/storage-sqlite/src/accounts.ts. */
const WINDOW = 8_192
/** Of keys: longer than keys may wait before they are indexed, so that this is charged to it, too. */
const KEYED_WINDOW = 16 * WINDOW
const WARM_UP = 2_048

/** Before each size is reached, a group of accounts gets this many records each, among the other traffic. */
const GROUP_RECORDS = 1_200
const GROUP_PAYMENTS = (GROUP_RECORDS * GROUP_SIZE) / 2

export async function measureGrowth(
  workspace: Workspace,
  template: Template,
  effort: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly sections: readonly Section[]; readonly proofs: readonly Proof[] }> {
  const grown = await grow(workspace, template, { sizes: SIZES, keys: 'no' }, seed, progress)
  const reads = await measureReads(grown, template.hot, effort.reads, seed, progress)
  const windows: Windows = { keys: 'no', window: WINDOW, rounds: effort.growthRounds }
  const { samples, proofs } = await measureWindows(workspace, template, grown, windows, seed, progress)
  const section: Section = {
    title: `Cost of a payment, ${IN_FLIGHT} in flight`,
    columns: columnsOf(SIZES),
    rows: [
      costRow('time', 'microseconds', samples, timeOf),
      costRow('CPU', 'microseconds', samples, cpuOf),
      ...(samples.every((each) => each.every(({ bytes }) => bytes !== null))
        ? [costRow('bytes written', 'bytes', samples, bytesOf)]
        : []),
    ],
    notes: ['Checkpoint and the settlement of account rows included.'],
  }
  return { sections: [section, reads], proofs }
}

/** The same with a random idempotency key for each payment, up to `keyed` stored. */
export async function measureKeyed(
  workspace: Workspace,
  template: Template,
  { keyedRounds, keyed }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const sizes = [...SIZES.filter((size) => size < keyed), keyed]
  const grown = await grow(workspace, template, { sizes, keys: 'random' }, seed, progress)
  const windows: Windows = { keys: 'random', window: KEYED_WINDOW, rounds: keyedRounds }
  const { samples, proofs } = await measureWindows(workspace, template, grown, windows, seed, progress)
  return {
    section: {
      title: `Cost of a payment with a random key, ${IN_FLIGHT} in flight`,
      columns: columnsOf(sizes),
      rows: [
        costRow('payments per second', 'perSecond', samples, perSecond, (_, ratio) =>
          atLeast(KEYED_RATE_TARGET, ratio),
        ),
        costRow('CPU', 'microseconds', samples, cpuOf),
        ...(samples.every((each) => each.every(({ bytes }) => bytes !== null))
          ? [
              costRow('bytes written', 'bytes', samples, bytesOf, (bytes) =>
                atMost(KEYED_BYTES_TARGET, bytes),
              ),
            ]
          : []),
      ],
      notes: [
        `${KEYED_WINDOW.toLocaleString('en-US')} payments at each size in each round, with a checkpoint at the end.`,
      ],
    },
    proofs,
  }
}

export const timeOf = ({ ms, payments }: Sample): number => (ms / payments) * 1_000
export const cpuOf = ({ cpuMs, payments }: Sample): number => (cpuMs / payments) * 1_000
const bytesOf = ({ bytes, payments }: Sample): number => (bytes ?? 0) / payments

function columnsOf(sizes: readonly number[]): readonly string[] {
  const names = sizes.map((size) => {
    const power = Math.log10(size)
    return Number.isInteger(power) ? `10^${power}` : size.toLocaleString('en-US')
  })
  return [`${names[0]} stored`, ...names.slice(1), `÷ ${names[0]}`]
}

async function grow(
  workspace: Workspace,
  template: Template,
  { sizes, keys }: { readonly sizes: readonly number[]; readonly keys: Keys },
  seed: number,
  progress: Progress,
): Promise<readonly Grown[]> {
  const what = `growing a ledger to ${(sizes.at(-1) ?? 0).toLocaleString('en-US')} payments`
  const dice = diceOf(seed + 1)
  const file = workspace.copy(template.file, 'grown')
  const grown: Grown[] = []
  const references: string[] = []
  let stored = 0
  for (const [index, size] of sizes.entries()) {
    const ledger = await Ledger.open(file)
    const group = template.groups[index] ?? []
    const start = stored
    const groupFrom = size - 2 * GROUP_PAYMENTS - start
    let grouped = 0
    await drive(size - start, GROW_IN_FLIGHT, async (at) => {
      const isGroup = at >= groupFrom && grouped < GROUP_PAYMENTS && (at - groupFrom) % 2 === 0
      const { args } = isGroup ? groupPayment(group, grouped++) : mixedPayment()
      const { reference } = await ledger.tallystick.sendTransaction(
        args,
        keys === 'no' ? {} : { idempotencyKey: makeKey(keys) },
      )
      if (at % 997 === 0) references.push(reference)
      stored++
      if (stored % 5_000 === 0) {
        progress.tell(what, `${Math.round(stored / 1_000).toLocaleString('en-US')},000`)
      }
    })
    await ledger.close()
    const isLast = index === sizes.length - 1
    grown.push({
      stored,
      file: isLast ? file : workspace.copy(file, `grown-${size}`),
      references: [...references],
      group,
    })
  }
  return grown

  /** A quarter of all payments touches the hot account. */
  function mixedPayment(): Payment {
    return dice(4) === 0
      ? hotPayment(dice, template.spread, template.hot)
      : spreadPayment(dice, template.spread)
  }

  /** Each account pays the next: of eight payments, each is in two. */
  function groupPayment(group: readonly string[], turn: number): Payment {
    return payment(dice, group[turn % GROUP_SIZE], group[(turn + 1) % GROUP_SIZE])
  }
}

interface Windows {
  readonly keys: Keys
  /** Payments of one. */
  readonly window: number
  readonly rounds: number
}

async function measureWindows(
  workspace: Workspace,
  template: Template,
  grown: readonly Grown[],
  windows: Windows,
  seed: number,
  progress: Progress,
): Promise<{ readonly samples: readonly (readonly Sample[])[]; readonly proofs: readonly Proof[] }> {
  const dice = diceOf(seed + 2)
  const cycle = Cycle.of(2 ** 14, () => spreadPayment(dice, template.spread))
  const rounds: Sample[][] = []
  const proofs: Proof[] = []
  const largest = grown.at(-1)
  // The largest grows by its windows; the others are measured on fresh copies.
  let added = 0
  for (let round = 0; round < windows.rounds; round++) {
    const samples: Sample[] = []
    for (const one of grown) {
      progress.tell('cost of a payment by size', `round ${round + 1} of ${windows.rounds}`)
      const { stored } = one
      const target = one === largest ? one.file : workspace.copy(one.file, 'window')
      samples.push(await measureWindow(target, cycle, windows))
      const paid = WARM_UP + windows.window
      if (one === largest) {
        added += paid
      } else {
        proofs.push(await prove(`window at ${stored}`, target, template.entries + stored + paid))
        removeDatabase(target)
      }
    }
    rounds.push(samples)
  }
  if (largest !== undefined) {
    progress.tell(`verifying ${largest.stored.toLocaleString('en-US')} payments`)
    proofs.push(await prove('grown ledger', largest.file, template.entries + largest.stored + added))
  }
  return { samples: rounds, proofs }
}

async function measureWindow(
  file: string,
  cycle: Cycle<Payment>,
  { keys, window }: Windows,
): Promise<Sample> {
  const ledger = await Ledger.open(file)
  const checkpoint = new Database(file)
  const key = keysFor(keys, WARM_UP + window)
  try {
    const pay = () =>
      ledger.tallystick.sendTransaction(cycle.take().args, key === null ? {} : { idempotencyKey: key() })
    await drive(WARM_UP, IN_FLIGHT, pay)
    checkpoint.pragma('wal_checkpoint(passive)')
    return await measure(window, async () => {
      await drive(window, IN_FLIGHT, pay)
      checkpoint.pragma('wal_checkpoint(passive)')
    })
  } finally {
    checkpoint.close()
    await ledger.close()
  }
}

/** @param target Of the cost at the largest size, and of its ratio to that at the smallest */
export function costRow(
  name: string,
  unit: Unit,
  rounds: readonly (readonly Sample[])[],
  cost: (sample: Sample) => number,
  target: (largest: number, ratio: number) => Target = (_, ratio) => atMost(RATIO_TARGET, ratio),
): Row {
  const ratio = median(
    rounds.flatMap((samples) => {
      const [small, large] = [samples[0], samples.at(-1)]
      return small === undefined || large === undefined ? [] : [cost(large) / cost(small)]
    }),
  )
  const costs = (rounds[0] ?? []).map((_, size) =>
    median(rounds.flatMap((samples) => samples.slice(size, size + 1).map(cost))),
  )
  return {
    name,
    cells: [...costs.map((each) => figure(unit, each)), figure('ratio', ratio)],
    target: target(costs.at(-1) ?? Number.NaN, ratio),
  }
}
