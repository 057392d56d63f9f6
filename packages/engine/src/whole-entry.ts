/** Entries of an audit: of a storage that has the whole of them anyway, and of one that has what they print. */
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

/**
 * An entry of which a storage has read the text. Most of the time of reading a million entries is that of making objects,
 * so the whole entry is made only when it is asked for.
 */
export abstract class PrintedEntry implements AuditedEntry {
  abstract readonly position: JournalPosition

  constructor(
    readonly terms: EntryTerms,
    readonly text: EntryText,
    readonly debitNumber: number,
    readonly creditNumber: number,
    readonly batch: string | null,
    readonly digest: string,
  ) {}

  get amount(): Amount {
    return BigInt(this.text.amount)
  }

  get debitBalance(): Amount {
    return BigInt(this.text.debitBalance)
  }

  get creditBalance(): Amount {
    return BigInt(this.text.creditBalance)
  }

  get entry(): Entry {
    const { terms, text } = this
    return {
      ...terms,
      amount: this.amount,
      debit: {
        account: terms.debit.account,
        balance: this.debitBalance,
        value: amountOf(text.debitValue),
        valueCurrency: terms.debit.valueCurrency,
      },
      credit: {
        account: terms.credit.account,
        balance: this.creditBalance,
        value: amountOf(text.creditValue),
        valueCurrency: terms.credit.valueCurrency,
      },
    }
  }
}

const amountOf = (text: string): Amount | null => (text === 'null' ? null : BigInt(text))
