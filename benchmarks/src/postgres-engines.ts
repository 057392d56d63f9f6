/**
 * Two engines on one ledger beside one engine on it: as many clients in all, divided between two processes, as
 * a proxy before them would. What they compete for is the same, the accounts' rows and this machine's CPUs.
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
const TARGETS: Readonly<Record<Traffic, number>> = { spread: 1, hot: 0.6 }
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
    const results: Record<Traffic, Round[]> = { spread: [], hot: [] }
    for (let pass = 0; pass < 2; pass++) {
      for (const traffic of ['spread', 'hot'] as const) await pair.round(traffic, postgresMs, pass)
    }
    await rounds(postgresRounds, PATIENCE * postgresRounds * 4 * postgresMs, async (round) => {
      progress.tell(what, `round ${round + 1} of ${postgresRounds}`)
      for (const traffic of ['spread', 'hot'] as const) {
        results[traffic].push(await pair.round(traffic, postgresMs, round))
      }
    })
    progress.tell(what, 'verifying')
    const proof = await pair.prove()
    return {
      section: {
        title: 'Two engines on one PostgreSQL',
        columns: ['one', 'two', 'two ÷ one'],
        rows: [
          engineRow('spread over 1,000 accounts', results.spread, TARGETS.spread),
          engineRow('all to or from one hot account', results.hot, TARGETS.hot),
        ],
        notes: [
          `Payments per second of ${IN_FLIGHT.toLocaleString('en-US')} clients in all, of one process or divided between two.`,
        ],
      },
      proofs: [proof],
    }
  } finally {
    pair.kill()
  }
}

function engineRow(name: string, results: readonly Round[], target: number): Row {
  const ratio = median(results.map(({ one, two }) => two / one))
  return {
    name,
    cells: [
      figure('perSecond', median(results.map(({ one }) => one))),
      figure('perSecond', median(results.map(({ two }) => two))),
      figure('ratio', ratio),
    ],
    target: atLeast(target, ratio),
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
  async round(traffic: Traffic, ms: number, number: number): Promise<Round> {
    const alone = this.engines.slice(number % 2, (number % 2) + 1)
    if (number % 4 < 2) {
      const one = await this.pay(alone, traffic, ms)
      return { one, two: await this.pay(this.engines, traffic, ms) }
    }
    const two = await this.pay(this.engines, traffic, ms)
    return { one: await this.pay(alone, traffic, ms), two }
  }

  async prove(): Promise<Proof> {
    for (const engine of this.engines) await ask(engine, { close: true })
    return provePlace('two engines', this.place, this.paid)
  }

  kill(): void {
    for (const engine of this.engines) engine.kill()
  }

  private async pay(engines: readonly Child[], traffic: Traffic, ms: number): Promise<number> {
    const inFlight = IN_FLIGHT / engines.length
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
