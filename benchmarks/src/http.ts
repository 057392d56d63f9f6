/**
 * Payments over HTTP beside a bare Fastify route: two servers and the load in a process each, the servers
 * taking turns.
 */
import { randomBytes } from 'node:crypto'
import { catalogue } from '@tallystick/operations'
import { Child } from './child.js'
import type { LoadAnswer, LoadQuestion } from './http-load.js'
import type { ServerAnswer, ServerQuestion } from './http-server.js'
import { KEYS, type Keys } from './keys.js'
import { type Proof, prove, type Template } from './ledger.js'
import { median, rounds } from './measure.js'
import type { Effort } from './options.js'
import { profiles } from './profiles.js'
import { atLeast, figure, type Section } from './report.js'
import type { Progress } from './terminal.js'
import type { Workspace } from './workspace.js'

const CONNECTIONS = 128
const RATIO_TARGET: Readonly<Record<Keys, number>> = { no: 0.6, ordered: 0.5, random: 0.5 }
const WARM_UP = 10_000

interface Round {
  readonly perSecond: number
  /** The server's, per request. */
  readonly cpuMicroseconds: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly perCommit: number
}

export async function measureHttp(
  workspace: Workspace,
  template: Template,
  { httpRounds, httpMs }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly sections: readonly Section[]; readonly proofs: readonly Proof[] }> {
  progress.tell('payments over HTTP', 'starting')
  const file = workspace.copy(template.file, 'http')
  const apiKey = randomBytes(24).toString('hex')
  const children: Child[] = []
  try {
    const load = startChild('./http-load.js', children)
    const start: ServerQuestion = { ask: 'start', file, apiKey }
    const bare = await Server.start(startChild('./http-bare.js', children), start)
    const service = await Server.start(startChild('./http-service.js', children), start)
    const run = (server: Server, requests: number, keys: Keys): Promise<Round> =>
      server.load(load, {
        path: catalogue.sendTransaction.path,
        apiKey,
        accounts: template.spread,
        seed,
        connections: CONNECTIONS,
        requests,
        keys,
      })

    const requests = new Map<Keys, number>()
    for (const keys of KEYS) {
      await run(bare, WARM_UP, keys)
      const { perSecond } = await run(service, WARM_UP, keys)
      requests.set(keys, Math.round((perSecond * httpMs) / 1_000))
    }
    const results = new Map<Keys, Round[][]>(KEYS.map((keys) => [keys, []]))
    await rounds(httpRounds, 3 * KEYS.length * httpRounds * httpMs, async (round) => {
      for (const [keys, found] of results) {
        progress.tell('payments over HTTP', `round ${round + 1} of ${httpRounds}, ${keys} keys`)
        const count = requests.get(keys) ?? 0
        const floor = await run(bare, count, keys)
        found.push([floor, await service.profiled(`HTTP, ${keys} keys`, () => run(service, count, keys))])
      }
    })
    await bare.stop()
    await service.stop()
    progress.tell('payments over HTTP', 'verifying')
    const proof = await prove('HTTP', file, template.entries + service.paid)
    return { sections: [...results].map(([keys, found]) => sectionOf(keys, found)), proofs: [proof] }
  } finally {
    for (const child of children) child.kill()
  }
}

function startChild(module: string, children: Child[]): Child {
  const child = Child.start(module)
  children.push(child)
  return child
}

class Server {
  /** Payments that were answered 200. */
  paid = 0

  private constructor(
    private readonly child: Child,
    private readonly port: number,
  ) {}

  static async start(child: Child, question: ServerQuestion): Promise<Server> {
    const { port } = await child.ask<ServerAnswer>(question)
    return new Server(child, port)
  }

  async load(generator: Child, question: Omit<LoadQuestion, 'port'>): Promise<Round> {
    const before = await this.ask({ ask: 'cpu' })
    const result = await generator.ask<LoadAnswer>({ ...question, port: this.port })
    const after = await this.ask({ ask: 'cpu' })
    if (result.failed > 0) {
      throw new Error(`${result.failed} of ${question.requests} requests failed: ${result.failure}`)
    }
    this.paid += result.paid
    return {
      perSecond: (result.paid / result.ms) * 1_000,
      cpuMicroseconds: ((after.cpuMs - before.cpuMs) / result.paid) * 1_000,
      medianMs: result.medianMs,
      p99Ms: result.p99Ms,
      perCommit: result.paid / (after.commits - before.commits),
    }
  }

  profiled<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return profiles.around(name, work, this.child)
  }

  async stop(): Promise<void> {
    await this.ask({ ask: 'stop' })
  }

  private ask(question: ServerQuestion): Promise<ServerAnswer> {
    return this.child.ask<ServerAnswer>(question)
  }
}

function sectionOf(keys: Keys, results: readonly (readonly Round[])[]): Section {
  const floor = results.flatMap(([bare]) => bare ?? [])
  const tallystick = results.flatMap(([, service]) => service ?? [])
  const ratioOf = (of: (round: Round) => number): number =>
    median(
      tallystick.flatMap((round, index) => {
        const other = floor[index]
        return other === undefined ? [] : [of(round) / of(other)]
      }),
    )
  const medianOf = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of))
  const ratio = ratioOf((round) => round.perSecond)
  const compare = (
    name: string,
    unit: 'perSecond' | 'microseconds' | 'milliseconds',
    of: (round: Round) => number,
  ) => ({
    name,
    cells: [
      figure(unit, medianOf(floor, of)),
      figure(unit, medianOf(tallystick, of)),
      figure('ratio', ratioOf(of)),
    ],
  })
  return {
    title: `Payments over HTTP, ${CONNECTIONS} connections, ${keys} keys`,
    columns: ['bare Fastify', 'Tallystick', 'ratio'],
    rows: [
      {
        ...compare('payments per second', 'perSecond', (round) => round.perSecond),
        target: atLeast(RATIO_TARGET[keys], ratio),
      },
      compare('CPU of the server per payment', 'microseconds', (round) => round.cpuMicroseconds),
      compare('median answer', 'milliseconds', (round) => round.medianMs),
      compare('99 of 100 answers', 'milliseconds', (round) => round.p99Ms),
      {
        name: 'payments per commit',
        cells: [
          null,
          figure(
            'count',
            medianOf(tallystick, (round) => round.perCommit),
          ),
          null,
        ],
      },
    ],
    notes: ['Bare Fastify: the same request, checked against the same schema; a constant of the same size.'],
  }
}
