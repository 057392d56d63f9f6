/** A loopback server that behaves as it is told, and remembers what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Target } from './exchange.js'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Behaviour = (asked: Asked, response: ServerResponse) => void

export class LoopbackServer {
  readonly asked: Asked[] = []
  behaviour: Behaviour = answers({})
  private server: Server | null = null
  private port = 0

  static async start(behaviour?: Behaviour): Promise<LoopbackServer> {
    const server = new LoopbackServer()
    if (behaviour !== undefined) server.behaviour = behaviour
    await server.up()
    onTestFinished(() => server.down())
    return server
  }

  /** On the same port as before. */
  async up(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('error', () => undefined)
      response.on('error', () => undefined)
      request.on('end', () => {
        const asked = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        }
        this.asked.push(asked)
        this.behaviour(asked, response)
      })
    })
    await new Promise<void>((listening) => server.listen(this.port, '127.0.0.1', listening))
    // A server that listens on TCP has a port.
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  async down(): Promise<void> {
    const { server } = this
    this.server = null
    if (server === null) return
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  target(changes: Partial<Target> = {}): Target {
    return { url: new URL(this.url), headers: {}, timeoutMs: 500, maxBytes: 10_000, ...changes }
  }
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  text(response, JSON.stringify(value), status)
}

export function text(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** A JSON-RPC server that gives these results, by method; a function decides by the parameters. */
export function answers(results: Readonly<Record<string, unknown>>): Behaviour {
  return ({ body }, response) => {
    const { id, method } = JSON.parse(body)
    if (Object.hasOwn(results, method)) json(response, { jsonrpc: '2.0', id, result: results[method] })
    else json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  }
}

/** A JSON-RPC server that refuses. */
export const refuses =
  (message: string): Behaviour =>
  ({ body }, response) =>
    json(response, { jsonrpc: '2.0', id: JSON.parse(body).id, error: { code: -32_000, message } })

export const hangs: Behaviour = () => undefined
export const dies: Behaviour = (_asked, response) => void response.socket?.destroy()
export const drips: Behaviour = (_asked, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
export const breaksOff: Behaviour = (_asked, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
  response.write('{"jsonrpc":"2.0","id":1,"result":', () => response.socket?.destroy())
}
/** Never ends by itself, and says no length. */
export const floods: Behaviour = (_asked, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write('[1,2,3,4,5,6,7,8,9],'.repeat(500)));
  }
  response.on('drain', more)
  more()
}
/** To where whatever arrives is a mistake. */
export const redirects =
  (to: string): Behaviour =>
  (_asked, response) =>
    void response.writeHead(307, { location: to }).end()
