/** A node of BNB Beacon Chain on the loopback, over the chain in memory of `ledger.ts`. On demand it fails as servers do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Failure } from '../server.js'
import { type Answer, answer, failed, submitted } from './answers.js'
import { Ledger } from './ledger.js'

export interface BeaconServer {
  readonly url: string
  ledger: Ledger
  /** Blocks that it is behind. */
  lag: number
  /** How the next requests fail; a healthy one without it. @param path Without its query */
  failing: (method: string, path: string) => Failure | undefined
  /** It gives each submission to its node so many times more, and answers what that says last. */
  repeats: number
  lateMs: number
  /** Requests, in order: `GET /api/v1/account/bnb1…`. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Several servers over one chain are a network; without one it has its own. */
export async function startBeacon(ledger = new Ledger()): Promise<BeaconServer> {
  const server = createServer((request, response) => {
    void serve(state, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: BeaconServer = {
    url: `http://127.0.0.1:${port}`,
    ledger,
    lag: 0,
    failing: () => undefined,
    repeats: 0,
    lateMs: 500,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return state
}

async function serve(state: BeaconServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? '/', state.url)
  const method = request.method ?? 'GET'
  state.asked.push(`${method} ${pathname}`)
  const failure = state.failing(method, pathname)
  if (failure === 'hang') return
  if (failure === 'die') {
    request.socket.destroy()
    return
  }
  if (failure === 'late') await new Promise((wake) => setTimeout(wake, state.lateMs))
  const told =
    failure === 'busy'
      ? failed(503, 'Service Unavailable')
      : method === 'POST'
        ? submit(state, pathname, Buffer.concat(chunks).toString(), failure === 'lie')
        : answer(state, pathname, searchParams)
  if (failure === 'drop') {
    request.socket.destroy()
    return
  }
  response.statusCode = told.status
  response.setHeader('content-type', 'application/json')
  response.end(told.text)
}

function submit(state: BeaconServer, path: string, raw: string, lies: boolean): Answer {
  if (path !== '/api/v1/broadcast') return failed(404, 'not found')
  for (let left = state.repeats; left > 0; left -= 1) submitted(state, raw, lies)
  return submitted(state, raw, lies)
}
