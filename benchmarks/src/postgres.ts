/**
 * Payments on PostgreSQL, beside the least SQL that has the same effect and beside what is usually written:
 * one transaction for each payment. They take turns, like their SQLite siblings in embedded.ts.
 */
import { openPostgres } from '@tallystick/storage-postgres'
import { hotRow, type Round, row } from './embedded.js'
import { Ledger, type Proof } from './ledger.js'
import { drive, measure, median, perSecond, rounds, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { PostgresFloor } from './postgres-floor.js'
import { PostgresNaive } from './postgres-naive.js'
import { makePlace, type Place, provePlace, type Traffic } from './postgres-place.js'
import type { PostgresServer } from './postgres-server.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'

const IN_FLIGHT = [1, 64, 1_024] as const
const RATIO_TARGET: Readonly<Record<(typeof IN_FLIGHT)[number], number | null>> = {
  1: null,
  64: 0.6,
  1024: 0.6,
}
/** At this many in flight, Tallystick is compared with one transaction for each payment. */
const NAIVE_AT = 1_024
const NAIVE_TARGET = 4

/** How much longer than planned the rounds may take. */
const PATIENCE = 1.5

export async function measurePostgres(
  server: PostgresServer,
  { postgresRounds, postgresMs }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const rows: Row[] = []
  const proofs: Proof[] = []
  for (const inFlight of IN_FLIGHT) {
    const label = `${inFlight.toLocaleString('en-US')} in flight`
    const what = `payments on PostgreSQL, ${label}`
    progress.tell(what)
    const sides = await Sides.open(server, inFlight, seed)
    const spread: Round[] = []
    const hot: Round[] = []
    const naive: Sample[] = []
    const patience = PATIENCE * postgresRounds * (inFlight === NAIVE_AT ? 5 : 4) * postgresMs
    await sides.calibrate(postgresMs)
    await rounds(postgresRounds, patience, async (round) => {
      progress.tell(what, `round ${round + 1} of ${postgresRounds}`)
      spread.push(await sides.round('spread', round))
      hot.push(await sides.round('hot', round))
      if (inFlight === NAIVE_AT) naive.push(await sides.runNaive())
    })
    progress.tell(what, 'verifying')
    proofs.push(...(await sides.close()))
    rows.push(
      row(`${label}, spread over 1,000 accounts`, spread, RATIO_TARGET[inFlight]),
      row(`${label}, all to or from one hot account`, hot, RATIO_TARGET[inFlight]),
      hotRow(spread, hot),
      ...(naive.length === 0 ? [] : [naiveRow(spread, naive)]),
    )
  }
  return {
    section: {
      title: 'Payments per second on PostgreSQL',
      columns: ['floor', 'Tallystick', 'ratio', 'CPU/payment', 'floor CPU'],
      rows,
      notes: [
        'Floor: two trips for each commit of as many payments: lock and read the accounts; write from arrays and commit.',
        'CPU is that of the process that pays, without the server.',
      ],
    },
    proofs,
  }
}

function naiveRow(spread: readonly Round[], naive: readonly Sample[]): Row {
  const ratio = median(
    naive.flatMap((sample, index) => {
      const round = spread[index]
      return round === undefined ? [] : [perSecond(round.engine) / perSecond(sample)]
    }),
  )
  return {
    name: '  spread ÷ a transaction each, 16 connections',
    cells: [
      figure('perSecond', median(naive.map(perSecond))),
      figure('perSecond', median(spread.map(({ engine }) => perSecond(engine)))),
      figure('ratio', ratio),
      null,
      null,
    ],
    target: atLeast(NAIVE_TARGET, ratio),
  }
}

/** The engine, its floor and the usual way, each on a ledger of its own. */
class Sides {
  private readonly paid = { engine: 0, floor: 0, naive: 0 }
  private count = 0
  private naiveCount = 0

  private constructor(
    private readonly inFlight: number,
    private readonly places: Readonly<Record<'engine' | 'floor' | 'naive', Place>>,
    private readonly ledger: Ledger,
    private readonly floor: PostgresFloor,
    private readonly naive: PostgresNaive,
  ) {}

  static async open(server: PostgresServer, inFlight: number, seed: number): Promise<Sides> {
    const places = {
      engine: await makePlace(server, seed),
      floor: await makePlace(server, seed),
      naive: await makePlace(server, seed),
    }
    return new Sides(
      inFlight,
      places,
      Ledger.over(await openPostgres({ url: places.engine.url })),
      await PostgresFloor.open(places.floor.url),
      await PostgresNaive.open(places.naive.url),
    )
  }

  /** Warms all up, and finds how many payments last about `ms`. */
  async calibrate(ms: number): Promise<void> {
    const trial = this.multiple(this.inFlight === 1 ? 200 : 4_096)
    for (let pass = 0; pass < 3; pass++) {
      for (const traffic of ['spread', 'hot'] as const) {
        await this.runFloor(traffic, trial)
        this.count = this.multiple((perSecond(await this.runEngine(traffic, trial)) * ms) / 1_000)
      }
    }
    if (this.inFlight !== NAIVE_AT) return
    this.naiveCount = 1_000
    this.naiveCount = Math.ceil((perSecond(await this.runNaive()) * ms) / 1_000)
  }

  /** Who goes first changes from round to round. */
  async round(traffic: Traffic, number: number): Promise<Round> {
    if (number % 2 === 0) {
      const floor = await this.runFloor(traffic, this.count)
      return { floor, engine: await this.runEngine(traffic, this.count) }
    }
    const engine = await this.runEngine(traffic, this.count)
    return { floor: await this.runFloor(traffic, this.count), engine }
  }

  runNaive(): Promise<Sample> {
    const { naiveCount: count } = this
    this.paid.naive += count
    return measure(count, () => this.naive.run(count, this.places.naive.take.spread))
  }

  async close(): Promise<readonly Proof[]> {
    const { engine, floor, naive } = this.places
    await this.floor.close()
    await this.ledger.close()
    // It seals nothing, so only its sums can be checked.
    await this.naive.check(naive.funded.entries + this.paid.naive)
    await this.naive.close()
    const size = `at ${this.inFlight} in flight`
    return [
      await provePlace(`engine ${size}`, engine, this.paid.engine),
      await provePlace(`floor ${size}`, floor, this.paid.floor),
    ]
  }

  private runFloor(traffic: Traffic, count: number): Promise<Sample> {
    const take = this.places.floor.take[traffic]
    this.paid.floor += count
    return measure(count, async () => {
      for (let done = 0; done < count; done += this.inFlight) await this.floor.commit(this.inFlight, take)
    })
  }

  private async runEngine(traffic: Traffic, count: number): Promise<Sample> {
    const { tallystick } = this.ledger
    const take = this.places.engine.take[traffic]
    this.paid.engine += count
    const before = this.ledger.commits
    const sample = await measure(count, () =>
      drive(count, this.inFlight, () => tallystick.sendTransaction(take().args)),
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
