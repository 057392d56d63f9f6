/**
 * Of which network an endpoint is. It is asked one question, and must give the answer that is meant: a deposit that is
 * read from another network is money out of nothing, and a payment that is sent there may be a real one. Who cannot say
 * is not used either.
 */

import type { Connections } from './exchange.js'
import { askRpc } from './json-rpc.js'
import { type Identify, NoSuchMethod } from './pool.js'
import { askRest } from './rest.js'
import { type RestBody, RpcError } from './transport.js'

/** The question that a family asks of one kind of endpoint, and what the answer must be. */
export interface NetworkCheck {
  /** Method and parameters of JSON-RPC; alone, a path, and what is posted to it where it is not asked by GET. */
  readonly question: string
  readonly params?: readonly unknown[]
  readonly body?: RestBody
  /**
   * What the answer says, as text that may be shown; undefined when it says nothing.
   * @throws RpcError, NoSuchMethod, ExchangeFault where a node reports errors inside of its answer
   */
  read(answer: unknown): string | undefined
  /** Any of these is right. */
  readonly expected: readonly string[]
}

/** How the endpoints of a network are recognised: those of JSON-RPC, and those of Blockbook. */
export interface NetworkChecks {
  readonly rpc: NetworkCheck
  readonly rest?: NetworkCheck
}

/** @param network As the configuration names it, `ETH on mainnet` */
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
      // Its own words are left out: they may quote what it was sent.
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
