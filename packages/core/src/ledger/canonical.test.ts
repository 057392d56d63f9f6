import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountId, Reference, TenantId } from '../ids.js'
import { canonicalEntry, type EntryTerms, type EntryText, printEntry, readEntry } from './canonical.js'
import type { Entry } from './entry.js'

const TERMS: EntryTerms = {
  tenant: 'acme' as TenantId,
  reference: '01a221e4-36e2-7040-baef-bae5c166f2d6' as Reference,
  created: 1_795_864_934_102,
  operation: 'PAYMENT',
  currency: 'EUR',
  scale: 2,
  debit: { account: '65f1a2b3c4d5e6f708192a3b' as AccountId, valueCurrency: 'USD' },
  credit: { account: 'world:EUR:acme' as AccountId, valueCurrency: 'CHF' },
  anonymous: false,
  pricing: { source: 'fixed', timestamp: 1_795_864_934_000 },
  details: { senderNote: 'Rent\n"May"', paymentId: '7' },
}
const TEXT: EntryText = {
  amount: '1250',
  debitBalance: '98750',
  creditBalance: '-98750',
  debitValue: '1375',
  creditValue: 'null',
}

it('the text of an entry is the one that every ledger has sealed', () => {
  expect(canonicalEntry(TERMS, TEXT)).toBe(
    `4 3 24 3 14 3 5
acme
01a221e4-36e2-7040-baef-bae5c166f2d6
1795864934102
PAYMENT
EUR
2
1250
65f1a2b3c4d5e6f708192a3b
98750
1375
USD
world:EUR:acme
-98750
null
CHF
false
fixed
1795864934000
[["paymentId","7"],["senderNote","Rent\\n\\"May\\""]]`,
  )
})

const free = fc.constantFrom('', 'a', 'b', 'aa', 'é\n', 'a 😀')
const time = fc.integer({ min: 0, max: 2 })
const leg = fc.record({ account: free as fc.Arbitrary<AccountId>, valueCurrency: free })
const anyTerms: fc.Arbitrary<EntryTerms> = fc.record({
  tenant: free as fc.Arbitrary<TenantId>,
  reference: free as fc.Arbitrary<Reference>,
  created: time,
  operation: fc.constantFrom('PAYMENT', 'MINT'),
  currency: free,
  scale: time,
  debit: leg,
  credit: leg,
  anonymous: fc.boolean(),
  pricing: fc.record({ source: free, timestamp: time }),
  details: fc.constantFrom(null, {}, { txId: '1' }),
})
const anyText: fc.Arbitrary<EntryText> = fc.record({
  amount: free,
  debitBalance: free,
  creditBalance: free,
  debitValue: free,
  creditValue: free,
})

/** Each field on its own, as the format was described first. */
function described(entry: EntryTerms, text: EntryText): string {
  const { tenant, currency, debit, credit, pricing, details } = entry
  const names = [tenant, currency, debit.account, debit.valueCurrency, credit.account, credit.valueCurrency]
  return [
    [...names, pricing.source].map(({ length }) => length).join(' '),
    ...[tenant, entry.reference, entry.created, entry.operation, currency, entry.scale, text.amount],
    ...[debit.account, text.debitBalance, text.debitValue, debit.valueCurrency],
    ...[credit.account, text.creditBalance, text.creditValue, credit.valueCurrency],
    ...[entry.anonymous, pricing.source, pricing.timestamp],
    details === null ? '' : JSON.stringify(Object.entries(details)),
  ].join('\n')
}

/** One differs from the other in a few fields, so that they share all others. */
const neighbours = fc
  .tuple(anyTerms, anyTerms, fc.subarray(Object.keys(TERMS) as (keyof EntryTerms)[]))
  .map(([first, other, fields]) => [
    first,
    { ...first, ...Object.fromEntries(fields.map((field) => [field, other[field]])) },
  ])

it('is that of its own fields, whichever entry came before', () => {
  fc.assert(
    fc.property(neighbours, anyText, (entries, text) => {
      for (const entry of entries as EntryTerms[])
        expect(canonicalEntry(entry, text)).toBe(described(entry, text))
    }),
    { numRuns: 2_000 },
  )
})

it('printed and read again, an entry is the same', () => {
  const value = fc.option(fc.bigInt({ min: 0n }))
  fc.assert(
    fc.property(
      anyTerms,
      fc.bigInt(),
      fc.bigInt(),
      fc.bigInt(),
      value,
      value,
      (any, amount, debited, credited, ...values) => {
        const terms = any as EntryTerms
        const entry: Entry = {
          ...terms,
          amount,
          debit: { ...terms.debit, balance: debited, value: values[0] },
          credit: { ...terms.credit, balance: credited, value: values[1] },
        }
        expect(readEntry(terms, printEntry(entry))).toEqual(entry)
      },
    ),
  )
})
