/**
 * An entry as an audit reads it. Most of the time of reading a million entries is that of making objects, so the whole
 * entry is made only when it is asked for.
 */
import type { Amount, Entry, EntryTerms, EntryText } from '@tallystick/core'
import type { AuditedEntry, JournalPosition } from '@tallystick/engine'
import type { Row } from './connection.js'
import { AT, ENTRY_COLUMNS, type Journal, UNKNOWN_VALUE } from './journal.js'

export const AUDIT_COLUMNS = `${ENTRY_COLUMNS}, lower(hex(digest)), debit_jump, credit_jump`

/** Positions in such a row of the columns that only an audit reads. */
export const AUDIT_AT = { digest: 20, debitJump: 21, creditJump: 22 } as const

export class AuditedRow implements AuditedEntry {
  readonly terms: EntryTerms
  readonly text: EntryText

  /** @param batch The unit of work whose seal covers the entry */
  constructor(
    private readonly journal: Journal,
    private readonly row: Row,
    readonly batch: string | null,
  ) {
    const debitValue = valueText(row[9] as string)
    const creditValue = row[13] as string | null
    this.terms = journal.terms(row)
    this.text = {
      amount: row[5] as string,
      debitBalance: row[8] as string,
      creditBalance: row[12] as string,
      debitValue,
      creditValue: creditValue === null ? debitValue : valueText(creditValue),
    }
  }

  get entry(): Entry {
    return this.journal.read(this.row)
  }

  get position(): JournalPosition {
    return String(this.row[AT.seq]) as JournalPosition
  }

  get amount(): Amount {
    return BigInt(this.text.amount)
  }

  get debitBalance(): Amount {
    return BigInt(this.text.debitBalance)
  }

  get creditBalance(): Amount {
    return BigInt(this.text.creditBalance)
  }

  get debitNumber(): number {
    return this.row[AT.debitNumber] as number
  }

  get creditNumber(): number {
    return this.row[AT.creditNumber] as number
  }

  get digest(): string {
    return this.row[AUDIT_AT.digest] as string
  }
}

/** In the format of `canonicalEntry`. */
function valueText(text: string): string {
  return text === UNKNOWN_VALUE ? 'null' : text
}
