/**
 * The transport of a family. One `JsonRpc` or `Rest` stands for all configured endpoints of a chain on a network. It
 * handles failover, retries, timeouts and counting. Families never see a URL.
 *
 * Results of a call:
 * - the node's result (JSON, see below);
 * - `RpcError`: an endpoint refused. Families interpret `code` and `message`;
 * - `NodeFault` `unreachable`: no endpoint answered. After a submission, a node may have accepted the transaction;
 * - `NodeFault` `unsupported`: every endpoint that answered lacks the method. Families catch it to name the kind of
 *   node that has it;
 * - `NodeFault` `unconfigured`: there is no endpoint.
 *
 * A call is repeated if there is no answer, so it must only read. Submitting a transaction uses `once`: after a
 * repetition, the second answer would prove nothing ("nonce too low" from a node that has it already).
 *
 * JSON is read exactly (`parseExact`). A safe integer that is written as an integer becomes a `number`. Any other
 * number (with a fraction, an exponent, or beyond 2^53 - 1) becomes an `ExactNumber` with the node's characters.
 * `literal` and `integer` read both.
 */

import { ExactNumber } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'
import type { Listed, LongList } from './long-list.js'

export interface JsonRpc {
  /**
   * @param read For nodes that report an error inside `result` (rippled): reads the result during the endpoint's turn,
   * so an
   *   `RpcError`, `NoSuchMethod` or `ExchangeFault` thrown here counts as the endpoint's own.
   * @param once Not repeated: another endpoint is asked only if the previous one certainly did not get it
   * @returns `result` of the answer, or the return value of `read`
   */
  call(
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
    read?: (result: unknown) => unknown,
    once?: boolean,
  ): Promise<unknown>
  /** A read whose answer is not held as a whole. Absent where answers are short. See `listed`. */
  listed?<Kept>(method: string, params: readonly unknown[], parts: LongList<Kept>): Promise<Listed<Kept>>
  /**
   * Rises whenever an endpoint fails. Another node may answer afterwards, so cached answers must be requested again.
   * Absent: it is always the same node.
   */
  failures?(): number
  /**
   * Pins calls to one endpoint, for answers that must agree: the endpoint that answers first gets all calls. Absent if
   * there is only one.
   */
  pinned?(): JsonRpc
}

/** See `JsonRpc.pinned`. */
export const pinned = <Way extends JsonRpc | Rest>(way: Way): Way => (way.pinned?.() ?? way) as Way

/** A result with one long list, of whose items only what is needed is kept. */
export async function listed<Kept>(
  rpc: JsonRpc,
  method: string,
  params: readonly unknown[],
  parts: LongList<Kept>,
): Promise<Listed<Kept>> {
  if (rpc.listed !== undefined) return rpc.listed(method, params, parts)
  const result = await rpc.call(method, params)
  const list: unknown = Object(result)[parts.list]
  return { result, items: Array.isArray(list) ? list.map(parts.keep) : undefined }
}

/** What is posted: plain text, the fields of a form, or JSON. */
export type RestBody =
  | string
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly json: unknown }

/** What stands around an answer. */
export interface RestReply {
  readonly status: number
  /** One that the answer has once. @param name In lower case */
  header(name: string): string | undefined
}

export interface RestHow {
  /** See `JsonRpc.call`: for nodes that report an error inside an answer with status 200. */
  readonly read?: (answer: unknown, reply: RestReply) => unknown
  /** Statuses from 400 on that are answers as well: `read` tells what they mean. */
  readonly answers?: readonly number[]
  /** A read, which may be repeated, of a node that takes POST. */
  readonly repeatable?: boolean
  /** For an API that does not answer 404 for unknown objects: a 404 or 405 then means that this node lacks the path. */
  readonly routed?: boolean
}

export interface Rest {
  /** @param path From the root of the endpoint, with its query: `/api/v2/utxo/…?confirmed=true` */
  get(path: string, how?: Omit<RestHow, 'repeatable'>): Promise<unknown>
  /** Posts it once, unless stated otherwise: Blockbook's `/api/v2/sendtx/` takes the hex of a transaction. */
  post(path: string, body: RestBody, how?: RestHow): Promise<unknown>
  /** See `JsonRpc.pinned`. */
  pinned?(): Rest
}

/**
 * A family's access to its nodes, by the configured protocols. A chain without nodes has an `rpc` that rejects with
 * `NodeFault` `unconfigured`. EVM and XRP always have an `rpc`.
 */
export interface NodeAccess {
  /** Bitcoin Core's, an EVM node's, or rippled's. */
  readonly rpc?: JsonRpc
  /** Blockbook's. */
  readonly rest?: Rest
}

/** A node refused the request. `message` is the node's own and may quote the request: do not log it. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    /** JSON-RPC's `error.code`, or the HTTP status of a REST answer. */
    readonly code: number,
    message: string,
    /** JSON-RPC's `error.data`, for example the revert data of an EVM call. */
    readonly data?: unknown,
    /**
     * Another endpoint was asked before and never answered: it may have accepted what this one refused. Such a
     * submission does not count as refused.
     */
    readonly unansweredBefore = false,
  ) {
    super(message)
  }
}

/** A `Rest` whose refusals are faults, for code that does not interpret them. */
export function plain(rest: Rest): Rest {
  const told = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      // Its message may quote the request.
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }
  return {
    get: (...question) => told(rest.get(...question)),
    post: (...transaction) => told(rest.post(...transaction)),
  }
}

/** The node's characters of a number; undefined if the value is not a number. */
export function literal(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'number' ? String(value) : undefined
}

/** A whole number in any notation (`1`, `1.0`, `1e3`, beyond 2^53); undefined if it is not one. */
export function integer(value: unknown): bigint | undefined {
  const text = literal(value)
  return text === undefined ? undefined : baseUnits(text, 0)
}

/**
 * Converts a decimal number of coins to base units (10^-decimals): `0.00000001` with 8 decimals is 1. Undefined if the
 * text is not a JSON number, or has too many decimals.
 */
export function baseUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = decimals + Number(exponent) - fraction.length
  const digits = whole + fraction
  const kept = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift)
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return undefined
  const value = BigInt(kept === '' ? '0' : kept)
  return sign === '-' ? -value : value
}
