import type { ApiKeyId, SendId, SignatureId, Timestamp, WithdrawalId } from '../ids.js'
import type { OnChain, Reservation } from './reservation.js'

/**
 * - `signed`: recorded; no node has got it
 * - `offered`: the service is submitting it to a node for the first time; the result is not known yet
 * - `unknown`: it was, or may have been, submitted before: a node may have it, whatever another one reports
 * - `sent`: a node has accepted it
 * - `confirmed`: it is in a block, which may still be undone
 * - `final`: it is in a block so deep that it is not undone any more (`ChainRecord.confirmations`)
 * - `refused`: no node can ever accept it, because of its content, and no node has it
 * - `replaced`: another transaction of ours has taken over its reservations; one of the two will be confirmed
 * - `dead`: it is proven that no block can ever contain it
 */
export type SendStatus =
  | 'signed'
  | 'offered'
  | 'unknown'
  | 'sent'
  | 'confirmed'
  | 'final'
  | 'refused'
  | 'replaced'
  | 'dead'

/** No node has confirmed yet that it has the transaction. */
export const isUnanswered = ({ status }: Send): boolean =>
  status === 'signed' || status === 'offered' || status === 'unknown'

/** Not in a block yet, so another transaction with the same nonce may replace it. */
export const isReplaceable = (send: Send): boolean => isUnanswered(send) || send.status === 'sent'

/** A block may still take it, or lose it. Workers follow it until this ends. */
export const UNSETTLED = ['signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced'] as const

const TAKEN: readonly SendStatus[] = ['sent', 'confirmed', 'final', 'replaced']

/** A node has, or had, the transaction. */
export const isTaken = ({ status }: Pick<Send, 'status'>): boolean => TAKEN.includes(status)

/** A node was seen to have it at some time: by then it is charged. */
export const hadNode = ({ due }: Send): boolean => due === 0

/** A block has it, and it moved nothing but its fee: only then has an included transaction a reason. */
export const hasFailed = ({ status, reason }: Pick<Send, 'status' | 'reason'>): boolean =>
  (status === 'confirmed' || status === 'final') && reason !== null

/** No node has it, and it will never be confirmed. */
export const isOver = ({ status }: Send): boolean => status === 'refused' || status === 'dead'

/** A signed transaction, recorded before any node gets it. Unique by tenant, chain, network and `txId`. */
export interface Send extends OnChain {
  readonly id: SendId
  readonly txId: string
  /** In the format of the chain's nodes: hex, Base64 or Base58, depending on the family. */
  readonly raw: string
  readonly claims: readonly Reservation[]
  readonly status: SendStatus
  /** The node's reason why it was refused or is dead. */
  readonly reason: string | null
  /** The pending signature that it completes. */
  readonly signature: SignatureId | null
  /** The withdrawal that it pays. */
  readonly withdrawal?: WithdrawalId
  /** The id of the transaction whose reservations it took over. */
  readonly replaces: string | null
  /**
   * A filler, as hex: a second transaction with the same nonce that pays nobody. It takes the nonce if no node accepts
   * this transaction and later ones wait. Absent if the chain has no nonces, somebody else signed the transaction, a
   * node has had it, or its caller named the nonce of another one: then only the caller gives it up.
   */
  readonly filler?: string
  /** UTXO: the index of the output that it leaves to its own wallet, which may be spent before a block has it. */
  readonly change?: number
  /** The block that has it, or had it last. Absent as long as none did, or its family does not tell. */
  readonly height?: number
  /**
   * The id of what pays the same in that block, if somebody has rewritten a signature or raised the fee. Then no output has its
   * own id, and once it is final its reservations are free: they are spent, or left.
   */
  readonly minedAs?: string
  /** The API key that is charged. */
  readonly apiKey: ApiKeyId
  /** Credits to charge once a node has accepted it; 0 afterwards. */
  readonly due: number
  readonly created: Timestamp
  readonly updated: Timestamp
}

/**
 * The earlier transactions of its replacement chain, newest first. Refused and dead ones keep their place. No rule
 * creates a cycle; if one was stored, the walk stops there.
 */
export function predecessors(
  { txId, replaces }: Send,
  find: (txId: string) => Send | undefined,
): readonly Send[] {
  const row = new Map<string, Send>()
  for (let next = replaces; next !== null && next !== txId && !row.has(next); ) {
    const before = find(next)
    if (before === undefined) break
    row.set(next, before)
    next = before.replaces
  }
  return [...row.values()]
}
