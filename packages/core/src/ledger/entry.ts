import type { AccountId, Reference, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'

/** Documented operation types (wire-notes, "Enumerations"). */
export type OperationType =
  | 'PAYMENT'
  | 'WITHDRAWAL'
  | 'BLOCKCHAIN_TRANSACTION'
  | 'EXCHANGE'
  | 'DEPOSIT'
  | 'MINT'
  | 'REVOKE'

/** Documented types of a record, as its own account sees it. */
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

/** What the caller wrote on a movement. Absent fields are left out, so that most entries carry null. */
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
  /** A reference of the caller's choosing, shown in place of our own. */
  readonly customReference?: string
  /** An account id of an outside system, shown as counter account. */
  readonly customCounterAccount?: string
}

/** One side of an entry. */
export interface Leg {
  readonly account: AccountId
  /** The account's balance once this entry is applied. */
  readonly balance: Amount
  /** Market value in units of 10^-VALUE_SCALE of `valueCurrency`, unsigned; null when no rate was known. */
  readonly value: Amount | null
  /** The account's accounting currency. */
  readonly valueCurrency: string
}

/**
 * The journal's unit: `amount` leaves `debit` and reaches `credit`, in one currency. An entry holds both
 * postings, so it cannot be half there and cannot create value; a movement of several parts is several
 * entries of one reference.
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
  /** The recipient does not see who sent. */
  readonly anonymous: boolean
  readonly details: EntryDetails | null
  /** Who priced the two legs, and as of when. */
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
