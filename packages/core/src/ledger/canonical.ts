import type { Entry } from './entry.js'

/** The amounts of an entry as decimal text of minor units; `null` for a value that is unknown. */
export interface EntryText {
  readonly amount: string
  readonly debitBalance: string
  readonly creditBalance: string
  readonly debitValue: string
  readonly creditValue: string
}

/** Whoever writes an entry and its canonical text prints each amount once. */
export function printEntry({ amount, debit, credit }: Entry): EntryText {
  const debitValue = String(debit.value)
  return {
    amount: amount.toString(),
    debitBalance: debit.balance.toString(),
    creditBalance: credit.balance.toString(),
    debitValue,
    creditValue: credit.value === debit.value ? debitValue : String(credit.value),
  }
}

/**
 * An entry as text, one text for each entry and one entry for each text: what the seals of the journal are
 * taken over. The first line gives the lengths of the fields that may hold anything; the details come last.
 * It is part of the format of every ledger ever sealed, so it never changes.
 */
export function canonicalEntry(entry: Entry, text: EntryText = printEntry(entry)): string {
  const { debit, credit, pricing } = entry
  return `${entry.tenant.length} ${entry.currency.length} ${debit.account.length} ${debit.valueCurrency.length} ${credit.account.length} ${credit.valueCurrency.length} ${pricing.source.length}
${entry.tenant}
${entry.reference}
${entry.created}
${entry.operation}
${entry.currency}
${entry.scale}
${text.amount}
${debit.account}
${text.debitBalance}
${text.debitValue}
${debit.valueCurrency}
${credit.account}
${text.creditBalance}
${text.creditValue}
${credit.valueCurrency}
${entry.anonymous}
${pricing.source}
${pricing.timestamp}
${entry.details === null ? '' : canonicalDetails(entry.details)}`
}

/** In the order of their names, whoever wrote them in which. */
function canonicalDetails(details: NonNullable<Entry['details']>): string {
  return JSON.stringify(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
}
