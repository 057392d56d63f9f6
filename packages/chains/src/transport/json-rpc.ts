/** JSON-RPC over HTTP, for Bitcoin Core, Ethereum's nodes and rippled. */

import { parseExact } from '@tallystick/core'
import { type Connections, ExchangeFault, exchange, type Incoming, textOf } from './exchange.js'
import { readLongList } from './long-list.js'
import { type Endpoint, NoSuchMethod, type Way } from './pool.js'
import { type JsonRpc, RpcError } from './transport.js'

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32_601

/**
 * Answers that mean "not now" are failures of the endpoint and not of the call: Bitcoin Core during its warm-up
 * (RPC_IN_WARMUP), and EIP-1474's "limit exceeded".
 */
const NOT_NOW: ReadonlySet<number> = new Set([-28, -32_005])

export function jsonRpc(connections: Connections, pool: Way): JsonRpc {
  let last = 0
  return {
    failures: () => pool.failures(),
    call: (method, params, readResult = (result) => result, once = false) => {
      last += 1
      const request = { id: last, method, params, once }
      const attempt = async (endpoint: Endpoint, limitMs: number) =>
        readResult(await askRpc(connections, endpoint, request, limitMs))
      return once ? pool.callOnce(attempt) : pool.call(attempt)
    },
    listed: (method, params, parts) => {
      last += 1
      const request = { id: last, method, params }
      return pool.call(async (endpoint, limitMs) => {
        const incoming = await ask(connections, endpoint, request, limitMs, true)
        const { host } = endpoint
        const { text, items } = await readLongList(incoming, host, parts).catch((error: unknown) => {
          if (!(error instanceof SyntaxError)) throw error
          throw noJson(incoming.status, host)
        })
        return { result: read({ status: incoming.status, text }, request, host), items }
      })
    },
    pinned: () => jsonRpc(connections, pool.pinned()),
  }
}

/** Asks one endpoint. @throws RpcError, NoSuchMethod, ExchangeFault */
export async function askRpc(
  connections: Connections,
  endpoint: Endpoint,
  request: Request,
  limitMs: number,
): Promise<unknown> {
  const incoming = await ask(connections, endpoint, request, limitMs)
  const text = await textOf(incoming, endpoint.host)
  return read({ status: incoming.status, text }, request, endpoint.host)
}

interface Request {
  readonly id: number
  readonly method: string
  readonly params: Parameters<JsonRpc['call']>[1]
  readonly once?: boolean
}

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(
  connections: Connections,
  { target }: Endpoint,
  { id, method, params, once = false }: Request,
  limitMs: number,
  inParts = false,
): Promise<Incoming> {
  return exchange(connections, target, {
    ...{ method: 'POST', path: '', body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) },
    ...{ repeatable: !once, alone: once, deadlineMs: target.timeoutMs, limitMs },
    inParts,
  })
}

function read({ status, text }: Answer, { id, method }: Request, host: string): unknown {
  // Core answers 401 without a body. Proxies answer 403, 429 and 5xx with pages of their own.
  if (status === 401 || status === 403) {
    throw new ExchangeFault(`${host} refused the credentials of the configuration (${status})`, false)
  }
  if (status === 429) throw new ExchangeFault(`${host} asks for fewer calls (429)`, false)
  const answer = parse(text, status, host)
  // Some nodes do not repeat the id (rippled), and none does for a request that it could not parse.
  if (answer['id'] !== undefined && answer['id'] !== null && answer['id'] !== id) {
    throw new ExchangeFault(`${host} answered another request`, true)
  }
  const { error } = answer
  if (isRecord(error)) {
    const code = typeof error['code'] === 'number' ? error['code'] : 0
    const message = typeof error['message'] === 'string' ? error['message'] : ''
    // Callers see this message (`chain.unsupported`), so it names no host.
    if (code === METHOD_NOT_FOUND) throw new NoSuchMethod(`it has no method ${method}`)
    if (NOT_NOW.has(code)) throw new ExchangeFault(`${host} cannot answer now (${code})`, false)
    throw new RpcError(code, message, error['data'])
  }
  if (typeof error === 'string') throw new RpcError(0, error)
  if (!('result' in answer)) throw new ExchangeFault(`${host} answered ${status} without a result`, true)
  return answer['result']
}

function parse(text: string, status: number, host: string): Readonly<Record<string, unknown>> {
  try {
    const answer = parseExact(text)
    if (isRecord(answer)) return answer
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw noJson(status, host)
}

const noJson = (status: number, host: string): ExchangeFault =>
  new ExchangeFault(`${host} answered ${status} and no JSON-RPC`, true)

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
