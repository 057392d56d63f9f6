import type { Network } from '../access/api-key.js'
import type { SignatureId, TenantId, Timestamp } from '../ids.js'
import type { Claim, OnChain } from '../send/claim.js'

export type SignatureStatus = 'pending' | 'complete' | 'deleted'

/** A transaction that waits for the signature of an external key-management system. */
export interface PendingSignature extends OnChain {
  readonly id: SignatureId
  /** The wallets' ids in that system, in the order in which they sign. */
  readonly hashes: readonly string[]
  /** The transaction, in the form that system reads. */
  readonly serialized: string
  /** Derivation index, when the wallet is a mnemonic. */
  readonly index: number | null
  /** Where several keys sign: each with its index. */
  readonly signatures: readonly { readonly id: string; readonly index: number | null }[] | null
  readonly withdrawalId: string | null
  /** Of the transaction that was signed. While the status is `pending`: it is recorded, and not yet known as sent. */
  readonly txId: string | null
  readonly status: SignatureStatus
  /** What the system reported last. */
  readonly error: string | null
  /** What the transaction uses up. */
  readonly claims: readonly Claim[]
  /** It takes over what a transaction of ours has claimed, once it is signed. */
  readonly replaces: boolean
  readonly created: Timestamp
}

export interface OnSignature {
  readonly tenant: TenantId
  readonly id: SignatureId
  /** The caller's: one of `mainnet` is absent for a key of `testnet`, and the other way round. */
  readonly network: Network
}

/** Whether something recorded of `recorded` is the caller's to see. */
export function isOfNetwork(recorded: string, network: Network): boolean {
  return (recorded === 'mainnet') === (network === 'mainnet')
}
