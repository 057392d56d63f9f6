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
   * IP addresses and networks (CIDR) that may call the node RPC without presenting the key (docs/chains.md). No
   * element contains a blank.
   */
  readonly addresses: readonly string[]
  /** A frozen key can only read. */
  readonly frozen: boolean
  readonly revoked: boolean
  /** Every operation that changes something refuses the key, for good. Absent: it may do all. */
  readonly readOnly?: boolean
  readonly created: Timestamp
}

/** Allowed lengths of a key. The maximum far exceeds any key we generate, and hashing it costs next to nothing. */
export const API_KEY_LENGTH = { min: 16, max: 256 } as const
