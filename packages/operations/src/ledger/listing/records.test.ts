import type { AccountId, CustomerId, TenantId } from '@tallystick/core'
import type { JournalRecord } from '@tallystick/engine'
import { turnsDuring } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger, START, type TestLedger } from '../../ledger.fixture.js'
import { customerRecords } from './customer.js'
import {
  accountRecords,
  countRecords,
  ledgerRecords,
  listRecords,
  type Source,
  type Span,
} from './records.js'

const TENANT = 'default' as TenantId
const EVER: Span = { from: undefined, to: undefined }

/** Past two chunks, so that every edge between chunks is met. */
const PAYMENTS = 1_203

describe('a long history', () => {
  let opened: TestLedger
  let sender: AccountId
  let recipient: AccountId
  let customer: CustomerId

  beforeAll(async () => {
    opened = openLedger()
    const { ledger } = opened
    sender = (await fundedAccount(ledger, '1000', 'one')) as AccountId
    recipient = (
      await ledger.createAccountXpub({ currency: 'BTC', xpub: 'x', customer: { externalId: 'one' } })
    ).id as AccountId
    customer = (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id as CustomerId
    for (let sent = 0; sent < PAYMENTS; sent += 3) {
      opened.pass(1)
      await ledger.sendTransactionBatch({
        senderAccountId: sender,
        transaction: [0, 1, 2].map((place) => ({
          recipientAccountId: recipient,
          amount: '0.01',
          paymentId: `${sent + place}`,
          transactionCode: (sent + place) % 2 === 0 ? 'even' : 'odd',
        })),
      })
    }
  })

  const sources = () =>
    [
      accountRecords(opened.ledger.engine.query, TENANT, sender, EVER),
      customerRecords(opened.ledger.engine.query, TENANT, customer, EVER),
      ledgerRecords(opened.ledger.engine.query, TENANT, EVER),
    ] as const
  const names = (records: readonly JournalRecord[]) =>
    records.map(({ entry, side }) => `${entry.details?.paymentId ?? 'deposit'} ${side}`)
  const both = (payment: number) => [`${payment} debit`, `${payment} credit`]

  it('is listed whole, newest first', async () => {
    const newest = Array.from({ length: PAYMENTS }, (_, index) => PAYMENTS - 1 - index)
    const wanted = [
      [...newest.map((payment) => `${payment} debit`), 'deposit credit'],
      [...newest.flatMap(both), 'deposit credit'],
      [...newest.flatMap(both), 'deposit credit'],
    ]
    for (const [index, source] of sources().entries()) {
      const all = await listRecords(source, {}, { offset: 0, limit: 10_000 })
      expect(names(all)).toEqual(wanted[index])
      expect(await countRecords(source, {})).toBe(all.length)
    }
  })

  it('is cut at any place, with and without a filter', async () => {
    for (const source of sources()) {
      for (const filter of [{}, { transactionCode: 'odd' }]) {
        const all = await listRecords(source, filter, { offset: 0, limit: 10_000 })
        expect(await countRecords(source, filter)).toBe(all.length)
        for (const offset of [
          0,
          1,
          498,
          499,
          500,
          501,
          999,
          1_000,
          1_001,
          all.length - 1,
          all.length,
          9_999,
        ]) {
          for (const limit of [1, 2, 50, 501]) {
            const page = await listRecords(source, filter, { offset, limit })
            expect(names(page)).toEqual(names(all.slice(offset, offset + limit)))
          }
        }
      }
    }
  })

  it('goes on after any record, with and without a filter, whatever has come meanwhile', async () => {
    const { ledger, pass } = opened
    for (const [index, source] of sources().entries()) {
      for (const filter of [{}, { transactionCode: 'odd' }]) {
        const all = await listRecords<JournalRecord>(source, filter, { offset: 0, limit: 10_000 })
        for (const at of [0, 1, 2, 798, 799, 800, 801, all.length - 2, all.length - 1]) {
          const record = all[at]
          if (record === undefined) continue
          const name = (source as Source).nameOf(record)
          if (at === 799) {
            pass(1)
            const to = { senderAccountId: sender, recipientAccountId: recipient, amount: '0.0001' }
            await ledger.sendTransaction({ ...to, transactionCode: 'odd', paymentId: `new ${index}` })
          }
          for (const [offset, limit] of [
            [0, 1],
            [0, 501],
            [3, 50],
          ] as const) {
            const page = await listRecords<JournalRecord>(source.after(name), filter, { offset, limit })
            const first = at + 1 + offset
            expect(names(page)).toEqual(names(all.slice(first, first + limit)))
          }
        }
      }
    }
  })

  it('has nothing after a name that nobody gave, and does not fail', async () => {
    const made = ['', ' ', '0', '-1', '1e3', '9'.repeat(15), '9'.repeat(40), 'x'.repeat(16), '__proto__']
    const places = made.map((place) => `${'0'.repeat(16)}${place}`)
    for (const source of sources()) {
      for (const name of [...made, ...places, '1 1 nobody', '1 x', `${START} 1 `]) {
        const page = await listRecords<JournalRecord>(source.after(name), {}, { offset: 0, limit: 5 })
        // The number of an account's record is its name.
        if (name !== '9'.repeat(15)) expect([name, page]).toEqual([name, []])
      }
    }
  })

  it('is cut at any time: both ends belong to the span', async () => {
    const { query } = opened.ledger.engine
    const spans: readonly Span[] = [
      { from: undefined, to: START },
      { from: START, to: START },
      { from: START + 1, to: undefined },
      { from: START + 100, to: START + 300 },
      { from: START + 401, to: START + 10_000 },
      { from: START + 402, to: undefined },
      { from: START + 300, to: START + 100 },
      { from: undefined, to: 0 },
      { from: 0, to: 0 },
    ]
    const everySource = [
      (span: Span) => accountRecords(query, TENANT, sender, span),
      (span: Span) => customerRecords(query, TENANT, customer, span),
      (span: Span) => ledgerRecords(query, TENANT, span),
    ]
    for (const source of everySource) {
      const all = await listRecords(source(EVER), {}, { offset: 0, limit: 10_000 })
      for (const span of spans) {
        const inside = all.filter(
          ({ entry }) => entry.created >= (span.from ?? 0) && entry.created <= (span.to ?? Number.MAX_VALUE),
        )
        expect(await countRecords(source(span), {})).toBe(inside.length)
        expect(names(await listRecords(source(span), {}, { offset: 0, limit: 10_000 }))).toEqual(
          names(inside),
        )
        expect(names(await listRecords(source(span), {}, { offset: 7, limit: 20 }))).toEqual(
          names(inside.slice(7, 27)),
        )
      }
    }
  })

  it('lets other calls run while it is searched', async () => {
    const { result, turns } = await turnsDuring(() =>
      listRecords(
        ledgerRecords(opened.ledger.engine.query, TENANT, EVER),
        { paymentId: 'none' },
        { offset: 0, limit: 1 },
      ),
    )
    expect(result).toEqual([])
    expect(turns).toBeGreaterThan(0)
  })
})

describe('a listing call', () => {
  it('counts all with count, whatever page is named beside it', async () => {
    const { ledger } = openLedger()
    const id = await fundedAccount(ledger, '1', 'one')
    const customer = (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id
    const calls = [
      (query: object) => ledger.getTransactionsByAccountId({ id, ...query }),
      (query: object) => ledger.getTransactionsByCustomerId({ id: customer, ...query }),
      (query: object) => ledger.getTransactions(query),
    ]
    for (const call of calls) {
      for (const page of [{ pageSize: 10 }, { offset: 7 }, { pageSize: 1, offset: 1 }])
        expect(await call({ count: true, ...page })).toBe(1)
      expect(await call({ count: true })).toBe(1)
      expect(await call({ count: false, pageSize: 10 })).toHaveLength(1)
      expect(await call({})).toHaveLength(1)
    }
  })

  it('gives at most fifty records where nothing is said', async () => {
    const { ledger } = openLedger()
    const from = await fundedAccount(ledger, '1')
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'x' })).id
    const transaction = Array.from({ length: 60 }, () => ({ recipientAccountId: to, amount: '0.001' }))
    await ledger.sendTransactionBatch({ senderAccountId: from, transaction })
    expect(await ledger.getTransactionsByAccountId({ id: from })).toHaveLength(50)
    expect(await ledger.getTransactions()).toHaveLength(50)
    expect(await ledger.getTransactionsByAccountId({ id: from, offset: 50 })).toHaveLength(11)
    expect(await ledger.getTransactionsByAccountId({ id: from, count: true })).toBe(61)
  })

  it('keeps the records of a deactivated account', async () => {
    const { ledger } = openLedger()
    const from = await fundedAccount(ledger, '1', 'one')
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'x' })).id
    await ledger.sendTransaction({ senderAccountId: from, recipientAccountId: to, amount: '1' })
    await ledger.deactivateAccount({ id: from })
    const customer = (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id
    expect(await ledger.getTransactionsByAccountId({ id: from })).toHaveLength(2)
    expect(await ledger.getTransactionsByCustomerId({ id: customer })).toHaveLength(2)
    expect(await ledger.getTransactionsByCustomerId({ id: customer, account: from, count: true })).toBe(2)
  })

  it('finds nothing of an account that is not the customer’s', async () => {
    const { ledger } = openLedger()
    const own = await fundedAccount(ledger, '1', 'one')
    const foreign = await fundedAccount(ledger, '1', 'two')
    const customer = (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id
    expect(await ledger.getTransactionsByCustomerId({ id: customer, account: own })).toHaveLength(1)
    expect(await ledger.getTransactionsByCustomerId({ id: customer, account: foreign })).toEqual([])
    expect(await ledger.getTransactionsByCustomerId({ id: customer, account: foreign, count: true })).toBe(0)
  })

  it('gives both records of a payment by its reference, the sender first', async () => {
    const { ledger } = openLedger()
    const from = await fundedAccount(ledger, '1')
    const to = (await ledger.createAccountXpub({ currency: 'BTC', xpub: 'x' })).id
    const { reference } = await ledger.sendTransaction({
      senderAccountId: from,
      recipientAccountId: to,
      amount: '0.4',
    })
    const records = await ledger.getTransactionsByReference({ reference })
    expect(records.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      [from, '-0.4'],
      [to, '0.4'],
    ])
    expect(new Set(records.map((record) => record.reference))).toEqual(new Set([reference]))
    expect(await ledger.getTransactionsByReference({ reference: 'x'.repeat(36) })).toEqual([])
  })
})

