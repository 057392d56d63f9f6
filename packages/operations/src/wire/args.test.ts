import type { RejectionCode } from '@tallystick/core'
import { parseRate } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fcOptions } from '../property.fixture.js'
import { toAmountText, toDetails, toNewAccount, toNewCustomer, toPaymentOrder, toRateText } from './args.js'

/** The code a call is refused with; undefined when it is not. */
function refusal(run: () => unknown): RejectionCode | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Rejected) return error.code
    throw error
  }
}

describe('toRateText', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [0.1, '0.1'],
    [42000.125, '42000.125'],
    [1e-7, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [123e-30, '0.000000000000000000000000000123'],
    [1e20, '100000000000000000000'],
    [1e21, '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [1.23456e25, '12345600000000000000000000'],
    [1e39, `1${'0'.repeat(39)}`],
    [1e-40, `0.${'0'.repeat(39)}1`],
  ])('writes %d as %s', (rate, text) => {
    expect(toRateText(rate)).toBe(text)
  })

  it.each([1e40, Number.MAX_VALUE, 1e-41, 5e-324])('refuses %d, which has more than 40 digits', (rate) => {
    expect(refusal(() => toRateText(rate))).toBe('validation.failed')
  })

  it('names the field and the value that it refuses', () => {
    try {
      toRateText(5e-324)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        status: 400,
        rejection: { violations: [{ target: 'body', property: 'baseRate', value: 5e-324 }] },
      })
    }
  })

  it('writes plain digits that read back as the same number, or refuses', () => {
    const anyRate = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: 1e-45, max: 1e45, noNaN: true }),
      // Numbers as people write them, on both sides of where JavaScript turns to exponents.
      fc.tuple(fc.nat(999_999), fc.integer({ min: -40, max: 36 })).map(([n, e]) => Number(`${n}e${e}`)),
    )
    let written = 0
    fc.assert(
      fc.property(anyRate, (rate) => {
        let text: string
        try {
          text = toRateText(rate)
        } catch (error) {
          expect(error).toBeInstanceOf(Rejected)
          // Only what 40 digits on either side cannot hold: 17 of them may be significant.
          expect(rate >= 1e40 || rate < 1e-22).toBe(true)
          return
        }
        expect(text).toMatch(/^\d+(\.\d+)?$/)
        expect(Number(text) === rate).toBe(true)
        expect(parseRate(text)).toBeDefined()
        written++
      }),
      fcOptions(3000),
    )
    expect(written).toBeGreaterThan(1)
  })
})

describe('toAmountText', () => {
  it('leaves out the plus that the wire allows, and nothing else', () => {
    expect(['+1.5', '1.5', '+.5', '1.', ''].map(toAmountText)).toEqual(['1.5', '1.5', '.5', '1.', ''])
  })
})

describe('toDetails', () => {
  it('is null where nothing was said', () => {
    expect(toDetails({})).toBeNull()
  })

  it('holds only what was said', () => {
    expect(toDetails({ transactionCode: 'code' })).toStrictEqual({ transactionCode: 'code' })
    expect(toDetails({ paymentId: 'id' })).toStrictEqual({ paymentId: 'id' })
    expect(toDetails({ senderNote: 'mine' })).toStrictEqual({ senderNote: 'mine' })
    expect(toDetails({ recipientNote: 'yours' })).toStrictEqual({ recipientNote: 'yours' })
  })
})

describe('toPaymentOrder', () => {
  it('says the least that the wire requires', () => {
    expect(toPaymentOrder({ recipientAccountId: 'r', amount: '+1' })).toStrictEqual({
      recipient: 'r',
      amount: '1',
      anonymous: false,
      baseRate: null,
      details: null,
    })
  })

  it('says all that the wire may carry', () => {
    const order = toPaymentOrder({
      recipientAccountId: 'r',
      amount: '1',
      anonymous: true,
      baseRate: 0,
      transactionCode: 'code',
      paymentId: 'id',
      senderNote: 'mine',
      recipientNote: 'yours',
    })
    expect(order).toStrictEqual({
      recipient: 'r',
      amount: '1',
      anonymous: true,
      baseRate: '0',
      details: { transactionCode: 'code', paymentId: 'id', senderNote: 'mine', recipientNote: 'yours' },
    })
  })
})

describe('toNewAccount', () => {
  it('says null for what was left out', () => {
    expect(toNewAccount({ currency: 'EUR' })).toStrictEqual({
      currency: 'EUR',
      xpub: null,
      customer: null,
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    })
    expect(toNewCustomer({ externalId: 'e' })).toStrictEqual({
      externalId: 'e',
      accountingCurrency: null,
      customerCountry: null,
      providerCountry: null,
    })
  })

  it('keeps each field in its place', () => {
    const customer = {
      externalId: 'e',
      accountingCurrency: 'CZK',
      customerCountry: 'CZ',
      providerCountry: 'SK',
    }
    const account = {
      currency: 'BTC',
      xpub: 'xpub',
      customer,
      accountingCurrency: 'USD',
      accountCode: 'code',
      accountNumber: 'number',
    }
    expect(toNewAccount(account)).toStrictEqual(account)
  })
})
