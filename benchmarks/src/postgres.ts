/**
 * Payments on PostgreSQL, beside the least SQL that has the same effect and beside what is usually written:
 * one transaction for each payment. They take turns, like their SQLite siblings in embedded.ts.
 */
import { openPostgres } from '@tallystick/storage-postgres'
import { hotRow, PAID_COLUMNS, type Round, row } from './embedded.js'
import { type Keys, keysFor } from './keys.js'
import { Ledger, type Proof } from './ledger.js'
import { drive, measure, median, perSecond, rounds, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { PostgresFloor } from './postgres-floor.js'
import { PostgresNaive } from './postgres-naive.js'
import { makePlace, type Place, provePlace, type Traffic } from './postgres-place.js'
import type { PostgresServer } from './postgres-server.js'
import { profiles } from './profiles.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'

interface Size {
  readonly inFlight: number
  /** Of the ratio to the floor. */
  readonly target: number | null
  /** One transaction for each payment, over so many connections, and the target of the ratio to it. */
  readonly naive: { readonly connections: number; readonly target: number } | null
}

const SIZES: readonly Size[] = [
  { inFlight: 1, target: null, naive: { connections: 1, target: 1 } },
  { inFlight: 64, target: 0.75, naive: null },
  { inFlight: 1_024, target: 0.6, naive: { connections: 16, target: 4 } },
]

interface Series {
  readonly name: string
  readonly traffic: Traffic
  readonly keys: Keys
}

const SPREAD: Series = { name: 'spread over 1,000 accounts', traffic: 'spread', keys: 'no' }
const HOT: Series = { name: 'all to or from one hot account', traffic: 'hot', keys: 'no' }
const ALL: readonly Series[] = [
  SPREAD,
  HOT,
  { name: 'spread, under ordered idempotency keys', traffic: 'spread', keys: 'ordered' },
  { name: 'spread, under random idempotency keys', traffic: 'spread', keys: 'random' },
]

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
  for (const size of SIZES) {
    const { inFlight, target } = size
    const label = `${inFlight.toLocaleString('en-US')} in flight`
    const what = `payments on PostgreSQL, ${label}`
    progress.tell(what)
    const sides = await Sides.open(server, size, seed)
    const results = new Map<Series, Round[]>(ALL.map((series) => [series, []]))
    const naive: Sample[] = []
    const patience = PATIENCE * postgresRounds * (2 * ALL.length + (size.naive === null ? 0 : 1)) * postgresMs
    await sides.calibrate(postgresMs)
    await rounds(postgresRounds, patience, async (round) => {
      for (const series of ALL) {
        progress.tell(what, `round ${round + 1} of ${postgresRounds}, ${series.name}`)
        results.get(series)?.push(await sides.round(series, round))
      }
      if (size.naive !== null) naive.push(await sides.runNaive())
    })
    progress.tell(what, 'verifying')
    proofs.push(...(await sides.close()))
    const spread = results.get(SPREAD) ?? []
    rows.push(
      ...[...results].map(([{ name }, found]) => row(`${label}, ${name}`, found, target)),
      hotRow(spread, results.get(HOT) ?? []),
      ...(size.naive === null ? [] : [naiveRow(size.naive, spread, naive)]),
    )
  }
  return {
    section: {
      title: 'Payments per second on PostgreSQL',
      columns: PAID_COLUMNS,
      rows,
      notes: [
        'Floor: two trips for each commit of as many payments: lock and read the accounts; write from arrays and commit.',
        'It keeps each idempotency key, too. CPU is that of the process that pays, without the server.',
      ],
    },
    proofs,
  }
}

function naiveRow(
  { connections, target }: NonNullable<Size['naive']>,
  spread: readonly Round[],
  naive: readonly Sample[],
): Row {
  const ratio = median(
    naive.flatMap((sample, index) => {
      const round = spread[index]
      return round === undefined ? [] : [perSecond(round.engine) / perSecond(sample)]
    }),
  )
  return {
    name: `  spread ÷ a transaction each, ${connections === 1 ? 'one connection' : `${connections} connections`}`,
    cells: [
      figure('perSecond', median(naive.map(perSecond))),
      figure('perSecond', median(spread.map(({ engine }) => perSecond(engine)))),
      figure('ratio', ratio),
      null,
      null,
      null,
    ],
    target: atLeast(target, ratio),
  }
}

