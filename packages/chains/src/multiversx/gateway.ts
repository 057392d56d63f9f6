/**
 * The gateway's answers (docs.multiversx.com, "Gateway", "REST API"): `{data, error, code}`, by paths. It answers 500 for
 * what it does not find, and for its nodes' troubles; only its words tell which.
 */
import { type MultiversxJson, NodeFault } from '@tallystick/custody'
import { ExchangeFault } from '../transport/exchange.js'
import { integer, pinned, type Rest, RpcError } from '../transport/transport.js'

const NOT_FOUND = /not found/i

export interface Gateway {
  /** `data` of the answer; undefined where it has no such thing. @throws NodeFault */
  find(path: string): Promise<MultiversxJson | undefined>
  /** @throws NodeFault */
  get(path: string): Promise<MultiversxJson>
  /** Of the index beside it (api.multiversx.com), which answers lists. @throws NodeFault `unsupported` without one */
  list(path: string): Promise<readonly MultiversxJson[]>
  /** What only reads. @throws NodeFault; RpcError with the node's words where it refuses */
  ask(path: string, json: object): Promise<MultiversxJson>
  /** Once: it must not arrive twice. @throws NodeFault; RpcError with the node's words where it refuses */
  send(path: string, json: object): Promise<MultiversxJson>
  /** For answers that must agree: all from one endpoint. */
  pinned(): Gateway
}

export function gateway(rest: Rest): Gateway {
  const find = async (path: string): Promise<MultiversxJson | undefined> => {
    try {
      return objectOf(await rest.get(path, { read, answers: [400, 500], routed: true }))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (NOT_FOUND.test(error.message)) return undefined
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }
  const posted = async (path: string, json: object, repeatable: boolean): Promise<MultiversxJson> =>
    objectOf(await rest.post(path, { json }, { read, answers: [400, 500], routed: true, repeatable }))

  return {
    find,
    async get(path) {
      const found = await find(path)
      if (found === undefined) throw new NodeFault('unreachable', `The node has no ${path.split('?')[0]}`)
      return found
    },
    async list(path) {
      const answer = await rest.get(path, { routed: true })
      if (Array.isArray(answer)) return answer.filter(isObject)
      throw new NodeFault('unreachable', 'The node answered no list')
    },
    ask: (path, json) => posted(path, json, true),
    send: (path, json) => posted(path, json, false),
    pinned: () => gateway(pinned(rest)),
  }
}

/** While it is the endpoint's turn. */
function read(answer: unknown, { status }: { readonly status: number }): MultiversxJson {
  const { data, error, code } = objectOf(answer)
  if (code === 'successful') return objectOf(data)
  const words = typeof error === 'string' ? error : ''
  // A node of a shard does not answer: another gateway may have one that does.
  if (words === '' || (status >= 500 && !NOT_FOUND.test(words))) {
    throw new ExchangeFault('the gateway has no answer of its nodes', true)
  }
  throw new RpcError(status, words)
}

export function objectOf(value: unknown): MultiversxJson {
  if (isObject(value)) return value
  throw new ExchangeFault('the node answered no object', true)
}

export const isObject = (value: unknown): value is MultiversxJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** If an answer lacks something that the documentation promises, the node is at fault. */
const missing = (field: string): NodeFault => new NodeFault('unreachable', `The node's answer lacks ${field}`)

export function textIn(from: MultiversxJson, field: string): string {
  const value = from[field]
  if (typeof value === 'string') return value
  throw missing(field)
}

export function wholeIn(from: MultiversxJson, field: string): number {
  const value = from[field]
  if (typeof value === 'number') return value
  throw missing(field)
}

export function objectIn(from: MultiversxJson, field: string): MultiversxJson {
  const value = from[field]
  if (isObject(value)) return value
  throw missing(field)
}

/** An amount as text, or a whole number. */
export function amountIn(from: MultiversxJson, field: string): bigint {
  const value = from[field]
  const amount = typeof value === 'string' && /^\d{1,80}$/.test(value) ? BigInt(value) : integer(value)
  if (amount === undefined) throw missing(field)
  return amount
}
