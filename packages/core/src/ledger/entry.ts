import type { AccountId, Reference, TenantId, Timestamp } from '../ids.js'
import type { Metadata } from '../metadata/metadata.js'
import type { Amount } from '../money.js'

/** Documented operation types. */
export type OperationType =
  | 'PAYMENT'
  | 'WITHDRAWAL'
  | 'BLOCKCHAIN_TRANSACTION'
  | 'EXCHANGE'
  | 'DEPOSIT'
  | 'MINT'
  | 'REVOKE'

/** Documented transaction types of a record, from the view of its own account. */
export type TransactionType =
  | 'DEBIT_PAYMENT'
  | 'CREDIT_PAYMENT'
  | 'CREDIT_DEPOSIT'
  | 'DEBIT_WITHDRAWAL'
  | 'CANCEL_WITHDRAWAL'
  | 'DEBIT_OUTGOING_PAYMENT'
  | 'CREDIT_INCOMING_PAYMENT'
  | 'EXCHANGE_BUY'
  | 'EXCHANGE_SELL'

/** The caller's description of a movement. Absent fields are left out, so most entries have null. */
export interface EntryDetails {
  readonly transactionCode?: string
  readonly paymentId?: string
  readonly senderNote?: string
  readonly recipientNote?: string
  /** Chain transaction of a deposit or withdrawal. */
  readonly txId?: string
  /** Chain address of a deposit or withdrawal. */
  readonly address?: string
  /** Destination tag or memo of a withdrawal. */
  readonly attr?: string
  /** The caller's reference, shown instead of ours. */
  readonly customReference?: string
  /** An account id of an external system, shown as the counter account. */
  readonly customCounterAccount?: string
  /** The caller's own, in the order of the names. */
  readonly metadata?: Metadata
}

/** One side of an entry. */
export interface Leg {
  readonly account: AccountId
  /** The account's balance after this entry. */
  readonly balance: Amount
  /** Market value in units of 10^-VALUE_SCALE of `valueCurrency`, unsigned; null if no rate was known. */
  readonly value: Amount | null
  /** The account's accounting currency. */
  readonly valueCurrency: string
}

/**
 * The unit of the journal: `amount` moves from `debit` to `credit`, in one currency. An entry holds both postings, so
 * it cannot be half written and cannot create value. A movement with several parts is several entries with one
 * reference. See docs/decisions/001-an-entry-holds-both-postings.md.
 */
export interface Entry {
  readonly tenant: TenantId
  readonly reference: Reference
  readonly created: Timestamp
  readonly operation: OperationType
  readonly currency: string
  readonly scale: number
  /** Above zero. */
  readonly amount: Amount
  readonly debit: Leg
  readonly credit: Leg
  /** Hides the sender from the recipient. */
  readonly anonymous: boolean
  readonly details: EntryDetails | null
  /** Source and time of the prices of both legs. */
  readonly pricing: { readonly source: string; readonly timestamp: Timestamp }
}

const RECORD_TYPES: Readonly<
  Record<OperationType, readonly [debit: TransactionType, credit: TransactionType]>
> = {
  PAYMENT: ['DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
  MINT: ['DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
  REVOKE: ['DEBIT_PAYMENT', 'CREDIT_PAYMENT'],
  DEPOSIT: ['DEBIT_PAYMENT', 'CREDIT_DEPOSIT'],
  WITHDRAWAL: ['DEBIT_WITHDRAWAL', 'CANCEL_WITHDRAWAL'],
  BLOCKCHAIN_TRANSACTION: ['DEBIT_OUTGOING_PAYMENT', 'CREDIT_INCOMING_PAYMENT'],
  EXCHANGE: ['EXCHANGE_SELL', 'EXCHANGE_BUY'],
}

/** The type of one side's record. */
export function recordType(operation: OperationType, side: 'debit' | 'credit'): TransactionType {
  return RECORD_TYPES[operation][side === 'debit' ? 0 : 1]
}
