/** Recomputes balances, record numbers and times of each account from its postings. */
import type { AccountId, Amount, Entry, Leg, Timestamp } from '@tallystick/core'
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

  constructor(private readonly report: Report) {}

  /** The next entry, in the order of the audit. */
  entry({ entry, debitNumber, creditNumber }: AuditedEntry): void {
    this.post(entry.debit, -entry.amount, debitNumber, entry)
    this.post(entry.credit, entry.amount, creditNumber, entry)
  }

  /** What the postings of the account add up to, each account once. */
  take(account: AccountId): Pick<Tally, 'sum' | 'records'> {
    const tally = this.tallies.get(account)
    this.tallies.delete(account)
    return tally ?? { sum: 0n, records: 0 }
  }

  /** Reports the accounts that have postings and were not taken. */
  end(): void {
    for (const [id, { sum }] of this.tallies) this.report('balance', id, 'no such account', sum)
  }

  private post(
    { account, balance }: Leg,
    amount: Amount,
    number: number,
    { reference, created }: Entry,
  ): void {
    let known = this.tallies.get(account)
    if (known === undefined) {
      known = { sum: 0n, records: 0, at: 0 }
      this.tallies.set(account, known)
    }
    known.sum += amount
    known.records++
    if (known.sum !== balance) {
      this.report('balance-after', `${account} at ${reference}`, balance, known.sum)
      // From here on uses the journal's value, so one changed entry is reported once.
      known.sum = balance
    }
    if (known.records !== number) {
      this.report('record-number', `${account} at ${reference}`, number, known.records)
      known.records = number
    }
    // Lookups by time search a history whose times rise.
    if (created < known.at) this.report('time', `${account} at ${reference}`, created, `${known.at} or later`)
    else known.at = created
  }
}
