/**
 * One URL with a balancer behind it, as services have before them: two nodes that are not of one state, connections
 * that break, and a balancer that asks the second node by itself when the first is slow. What it does to a request
 * follows from the seed, the request, and how often it was made: so a seed does the same again, in whatever order
 * requests come.
 */
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node, or what stands for one. */
export interface Backend {
  /** Answers the body of a request with that of an answer. */
  answer(body: string): Promise<string>
}

/**
 * What becomes of a transaction that is sent. `first` and `second` are the nodes.
 *
 * - `pass`: the first takes it and answers
 * - `second`: the second takes it and answers; the first hears of it when they next meet
 * - `lose`: the first takes it, and the connection is reset
 * - `reset, refuse`: the same; whoever sends it again is answered by the second, that it is refused
 * - `repeat`: the first takes it; the balancer sends it again to the second, whose answer is told
 * - `repeat, refuse`: the same, and the second refuses it
 * - `drop`: the connection is reset before any node hears of it
 * - `swallow`: no node hears of it, and nobody answers
 * - `hang`: the first takes it, and nobody answers
 * - `late`: the first takes it when its sender has given up
 * - `lie`: no node hears of it, and it is answered as taken
 * - `busy`: no node hears of it: 503, and words that are not JSON
 * - `broken`: the first takes it: 502, and words that are not JSON
 * - `refuse`: the first refuses it, and has not taken it
 */
const ACTIONS = [
  'second',
  'lose',
  'reset, refuse',
  'repeat',
  'repeat, refuse',
  'drop',
  'swallow',
  'hang',
  'late',
  'lie',
  'busy',
  'broken',
  'refuse',
] as const
export type Action = 'pass' | (typeof ACTIONS)[number]

/** Those after which a refusal is told of what a node has come more often: they need a read that lags too. */
const LOTS: readonly Action[] = [
  ...ACTIONS,
  'reset, refuse',
  'repeat, refuse',
  'reset, refuse',
  'repeat, refuse',
]

/** In parts of 1. */
interface Climate {
  /** Of what is sent, so much does not simply pass. */
  readonly storms: number
  /** Of what is asked, so much is answered by the second node. */
  readonly lag: number
  /** Of what is asked, so much is reset. */
  readonly breaks: number
}

export const CALM: Climate = { storms: 0, lag: 0, breaks: 0 }

interface GatewayOptions {
  readonly seed: number
  readonly first: Backend
  readonly second: Backend
  /** Of a request that sends a transaction. */
  readonly sendMethod: string
  /** What nodes of the family say when they refuse one: the code and the words. */
  readonly refusals: readonly (readonly [code: number, words: string])[]
  /** The service gives up after this. */
  readonly timeoutMs: number
}

export class Gateway {
  climate: Climate = CALM
  /** How often each action was done; `lag` and `breaks` are of what was asked. */
  readonly counts = new Map<string, number>()
  /** Everything that was sent through it, in order, each once. */
  readonly sent = new Set<string>()
  private readonly times = new Map<string, number>()
  /** Refused by the second node, when it comes again. */
  private readonly marked = new Set<string>()
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      this.serve(body, response).catch(() => response.socket?.destroy())
    })
  })

  constructor(private readonly options: GatewayOptions) {}

  async open(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
    const { port } = this.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done))
    this.server.closeAllConnections()
    await closed
  }

  /** From now on all is as it should be, also for what was begun before. */
  calm(): void {
    this.climate = CALM
    this.marked.clear()
  }

  private async serve(body: string, response: ServerResponse): Promise<void> {
    const request = JSON.parse(body)
    const calls: readonly { readonly method: string }[] = Array.isArray(request) ? request : [request]
    const isSend = calls.some(({ method }) => method === this.options.sendMethod)
    await (isSend ? this.send(body, request, response) : this.ask(body, request, response))
  }

  private async ask(body: string, request: Request, response: ServerResponse): Promise<void> {
    const { lag, breaks } = this.climate
    const what = JSON.stringify([request.method, request.params])
    if (this.chance(`breaks ${what}`) < breaks) {
      this.count('breaks')
      return reset(response)
    }
    if (this.chance(`lag ${what}`) >= lag) return end(response, await this.options.first.answer(body))
    this.count('lag')
    end(response, await this.options.second.answer(body))
  }

  private async send(body: string, request: Request, response: ServerResponse): Promise<void> {
    const { first, second, refusals, timeoutMs } = this.options
    const raw = String(request.params[0])
    this.sent.add(raw)
    const refuse = () => {
      const [code, message] = refusals[Math.floor(this.chance(`words ${raw}`) * refusals.length)] ?? [0, '']
      end(response, JSON.stringify({ jsonrpc: '2.0', id: request.id, error: { code, message } }))
    }
    if (this.marked.delete(raw)) return refuse()
    const action = this.actionFor(raw)
    if (action !== 'pass') this.count(action)
    switch (action) {
      case 'pass':
        return end(response, await first.answer(body))
      case 'second':
        return end(response, await second.answer(body))
      case 'lose':
        await first.answer(body)
        return reset(response)
      case 'reset, refuse':
        await first.answer(body)
        this.marked.add(raw)
        return reset(response)
      case 'repeat':
        await first.answer(body)
        return end(response, await second.answer(body))
      case 'repeat, refuse':
        await first.answer(body)
        return refuse()
      case 'drop':
        return reset(response)
      case 'swallow':
        return
      case 'hang':
        await first.answer(body)
        return
      case 'late':
        await new Promise((wake) => setTimeout(wake, timeoutMs * 1.5))
        await first.answer(body)
        return
      case 'lie':
        return end(
          response,
          JSON.stringify({ jsonrpc: '2.0', id: request.id, result: `0x${'ab'.repeat(32)}` }),
        )
      case 'busy':
        return end(response, '<html>Service Unavailable</html>', 503)
      case 'broken':
        await first.answer(body)
        return end(response, '<html>Bad Gateway</html>', 502)
      case 'refuse':
        return refuse()
    }
  }

  private actionFor(raw: string): Action {
    if (this.chance(`storm ${raw}`) >= this.climate.storms) return 'pass'
    return LOTS[Math.floor(this.chance(`action ${raw}`) * LOTS.length)] ?? 'pass'
  }

  /** From 0 to 1: the same for the same seed, words, and number of times that they were said. */
  private chance(words: string): number {
    const time = (this.times.get(words) ?? 0) + 1
    this.times.set(words, time)
    const digest = createHash('sha256').update(`${this.options.seed} ${time} ${words}`).digest()
    return digest.readUInt32BE(0) / 2 ** 32
  }

  private count(action: string): void {
    this.counts.set(action, (this.counts.get(action) ?? 0) + 1)
  }
}

interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function end(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}
