/** An entry of an audit, of a storage that has the whole of it anyway. */
import { type Amount, type Entry, type EntryTerms, type EntryText, printEntry } from '@tallystick/core'
import type { AuditedEntry, JournalPosition } from './ports/storage.js'

/** What a storage knows of an entry beside the entry itself. */
export type EntryPlace = Pick<AuditedEntry, 'position' | 'debitNumber' | 'creditNumber' | 'batch' | 'digest'>

export class WholeEntry implements AuditedEntry {
  readonly position: JournalPosition
  readonly debitNumber: number
  readonly creditNumber: number
  readonly batch: string | null
  readonly digest: string

  constructor(
    readonly entry: Entry,
    { position, debitNumber, creditNumber, batch, digest }: EntryPlace,
    private readonly printed?: EntryText,
  ) {
    this.position = position
    this.debitNumber = debitNumber
    this.creditNumber = creditNumber
    this.batch = batch
    this.digest = digest
  }

  get terms(): EntryTerms {
    return this.entry
  }

  get text(): EntryText {
    return this.printed ?? printEntry(this.entry)
  }

  get amount(): Amount {
    return this.entry.amount
  }

  get debitBalance(): Amount {
    return this.entry.debit.balance
  }

  get creditBalance(): Amount {
    return this.entry.credit.balance
  }
}
