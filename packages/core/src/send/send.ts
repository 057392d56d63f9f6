import type { ApiKeyId, SendId, SignatureId, Timestamp } from '../ids.js'
import type { Claim, OnChain } from './claim.js'

/**
 * - `signed`: recorded; no node was given it
 * - `offered`: it is given to a node for the first time, and what that says is not known yet
 * - `unknown`: it was, or may have been, given to nodes before: some node may have it, whatever another one says
 * - `sent`: a node took it
 * - `confirmed`: it is in a block, which may still be undone
 * - `final`: it is in a block so deep that it is not undone any more (`ChainRecord.confirmations`)
 * - `refused`: no node can ever take it, by what it says itself, and it is nowhere
 * - `replaced`: another transaction of ours has taken over what it claimed; one of the two will be confirmed
 * - `dead`: it is proven that it can never be in a block any more
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

/** No node has said yet that it has it. */
export const isUnanswered = ({ status }: Send): boolean =>
  status === 'signed' || status === 'offered' || status === 'unknown'

/** Not in a block yet, so that another with the same nonce may take its place. */
export const isReplaceable = (send: Send): boolean => isUnanswered(send) || send.status === 'sent'

/** A block may still take it, or lose it again: it is looked after until this ends. */
export const UNSETTLED = ['signed', 'offered', 'unknown', 'sent', 'confirmed', 'replaced'] as const

/** Nowhere, and never to be confirmed. */
export const isOver = ({ status }: Send): boolean => status === 'refused' || status === 'dead'

/** A signed transaction, recorded before any node hears of it. Unique by tenant, chain, network and `txId`. */
export interface Send extends OnChain {
  readonly id: SendId
  readonly txId: string
  /** As the chain's nodes take it: hex, Base64 or Base58, as the family has it. */
  readonly raw: string
  readonly claims: readonly Claim[]
  readonly status: SendStatus
  /** Why it was refused or died, in the node's words. */
  readonly reason: string | null
  /** The pending signature that asked for it. */
  readonly signature: SignatureId | null
  /** The transaction whose claims it took over. */
  readonly replaces: string | null
  /**
   * Signed beside it with the same nonce, hex: it pays nobody, and takes the nonce when no node takes this one and
   * others wait behind it. Absent where the chain has no nonces, or somebody else has signed.
   */
  readonly filler?: string
  /** Whom it is charged to. */
  readonly apiKey: ApiKeyId
  /** Credits to be charged once a node has taken it; 0 once they have been. */
  readonly due: number
  readonly created: Timestamp
  readonly updated: Timestamp
}

/**
 * The row behind it: the transaction it replaced, the one which that replaced, and so on. Those that are over keep
 * their place. No rule makes a row that comes back on itself; should it have been written, it ends there.
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
