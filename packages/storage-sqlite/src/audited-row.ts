/**
 * An entry as an audit reads it. Most of the time of reading a million entries is that of making objects, so the whole
 * entry is made only when it is asked for.
 */
import type { Amount, Entry, EntryTerms, EntryText } from '@tallystick/core'
import type { AuditedEntry, JournalPosition } from '@tallystick/engine'
import type { Row } from './connection.js'
import { type Journal, UNKNOWN_VALUE } from './journal.js'
import { AT } from './rows.js'

export class AuditedRow implements AuditedEntry {
  readonly terms: EntryTerms
  readonly text: EntryText

  /** @param batch The unit of work whose seal covers the entry */
  constructor(
    private readonly journal: Journal,
    private readonly row: Row,
    readonly batch: string | null,
  ) {
    const debitValue = valueText(row[AT.debit_value] as string)
    const creditValue = row[AT.credit_value] as string | null
    this.terms = journal.terms(row)
    this.text = {
      amount: row[AT.amount] as string,
      debitBalance: row[AT.debit_balance] as string,
      creditBalance: row[AT.credit_balance] as string,
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
    return this.row[AT.debit_number] as number
  }

  get creditNumber(): number {
    return this.row[AT.credit_number] as number
  }

  get digest(): string {
    return this.row[AT.digest] as string
  }
}

/** In the format of `canonicalEntry`. */
function valueText(text: string): string {
  return text === UNKNOWN_VALUE ? 'null' : text
}
