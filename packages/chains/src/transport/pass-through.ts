/**
 * A caller's own request to a configured node. The answer is streamed, limited in time and size; of its headers only
 * the content type is passed on. Answers about the operator's relation to the node, such as refused credentials or too
 * many calls, are faults.
 */

import { parseExact, writeExact } from '@tallystick/core'
import { NodeFault, type PassThrough, rpcTarget } from '@tallystick/custody'
import { Cancelled, type Connections, ExchangeFault, exchange, type Incoming } from './exchange.js'
import type { Endpoint, Pool } from './pool.js'

/** From the request to the last byte of the answer. */
const WHOLE_MS = 60_000

const NOT_THE_CALLERS: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429])

export function passThrough(connections: Connections, pool: Pool, name: string): PassThrough {
  return {
    async send({ method, target, body, signal }) {
      // A target from `rpcTarget` passes unchanged.
      if (target !== '' && rpcTarget(target.replace(/^\//, '')) !== target) {
        throw new TypeError('The target of a pass-through was not made by rpcTarget')
      }
      // The node and the code that computed the price must read the same meaning: a name that appears twice has two.
      const text = body === null ? null : writeExact(parseExact(body))
      let isSent = false
      const asked = pool.callOnce(async (endpoint) => {
        const incoming = await exchange(connections, endpoint.target, {
          method,
          path: target,
          body: text,
          signal,
          // If a node signs by itself, the same request twice may be two payments.
          repeatable: method === 'GET',
          deadlineMs: Math.max(WHOLE_MS, endpoint.target.timeoutMs),
        }).catch((error: unknown) => {
          isSent ||= (error instanceof ExchangeFault || error instanceof Cancelled) && error.sent
          throw error
        })
        const { status } = incoming
        if (NOT_THE_CALLERS.has(status) || status < 200) {
          incoming.discard()
          throw new ExchangeFault(`${endpoint.host} answered ${status}`, false)
        }
        return { endpoint, incoming }
      })
      const { endpoint, incoming } = await asked.catch((error: unknown) => {
        const isOver = error instanceof NodeFault || error instanceof Cancelled
        throw isSent && isOver ? new NodeFault('unanswered', error.message) : error
      })
      return {
        status: incoming.status,
        contentType: incoming.contentType,
        body: watched(incoming, endpoint, name),
        discard: () => incoming.discard(),
      }
    },
  }
}

/** The body. An endpoint whose answer breaks off, or does not end, counts as failing. */
async function* watched(
  incoming: Incoming,
  endpoint: Endpoint,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* incoming.body
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    endpoint.failed(performance.now())
    throw new NodeFault('unreachable', `No whole answer of ${name}: ${error.message}`)
  }
}
