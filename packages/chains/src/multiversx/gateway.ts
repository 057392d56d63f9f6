/**
 * The gateway's answers (docs.multiversx.com, "Gateway", "REST API"): `{data, error, code}`, by path. It answers 500 both if
 * it finds nothing and if its nodes fail; only the message distinguishes them.
 */
import { type MultiversxJson, NodeFault } from '@tallystick/custody'
import { objectOf } from '../answers.js'
import { isObject } from '../json.js'
import { ExchangeFault } from '../transport/exchange.js'
import { pinned, type Rest, RpcError } from '../transport/transport.js'

const NOT_FOUND = /not found/i

export interface Gateway {
  /** `data` of the answer; undefined if the gateway finds nothing. @throws NodeFault */
  find(path: string): Promise<MultiversxJson | undefined>
  /** @throws NodeFault */
  get(path: string): Promise<MultiversxJson>
  /** A list from the index (api.multiversx.com). @throws NodeFault `unsupported` without an index */
  list(path: string): Promise<readonly MultiversxJson[]>
  /** A POST that only reads. @throws NodeFault; RpcError with the node's message if it refuses */
  ask(path: string, json: object): Promise<MultiversxJson>
  /** Sends once, because it must not arrive twice. @throws NodeFault; RpcError with the node's message if it refuses */
  send(path: string, json: object): Promise<MultiversxJson>
  /** All answers come from one endpoint, so they are consistent. */
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
      throw new NodeFault('unreachable', 'The node did not answer with a list')
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
  // The node of a shard does not answer; another gateway may have one that does.
  if (words === '' || (status >= 500 && !NOT_FOUND.test(words))) {
    throw new ExchangeFault('the gateway has no answer of its nodes', true)
  }
  throw new RpcError(status, words)
}
