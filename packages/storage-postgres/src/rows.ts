/**
 * Converts rows of accounts and entries to the core's objects. Column lists appear only here, in the order that the
 * readers expect.
 */
import type {
  Account,
  AccountId,
  BlockageId,
  CustomerId,
  Entry,
  EntryDetails,
  OperationType,
  Reference,
  SystemRole,
  TenantId,
  Timestamp,
} from '@tallystick/core'
import type { Row } from './connection.js'
import { kept } from './kept.js'

/** Reads the columns of a row one after another, each as its column's type. */
export class Cells {
  constructor(
    private readonly row: Row,
    private index = 0,
  ) {}

  text<T extends string = string>(): T {
    return this.row[this.index++] as T
  }

  textOrNull<T extends string = string>(): T | null {
    return this.row[this.index++] as T | null
  }

  number(): number {
    return this.row[this.index++] as number
  }

  flag(): boolean {
    return this.row[this.index++] as boolean
  }

  amount(): bigint {
    return BigInt(this.row[this.index++] as string)
  }

  amountOrNull(): bigint | null {
    const text = this.row[this.index++] as string | null
    return text === null ? null : BigInt(text)
  }
}

/** The list with the alias of its table before each name. */
export function prefixed(alias: string, columns: string): string {
  return columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ')
}

export const ACCOUNT_COLUMNS =
  'tenant, id, currency, scale, customer, role, balance, blocked, frozen_by, active, accounting_currency, account_code, account_number, xpub, created, records, height, latest'
export const ACCOUNT_WIDTH = 18

export interface AccountRow {
  readonly account: Account
  readonly records: number
  readonly height: number
  readonly latest: Timestamp
}

export function readAccount(row: Row): AccountRow {
  const cells = new Cells(row)
  kept.cells = cells
  const account: Account = {
    tenant: cells.text<TenantId>(),
    id: cells.text<AccountId>(),
    currency: cells.text(),
    scale: cells.number(),
    customer: cells.textOrNull<CustomerId>(),
    role: cells.textOrNull<SystemRole>(),
    balance: cells.amount(),
    blocked: cells.amount(),
    frozenBy: cells.textOrNull<BlockageId>(),
    active: cells.flag(),
    accountingCurrency: cells.text(),
    accountCode: cells.textOrNull(),
    accountNumber: cells.textOrNull(),
    xpub: cells.textOrNull(),
    created: cells.number(),
  }
  return { account, records: cells.number(), height: cells.number(), latest: cells.number() }
}

export const ENTRY_COLUMNS =
  'tenant, reference, height, created, operation, currency, scale, anonymous, amount, debit, debit_number, debit_balance, debit_value, debit_value_currency, credit, credit_number, credit_balance, credit_value, credit_value_currency, price_source, priced_at, details'

export interface EntryRow {
  readonly entry: Entry
  readonly height: number
  readonly debitNumber: number
  readonly creditNumber: number
}

export function readEntry(row: Row): EntryRow {
  const cells = new Cells(row)
  const tenant = cells.text<TenantId>()
  const reference = cells.text<Reference>()
  const height = cells.number()
  const created = cells.number()
  const operation = cells.text<OperationType>()
  const currency = cells.text()
  const scale = cells.number()
  const anonymous = cells.flag()
  const amount = cells.amount()
  const side = () => {
    const account = cells.text<AccountId>()
    const number = cells.number()
    const balance = cells.amount()
    return { number, leg: { account, balance, value: cells.amountOrNull(), valueCurrency: cells.text() } }
  }
  const debit = side()
  const credit = side()
  const pricing = { source: cells.text(), timestamp: cells.number() }
  const details = cells.textOrNull()
  return {
    height,
    debitNumber: debit.number,
    creditNumber: credit.number,
    entry: {
      tenant,
      reference,
      created,
      operation,
      currency,
      scale,
      amount,
      debit: debit.leg,
      credit: credit.leg,
      anonymous,
      pricing,
      details: details === null ? null : (JSON.parse(details) as EntryDetails),
    },
  }
}
