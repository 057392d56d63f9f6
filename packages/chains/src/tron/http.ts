/**
 * The HTTP API of java-tron (developers.tron.network, "API Reference"). Requests are objects posted to a path. An
 * error is recognised by the content of the answer. The answer for an unknown thing is `{}`.
 */
import { NodeFault, type TronJson } from '@tallystick/custody'
import * as answers from '../answers.js'
import { ExchangeFault } from '../transport/exchange.js'
import { pinned, type Rest, RpcError } from '../transport/transport.js'

/** java-tron limits the calls of a path (`RateLimiterServlet`). */
const NOT_NOW = /lack of computing resources|OutOfMemory|Timeout/i

export interface TronHttp {
  /** @throws NodeFault */
  ask(path: string, json: TronJson): Promise<TronJson>
  /** The same, undefined where it is `{}`. */
  find(path: string, json: TronJson): Promise<TronJson | undefined>
  /** An answer that is a list; none where it is `{}`. */
  list(path: string, json: TronJson): Promise<readonly TronJson[]>
  /** Once: it must not arrive twice. */
  send(path: string, json: TronJson): Promise<TronJson>
  /** What TronGrid has beside a node: an index by address. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<TronJson>
  /** For answers that must agree: all from one endpoint. */
  pinned(): TronHttp
}

export function tronHttp(rest: Rest): TronHttp {
  /** What an error says is not told: it may quote the request. */
  async function told(asked: Promise<unknown>): Promise<TronJson> {
    try {
      return answers.objectOf(await asked)
    } catch (error) {
      if (error instanceof RpcError) throw new NodeFault('unreachable', 'The node answered an error')
      throw error
    }
  }
  const ask = (path: string, json: TronJson) =>
    told(rest.post(path, { json }, { read, repeatable: true, routed: true }))

  return {
    ask,
    async find(path, json) {
      const answer = await ask(path, json)
      return Object.keys(answer).length === 0 ? undefined : answer
    },
    async list(path, json) {
      // Only objects can be errors.
      const asked = rest.post(path, { json }, { read: wrapped, repeatable: true, routed: true })
      return listIn(await told(asked), 'list')
    },
    send: (path, json) => told(rest.post(path, { json }, { read, routed: true })),
    get: (path, query) => told(rest.get(`${path}?${new URLSearchParams(query)}`, { read, routed: true })),
    pinned: () => tronHttp(pinned(rest)),
  }
}

/** While it is the endpoint's turn. */
function read(answer: unknown): TronJson {
  const json = answers.objectOf(answer)
  const { Error: error } = json
  if (typeof error !== 'string') return json
  if (NOT_NOW.test(error)) throw new ExchangeFault('the node cannot answer now', false)
  throw new RpcError(0, error)
}

const wrapped = (answer: unknown): TronJson => (Array.isArray(answer) ? { list: answer } : read(answer))

/** A node leaves out what is empty or 0. */
const orElse =
  <Value>(read: (from: TronJson, field: string) => Value, empty: Value) =>
  (from: TronJson, field: string): Value =>
    from[field] === undefined ? empty : read(from, field)

export const listIn = orElse(answers.listIn, [])
export const amountIn = orElse(answers.amountIn, 0n)
export const wholeIn = orElse(answers.wholeIn, 0)

/** A message of a node is text in hex, or plain text. */
export function messageIn(from: TronJson): string {
  const { message } = from
  if (typeof message !== 'string') return ''
  return /^(?:[0-9a-f]{2})+$/i.test(message) ? Buffer.from(message, 'hex').toString() : message
}
