import type { PlanCode } from '../credits/plan.js'
import type { ApiKeyId, TenantId, Timestamp } from '../ids.js'

export type Network = 'testnet' | 'mainnet'

/** An API key as the ledger knows it: never the key, only a keyed hash of it. */
export interface ApiKey {
  readonly id: ApiKeyId
  readonly tenant: TenantId
  /** HMAC-SHA-256 of the key, hex. */
  readonly hash: string
  /** The first characters of the key, so that its owner can tell it from others. */
  readonly hint: string
  readonly name: string
  readonly network: Network
  readonly plan: PlanCode
  /**
   * IP addresses and networks (CIDR) whose calls of the node RPC need not present the key (api.md,
   * "Authentication"). None of them holds a blank.
   */
  readonly addresses: readonly string[]
  /** Frozen: only reads are permitted. */
  readonly frozen: boolean
  readonly revoked: boolean
  readonly created: Timestamp
}

/** Characters of a key. The longest is far above any we make, and short enough to be hashed at no cost. */
export const API_KEY_LENGTH = { min: 16, max: 256 } as const