describe('a deposit that was seen long before it was done', () => {
  it('stands where it was credited, in every list, and is found in that span', async () => {
    const { ledger, pass } = openLedger()
    const early = await fundedAccount(ledger, '1', 'one')
    const late = (
      await ledger.createAccountXpub({ currency: 'BTC', xpub: 'x', customer: { externalId: 'one' } })
    ).id
    const seen = { txId: 'slow transaction' }
    // Its reference is given now, so it is older than that of the payment below.
    await deposit(ledger, late, '2', { ...seen, status: 'InProgress' })
    pass(3_600_000)
    await ledger.sendTransaction({ senderAccountId: early, recipientAccountId: late, amount: '1' })
    pass(3_600_000)
    await deposit(ledger, late, '2', { ...seen, status: 'Done' })

    const customer = (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id
    const newest = ['2', '-1', '1', '1']
    const amounts = (records: Awaited<ReturnType<typeof ledger.getTransactions>>) =>
      Array.isArray(records) ? records.map(({ amount }) => amount) : records
    expect(amounts(await ledger.getTransactionsByAccountId({ id: late }))).toEqual(['2', '1'])
    expect(amounts(await ledger.getTransactionsByCustomerId({ id: customer }))).toEqual(newest)
    expect(amounts(await ledger.getTransactions())).toEqual(newest)
    const from = START + 7_200_000
    expect(amounts(await ledger.getTransactionsByAccountId({ id: late, from }))).toEqual(['2'])
    expect(amounts(await ledger.getTransactionsByCustomerId({ id: customer, from }))).toEqual(['2'])
    expect(amounts(await ledger.getTransactions({ from }))).toEqual(['2'])
    expect(amounts(await ledger.getTransactions({ to: START + 3_600_000 }))).toEqual(newest.slice(1))
  })
})
