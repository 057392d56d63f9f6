import { parseRate, type RateTable } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { readPriceTable } from './table.js'

const GOOD = {
  source: 'CoinGecko',
  timestamp: 1606076765607,
  base: 'EUR',
  rates: { BTC: '36000.5', USD: '0.92', VND: '0.00003', GONE: '0', ZERO: '0.000' },
}

function read(value: unknown): RateTable {
  const result = readPriceTable(value)
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result.table
}

function problems(value: unknown): readonly string[] {
  const result = readPriceTable(value)
  return result.ok ? [] : result.problems
}

/** Whether `table` answers exactly `numerator / denominator`. */
function expectRate(
  table: RateTable,
  currency: string,
  base: string,
  numerator: bigint,
  denominator: bigint,
) {
  const rate = table.rate(currency, base)
  expect(rate?.denominator.gt(0)).toBe(true)
  expect(rate?.numerator.times(denominator).eq(rate.denominator.times(numerator))).toBe(true)
}

describe('a price table', () => {
  it('says whose it is, and is required', () => {
    expect(read(GOOD)).toMatchObject({ source: 'CoinGecko', timestamp: 1606076765607, required: true })
  })

  it('answers exact rates', () => {
    const table = read(GOOD)
    expectRate(table, 'BTC', 'EUR', 360005n, 10n)
    expectRate(table, 'EUR', 'BTC', 10n, 360005n)
    // 36000.5 / 0.92, which no decimal says
    expectRate(table, 'BTC', 'USD', 3600050n, 92n)
    expectRate(table, 'USD', 'BTC', 92n, 3600050n)
    expectRate(table, 'USD', 'VND', 92000n, 3n)
    expectRate(table, 'EUR', 'EUR', 1n, 1n)
    expectRate(table, 'BTC', 'BTC', 1n, 1n)
  })

  it('keeps every digit of a long price', () => {
    const text = `${'9'.repeat(40)}.${'1'.repeat(40)}`
    const table = read({ ...GOOD, rates: { BTC: text } })
    expect(table.rate('BTC', 'EUR')).toEqual(parseRate(text))
  })

  it.each([
    ['an unknown currency', 'XRP', 'EUR'],
    ['an unknown base', 'BTC', 'XRP'],
    ['two unknowns', 'XRP', 'XRP'],
    ['another case', 'btc', 'EUR'],
    ['a price of zero', 'GONE', 'EUR'],
    ['in a currency whose price is zero', 'EUR', 'GONE'],
    ['zero in zero', 'GONE', 'ZERO'],
    ['zero in itself', 'ZERO', 'ZERO'],
    ['a name that every object has', 'constructor', 'EUR'],
    ['a prototype', '__proto__', 'EUR'],
  ])('has no rate for %s', (_name, currency, base) => {
    expect(read(GOOD).rate(currency, base)).toBeUndefined()
  })

  it('is not touched by later changes to its JSON', () => {
    const rates: Record<string, string> = { BTC: '2' }
    const table = read({ ...GOOD, rates })
    rates['BTC'] = '3'
    rates['USD'] = '1'
    expectRate(table, 'BTC', 'EUR', 2n, 1n)
    expect(table.rate('USD', 'EUR')).toBeUndefined()
  })

  it('may list its base at 1, and ignores fields that it does not know', () => {
    expectRate(read({ ...GOOD, rates: { EUR: '1.00', BTC: '2' }, licence: 'CC0' }), 'BTC', 'EUR', 2n, 1n)
  })
})

describe('a malformed price table', () => {
  it.each([
    ['nothing', undefined, 'the table is missing, not an object'],
    ['null', null, 'the table is null, not an object'],
    ['a list', [GOOD], 'the table is a list, not an object'],
    ['no source', { ...GOOD, source: undefined }, 'source is missing, not a text of 1 to 100 characters'],
    ['an empty source', { ...GOOD, source: '' }, 'source is "", not a text of 1 to 100 characters'],
    [
      'a line break in the source',
      { ...GOOD, source: 'a\nb' },
      'source is "a\\nb", not a text of 1 to 100 characters',
    ],
    [
      'a long source',
      { ...GOOD, source: 'x'.repeat(101) },
      `source is "${'x'.repeat(50)}…", not a text of 1 to 100 characters`,
    ],
    ...[undefined, null, '1606076765607', 1.5, -1, Number.NaN, 8.64e15 + 1].map(
      (timestamp): [string, unknown, string] => [
        `the timestamp ${timestamp}`,
        { ...GOOD, timestamp },
        `timestamp is ${timestamp === undefined ? 'missing' : typeof timestamp === 'string' ? `"${timestamp}"` : timestamp}, not a whole number of milliseconds`,
      ],
    ),
    ['no base', { ...GOOD, base: undefined }, 'base is missing, not a currency code'],
    ['a blank in the base', { ...GOOD, base: 'E R' }, 'base is "E R", not a currency code'],
    ['no rates', { ...GOOD, rates: undefined }, 'rates is missing, not an object'],
    ['a list of rates', { ...GOOD, rates: ['1'] }, 'rates is a list, not an object'],
    ['empty rates', { ...GOOD, rates: {} }, 'rates is empty'],
    [
      'a code that is none',
      { ...GOOD, rates: { 'BTC/EUR': '1' } },
      'rates has "BTC/EUR", not a currency code',
    ],
    [
      'a number',
      { ...GOOD, rates: { BTC: 36000.5 } },
      'rates.BTC is the number 36000.5; write it in quotes, because a JSON number may have lost digits',
    ],
    [
      'a base that is not worth itself',
      { ...GOOD, rates: { EUR: '1.1' } },
      'rates.EUR is "1.1", but the base is worth 1 in itself',
    ],
    ...['', ' 1', '-1', '+1', '1e5', '1,5', '.5', '1.', 'NaN', '1'.repeat(41), null, true, {}].map(
      (price): [string, unknown, string] => [
        `the price ${JSON.stringify(price)}`,
        { ...GOOD, rates: { BTC: price } },
        `rates.BTC is ${price !== null && typeof price === 'object' ? 'an object' : JSON.stringify(price)}, not a plain decimal such as "36000.5"`,
      ],
    ),
  ])('is refused: %s', (_name, value, problem) => {
    expect(problems(value)).toEqual([problem])
  })

  it('is refused with every problem that it has', () => {
    expect(problems({ source: 1, base: '', rates: { BTC: 1, USD: 'x' } })).toEqual([
      'source is 1, not a text of 1 to 100 characters',
      'timestamp is missing, not a whole number of milliseconds',
      'base is "", not a currency code',
      'rates.BTC is the number 1; write it in quotes, because a JSON number may have lost digits',
      'rates.USD is "x", not a plain decimal such as "36000.5"',
    ])
  })
})
