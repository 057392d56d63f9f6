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
  /** Transactions of it that were refused, or died. */
  readonly refusals: number
  /** Until then it is not offered again; 0: it is offered. */
  readonly notBefore: Timestamp
}

/** After the first refusal, and twice as long after each other one, up to the longest. A system asks every few seconds. */
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000

/** What it asks for was refused: it is to be signed again, later each time. */
export function postponed(pending: PendingSignature, now: Timestamp): PendingSignature {
  const { refusals } = pending
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(refusals, 20))
  return { ...pending, txId: null, refusals: refusals + 1, notBefore: now + wait }
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
