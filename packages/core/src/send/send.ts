import type { ApiKeyId, SendId, SignatureId, Timestamp } from '../ids.js'
import type { Claim, OnChain } from './claim.js'

/**
 * - `signed`: recorded; whether a node has it is not known yet
 * - `sent`: a node took it
 * - `confirmed`: it is in a block
 * - `refused`: the node refused it, and it is nowhere
 * - `replaced`: another transaction of ours has taken over what it claimed; one of the two will be confirmed
 * - `dead`: it can never be confirmed any more
 */
export type SendStatus = 'signed' | 'sent' | 'confirmed' | 'refused' | 'replaced' | 'dead'

/** Not in a block yet, so that another with the same nonce may take its place. */
export const isReplaceable = ({ status }: Send): boolean => status === 'signed' || status === 'sent'

/** A signed transaction, recorded before any node hears of it. Unique by tenant, chain, network and `txId`. */
export interface Send extends OnChain {
  readonly id: SendId
  readonly txId: string
  /** As the chain's nodes take it, hex. */
  readonly raw: string
  readonly claims: readonly Claim[]
  readonly status: SendStatus
  /** Why it was refused or died, in the node's words. */
  readonly reason: string | null
  /** The pending signature that asked for it. */
  readonly signature: SignatureId | null
  /** The transaction whose claims it took over. */
  readonly replaces: string | null
  /** Whom it is charged to. */
  readonly apiKey: ApiKeyId
  /** Credits to be charged once a node has taken it; 0 once they have been. */
  readonly due: number
  readonly created: Timestamp
  readonly updated: Timestamp
}
