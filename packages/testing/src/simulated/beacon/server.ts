/** A node of BNB Beacon Chain on the loopback, over the chain in memory of `ledger.ts`. On demand it fails as servers do. */
import { type Asked, type Loopback, listen } from '../loopback.js'
import type { Failure } from '../server.js'
import { type Answer, answer, failed, submitted } from './answers.js'
import { Ledger } from './ledger.js'

export interface BeaconServer extends Loopback {
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
}

/** Several servers over one chain are a network; without one it has its own. */
export async function startBeacon(ledger = new Ledger()): Promise<BeaconServer> {
  const state: BeaconServer = {
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

async function serve(state: BeaconServer, asked: Asked): Promise<void> {
  const { request, response, method, path, query, body } = asked
  state.asked.push(`${method} ${path}`)
  const failure = state.failing(method, path)
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
        ? submit(state, path, body, failure === 'lie')
        : answer(state, path, query)
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
