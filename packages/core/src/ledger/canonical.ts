import type { Amount } from '../money.js'
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

/** The entry of its terms and of what `printEntry` has made of its amounts. */
export function readEntry(terms: EntryTerms, text: EntryText): Entry {
  const { tenant, reference, created, operation, currency, scale, anonymous, details } = terms
  const { debit, credit, pricing } = terms
  const value = readValue(text.debitValue)
  return {
    tenant,
    reference,
    created,
    operation,
    currency,
    scale,
    amount: BigInt(text.amount),
    debit: {
      account: debit.account,
      balance: BigInt(text.debitBalance),
      value,
      valueCurrency: debit.valueCurrency,
    },
    credit: {
      account: credit.account,
      balance: BigInt(text.creditBalance),
      value: text.creditValue === text.debitValue ? value : readValue(text.creditValue),
      valueCurrency: credit.valueCurrency,
    },
    anonymous,
    details,
    pricing: { source: pricing.source, timestamp: pricing.timestamp },
  }
}

const readValue = (text: string): Amount | null => (text === 'null' ? null : BigInt(text))

/**
 * Canonical text of an entry, for seals: different entries have different texts. The first line lists the lengths of
 * the fields with free text; the details come last. The text is part of the format of every sealed ledger, so it must
 * never change.
 */
export function canonicalEntry(entry: EntryTerms, text: EntryText): string {
  const { reference, created, debit, credit, pricing, details } = entry
  if (like === null || !isLike(entry, like.entry)) like = partsOf(entry)
  const { start, moved, debited, credited } = like
  const at = String(created)
  const pricedAt = pricing.timestamp === created ? at : String(pricing.timestamp)
  // The fewer parts are joined, the faster.
  return `${start}${reference}
${at}${moved}${text.amount}
${debit.account}
${text.debitBalance}
${text.debitValue}${debited}${credit.account}
${text.creditBalance}
${text.creditValue}${credited}${pricedAt}
${details === null ? '' : canonicalDetails(details)}`
}

/** What an entry shares with most of those before it. */
interface Parts {
  readonly entry: EntryTerms
  readonly start: string
  readonly moved: string
  readonly debited: string
  readonly credited: string
}

function partsOf(entry: EntryTerms): Parts {
  const { tenant, operation, currency, scale, debit, credit, anonymous, pricing } = entry
  const lengths = [tenant, currency, debit.account, debit.valueCurrency, credit.account, credit.valueCurrency]
  return {
    entry,
    start: `${lengths.map(({ length }) => `${length} `).join('')}${pricing.source.length}\n${tenant}\n`,
    moved: `\n${operation}\n${currency}\n${scale}\n`,
    debited: `\n${debit.valueCurrency}\n`,
    credited: `\n${credit.valueCurrency}\n${anonymous}\n${pricing.source}\n`,
  }
}

/** Whether both have the same parts. */
const isLike = (entry: EntryTerms, other: EntryTerms): boolean =>
  entry.tenant === other.tenant &&
  entry.operation === other.operation &&
  entry.currency === other.currency &&
  entry.scale === other.scale &&
  entry.debit.account.length === other.debit.account.length &&
  entry.debit.valueCurrency === other.debit.valueCurrency &&
  entry.credit.account.length === other.credit.account.length &&
  entry.credit.valueCurrency === other.credit.valueCurrency &&
  entry.anonymous === other.anonymous &&
  entry.pricing.source === other.pricing.source

/** Of the entry before. */
let like: Parts | null = null

/** Sorted by name, so that the order in which they were written does not matter. */
function canonicalDetails(details: NonNullable<Entry['details']>): string {
  return JSON.stringify(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
}
