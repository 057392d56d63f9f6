/**
 * Payments over HTTP beside a bare Fastify route: two servers and the load in a process each, the servers
 * taking turns.
 */
import { randomBytes } from 'node:crypto'
import { catalogue } from '@tallystick/operations'
import { Child } from './child.js'
import type { LoadAnswer, LoadQuestion } from './http-load.js'
import type { ServerAnswer, ServerQuestion } from './http-server.js'
import { type Proof, prove, type Template } from './ledger.js'
import { median, rounds } from './measure.js'
import type { Effort } from './options.js'
import { atLeast, figure, type Section } from './report.js'
import type { Progress } from './terminal.js'
import type { Workspace } from './workspace.js'

const CONNECTIONS = 128
const RATIO_TARGET = 0.5
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
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  progress.tell('payments over HTTP', 'starting')
  const file = workspace.copy(template.file, 'http')
  const apiKey = randomBytes(24).toString('hex')
  const children: Child[] = []
  try {
    const load = startChild('./http-load.js', children)
    const start: ServerQuestion = { ask: 'start', file, apiKey }
    const bare = await Server.start(startChild('./http-bare.js', children), start)
    const service = await Server.start(startChild('./http-service.js', children), start)
    const run = (server: Server, requests: number): Promise<Round> =>
      server.load(load, {
        path: catalogue.sendTransaction.path,
        apiKey,
        accounts: template.spread,
        seed,
        connections: CONNECTIONS,
        requests,
      })

    await run(bare, WARM_UP)
    const { perSecond } = await run(service, WARM_UP)
    const requests = Math.round((perSecond * httpMs) / 1_000)
    const floor: Round[] = []
    const tallystick: Round[] = []
    await rounds(httpRounds, 3 * httpRounds * httpMs, async (round) => {
      progress.tell('payments over HTTP', `round ${round + 1} of ${httpRounds}`)
      floor.push(await run(bare, requests))
      tallystick.push(await run(service, requests))
    })
    await bare.stop()
    await service.stop()
    progress.tell('payments over HTTP', 'verifying')
    const proof = await prove('HTTP', file, template.entries + service.paid)
    return { section: sectionOf(floor, tallystick), proofs: [proof] }
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

  async stop(): Promise<void> {
    await this.ask({ ask: 'stop' })
  }

  private ask(question: ServerQuestion): Promise<ServerAnswer> {
    return this.child.ask<ServerAnswer>(question)
  }
}

function sectionOf(floor: readonly Round[], tallystick: readonly Round[]): Section {
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
    title: `Payments over HTTP, ${CONNECTIONS} connections`,
    columns: ['bare Fastify', 'Tallystick', 'ratio'],
    rows: [
      {
        ...compare('payments per second', 'perSecond', (round) => round.perSecond),
        target: atLeast(RATIO_TARGET, ratio),
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
    notes: ['Bare Fastify: the same body, checked against the same schema; a constant of the same size.'],
  }
}
