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
  /** It is not listed before this time; 0: it is listed now. Beyond all times, it is doubted: see `Doubt`. */
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

/** Its transaction was refused, so it must be signed again; each time later than before. A doubt stays. */
export function postponed(pending: PendingSignature, now: Timestamp): PendingSignature {
  const { refusals } = pending
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(refusals, 20))
  const notBefore = isDoubtful(pending) ? pending.notBefore : now + wait
  return { ...pending, txId: null, refusals: refusals + 1, notBefore }
}

/** Behind all times that come. */
export const DOUBTED = 4_000_000_000_000_000
/** Between doubts of two ends. */
const APART = 1_000_000_000_000_000
const ENDS = ['listed', 'amount', 'all'] as const

/** How long a system may have a list of pending signatures before it signs one of them: it signs them one by one. */
const LISTED_MS = 3_600_000

/**
 * Its signer sends transactions by itself, and may have sent one: nobody may sign it again before a node has proven that
 * nothing was sent. See `renewPendingSignature`.
 */
export interface Doubt {
  /** It is not signed later. */
  readonly until: Timestamp
  /** What then becomes of it: it is listed again; or deleted, and its withdrawal gets all back, or the amount alone. */
  readonly end: (typeof ENDS)[number]
}

type Doubted = Pick<PendingSignature, 'notBefore'>

export const isDoubtful = ({ notBefore }: Doubted): boolean => notBefore >= DOUBTED

export function doubtOf(pending: Doubted): Doubt | null {
  if (!isDoubtful(pending)) return null
  const since = pending.notBefore - DOUBTED
  return { until: since % APART, end: ENDS[Math.floor(since / APART)] ?? 'listed' }
}

const doubted = (pending: PendingSignature, { until, end }: Doubt): PendingSignature => ({
  ...pending,
  notBefore: DOUBTED + ENDS.indexOf(end) * APART + until,
})

/** Its signer has reported an error, perhaps after sending. Who wants it deleted still does. */
export function reported(pending: PendingSignature, now: Timestamp): PendingSignature {
  const { until, end } = doubtOf(pending) ?? { until: now, end: 'listed' }
  return doubted(pending, { until: Math.max(until, now), end })
}

/** Somebody wants it deleted, and its signer may have been told of it. What was asked for first counts. */
export function unwanted(pending: PendingSignature, now: Timestamp, end: Doubt['end']): PendingSignature {
  const doubt = doubtOf(pending) ?? { until: now + LISTED_MS, end: 'listed' }
  return doubt.end === 'listed' ? doubted(pending, { ...doubt, end }) : pending
}

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
