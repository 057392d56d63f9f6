import type { Entry, Leg } from './entry.js'

/** The amounts of an entry as decimal text of minor units; `null` for an unknown value. */
export interface EntryText {
  readonly amount: string
  readonly debitBalance: string
  readonly creditBalance: string
  readonly debitValue: string
  readonly creditValue: string
}

/** What the canonical text says of an entry beside its amounts. An entry has all of it. */
export interface EntryTerms
  extends Pick<
    Entry,
    | 'tenant'
    | 'reference'
    | 'created'
    | 'operation'
    | 'currency'
    | 'scale'
    | 'anonymous'
    | 'pricing'
    | 'details'
  > {
  readonly debit: Pick<Leg, 'account' | 'valueCurrency'>
  readonly credit: Pick<Leg, 'account' | 'valueCurrency'>
}

/** Formats each amount once, for both the stored entry and its canonical text. */
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
 * Canonical text of an entry, for seals: different entries have different texts. The first line lists the lengths of
 * the fields with free text; the details come last. The text is part of the format of every sealed ledger, so it must
 * never change.
 */
export function canonicalEntry(entry: EntryTerms, text: EntryText): string {
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

/** Sorted by name, so that the order in which they were written does not matter. */
function canonicalDetails(details: NonNullable<Entry['details']>): string {
  return JSON.stringify(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
}
