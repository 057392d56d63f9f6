/**
 * Status history of accounts and customers, for as-of balances. The journal contains every past balance, but not what
 * was blocked, frozen or disabled. See docs/decisions/018-as-of-balances.md.
 */
import type { AccountId, CustomerId, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'

/** Without any status, nothing is blocked and the subject is not stopped. */
export interface StatusEntry {
  readonly tenant: TenantId
  /** An account or a customer. Their ids never collide. */
  readonly subject: AccountId | CustomerId
  /** Valid from the end of this millisecond until the subject's next status. */
  readonly at: Timestamp
  /** The sum of the account's holds, without the freeze; zero for a customer. */
  readonly blocked: Amount
  /** The account is frozen, or the customer disabled. */
  readonly stopped: boolean
}

/** The state of an account at some time, as `availableThen` takes it. */
export interface PastBalance {
  /** Decimals of the account's currency. */
  readonly scale: number
  readonly balance: Amount
  readonly blocked: Amount
  readonly frozen: boolean
  /** The account's customer was disabled. */
  readonly disabled: boolean
}

/**
 * A status is never older than the newest one of its subject. If it would be, it gets that one's time and replaces it.
 */
export function follow(standing: StatusEntry, newest: StatusEntry | undefined): StatusEntry {
  return newest === undefined || newest.at < standing.at ? standing : { ...standing, at: newest.at }
}
