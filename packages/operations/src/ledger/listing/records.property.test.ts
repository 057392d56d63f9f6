/**
 * Lists of records against the plainest thing that could list them: all records of the journal, as they are
 * shown, filtered one by one and cut. The filter is written here a second time, on the shown records.
 */

import { each } from '@tallystick/api'
import { isSystemAccount } from '@tallystick/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deposit, openLedger, START, type TestLedger } from '../../ledger.fixture.js'
import { present, presentRecord } from '../../present.js'
import { fcOptions } from '../../property.fixture.js'

type Shown = ReturnType<typeof presentRecord>

const NAMES = ['GOLD_1', 'GOLD_2', 'GOLD_3', 'BTC_1', 'BTC_2'] as const
const HOLDERS = ['one', 'two'] as const
const NOTES = ['', 'x', 'y'] as const
const note = fc.constantFrom(...NOTES)
const place = fc.nat(NAMES.length - 1)

/** Something happens; about a third of it is refused and leaves no record. */
const action = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    from: place,
    to: place,
    amount: fc.constantFrom('0.5', '1', '2', '5'),
    anonymous: fc.boolean(),
    notes: fc.tuple(note, note, note, note),
  }),
  fc.record({ kind: fc.constant('mint' as const), on: place, own: fc.boolean() }),
  fc.record({ kind: fc.constant('revoke' as const), on: place }),
  fc.record({ kind: fc.constant('deposit' as const), on: place, amount: fc.constantFrom('1', '2') }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 30 }) }),
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Mostly nothing is asked of a field, so that filters still find something. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const OPERATORS = ['gte', 'lte', 'gt', 'lt', 'eq', 'neq'] as const
const OUTSIDE = 'o'.repeat(24)
const someTime = fc.integer({ min: -5, max: 200 })
const types = fc.constantFrom('DEBIT_PAYMENT', 'CREDIT_PAYMENT', 'CREDIT_DEPOSIT', 'EXCHANGE_BUY')
const query = fc.record({
  // Whose records: an account, a customer, or the ledger, perhaps of one account.
  whose: fc.record({
    kind: fc.constantFrom('account', 'customer', 'ledger'),
    account: place,
    holder: fc.nat(1),
    narrowed: fc.boolean(),
  }),
  from: seldom(someTime),
  to: seldom(someTime),
  counterAccount: seldom(fc.oneof(place, fc.constant(-1))),
  filter: fc.record({
    currency: seldom(fc.constantFrom('BTC', 'VC_GOLD', 'EUR')),
    currencies: seldom(fc.constantFrom<string[]>([], ['BTC'], ['BTC', 'VC_GOLD'], ['EUR'])),
    amount: seldom(
      fc.array(
        fc.record({
          op: fc.constantFrom(...OPERATORS),
          value: fc.constantFrom('1', '-1', '+2.000', '.5', '-.5', '0', '-0.50000000000000000001'),
        }),
        { maxLength: 2 },
      ),
    ),
    transactionType: seldom(types),
    transactionTypes: seldom(fc.array(types, { maxLength: 2 })),
    opType: seldom(fc.constantFrom('PAYMENT', 'DEPOSIT', 'MINT', 'REVOKE', 'FAILED')),
    transactionCode: seldom(fc.constantFrom('x', 'y')),
    paymentId: seldom(fc.constantFrom('x', 'y')),
    recipientNote: seldom(fc.constantFrom('x', 'y')),
    senderNote: seldom(fc.constantFrom('x', 'y')),
  }),
  pageSize: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(50)),
})
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

interface Played extends TestLedger {
  readonly accounts: readonly string[]
  readonly customers: readonly string[]
}

async function play(actions: readonly Action[]): Promise<Played> {
  const opened = openLedger()
  const { ledger } = opened
  const accounts: string[] = []
  const customers: string[] = []
  const of = (place: number) => ({ externalId: HOLDERS[place % 2] ?? '' })
  const gold = await ledger.createCurrency({
    name: 'VC_GOLD',
    supply: '10',
    basePair: 'EUR',
    customer: of(0),
  })
  accounts.push(gold.id)
  for (let place = 1; place < NAMES.length; place++) {
    // The last gold account has no customer.
    const customer = place === 2 ? {} : { customer: of(place) }
    const account = NAMES[place]?.startsWith('GOLD')
      ? await ledger.createAccount({ currency: 'VC_GOLD', ...customer })
      : await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub', ...customer })
    accounts.push(account.id)
  }
  for (const externalId of HOLDERS) {
    customers.push((await ledger.getCustomerByExternalOrInternalId({ id: externalId })).id)
  }
  const played = { ...opened, accounts, customers }
  for (const one of actions) await act(played, one).catch(() => undefined)
  return played
}

async function act({ ledger, accounts, pass }: Played, each: Action): Promise<unknown> {
  const id = (place: number) => accounts[place] ?? ''
  switch (each.kind) {
    case 'pay': {
      const [transactionCode, paymentId, senderNote, recipientNote] = each.notes.map(
        (text) => text || undefined,
      )
      return ledger.sendTransaction({
        senderAccountId: id(each.from),
        recipientAccountId: id(each.to),
        amount: each.amount,
        anonymous: each.anonymous,
        ...present({ transactionCode, paymentId, senderNote, recipientNote }),
      })
    }
    case 'mint':
      return ledger.mintCurrency({
        accountId: id(each.on),
        amount: '3',
        ...(each.own ? { reference: 'own', counterAccount: OUTSIDE, recipientNote: 'x' } : {}),
      })
    case 'revoke':
      return ledger.revokeCurrency({ accountId: id(each.on), amount: '0.5' })
    case 'deposit':
      return deposit(ledger, id(each.on), each.amount)
    case 'pass':
      return pass(each.ms)
  }
}

