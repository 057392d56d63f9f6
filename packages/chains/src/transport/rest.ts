/** JSON over HTTP by path, as Blockbook speaks it. */

import { parseExact } from '@tallystick/core'
import { type Connections, ExchangeFault, exchange, textOf } from './exchange.js'
import type { Endpoint, Way } from './pool.js'
import { type Rest, RpcError } from './transport.js'

/** Statuses that say something of the endpoint and not of the request. */
const NOT_OURS: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

export function rest(connections: Connections, pool: Way): Rest {
  return {
    get: (path) => pool.call((endpoint, limitMs) => askRest(connections, endpoint, path, null, limitMs)),
    post: (path, text) =>
      pool.callOnce((endpoint, limitMs) => askRest(connections, endpoint, path, text, limitMs)),
    pinned: () => rest(connections, pool.pinned()),
  }
}

/** Asks one endpoint. @param body Null: a GET. @throws RpcError, ExchangeFault */
export async function askRest(
  connections: Connections,
  { target, host }: Endpoint,
  path: string,
  body: string | null,
  limitMs: number,
): Promise<unknown> {
  const timeoutMs = Math.min(target.timeoutMs, limitMs)
  const once = body !== null
  const incoming = await exchange(
    connections,
    { ...target, timeoutMs },
    {
      method: once ? 'POST' : 'GET',
      path,
      body,
      contentType: 'text/plain',
      deadlineMs: timeoutMs,
      repeatable: !once,
      alone: once,
    },
  )
  const { status } = incoming
  if (status >= 500 || NOT_OURS.has(status)) {
    incoming.discard()
    throw new ExchangeFault(`${host} answered ${status}`, status >= 500)
  }
  const answer = parse(await textOf(incoming, host), status, host)
  if (status >= 400) throw new RpcError(status, errorText(answer))
  return answer
}

function parse(text: string, status: number, host: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Of a refusal the status says enough; many servers have a page for it.
    if (status >= 400) return text
    throw new ExchangeFault(`${host} answered something that is not JSON`, true)
  }
}

/** Blockbook: `{"error":"…"}`, or in its newer interfaces `{"error":{"message":"…"}}`. */
function errorText(answer: unknown): string {
  if (typeof answer === 'string') return answer.slice(0, 200)
  if (answer === null || typeof answer !== 'object' || !('error' in answer)) return ''
  const { error } = answer
  if (typeof error === 'string') return error
  if (error === null || typeof error !== 'object' || !('message' in error)) return ''
  return typeof error.message === 'string' ? error.message : ''
}
