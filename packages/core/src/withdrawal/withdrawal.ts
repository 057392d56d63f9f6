import type { AccountId, Reference, SignatureId, Timestamp, WithdrawalId } from '../ids.js'
import type { Amount } from '../money.js'
import type { OnChain, Reservation } from '../send/reservation.js'

/**
 * - `InProgress`: the account has paid; what it paid is on the ledger's own account `clearing`
 * - `Done`: a node has its transaction; what the account paid has left the ledger
 * - `Cancelled`: the account has its money back
 */
export type WithdrawalStatus = 'InProgress' | 'Done' | 'Cancelled'

/** What its transaction must pay to one recipient. */
export interface WithdrawalPayment {
  /** In the chain's canonical spelling. */
  readonly address: string
  /** Units of the currency's scale, as digits. */
  readonly amount: string
  readonly tag?: string
}

/** A payment from an account of the ledger to addresses of a chain. */
export interface Withdrawal extends OnChain {
  readonly id: WithdrawalId
  readonly account: AccountId
  readonly currency: string
  readonly scale: number
  /** The sum of what the recipients get. */
  readonly amount: Amount
  /** Plain decimal, in the coin of the chain, as the caller wrote it. */
  readonly fee: string
  /** What the account has paid: amount and fee; the amount alone where the fee is another asset. */
  readonly charged: Amount
  readonly payments: readonly WithdrawalPayment[]
  /** The next five as the caller wrote them. */
  readonly address: string
  readonly multipleAmounts: readonly string[] | null
  readonly attr: string | null
  readonly paymentId: string | null
  readonly senderNote: string | null
  /**
   * Whose turn it takes: the canonical address of the pool (UTXO, XRP, XLM, BNB) or of the source (others),
   * `kms:<wallet>:<index>` or `account:<id>`.
   */
  readonly wallet: string
  /** The outputs that its transaction spends, all of them and no others. Empty where the chain has no outputs. */
  readonly inputs: readonly Reservation[]
  /** What its transaction pays back to the pool; 0 means no such output. */
  readonly change: Amount
  /** Stored together with its transaction, so nobody can sign another one. */
  readonly oneCall: boolean
  /** What the policy said, as JSON; null without a policy. */
  readonly verdict: string | null
  /** The entry that charged the account. */
  readonly reference: Reference
  readonly created: Timestamp
  readonly status: WithdrawalStatus
  /** The transaction that pays it; null while none is recorded, or the recorded one can never be confirmed. */
  readonly txId: string | null
  /** The pending signature that gives it a transaction. */
  readonly signature: SignatureId | null
  /** With `Cancelled`: what the account got back. `amount`: the fee stays paid. */
  readonly reverted: 'all' | 'amount' | null
  /** With `Cancelled`: the proof that it is not paid, or why an operator forced it. */
  readonly reason: string | null
  readonly updated: Timestamp
  /**
   * The newest block when it was stored. While that is on the chain, a transaction in it or below pays something else.
   * Absent where the outputs that it spends tell that, or its transaction was stored with it.
   */
  readonly headHeight?: number
  readonly headHash?: string
  /** Transactions in blocks that look like its own, while nobody has told whether one is. Absent: there are none. */
  readonly sighted?: readonly string[]
}

/**
 * While a withdrawal holds this, no other one of the currency can be stored for the wallet. It is nobody's output or
 * nonce: no owner of one contains a blank.
 */
export const turnOf = ({ currency, wallet }: Pick<Withdrawal, 'currency' | 'wallet'>): Reservation => ({
  owner: `turn ${currency} ${wallet}`,
  index: 0n,
})

/** A transaction of a block is, or is not, its own: nobody asks that any more. */
export function unsighted({ sighted = [], ...withdrawal }: Withdrawal, txId: string): Withdrawal {
  const others = sighted.filter((one) => one !== txId)
  return others.length === 0 ? withdrawal : { ...withdrawal, sighted: others }
}

/**
 * A transaction of a block that may have paid it, while none is recorded for it and no node has told. Until then it takes
 * only what a block has, and nothing comes back.
 */
export const maybePaidBy = ({ status, txId, sighted = [] }: Withdrawal): string | undefined =>
  status === 'InProgress' && txId === null ? sighted[0] : undefined
