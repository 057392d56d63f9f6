import { type JournalPosition, PrintedEntry } from '@tallystick/engine'
import type { Row } from './connection.js'
import { type Journal, UNKNOWN_VALUE } from './journal.js'
import { AT } from './rows.js'

/** An entry as an audit reads it. */
export class AuditedRow extends PrintedEntry {
  /** @param row Of AUDIT_COLUMNS @param batch The unit of work whose seal covers the entry */
  constructor(
    journal: Journal,
    private readonly row: Row,
    batch: string | null,
  ) {
    // An unknown one is not missing.
    const debitValue = valueText((row[AT.debit_value] as string | null) ?? 'missing')
    const creditValue = row[AT.credit_value] as string | null
    const text = {
      amount: row[AT.amount] as string,
      debitBalance: row[AT.debit_balance] as string,
      creditBalance: row[AT.credit_balance] as string,
      debitValue,
      creditValue: creditValue === null ? debitValue : valueText(creditValue),
    }
    const debitNumber = row[AT.debit_number] as number
    const creditNumber = row[AT.credit_number] as number
    const digest = (row[AT.digest] as string).toLowerCase()
    super(journal.terms(row), text, debitNumber, creditNumber, batch, digest)
  }

  get position(): JournalPosition {
    return String(this.row[AT.seq]) as JournalPosition
  }
}

/** In the format of `canonicalEntry`. */
function valueText(text: string): string {
  return text === UNKNOWN_VALUE ? 'null' : text
}
