import type { Network } from '../access/api-key.js'
import type { SignatureId, TenantId, Timestamp, WithdrawalId } from '../ids.js'
import type { OnChain, Reservation } from '../send/reservation.js'

export type SignatureStatus = 'pending' | 'complete' | 'deleted'

/** A transaction that waits for the signature of an external key-management system. */
export interface PendingSignature extends OnChain {
  readonly id: SignatureId
  /** The ids of the wallets in that system, in signing order. */
  readonly hashes: readonly string[]
  /** The transaction, in the format of that system. One that has expired is built again. */
  readonly serialized: string
  /** Derivation index, if the wallet is a mnemonic. */
  readonly index: number | null
  /** The wallets with their indexes, if several keys sign. */
  readonly signatures: readonly { readonly id: string; readonly index: number | null }[] | null
  /** The withdrawal that its transaction pays. */
  readonly withdrawalId: WithdrawalId | null
  /**
   * The id of the signed transaction. While the status is `pending`, it is recorded, and it is not known yet whether a
   * node has it.
   */
  readonly txId: string | null
  readonly status: SignatureStatus
  /** The last error that the system reported. */
  readonly error: string | null
  /** What the transaction uses. */
  readonly claims: readonly Reservation[]
  /** Once signed, it takes over the reservations of another transaction of ours. */
  readonly replaces: boolean
  readonly created: Timestamp
  /** The number of its transactions that were refused or died. */
  readonly refusals: number
  /** It is not listed before this time; 0: it is listed now. See `doubted`. */
  readonly notBefore: Timestamp
  /**
   * The newest block when it was asked for. While that is on the chain, a transaction in it or below was made for
   * something else. Present where the signer chooses what tells two equal payments apart, as the nonce on EVM chains.
   */
  readonly headHeight?: number
  readonly headHash?: string
}

/** Wait after the first refusal. It doubles with each further one, up to the maximum. Systems ask every few seconds. */
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000

/** Its transaction was refused, so it must be signed again; each time later than before. */
export function postponed(pending: PendingSignature, now: Timestamp): PendingSignature {
  const { refusals } = pending
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(refusals, 20))
  return { ...pending, txId: null, refusals: refusals + 1, notBefore: now + wait }
}

/** Behind all times that come. */
export const DOUBTED = 4_000_000_000_000_000

type Doubt = Pick<PendingSignature, 'notBefore'>

/**
 * Its signer sends transactions by itself and has reported an error, perhaps after sending: nobody may sign it again
 * before a node has proven that nothing was sent. See `renewPendingSignature`.
 */
export const doubted = (pending: PendingSignature, now: Timestamp): PendingSignature => ({
  ...pending,
  notBefore: DOUBTED + now,
})

export const isDoubtful = ({ notBefore }: Doubt): boolean => notBefore >= DOUBTED

/** When its signer reported the error. */
export const doubtedAt = ({ notBefore }: Doubt): Timestamp => notBefore - DOUBTED

export interface OnSignature {
  readonly tenant: TenantId
  readonly id: SignatureId
  /** The network of the caller's API key. A testnet key does not see objects of `mainnet`, and the other way round. */
  readonly network: Network
}

/** Whether the caller may see an object that was recorded on network `recorded`. */
export function isOfNetwork(recorded: string, network: string): boolean {
  return (recorded === 'mainnet') === (network === 'mainnet')
}
