/** JSON-RPC of Solana's nodes (solana.com/docs/rpc): requests, and the fields of answers. */
import { NodeFault } from '@tallystick/custody'
import { missing } from '../answers.js'
import { isObject, type Json } from '../json.js'
import type { Listed, LongList } from '../transport/long-list.js'
import { integer, type JsonRpc, listed, pinned, RpcError } from '../transport/transport.js'

/**
 * Errors that say that the node cannot answer now, or not yet (agave, `rpc_custom_error.rs`): a block that is cleaned up
 * or not there yet, a slot that was skipped, a node that is behind.
 */
const NOT_NOW: ReadonlySet<number> = new Set([-32_001, -32_004, -32_007, -32_009, -32_014, -32_016])
/** The node keeps no history of transactions. */
const NO_HISTORY = -32_011

/**
 * Blocks and transactions of every version: nodes answer an error where one is above this. It is one byte. Balances do not
 * depend on the version, and what reads a message refuses a version that it does not know.
 */
export const EVERY_VERSION = { maxSupportedTransactionVersion: 255 } as const

export interface Solana {
  /** @throws NodeFault */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  /** See `listed`. @throws NodeFault */
  listed<Kept>(method: string, params: readonly unknown[], parts: LongList<Kept>): Promise<Listed<Kept>>
  /** Not repeated. @throws RpcError, NodeFault */
  send(raw: string): Promise<unknown>
  /** For answers that are judged together: all of one endpoint. */
  pinned(): Solana
}

export function solana(rpc: JsonRpc): Solana {
  const told = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      throw faultOf(error)
    })
  return {
    ask: (method, params) => told(rpc.call(method, params)),
    listed: (method, params, parts) => told(listed(rpc, method, params, parts)),
    // Simulated before by the node, by a block that is not final yet: money that has just come may go.
    send: (raw) =>
      rpc.call(
        'sendTransaction',
        [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }],
        undefined,
        true,
      ),
    pinned: () => solana(pinned(rpc)),
  }
}

/** An error that nobody expected. Its code is told, and nothing of its words: they may quote the request. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof RpcError)) return error
  if (error.code === NO_HISTORY) {
    return new NodeFault(
      'unsupported',
      'The node keeps no history: it needs --enable-rpc-transaction-history',
    )
  }
  const what = NOT_NOW.has(error.code) ? 'cannot tell now' : 'answered an error'
  return new NodeFault('unreachable', `The node ${what} (${error.code})`)
}

export function objectOf(value: unknown): Json {
  if (isObject(value)) return value
  throw missing('an object')
}

export function wholeIn(from: Json, field: string): bigint {
  const value = integer(from[field])
  if (value === undefined || value < 0n) throw missing(field)
  return value
}

/** The value of an answer that names the slot it is of. */
export function contextual(answer: unknown): { readonly value: unknown; readonly slot: bigint } {
  const { context, value } = objectOf(answer)
  return { value, slot: wholeIn(objectOf(context), 'slot') }
}

export function amountOf(value: unknown, field: string): bigint {
  const amount = integer(value)
  if (amount === undefined || amount < 0n) throw missing(field)
  return amount
}
