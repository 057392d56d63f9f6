import type { AccountId, ApiKeyId, ApprovalId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { OnChain } from '../send/reservation.js'

/** `Used`: a withdrawal was stored with it. No other withdrawal can use it. */
export type ApprovalStatus = 'Pending' | 'Approved' | 'Refused' | 'Used'

/**
 * The question whether an API key may make a withdrawal, and what another API key has answered. It binds the exact intent:
 * a withdrawal with another recipient or amount is another intent.
 */
export interface Approval extends OnChain {
  /** SHA-256 of the caller's key, the account and the payments, in hex. An intent has one row. */
  readonly intent: string
  /** A new one each time that the question is asked, so that a repeated answer counts for the question that it was given to. */
  readonly id: ApprovalId
  readonly account: AccountId
  readonly currency: string
  readonly scale: number
  /** What the recipients get, in units of `scale`. */
  readonly amount: Amount
  /** The recipients as JSON, for those who decide. */
  readonly payments: string
  /** Why the policy asks. */
  readonly reason: string
  /** The API key that wants the withdrawal. */
  readonly apiKey: ApiKeyId
  readonly status: ApprovalStatus
  /** The API key that has answered. */
  readonly decidedBy: ApiKeyId | null
  /** After this time, the answer no longer counts. */
  readonly expires: Timestamp
  readonly created: Timestamp
  readonly updated: Timestamp
}

/** Whether somebody has to answer it, or its answer counts. */
export const isOpen = ({ status, expires }: Approval, now: Timestamp): boolean =>
  status !== 'Used' && expires > now
