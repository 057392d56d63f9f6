/** Receivers of webhooks that behave badly, and what they have heard. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SubscriptionId } from '@tallystick/core'
import type { SeededRandom } from '@tallystick/testing'

/** `lies`: answers 200 and forgets. */
export type Manner = 'good' | 'slow' | 'refuses' | 'hangs' | 'closes early' | 'lies'
export const BAD: readonly Manner[] = ['slow', 'refuses', 'hangs', 'closes early', 'lies']

export interface Heard {
  readonly id: string
  readonly sequence: number
  readonly body: string
}

export class BadReceiver {
  /** In the order in which they came. */
  readonly heard: Heard[] = []
  readonly problems: string[] = []
  readonly had = new Map<Manner, number>()
  /** Has all calls answered well from now on. */
  isCalm = false
  secret = ''
  subscription = '' as SubscriptionId
  private server: Server | null = null
  private port = 0

  constructor(
    private readonly random: SeededRandom,
    /** What it does besides answering well, each as often. */
    private readonly manners: readonly Manner[],
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  async start(): Promise<void> {
    if (this.server !== null) return
    const server = createServer((request, response) => void this.take(request, response))
    this.server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
  }

  /** As if its process was killed: its connections end. */
  async kill(): Promise<void> {
    const { server } = this
    if (server === null) return
    this.server = null
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const manner = this.manner()
    this.had.set(manner, (this.had.get(manner) ?? 0) + 1)
    if (manner === 'closes early') return void request.socket.destroy()
    let body = ''
    try {
      for await (const chunk of request) body += String(chunk)
    } catch {
      return
    }
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
    const key = Buffer.from(this.secret.replace('whsec_', ''), 'base64')
    const made = `v1,${createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64')}`
    if (signature !== made) this.problems.push(`the signature of ${String(id)} is wrong`)
    if (manner === 'hangs') return
    if (manner === 'refuses') return void response.writeHead(500).end('not now')
    if (manner !== 'lies') {
      this.heard.push({ id: String(id), sequence: Number(request.headers['webhook-sequence']), body })
    }
    if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, 120))
    response.writeHead(200).end()
  }

  private manner(): Manner {
    const choice = this.random.below(2 + this.manners.length)
    return this.isCalm ? 'good' : (this.manners[choice - 2] ?? 'good')
  }
}
