/**
 * What a family asks its node through. One `JsonRpc` or `Rest` stands for all configured endpoints of one
 * chain on one network: it fails over, retries, times out and counts by itself. Families never see a URL.
 *
 * How calls end:
 * - the node's result (JSON, see below);
 * - `RpcError`: an endpoint answered that it would not do it. Families map it by `code` and `message`;
 * - `NodeFault` `unreachable`: no endpoint gave an answer. Of a send this means: the node may have taken it;
 * - `NodeFault` `unsupported`: every endpoint that answered has no such method. Families catch it to say which
 *   kind of node has;
 * - `NodeFault` `unconfigured`: there is no endpoint.
 *
 * A call is repeated when its answer does not come, so it must be one that reads. The sending of a transaction is
 * `once`: of one that was sent twice, the second answer says nothing ("nonce too low", says who has it already).
 *
 * JSON is read exactly (`parseExact`). A number that is written as an integer and is a safe one
 * (`Number.isSafeInteger`) is a `number`. Every other number, that is anything with a fraction or an exponent
 * or beyond 2^53 - 1, is an `ExactNumber`: the characters that the node wrote. `literal` and `integer` read
 * both.
 */

import { ExactNumber } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'

export interface JsonRpc {
  /**
   * @param read For nodes that report an error inside of `result` (rippled): reads the result while it is still
   *   the endpoint's turn, so that an `RpcError`, `NoSuchMethod` or `ExchangeFault` thrown here counts as the
   *   endpoint's own.
   * @param once Not repeated: another endpoint is asked only when the one before surely did not get it
   * @returns `result` of the answer, or what `read` makes of it
   */
  call(
    method: string,
    params: readonly unknown[] | Readonly<Record<string, unknown>>,
    read?: (result: unknown) => unknown,
    once?: boolean,
  ): Promise<unknown>
  /**
   * Grows whenever an endpoint fails: what comes back may be another node, so what was learnt before is asked again.
   * Absent: it is always the same one.
   */
  failures?(): number
  /**
   * A way to one of the endpoints, for answers that are judged together: who answers the first of its calls is asked
   * all of them. Absent where there is but one.
   */
  pinned?(): JsonRpc
}

/** See `JsonRpc.pinned`. */
export const pinned = <Way extends JsonRpc | Rest>(way: Way): Way => (way.pinned?.() ?? way) as Way

/** What is posted: text as it is, the fields of a form, or JSON. */
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
  /** See `JsonRpc.call`: for nodes that report an error inside of an answer with the status 200. */
  readonly read?: (answer: unknown, reply: RestReply) => unknown
  /** Statuses from 400 on that are answers as well: `read` tells what they mean. */
  readonly answers?: readonly number[]
  /** A question, which may be asked again: of nodes that are asked by POST. */
  readonly repeatable?: boolean
  /** Of an API whose unknown things are no 404: such an answer, or a 405, says that this node has no such path. */
  readonly routed?: boolean
}

export interface Rest {
  /** @param path From the root of the endpoint, with its query: `/api/v2/utxo/…?confirmed=true` */
  get(path: string, how?: Omit<RestHow, 'repeatable'>): Promise<unknown>
  /** Posts it, once unless told otherwise: Blockbook's `/api/v2/sendtx/` takes the hex of a transaction. */
  post(path: string, body: RestBody, how?: RestHow): Promise<unknown>
  /** See `JsonRpc.pinned`. */
  pinned?(): Rest
}

/**
 * What a family's factory is given to reach its nodes: the ways that the configuration has. A chain without any
 * node has an `rpc` that rejects with `NodeFault` `unconfigured`; EVM and XRP always have one.
 */
export interface NodeAccess {
  /** Bitcoin Core's, an EVM node's, or rippled's. */
  readonly rpc?: JsonRpc
  /** Blockbook's. */
  readonly rest?: Rest
}

/**
 * A node answered that it would not do it. `message` is the node's own and may quote the request: not for logs.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    /** JSON-RPC's `error.code`; of a REST answer the HTTP status. */
    readonly code: number,
    message: string,
    /** JSON-RPC's `error.data`, for instance the revert data of an EVM call. */
    readonly data?: unknown,
    /**
     * An endpoint was asked before this one and its answer never came: it may have done what this one refused.
     * A send that ends so is not known to be refused.
     */
    readonly unansweredBefore = false,
  ) {
    super(message)
  }
}

/** A `Rest` whose refusals are faults, for whoever reads nothing out of them. */
export function plain(rest: Rest): Rest {
  const told = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      // Its text may quote the request.
      throw new NodeFault('unreachable', `The node refused to answer (${error.code})`)
    }
  }
  return {
    get: (...question) => told(rest.get(...question)),
    post: (...transaction) => told(rest.post(...transaction)),
  }
}

/** The characters of a number as the node wrote it; undefined when the value is no number. */
export function literal(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'number' ? String(value) : undefined
}

/** A whole number, however it is written (`1`, `1.0`, `1e3`, beyond 2^53); undefined when it is none. */
export function integer(value: unknown): bigint | undefined {
  const text = literal(value)
  return text === undefined ? undefined : baseUnits(text, 0)
}

/**
 * A decimal number of coins as base units (10^-decimals): `0.00000001` with 8 decimals is 1. Undefined when the
 * text is no JSON number or is finer than one base unit.
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
