import { describe, expect, it } from 'vitest'
import { RECIPIENT, record, SENDER } from '../../record.fixture.js'
import { matches, needsScan, type RecordFilter } from './filter.js'

describe('matches', () => {
  it('lets everything through where nothing is asked', () => {
    expect(matches({}, record('debit'))).toBe(true)
    expect(matches({ currencies: [], transactionTypes: [] }, record('debit'))).toBe(true)
  })

  it.each<[RecordFilter, RecordFilter]>([
    [{ account: SENDER }, { account: RECIPIENT }],
    [{ counterAccount: RECIPIENT }, { counterAccount: SENDER }],
    [{ currency: 'BTC' }, { currency: 'BT' }],
    [{ currencies: ['EUR', 'BTC'] }, { currencies: ['EUR'] }],
    [{ transactionType: 'DEBIT_PAYMENT' }, { transactionType: 'CREDIT_PAYMENT' }],
    [{ transactionTypes: ['EXCHANGE_BUY', 'DEBIT_PAYMENT'] }, { transactionTypes: ['EXCHANGE_BUY'] }],
    [{ opType: 'PAYMENT' }, { opType: 'MINT' }],
    [{ transactionCode: 'code' }, { transactionCode: 'cod' }],
    [{ paymentId: 'id' }, { paymentId: 'ID' }],
    [{ recipientNote: 'yours' }, { recipientNote: 'mine' }],
    [{ senderNote: 'mine' }, { senderNote: 'yours' }],
  ])('finds the debit by %j, and not by %j', (found, missed) => {
    expect(matches(found, record('debit'))).toBe(true)
    expect(matches(missed, record('debit'))).toBe(false)
    expect(needsScan(found)).toBe(true)
    // Both asked at once: all must hold.
    expect(matches({ ...found, amount: [{ op: 'eq', value: '-0.25' }] }, record('debit'))).toBe(true)
    expect(matches({ ...found, amount: [{ op: 'eq', value: '0.25' }] }, record('debit'))).toBe(false)
  })

  it('finds nothing by a field that the record does not have', () => {
    const bare = record('debit', { details: null })
    for (const field of ['transactionCode', 'paymentId', 'recipientNote', 'senderNote'] as const) {
      expect(matches({ [field]: '' }, bare)).toBe(false)
      expect(matches({ [field]: 'undefined' }, bare)).toBe(false)
    }
  })

  it('finds the sender of a payment in the record of the recipient, unless it is anonymous', () => {
    const filter = { counterAccount: SENDER }
    expect(matches(filter, record('credit'))).toBe(true)
    expect(matches(filter, record('credit', { anonymous: true }))).toBe(false)
    expect(matches({ counterAccount: RECIPIENT }, record('debit', { anonymous: true }))).toBe(true)
  })

  it('finds the note of the sender in its own record only', () => {
    const filter = { senderNote: 'mine' }
    expect(matches(filter, record('debit'))).toBe(true)
    expect(matches(filter, record('credit'))).toBe(false)
    expect(matches({ recipientNote: 'yours' }, record('credit'))).toBe(true)
  })

  it.each([
    ['eq', '-0.25', 'eq', '0.25'],
    ['eq', '-.25', 'eq', '+.25'],
    ['eq', '-0.250000000000', 'eq', '0.2500000000000000'],
    ['lt', '-0.2499999999', 'gt', '0.2499999999'],
    ['gt', '-0.2500000001', 'lt', '0.2500000001'],
    ['lte', '-0.25', 'gte', '0.25'],
    ['gte', '-0.25', 'lte', '0.25'],
    ['neq', '0.25', 'neq', '-0.25'],
    ['lt', '0', 'gt', '-0'],
    ['gt', '-1', 'lt', '1.'],
  ] as const)('compares exactly: debit %s %s, credit %s %s', (debit, below, credit, above) => {
    expect(matches({ amount: [{ op: debit, value: below }] }, record('debit'))).toBe(true)
    expect(matches({ amount: [{ op: credit, value: above }] }, record('credit'))).toBe(true)
  })

  it('wants all of its amounts to hold', () => {
    const amount = [
      { op: 'gt', value: '0.2' },
      { op: 'lt', value: '0.3' },
    ] as const
    expect(matches({ amount }, record('credit'))).toBe(true)
    expect(matches({ amount: [...amount, { op: 'neq', value: '0.25' }] }, record('credit'))).toBe(false)
    expect(matches({ amount: [] }, record('credit'))).toBe(true)
  })
})

it('nothing but time needs no scan', () => {
  expect(needsScan({})).toBe(false)
})