/** The engine, its floor and the usual way, each on a ledger of its own. */
class Sides {
  private readonly paid = { engine: 0, floor: 0, naive: 0 }
  private count = 0
  private naiveCount = 0

  private constructor(
    private readonly size: Size,
    private readonly places: Readonly<Record<'engine' | 'floor' | 'naive', Place>>,
    private readonly ledger: Ledger,
    private readonly floor: PostgresFloor,
    private readonly naive: PostgresNaive,
  ) {}

  static async open(server: PostgresServer, size: Size, seed: number): Promise<Sides> {
    const places = {
      engine: await makePlace(server, seed),
      floor: await makePlace(server, seed),
      naive: await makePlace(server, seed),
    }
    return new Sides(
      size,
      places,
      Ledger.over(await openPostgres({ url: places.engine.url })),
      await PostgresFloor.open(places.floor.url),
      await PostgresNaive.open(places.naive.url, size.naive?.connections ?? 1),
    )
  }

  /** Warms all up, and finds how many payments last about `ms`. */
  async calibrate(ms: number): Promise<void> {
    const trial = this.multiple(this.size.inFlight === 1 ? 200 : 4_096)
    for (let pass = 0; pass < 3; pass++) {
      for (const series of ALL) {
        await this.runFloor(series, trial)
        this.count = this.multiple((perSecond(await this.runEngine(series, trial)) * ms) / 1_000)
      }
    }
    if (this.size.naive === null) return
    this.naiveCount = this.size.inFlight === 1 ? 200 : 1_000
    this.naiveCount = Math.ceil((perSecond(await this.runNaive()) * ms) / 1_000)
  }

  /** Who goes first changes from round to round. */
  async round(series: Series, number: number): Promise<Round> {
    if (number % 2 === 0) {
      const floor = await this.runFloor(series, this.count)
      return { floor, engine: await this.profiled(series) }
    }
    const engine = await this.profiled(series)
    return { floor: await this.runFloor(series, this.count), engine }
  }

  private profiled(series: Series): Promise<Sample> {
    return profiles.around(`PostgreSQL, ${this.size.inFlight} in flight, ${series.name}`, () =>
      this.runEngine(series, this.count),
    )
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
    const size = `at ${this.size.inFlight} in flight`
    return [
      await provePlace(`engine ${size}`, engine, this.paid.engine),
      await provePlace(`floor ${size}`, floor, this.paid.floor),
    ]
  }

  private runFloor({ traffic, keys }: Series, count: number): Promise<Sample> {
    const take = this.places.floor.take[traffic]
    const key = keysFor(keys, count)
    this.paid.floor += count
    return measure(count, async () => {
      for (let done = 0; done < count; done += this.size.inFlight) {
        await this.floor.commit(this.size.inFlight, take, key)
      }
    })
  }

  private async runEngine({ traffic, keys }: Series, count: number): Promise<Sample> {
    const { tallystick } = this.ledger
    const take = this.places.engine.take[traffic]
    const key = keysFor(keys, count)
    this.paid.engine += count
    const before = this.ledger.commits
    const sample = await measure(count, () =>
      drive(count, this.size.inFlight, () =>
        tallystick.sendTransaction(take().args, key === null ? {} : { idempotencyKey: key() }),
      ),
    )
    const commits = this.ledger.commits - before
    if (commits !== count / this.size.inFlight) {
      throw new Error(`${count} payments, ${this.size.inFlight} in flight, took ${commits} commits`)
    }
    return sample
  }

  private multiple(count: number): number {
    return Math.max(1, Math.round(count / this.size.inFlight)) * this.size.inFlight
  }
}