/** Every record there is, newest first; of one entry the debit first. */
async function everyRecord({ storage }: Played): Promise<Shown[]> {
  const entries = await storage.audit((audit) => audit.entries(undefined, 100_000))
  return entries
    .toReversed()
    .flatMap(({ entry }) =>
      (['debit', 'credit'] as const)
        .filter((side) => !isSystemAccount(entry[side].account))
        .map((side) => presentRecord({ entry, side })),
    )
}

/** To twenty decimals and more, as a whole number. */
function whole(text: string): bigint {
  const [digits = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const value = BigInt(digits + fraction.padEnd(30, '0'))
  return text.startsWith('-') ? -value : value
}

const HOLDS: Readonly<Record<(typeof OPERATORS)[number], (a: bigint, b: bigint) => boolean>> = {
  gte: (a, b) => a >= b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  lt: (a, b) => a < b,
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
}

function naive(all: readonly Shown[], asked: Query, { accounts }: Played): Shown[] {
  const { filter } = asked
  const counter = counterOf(asked, accounts)
  const agrees = <T>(wanted: T | undefined, value: T | undefined) => wanted === undefined || wanted === value
  return all.filter(
    (record) =>
      ownersOf(asked, accounts).includes(record.accountId) &&
      (asked.from === undefined || record.created >= START + asked.from) &&
      (asked.to === undefined || record.created <= START + asked.to) &&
      agrees(counter, record.counterAccountId) &&
      agrees(filter.currency, record.currency) &&
      (!filter.currencies?.length || filter.currencies.includes(record.currency)) &&
      (filter.amount ?? []).every(({ op, value }) => HOLDS[op](whole(record.amount), whole(value))) &&
      agrees(filter.transactionType as string | undefined, record.transactionType) &&
      (!filter.transactionTypes?.length ||
        filter.transactionTypes.some((type) => type === record.transactionType)) &&
      agrees(filter.opType as string | undefined, record.operationType) &&
      agrees(filter.transactionCode, record.transactionCode) &&
      agrees(filter.paymentId, record.paymentId) &&
      agrees(filter.recipientNote, record.recipientNote) &&
      agrees(filter.senderNote, record.senderNote),
  )
}

function ownersOf({ whose }: Query, accounts: readonly string[]): string[] {
  const named = accounts[whose.account] ?? ''
  const held = accounts.filter((_, place) => place !== 2 && place % 2 === whose.holder)
  if (whose.kind === 'account') return [named]
  if (whose.kind === 'ledger') return whose.narrowed ? [named] : [...accounts]
  return whose.narrowed ? held.filter((id) => id === named) : held
}

function counterOf({ counterAccount }: Query, accounts: readonly string[]): string | undefined {
  if (counterAccount === undefined) return undefined
  return counterAccount < 0 ? OUTSIDE : accounts[counterAccount]
}

/** The same question to the ledger. */
function ask(
  { ledger, accounts, customers }: Played,
  asked: Query,
  page: { offset?: number; cursor?: string; count?: true },
) {
  const { whose, from, to } = asked
  const fields = {
    ...present({
      ...asked.filter,
      counterAccount: counterOf(asked, accounts),
      from: from === undefined ? undefined : Math.max(0, START + from),
      to: to === undefined ? undefined : Math.max(0, START + to),
    }),
    ...(page.count === true ? page : { pageSize: asked.pageSize, ...page }),
  }
  const account = accounts[whose.account] ?? ''
  if (whose.kind === 'account') return ledger.getTransactionsByAccountId({ ...fields, id: account })
  const narrowed = whose.narrowed ? { ...fields, account } : fields
  return whose.kind === 'ledger'
    ? ledger.getTransactions(narrowed)
    : ledger.getTransactionsByCustomerId({ ...narrowed, id: customers[whose.holder] ?? '' })
}

describe('lists of records', () => {
  it('are, page by page, what a plain filter of all records finds; and so is their count', async () => {
    let found = 0
    let none = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 5, maxLength: 60 }),
        fc.array(query, { minLength: 12, maxLength: 12 }),
        async (actions, queries) => {
          const played = await play(actions)
          const all = await everyRecord(played)
          for (const asked of queries) {
            const expected = naive(all, asked, played)
            expect(await ask(played, asked, { count: true })).toBe(expected.length)
            // Every page, and one beyond the end.
            for (let offset = 0; offset <= expected.length + asked.pageSize; offset += asked.pageSize) {
              const page = await ask(played, asked, { offset })
              expect(page).toEqual(expected.slice(offset, offset + asked.pageSize))
            }
            // By cursors.
            const walked: unknown[] = []
            const pages = (page: { cursor?: string }) => ask(played, asked, page) as Promise<readonly Shown[]>
            for await (const record of each(pages, {})) walked.push(record)
            expect(walked).toEqual(expected)
            // From between the pages.
            const offset = Math.floor(expected.length / 2)
            expect(await ask(played, asked, { offset })).toEqual(
              expected.slice(offset, offset + asked.pageSize),
            )
            if (expected.length > 0) found++
            else none++
          }
        },
      ),
      fcOptions(60),
    )
    // The filters tell something apart.
    expect(found).toBeGreaterThan(none / 3)
    expect(none).toBeGreaterThan(0)
  })
})
