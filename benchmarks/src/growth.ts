/**
 * What a payment costs once 10^4, 10^5 and 10^6 are stored. One ledger is grown; copies of its file are kept
 * at the smaller sizes, and the three are then measured in turns. A window begins and ends with a checkpoint,
 * so that all it wrote is charged to it, and is as long as two account rows' settlements lie apart.
 */
import Database from 'better-sqlite3'
import { GROUP_SIZE, type Grown, Ledger, type Proof, prove, type Template } from './ledger.js'
import { drive, measure, median, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { measureReads } from './reads.js'
import { atMost, figure, type Row, type Section, type Unit } from './report.js'
import type { Progress } from './terminal.js'
import { Cycle, diceOf, hotPayment, type Payment, payment, spreadPayment } from './traffic.js'
import { removeDatabase, type Workspace } from './workspace.js'

export const SIZES = [10_000, 100_000, 1_000_000] as const
const RATIO_TARGET = 1.5

const GROW_IN_FLIGHT = 1_024
const IN_FLIGHT = 64
/** Of a commit; a multiple of IN_FLIGHT, and the settlement interval of packages/storage-sqlite/src/accounts.ts. */
const WINDOW = 8_192
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
  const grown = await grow(workspace, template, seed, progress)
  const reads = await measureReads(grown, template.hot, effort.reads, seed, progress)
  const { section, proofs } = await measureWindows(workspace, template, grown, effort, seed, progress)
  return { sections: [section, reads], proofs }
}

async function grow(
  workspace: Workspace,
  template: Template,
  seed: number,
  progress: Progress,
): Promise<readonly Grown[]> {
  const dice = diceOf(seed + 1)
  const file = workspace.copy(template.file, 'grown')
  const grown: Grown[] = []
  const references: string[] = []
  let stored = 0
  for (const [index, size] of SIZES.entries()) {
    const ledger = await Ledger.open(file)
    const group = template.groups[index] ?? []
    const start = stored
    const groupFrom = size - 2 * GROUP_PAYMENTS - start
    let grouped = 0
    await drive(size - start, GROW_IN_FLIGHT, async (at) => {
      const isGroup = at >= groupFrom && grouped < GROUP_PAYMENTS && (at - groupFrom) % 2 === 0
      const { args } = isGroup ? groupPayment(group, grouped++) : mixedPayment()
      const { reference } = await ledger.tallystick.sendTransaction(args)
      if (at % 997 === 0) references.push(reference)
      stored++
      if (stored % 5_000 === 0) {
        progress.tell(
          'growing a ledger to 1,000,000 payments',
          `${Math.round(stored / 1_000).toLocaleString('en-US')},000`,
        )
      }
    })
    await ledger.close()
    const isLast = index === SIZES.length - 1
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

async function measureWindows(
  workspace: Workspace,
  template: Template,
  grown: readonly Grown[],
  { growthRounds }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const dice = diceOf(seed + 2)
  const cycle = Cycle.of(2 ** 14, () => spreadPayment(dice, template.spread))
  const rounds: Sample[][] = []
  const proofs: Proof[] = []
  // The largest grows by its windows, by a hundredth each; the others are measured on fresh copies.
  let added = 0
  for (let round = 0; round < growthRounds; round++) {
    const samples: Sample[] = []
    for (const { stored, file } of grown) {
      progress.tell('cost of a payment by size', `round ${round + 1} of ${growthRounds}`)
      const isLargest = stored === SIZES[2]
      const target = isLargest ? file : workspace.copy(file, 'window')
      samples.push(await measureWindow(target, cycle))
      if (isLargest) {
        added += WARM_UP + WINDOW
      } else {
        proofs.push(await prove(`window at ${stored}`, target, template.entries + stored + WARM_UP + WINDOW))
        removeDatabase(target)
      }
    }
    rounds.push(samples)
  }
  const largest = grown[grown.length - 1]
  if (largest !== undefined) {
    progress.tell('verifying 1,000,000 payments')
    proofs.push(await prove('grown ledger', largest.file, template.entries + largest.stored + added))
  }
  const section: Section = {
    title: `Cost of a payment, ${IN_FLIGHT} in flight`,
    columns: ['10^4 stored', '10^5', '10^6', '10^6 ÷ 10^4'],
    rows: [
      costRow('time', 'microseconds', rounds, ({ ms, payments }) => (ms / payments) * 1_000),
      costRow('CPU', 'microseconds', rounds, ({ cpuMs, payments }) => (cpuMs / payments) * 1_000),
      ...(rounds.every((samples) => samples.every(({ bytes }) => bytes !== null))
        ? [costRow('bytes written', 'bytes', rounds, ({ bytes, payments }) => (bytes ?? 0) / payments)]
        : []),
    ],
    notes: ['Checkpoint and the settlement of account rows included.'],
  }
  return { section, proofs }
}

async function measureWindow(file: string, cycle: Cycle<Payment>): Promise<Sample> {
  const ledger = await Ledger.open(file)
  const checkpoint = new Database(file)
  try {
    const pay = () => ledger.tallystick.sendTransaction(cycle.take().args)
    await drive(WARM_UP, IN_FLIGHT, pay)
    checkpoint.pragma('wal_checkpoint(passive)')
    return await measure(WINDOW, async () => {
      await drive(WINDOW, IN_FLIGHT, pay)
      checkpoint.pragma('wal_checkpoint(passive)')
    })
  } finally {
    checkpoint.close()
    await ledger.close()
  }
}

export function costRow(
  name: string,
  unit: Unit,
  rounds: readonly (readonly Sample[])[],
  cost: (sample: Sample) => number,
): Row {
  const ratio = median(
    rounds.flatMap(([small, , large]) =>
      small === undefined || large === undefined ? [] : [cost(large) / cost(small)],
    ),
  )
  const cells = SIZES.map((_, size) =>
    figure(unit, median(rounds.flatMap((samples) => samples.slice(size, size + 1).map(cost)))),
  )
  return { name, cells: [...cells, figure('ratio', ratio)], target: atMost(RATIO_TARGET, ratio) }
}
