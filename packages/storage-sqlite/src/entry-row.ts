import {
  type Entry,
  type EntryDetails,
  type EntryTerms,
  type EntryText,
  type OperationType,
  type Reference,
  readEntry,
  type TenantId,
  type Timestamp,
} from '@tallystick/core'
import type { AuditedEntry, JournalPosition } from '@tallystick/engine'
import type { AccountFacts, Accounts } from './accounts.js'
import type { Row } from './connection.js'
import type { NameKeys } from './name-keys.js'
import { AT, OPERATION_CODES, readReference } from './rows.js'

/** An unknown value. Null in the column of the credit side means the value of the debit side, as in most entries. */
export const UNKNOWN_VALUE = ''

/** What the numbers in a row stand for. */
export interface RowNames {
  readonly tenants: NameKeys<TenantId>
  readonly accounts: Accounts
  readonly sources: NameKeys<string>
}

/**
 * A row of ENTRY_COLUMNS as the terms, the text and the pricing of its entry, which are read when they are asked for: to
 * make objects of them takes longer.
 */
export class EntryRow implements EntryTerms, EntryText {
  readonly debit: AccountFacts
  readonly credit: AccountFacts
  readonly details: EntryDetails | null

  readonly tenant: TenantId
  /** Of its prices, and so is the time. */
  readonly source: string

  constructor(
    { tenants, accounts, sources }: RowNames,
    protected readonly row: Row,
  ) {
    this.debit = accounts.factsOf(row[AT.debit] as number)
    this.credit = accounts.factsOf(row[AT.credit] as number)
    this.tenant = tenants.nameOf(row[AT.tenant] as number)
    this.source = sources.nameOf(row[AT.price_source] as number)
    const details = row[AT.details] as string | null
    this.details = details === null ? null : (JSON.parse(details) as EntryDetails)
  }

  get position(): JournalPosition {
    return String(this.row[AT.seq]) as JournalPosition
  }

  get reference(): Reference {
    return readReference(this.row[AT.reference] as string)
  }

  get created(): Timestamp {
    return this.row[AT.created] as number
  }

  get operation(): OperationType {
    return OPERATION_CODES[this.row[AT.operation] as number] as OperationType
  }

  get currency(): string {
    return this.debit.currency
  }

  get scale(): number {
    return this.debit.scale
  }

  get anonymous(): boolean {
    return this.row[AT.anonymous] === 1
  }

  get pricing(): Entry['pricing'] {
    return this
  }

  get timestamp(): Timestamp {
    return (this.row[AT.priced_at] as number | null) ?? this.created
  }

  get amount(): string {
    return this.row[AT.amount] as string
  }

  get debitBalance(): string {
    return this.row[AT.debit_balance] as string
  }

  get creditBalance(): string {
    return this.row[AT.credit_balance] as string
  }

  get debitValue(): string {
    return valueText((this.row[AT.debit_value] as string | null) ?? 'missing')
  }

  get creditValue(): string {
    const value = this.row[AT.credit_value] as string | null
    return value === null ? this.debitValue : valueText(value)
  }

  get entry(): Entry {
    return readEntry(this, this)
  }
}

/** A row of AUDIT_COLUMNS. */
export class AuditedRow extends EntryRow implements AuditedEntry {
  /** @param batch The unit of work whose seal covers the entry */
  constructor(
    names: RowNames,
    row: Row,
    readonly batch: string | null,
  ) {
    super(names, row)
  }

  get terms(): EntryTerms {
    return this
  }

  get text(): EntryText {
    return this
  }

  get debitNumber(): number {
    return this.row[AT.debit_number] as number
  }

  get creditNumber(): number {
    return this.row[AT.credit_number] as number
  }

  get digest(): string {
    return (this.row[AT.digest] as string).toLowerCase()
  }
}

/** In the format of `canonicalEntry`. An unknown value is not missing. */
function valueText(text: string): string {
  return text === UNKNOWN_VALUE ? 'null' : text
}
