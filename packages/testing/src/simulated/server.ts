/**
 * A server that speaks rippled's JSON-RPC on the loopback, over the ledger in memory of `ledger.ts`. The
 * shapes are those that xrpl.org documents for version 1 of the API: "account_info", "account_lines",
 * "account_tx", "fee", "ledger", "ledger_closed", "ledger_current", "server_info", "submit", "tx", and "Error
 * Formatting". On demand it fails as servers do.
 */

import { answer, busy } from './answers.js'
import { Ledger } from './ledger.js'
import { type Asked, type Loopback, listen } from './loopback.js'
import type { Json } from './state.js'

/**
 * - `die`: the connection ends before the request was looked at;
 * - `drop`: the request has its effect, and the connection ends without the answer;
 * - `hang`: nothing happens any more;
 * - `late`: the request has its effect, and the answer comes, after `lateMs`;
 * - `lie`: `submit` answers as if it had applied the transaction;
 * - `busy`: the documented error `tooBusy`.
 */
export type Failure = 'die' | 'drop' | 'hang' | 'late' | 'lie' | 'busy'

export interface XrpServer extends Loopback {
  readonly ledger: Ledger
  /** How the next requests of a method fail; a healthy one without it. */
  failing: (method: string, params: Json) => Failure | undefined
  lateMs: number
  /** As Clio does: `tx` knows validated transactions only (xrpl.org, "The Clio Server"). */
  isClio: boolean
  /** What `server_info` says: 0 of mainnet, 1 of the testnet, 2 of devnet; null: nothing. */
  networkId: number | null
  /** Methods asked, in order. */
  readonly asked: string[]
}

/** Several servers over one ledger are a network; without one it has its own. It is a testnet unless said otherwise. */
export async function startXrpServer(
  ledger = new Ledger(),
  networkId: number | null = 1,
): Promise<XrpServer> {
  const state: XrpServer = {
    ...(await listen((asked) => serve(state, asked))),
    ledger,
    failing: () => undefined,
    lateMs: 500,
    isClio: false,
    networkId,
    asked: [],
  }
  return state
}

async function serve(state: XrpServer, asked: Asked): Promise<void> {
  const { request, response } = asked
  const { method, params, ...envelope } = JSON.parse(asked.body) as Json
  const name = String(method)
  state.asked.push(name)
  const [first = {}] = Array.isArray(params) ? (params as Json[]) : []
  const failure = state.failing(name, first)
  if (failure === 'hang') return
  if (failure === 'die') {
    request.socket.destroy()
    return
  }
  if (failure === 'late') await new Promise((wake) => setTimeout(wake, state.lateMs))
  const result = failure === 'busy' ? busy(first) : answer(state, name, first, failure === 'lie')
  if (failure === 'drop') {
    request.socket.destroy()
    return
  }
  // rippled repeats the members `jsonrpc` and `id` of the request where it has them.
  const { jsonrpc, id } = envelope
  response.setHeader('content-type', 'application/json; charset=UTF-8')
  response.end(JSON.stringify({ result, ...(id === undefined ? {} : { id, jsonrpc }) }))
}
