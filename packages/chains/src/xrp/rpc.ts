/**
 * rippled's JSON-RPC (xrpl.org, "Request Formatting", "Response Formatting", "Error Formatting"): one object of
 * parameters, and answers whose `result` contains a `status`.
 */
import { NodeFault, type XrpJson } from '@tallystick/custody'
import { objectOf } from '../answers.js'
import { ExchangeFault } from '../transport/exchange.js'
import { NoSuchMethod } from '../transport/pool.js'
import { type JsonRpc, pinned, RpcError } from '../transport/transport.js'

/**
 * The "universal errors" that concern this server at this moment: another one may answer. `notSynced` and its older
 * names mean a server that is behind the network.
 */
const NOT_NOW: ReadonlySet<string> = new Set([
  'tooBusy',
  'slowDown',
  'noNetwork',
  'noCurrent',
  'noClosed',
  'notSynced',
  'notReady',
  'amendmentBlocked',
  'failedToForward',
])

export interface Rippled {
  /** @returns `result` without its `status`. @throws NodeFault */
  ask(method: string, params: XrpJson): Promise<XrpJson>
  /** Undefined if the node returns one of these errors (`actNotFound`). @throws NodeFault */
  find(method: string, params: XrpJson, missing: readonly string[]): Promise<XrpJson | undefined>
  /**
   * @throws RpcError with the `engine_result` as its message, unless the transaction was applied or queued; NodeFault
   */
  submit(raw: string, failHard: boolean): Promise<XrpJson>
  /** For answers that must agree: all from one endpoint. */
  pinned(): Rippled
}

export function rippled(rpc: JsonRpc): Rippled {
  async function call(
    method: string,
    params: XrpJson,
    read: (result: unknown) => XrpJson,
    once = false,
  ): Promise<XrpJson> {
    // Version 1 of the API has flat transactions, like this API.
    return objectOf(await rpc.call(method, [{ ...params, api_version: 1 }], read, once))
  }

  return {
    ask: async (method, params) => {
      try {
        return await call(method, params, succeeded)
      } catch (error) {
        throw faultOf(error)
      }
    },
    find: async (method, params, missing) => {
      try {
        return await call(method, params, succeeded)
      } catch (error) {
        if (error instanceof RpcError && missing.includes(error.message)) return undefined
        throw faultOf(error)
      }
    },
    submit: (raw, failHard) => call('submit', { tx_blob: raw, fail_hard: failHard }, taken, true),
    pinned: () => rippled(pinned(rpc)),
  }
}

/** An unexpected error: the node does not work as it should. Only its name is reported. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error
  const name = /^[A-Za-z]{1,40}$/.exec(error.message)?.[0] ?? 'an error'
  return new NodeFault('unreachable', `The node answered ${name}`)
}

export function succeeded(result: unknown): XrpJson {
  const { status, ...answer } = objectOf(result)
  const { error, error_code: code } = answer
  if (status !== 'error' && error === undefined) return answer
  const name = typeof error === 'string' ? error : ''
  if (name === 'unknownCmd') throw new NoSuchMethod('the node has no such method')
  if (NOT_NOW.has(name)) throw new ExchangeFault(`the node cannot answer now (${name})`, false)
  throw new RpcError(typeof code === 'number' ? code : 0, name, answer)
}

/** `submit` succeeds in any case; the `engine_result` says what happened. */
function taken(result: unknown): XrpJson {
  const answer = succeeded(result)
  const { engine_result: outcome, engine_result_code: code } = answer
  if (outcome === 'tesSUCCESS' || outcome === 'terQUEUED') return answer
  throw new RpcError(typeof code === 'number' ? code : 0, String(outcome), answer)
}
