/** The conditions of a list of transactions on each record. */
import {
  BigNumber,
  type Metadata,
  type OperationType,
  recordType,
  type TransactionType,
} from '@tallystick/core'
import type { JournalRecord } from '@tallystick/engine'
import { counterAccount } from '../../present.js'

export interface RecordFilter {
  readonly account?: string
  readonly counterAccount?: string
  readonly currency?: string
  readonly currencies?: readonly string[]
  readonly amount?: readonly { readonly op: AmountOperator; readonly value: string }[]
  readonly transactionType?: string
  readonly transactionTypes?: readonly string[]
  readonly opType?: string
  readonly transactionCode?: string
  readonly paymentId?: string
  readonly recipientNote?: string
  readonly senderNote?: string
  readonly metadata?: Metadata
}

type AmountOperator = 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'

const FIELDS = [
  'account',
  'counterAccount',
  'currency',
  'currencies',
  'amount',
  'transactionType',
  'transactionTypes',
  'opType',
  'transactionCode',
  'paymentId',
  'recipientNote',
  'senderNote',
  'metadata',
] as const satisfies readonly (keyof RecordFilter)[]

/** Whether records must be checked one by one. Time alone needs no scan, because it is found by seeking. */
export function needsScan(filter: RecordFilter): boolean {
  return FIELDS.some((field) => filter[field] !== undefined)
}

/** Compares what the record shows, so a filter never reveals more than the record. */
export function matches(filter: RecordFilter, record: JournalRecord): boolean {
  const { entry, side } = record
  const { details } = entry
  const type: TransactionType = recordType(entry.operation, side)
  const operation: OperationType = entry.operation
  return (
    is(filter.account, entry[side].account) &&
    is(filter.counterAccount, counterAccount(record)) &&
    is(filter.currency, entry.currency) &&
    isOneOf(filter.currencies, entry.currency) &&
    is(filter.transactionType, type) &&
    isOneOf(filter.transactionTypes, type) &&
    is(filter.opType, operation) &&
    is(filter.transactionCode, details?.transactionCode) &&
    is(filter.paymentId, details?.paymentId) &&
    is(filter.recipientNote, details?.recipientNote) &&
    is(filter.senderNote, side === 'debit' ? details?.senderNote : undefined) &&
    (filter.metadata === undefined || hasMetadata(details?.metadata, filter.metadata)) &&
    (filter.amount ?? []).every(({ op, value }) =>
      OPERATORS[op](compare(side === 'debit' ? -entry.amount : entry.amount, entry.scale, value)),
    )
  )
}

function is(wanted: string | undefined, value: string | undefined): boolean {
  return wanted === undefined || wanted === value
}

function isOneOf(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.length === 0 || wanted.includes(value)
}

const OPERATORS: Readonly<Record<AmountOperator, (order: number) => boolean>> = {
  gte: (order) => order >= 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
}

/** Compares exactly, whatever the number of decimals in the text. */
function compare(amount: bigint, scale: number, text: string): number {
  // Null for text that is not a number, which the schema refuses.
  return new BigNumber(amount).shiftedBy(-scale).comparedTo(text) ?? Number.NaN
}

/** Whether the metadata has each of these values. */
export const hasMetadata = (metadata: Metadata | undefined, wanted: Metadata): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => metadata !== undefined && Object.hasOwn(metadata, name) && metadata[name] === value,
  )
