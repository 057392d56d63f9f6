/**
 * Payments through the library in this process, each figure beside the floor's at the same size of commit.
 * Floor and engine take turns, so that whatever else the machine does disturbs both; what is reported is the
 * median of the ratios of the rounds, not the ratio of two medians.
 */
import { Floor } from './floor.js'
import { type Keys, keysFor } from './keys.js'
import { Ledger, type Proof, prove, type Template } from './ledger.js'
import { drive, measure, median, perSecond, rounds, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { profiles } from './profiles.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'
import { Cycle, diceOf, hotPayment, type Payment, spreadPayment } from './traffic.js'
import type { Workspace } from './workspace.js'

const IN_FLIGHT = [1, 100, 1_024] as const
const RATIO_TARGET: Readonly<
  Record<(typeof IN_FLIGHT)[number], { readonly keyless: number; readonly keyed: number | null }>
> = {
  1: { keyless: 0.7, keyed: 0.7 },
  100: { keyless: 0.6, keyed: 0.65 },
  1024: { keyless: 0.6, keyed: null },
}
const HOT_TARGET = 0.9

/** How much longer than planned the rounds may take. */
const PATIENCE = 1.5

/** Long enough that the circle is not noticed, short enough that making it is not either. */
const CYCLE = 2 ** 15

/** One way of paying, for both sides. */
export interface Series {
  readonly name: string
  readonly take: () => Payment
  readonly keys: Keys
}

export interface Round {
  readonly floor: Sample
  readonly engine: Sample
}

export async function measureEmbedded(
  workspace: Workspace,
  template: Template,
  { embeddedRounds, embeddedMs }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const dice = diceOf(seed)
  const { spread, hot } = template
  const spreadCycle = Cycle.of(CYCLE, () => spreadPayment(dice, spread))
  const hotCycle = Cycle.of(CYCLE, () => hotPayment(dice, spread, hot))
  const all: readonly Series[] = [
    { name: 'spread over 1,000 accounts', take: () => spreadCycle.take(), keys: 'no' },
    { name: 'all to or from one hot account', take: () => hotCycle.take(), keys: 'no' },
    { name: 'spread, under ordered idempotency keys', take: () => spreadCycle.take(), keys: 'ordered' },
    { name: 'spread, under random idempotency keys', take: () => spreadCycle.take(), keys: 'random' },
  ]
  const rows: Row[] = []
  const proofs: Proof[] = []
  const taken: number[] = []
  for (const inFlight of IN_FLIGHT) {
    const what = `embedded payments, ${inFlight.toLocaleString('en-US')} in flight`
    progress.tell(what)
    // A ledger for each size of commit: the keyed series would burden the next size with its index.
    const sides = await Sides.open(workspace, template, inFlight)
    const count = await sides.calibrate(all, embeddedMs)
    const results = new Map<Series, Round[]>(all.map((series) => [series, []]))
    const patience = PATIENCE * embeddedRounds * all.length * 2 * embeddedMs
    await rounds(embeddedRounds, patience, async (round) => {
      for (const series of all) {
        progress.tell(what, `round ${round + 1} of ${embeddedRounds}, ${series.name}`)
        results.get(series)?.push(await sides.round(series, count, round))
      }
    })
    progress.tell(what, 'verifying')
    proofs.push(...(await sides.close()))
    const [spreadRounds = [], hotRounds = []] = [...results.values()]
    taken.push(spreadRounds.length)
    rows.push(...rowsOf(inFlight, results), hotRow(spreadRounds, hotRounds))
  }
  return {
    section: {
      title: 'Embedded payments per second',
      columns: PAID_COLUMNS,
      rows,
      notes: [
        'Floor: hand-written statements for the same durable effect on the same kind of file, commits of the same size.',
        'It keeps each idempotency key, too. CPU ratio: that of the floor ÷ ours.',
        `Medians of ${taken.join(', ')} rounds at ${IN_FLIGHT.join(', ')} in flight.`,
      ],
    },
    proofs,
  }
}

function rowsOf(
  inFlight: (typeof IN_FLIGHT)[number],
  results: ReadonlyMap<Series, readonly Round[]>,
): readonly Row[] {
  const { keyless, keyed } = RATIO_TARGET[inFlight]
  const label = `${inFlight.toLocaleString('en-US')} in flight`
  return [...results].map(([{ name, keys }, found]) =>
    row(`${label}, ${name}`, found, keys === 'no' ? keyless : keyed),
  )
}

export const PAID_COLUMNS = ['floor', 'Tallystick', 'ratio', 'CPU/payment', 'floor CPU', 'CPU ratio'] as const

export function row(name: string, results: readonly Round[], target: number | null): Row {
  const ratio = median(results.map(({ engine, floor }) => perSecond(engine) / perSecond(floor)))
  const cpu = ({ cpuMs, payments }: Sample): number => (cpuMs / payments) * 1_000
  return {
    name,
    cells: [
      figure('perSecond', median(results.map(({ floor }) => perSecond(floor)))),
      figure('perSecond', median(results.map(({ engine }) => perSecond(engine)))),
      figure('ratio', ratio),
      figure('microseconds', median(results.map(({ engine }) => cpu(engine)))),
      figure('microseconds', median(results.map(({ floor }) => cpu(floor)))),
      figure('ratio', median(results.map(({ engine, floor }) => cpu(floor) / cpu(engine)))),
    ],
    ...(target === null ? {} : { target: atLeast(target, ratio) }),
  }
}

export function hotRow(spread: readonly Round[], hot: readonly Round[]): Row {
  const ratios = spread.flatMap(({ engine }, index) => {
    const other = hot[index]
    return other === undefined ? [] : [perSecond(other.engine) / perSecond(engine)]
  })
  const ratio = median(ratios)
  return {
    name: '  hot ÷ spread',
    cells: [null, null, figure('ratio', ratio), null, null, null],
    target: atLeast(HOT_TARGET, ratio),
  }
}

/** The engine and its floor, each on a ledger of its own. */
class Sides {
  private readonly paid = { floor: 0, engine: 0 }

  private constructor(
    private readonly template: Template,
    private readonly inFlight: number,
    private readonly ledgerFile: string,
    private readonly ledger: Ledger,
    private readonly floorFile: string,
    private readonly floor: Floor,
  ) {}

  static async open(workspace: Workspace, template: Template, inFlight: number): Promise<Sides> {
    const ledgerFile = workspace.copy(template.file, `engine-${inFlight}`)
    const ledger = await Ledger.open(ledgerFile)
    const floorFile = workspace.copy(template.file, `floor-${inFlight}`)
    return new Sides(template, inFlight, ledgerFile, ledger, floorFile, new Floor(floorFile))
  }

  /** Warms both up; answers how many payments last about `ms`. The same number for both, so both settle as often. */
  async calibrate(all: readonly Series[], ms: number): Promise<number> {
    // One in flight waits for the disk each time; it is warm sooner than it is done with thousands.
    const trial = this.multiple(this.inFlight === 1 ? 400 : 4_096)
    let rate = 0
    for (let pass = 0; pass < 3; pass++) {
      for (const series of all) {
        await this.runFloor(series, trial)
        rate = perSecond(await this.runEngine(series, trial))
      }
    }
    return this.multiple((rate * ms) / 1_000)
  }

  /** Who goes first changes from round to round. */
  async round(series: Series, count: number, number: number): Promise<Round> {
    if (number % 2 === 0) {
      const floor = await this.runFloor(series, count)
      return { floor, engine: await this.profiled(series, count) }
    }
    const engine = await this.profiled(series, count)
    return { floor: await this.runFloor(series, count), engine }
  }

  private profiled(series: Series, count: number): Promise<Sample> {
    return profiles.around(`SQLite, ${this.inFlight} in flight, ${series.name}`, () =>
      this.runEngine(series, count),
    )
  }

  async close(): Promise<readonly Proof[]> {
    this.floor.close()
    await this.ledger.close()
    const { entries } = this.template
    const size = `at ${this.inFlight} in flight`
    return [
      await prove(`engine ${size}`, this.ledgerFile, entries + this.paid.engine),
      await prove(`floor ${size}`, this.floorFile, entries + this.paid.floor),
    ]
  }

  private runFloor({ take, keys }: Series, count: number): Promise<Sample> {
    const key = keysFor(keys, count)
    this.paid.floor += count
    return measure(count, () => {
      for (let done = 0; done < count; done += this.inFlight) {
        if (key === null) this.floor.commit(this.inFlight, take)
        else this.floor.commitKeyed(this.inFlight, take, key)
      }
    })
  }

  private async runEngine({ take, keys }: Series, count: number): Promise<Sample> {
    const { tallystick } = this.ledger
    const key = keysFor(keys, count)
    this.paid.engine += count
    // Reads are charged later, in a commit of its own: not in one of ours.
    await tallystick.engine.settleMeter()
    const before = this.ledger.commits
    const sample = await measure(count, () =>
      drive(count, this.inFlight, () =>
        key === null
          ? tallystick.sendTransaction(take().args)
          : tallystick.sendTransaction(take().args, { idempotencyKey: key() }),
      ),
    )
    const commits = this.ledger.commits - before
    if (commits !== count / this.inFlight) {
      throw new Error(`${count} payments, ${this.inFlight} in flight, took ${commits} commits`)
    }
    return sample
  }

  private multiple(count: number): number {
    return Math.max(1, Math.round(count / this.inFlight)) * this.inFlight
  }
}
