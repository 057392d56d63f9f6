/**
 * Two engines on one ledger beside one engine on it, each a process of its own. Either the second engine brings
 * as many clients as the first has, or the same clients are divided between them, which halves the commits.
 * What they compete for is the same: the accounts' rows and this machine's CPUs.
 */
import { Child } from './child.js'
import type { Proof } from './ledger.js'
import { median, rounds } from './measure.js'
import type { Effort } from './options.js'
import type { Paid, Question } from './postgres-engine.js'
import { makePlace, type Place, provePlace, type Traffic } from './postgres-place.js'
import type { PostgresServer } from './postgres-server.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'

const IN_FLIGHT = 1_024

/** What is compared with one engine and its clients. */
interface Series {
  readonly name: string
  readonly traffic: Traffic
  /** Clients of each of the two. */
  readonly each: number
  readonly target: number | null
}

const ALL: readonly Series[] = [
  { name: 'spread over 1,000 accounts', traffic: 'spread', each: IN_FLIGHT, target: 1 },
  { name: 'all to or from one hot account', traffic: 'hot', each: IN_FLIGHT, target: 0.6 },
  { name: 'spread, the clients divided', traffic: 'spread', each: IN_FLIGHT / 2, target: null },
  { name: 'hot, the clients divided', traffic: 'hot', each: IN_FLIGHT / 2, target: null },
]
const PATIENCE = 2

interface Round {
  readonly one: number
  readonly two: number
}

export async function measureEngines(
  server: PostgresServer,
  { postgresRounds, postgresMs }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const what = 'two engines on one PostgreSQL'
  progress.tell(what)
  const pair = await Pair.open(await makePlace(server, seed), seed)
  try {
    const results = new Map<Series, Round[]>(ALL.map((series) => [series, []]))
    for (let pass = 0; pass < 2; pass++) {
      for (const series of ALL) await pair.round(series, postgresMs, pass)
    }
    await rounds(postgresRounds, PATIENCE * postgresRounds * 2 * ALL.length * postgresMs, async (round) => {
      for (const series of ALL) {
        progress.tell(what, `round ${round + 1} of ${postgresRounds}, ${series.name}`)
        results.get(series)?.push(await pair.round(series, postgresMs, round))
      }
    })
    progress.tell(what, 'verifying')
    const proof = await pair.prove()
    return {
      section: {
        title: 'Two engines on one PostgreSQL',
        columns: ['one', 'two', 'two ÷ one'],
        rows: [...results].map(([series, found]) => engineRow(series, found)),
        notes: [
          `Payments per second in all. Each engine is a process with ${IN_FLIGHT.toLocaleString('en-US')} in flight, or half of that where they are divided.`,
        ],
      },
      proofs: [proof],
    }
  } finally {
    pair.kill()
  }
}

function engineRow({ name, target }: Series, results: readonly Round[]): Row {
  const ratio = median(results.map(({ one, two }) => two / one))
  return {
    name,
    cells: [
      figure('perSecond', median(results.map(({ one }) => one))),
      figure('perSecond', median(results.map(({ two }) => two))),
      figure('ratio', ratio),
    ],
    ...(target === null ? {} : { target: atLeast(target, ratio) }),
  }
}

class Pair {
  private paid = 0

  private constructor(
    private readonly place: Place,
    private readonly engines: readonly Child[],
  ) {}

  static async open(place: Place, seed: number): Promise<Pair> {
    const engines = [0, 1].map(() => Child.start('postgres-engine.js'))
    const { spread, hot } = place.funded
    for (const [index, engine] of engines.entries()) {
      await ask(engine, { open: { url: place.url, spread, hot, seed: seed + index } })
    }
    return new Pair(place, engines)
  }

  /** Who goes first, and which of them is the one, changes from round to round. */
  async round({ traffic, each }: Series, ms: number, number: number): Promise<Round> {
    const alone = this.engines.slice(number % 2, (number % 2) + 1)
    const one = () => this.pay(alone, traffic, IN_FLIGHT, ms)
    const two = () => this.pay(this.engines, traffic, each, ms)
    if (number % 4 < 2) return { one: await one(), two: await two() }
    const both = await two()
    return { one: await one(), two: both }
  }

  async prove(): Promise<Proof> {
    for (const engine of this.engines) await ask(engine, { close: true })
    return provePlace('two engines', this.place, this.paid)
  }

  kill(): void {
    for (const engine of this.engines) engine.kill()
  }

  private async pay(
    engines: readonly Child[],
    traffic: Traffic,
    inFlight: number,
    ms: number,
  ): Promise<number> {
    const answers = await Promise.all(
      engines.map((engine) => ask(engine, { pay: { traffic, inFlight, ms } })),
    )
    for (const { payments } of answers) this.paid += payments
    return answers.reduce((sum, answer) => sum + (answer.payments / answer.ms) * 1_000, 0)
  }
}

function ask(engine: Child, question: Question): Promise<Paid> {
  return engine.ask<Paid>(question)
}
