/** A Horizon on the loopback, over the ledger in memory of `ledger.ts`. On demand it fails as servers do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Failure } from '../server.js'
import { answer, problem, submitted } from './answers.js'
import { Ledger } from './ledger.js'

export interface HorizonServer {
  readonly url: string
  ledger: Ledger
  /** Ledgers that it is behind. */
  lag: number
  /** How the next requests fail; a healthy one without it. @param path Without its query */
  failing: (method: string, path: string) => Failure | undefined
  /** It gives each submission to its node so many times more, and answers what that says last. */
  repeats: number
  lateMs: number
  /** Requests, in order: `GET /accounts/G…`. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Several servers over one ledger are a network; without one it has its own. */
export async function startHorizon(ledger = new Ledger()): Promise<HorizonServer> {
  const server = createServer((request, response) => {
    void serve(state, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: HorizonServer = {
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

async function serve(
  state: HorizonServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
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
  const busy = failure === 'busy'
  const told = busy
    ? problem(503, 'stale_history', 'Historical DB Is Too Stale')
    : method === 'POST'
      ? submit(state, pathname, Buffer.concat(chunks).toString(), failure === 'lie')
      : answer(state, pathname, searchParams)
  if (failure === 'drop') {
    request.socket.destroy()
    return
  }
  if (told.latest !== undefined) response.setHeader('Latest-Ledger', String(told.latest))
  response.statusCode = told.status
  const isProblem = told.status >= 400 && !('tx_status' in told.body)
  response.setHeader('content-type', isProblem ? 'application/problem+json' : 'application/hal+json')
  response.end(JSON.stringify(told.body))
}

function submit(state: HorizonServer, path: string, body: string, lies: boolean) {
  if (path !== '/transactions_async') return problem(404, 'not_found', 'Resource Missing')
  const raw = new URLSearchParams(body).get('tx')
  for (let left = state.repeats; left > 0; left -= 1) submitted(state, raw, lies)
  return submitted(state, raw, lies)
}
