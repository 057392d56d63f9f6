/** Recomputes balances, record numbers and times of each account from its postings. */
import type { AccountId, Amount, EntryTerms, Timestamp } from '@tallystick/core'
import type { Report } from './discrepancy.js'
import type { AuditedEntry } from './ports/storage.js'

interface Tally {
  sum: Amount
  records: number
  /** The time of the newest record. */
  at: Timestamp
}

export class Tallies {
  private readonly tallies = new Map<AccountId, Tally>()

  /** @param partly Whether the past is left out: then an account begins with its first entry, as that says */
  constructor(
    private readonly report: Report,
    private readonly partly = false,
  ) {}

  /** The next entry, in the order of the audit. */
  entry({ terms, text, debitNumber, creditNumber }: AuditedEntry): void {
    const amount = BigInt(text.amount)
    this.post(terms, terms.debit.account, -amount, BigInt(text.debitBalance), debitNumber)
    this.post(terms, terms.credit.account, amount, BigInt(text.creditBalance), creditNumber)
  }

  /** What the postings of the account add up to, each account once; null if that is unknown. */
  take(account: AccountId): Pick<Tally, 'sum' | 'records'> | null {
    const tally = this.tallies.get(account)
    this.tallies.delete(account)
    return tally ?? (this.partly ? null : { sum: 0n, records: 0 })
  }

  /** Reports the accounts that have postings and were not taken. */
  end(): void {
    for (const [id, { sum }] of this.tallies) this.report('balance', id, 'no such account', sum)
  }

  private post(terms: EntryTerms, account: AccountId, amount: Amount, balance: Amount, number: number): void {
    const { created } = terms
    let known = this.tallies.get(account)
    if (known === undefined) {
      known = this.partly
        ? { sum: balance - amount, records: number - 1, at: 0 }
        : { sum: 0n, records: 0, at: 0 }
      this.tallies.set(account, known)
    }
    known.sum += amount
    known.records++
    if (known.sum !== balance) {
      this.report('balance-after', `${account} at ${terms.reference}`, balance, known.sum)
      // From here on uses the journal's value, so one changed entry is reported once.
      known.sum = balance
    }
    if (known.records !== number) {
      this.report('record-number', `${account} at ${terms.reference}`, number, known.records)
      known.records = number
    }
    // Lookups by time search a history whose times rise.
    if (created < known.at)
      this.report('time', `${account} at ${terms.reference}`, created, `${known.at} or later`)
    else known.at = created
  }
}
