import { BigNumber } from '@tallystick/core'
import { expect, it } from 'vitest'
import { Fault } from '../faults.js'
import { staticRates } from './static.js'

const PRICES = { source: 'house', timestamp: 1, base: 'EUR', rates: { BTC: '2' } }

it('answers one required table, also when closed', () => {
  const rates = staticRates(PRICES)
  const table = rates.table()
  expect(table).toMatchObject({ source: 'house', timestamp: 1, required: true })
  expect(table.rate('BTC', 'EUR')).toEqual({ numerator: new BigNumber(2), denominator: new BigNumber(1) })
  rates.close()
  expect(rates.table()).toBe(table)
})

it('refuses a malformed table at once, with all its problems', () => {
  let fault: unknown
  try {
    staticRates({ ...PRICES, base: '', rates: { BTC: '-1' } })
  } catch (cause) {
    fault = cause
  }
  expect(fault).toBeInstanceOf(Fault)
  expect(fault).toMatchObject({
    message:
      'The price table is malformed: base is "", not a currency code; ' +
      'rates.BTC is "-1", not a plain decimal such as "36000.5"',
    details: { problems: 2 },
    docs: 'docs/rates.md',
  })
})
