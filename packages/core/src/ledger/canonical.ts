import type { Entry } from './entry.js'

/**
 * An entry as text, one text for each entry and one entry for each text: what the seals of the journal are
 * taken over. The first line gives the lengths of the fields that may hold anything; the details come last.
 * It is part of the format of every ledger ever sealed, so it never changes.
 */
export function canonicalEntry(entry: Entry): string {
  const { debit, credit, pricing } = entry
  return `${entry.tenant.length} ${entry.currency.length} ${debit.account.length} ${debit.valueCurrency.length} ${credit.account.length} ${credit.valueCurrency.length} ${pricing.source.length}
${entry.tenant}
${entry.reference}
${entry.created}
${entry.operation}
${entry.currency}
${entry.scale}
${entry.amount}
${debit.account}
${debit.balance}
${debit.value}
${debit.valueCurrency}
${credit.account}
${credit.balance}
${credit.value}
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
