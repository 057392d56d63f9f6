/** A Horizon on the loopback, over the ledger in memory of `ledger.ts`. On demand it fails as servers do. */
import { type Asked, type Loopback, listen } from '../loopback.js'
import type { Failure } from '../server.js'
import { answer, problem, submitted } from './answers.js'
import { Ledger } from './ledger.js'

export interface HorizonServer extends Loopback {
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
}

/** Several servers over one ledger are a network; without one it has its own. */
export async function startHorizon(ledger = new Ledger()): Promise<HorizonServer> {
  const state: HorizonServer = {
    ...(await listen((asked) => serve(state, asked))),
    ledger,
    lag: 0,
    failing: () => undefined,
    repeats: 0,
    lateMs: 500,
    asked: [],
  }
  return state
}

async function serve(state: HorizonServer, asked: Asked): Promise<void> {
  const { request, response, method, path, query, body } = asked
  state.asked.push(`${method} ${path}`)
  const failure = state.failing(method, path)
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
      ? submit(state, path, body, failure === 'lie')
      : answer(state, path, query)
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
