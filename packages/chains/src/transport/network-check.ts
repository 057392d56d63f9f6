/**
 * The network check: asks an endpoint which network it is on, and compares the answer. A deposit read from another
 * network would be money from nothing, and a payment sent there could be a real one. An endpoint that cannot say is not
 * used either.
 */

import type { Connections } from './exchange.js'
import { askRpc } from './json-rpc.js'
import { type Identify, NoSuchMethod } from './pool.js'
import { askRest } from './rest.js'
import { type RestBody, RpcError } from './transport.js'

/** A family's question to one kind of endpoint, and the right answers. */
export interface NetworkCheck {
  /** Method and parameters of JSON-RPC, or a path, with the posted body if it is not a GET. */
  readonly question: string
  readonly params?: readonly unknown[]
  readonly body?: RestBody
  /**
   * The network in the answer, as text that may be shown; undefined if the answer contains none.
   * @throws RpcError, NoSuchMethod, ExchangeFault if the node reports errors inside its answer
   */
  read(answer: unknown): string | undefined
  /** The right answers. */
  readonly expected: readonly string[]
}

/** The checks of a network's endpoints: JSON-RPC, and Blockbook. */
export interface NetworkChecks {
  readonly rpc: NetworkCheck
  readonly rest?: NetworkCheck
}

/** @param network As in the configuration: `ETH on mainnet`, `vechain-mainnet` */
export function networkCheck(connections: Connections, network: string, check: NetworkCheck): Identify {
  const { question, params, body, expected } = check
  const mute = (place: string, why: string): string =>
    `${place} cannot say whether it is of ${network}, and is not used: it ${why}. ` +
    'Wait until it has caught up, or put the address of another node there'

  return async (endpoint, limitMs) => {
    const { place } = endpoint
    let said: string | undefined
    try {
      const answer = await (params === undefined
        ? askRest(connections, endpoint, { path: question, body }, limitMs)
        : askRpc(connections, endpoint, { id: 0, method: question, params }, limitMs))
      said = check.read(answer)
    } catch (error) {
      // The node's own message is left out, because it may quote the request.
      if (error instanceof RpcError) return mute(place, `answers ${question} with its error ${error.code}`)
      if (error instanceof NoSuchMethod) return mute(place, `has no ${question}`)
      throw error
    }
    if (said === undefined) return mute(place, `answers ${question} with something else`)
    if (expected.includes(said)) return null
    return (
      `${place} is not of ${network}, and is not used: asked for ${question}, it says ${said} instead of ` +
      `${expected.join(' or ')}. Put the address of another node there`
    )
  }
}
