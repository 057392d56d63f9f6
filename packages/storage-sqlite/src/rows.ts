/**
 * Converts rows of accounts to the core's objects, and codes of entries. Column lists have the order that the readers
 * expect.
 */
import type {
  Account,
  AccountId,
  BlockageId,
  CustomerId,
  OperationType,
  Reference,
  SystemRole,
  TenantId,
} from '@tallystick/core'
import type { Row } from './connection.js'

/** Reads the columns of a row one after another, each as its column's type. */
export class Cells {
  private index = 0

  constructor(private readonly row: Row) {}

  text(): string {
    return this.row[this.index++] as string
  }

  textOrNull(): string | null {
    return this.row[this.index++] as string | null
  }

  number(): number {
    return this.row[this.index++] as number
  }

  flag(): boolean {
    return this.row[this.index++] === 1
  }

  amount(): bigint {
    return BigInt(this.row[this.index++] as string)
  }
}

export const ACCOUNT_COLUMNS =
  'key, id, currency, scale, customer, role, balance, blocked, frozen_by, active, accounting_currency, account_code, account_number, xpub, created, head, records, tenant'

const ENTRY =
  'seq, reference, created, operation, anonymous, amount, debit, debit_number, debit_balance, debit_value, credit, credit_number, credit_balance, credit_value, price_source, priced_at, details, tenant, debit_previous, credit_previous'
const AUDITED = `${ENTRY}, digest, debit_jump, credit_jump` as const

/** Bytes are read as hex, because creating a string is much cheaper than creating a buffer. Its letters are capitals. */
const asRead = (columns: string): string => columns.replace(/\b(reference|digest)\b/g, 'hex($1)')

export const ENTRY_COLUMNS = asRead(ENTRY)

/** These, and what only an audit reads. */
export const AUDIT_COLUMNS = asRead(AUDITED)

type NameIn<List extends string> = List extends `${infer Name}, ${infer Rest}` ? Name | NameIn<Rest> : List

/** Where each column is in a row of either. */
export const AT = Object.fromEntries(AUDITED.split(', ').map((name, at) => [name, at])) as Readonly<
  Record<NameIn<typeof AUDITED>, number>
>

/** An account row: the account's data, and the end of its history at the last settlement. */
export interface AccountRow {
  readonly key: number
  readonly account: Account
  readonly head: number
  readonly records: number
}

export function readAccount(row: Row, tenantOf: (key: number) => TenantId): AccountRow {
  const cells = new Cells(row)
  const key = cells.number()
  const account = {
    id: cells.text() as AccountId,
    currency: cells.text(),
    scale: cells.number(),
    customer: cells.textOrNull() as CustomerId | null,
    role: cells.textOrNull() as SystemRole | null,
    balance: cells.amount(),
    blocked: cells.amount(),
    frozenBy: cells.textOrNull() as BlockageId | null,
    active: cells.flag(),
    accountingCurrency: cells.text(),
    accountCode: cells.textOrNull(),
    accountNumber: cells.textOrNull(),
    xpub: cells.textOrNull(),
    created: cells.number(),
  }
  const head = cells.number()
  const records = cells.number()
  return { key, account: { ...account, tenant: tenantOf(cells.number()) }, head, records }
}

/** Stored by position: the order is part of the schema, and new codes go to the end. */
export const OPERATION_CODES: readonly OperationType[] = [
  'PAYMENT',
  'WITHDRAWAL',
  'BLOCKCHAIN_TRANSACTION',
  'EXCHANGE',
  'DEPOSIT',
  'MINT',
  'REVOKE',
]

export function referenceBytes(reference: Reference): Buffer {
  return Buffer.from(reference.replaceAll('-', ''), 'hex')
}

/** @param column In hex */
export function readReference(column: string): Reference {
  const hex = column.toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Reference
}
