import { describe, expect, it } from 'vitest'
import { BigNumber, times, toBigInt } from './decimal.js'
import {
  type AmountFault,
  convert,
  fitsScale,
  formatDecimal,
  MAX_WIRE_LENGTH,
  parseDecimal,
  parseRate,
  type Rate,
} from './money.js'

describe('parseDecimal', () => {
  it.each<[text: string, scale: number, amount: bigint]>([
    ['0', 8, 0n],
    ['0', 0, 0n],
    ['1', 8, 1_0000_0000n],
    ['1.', 8, 1_0000_0000n],
    ['1.', 0, 1n],
    ['.5', 8, 5000_0000n],
    ['0.5', 1, 5n],
    ['1.50', 2, 150n],
    ['1.5', 2, 150n],
    ['0.00000001', 8, 1n],
    ['0.000000000000000001', 18, 1n],
    ['000', 2, 0n],
    ['007.10', 2, 710n],
    ['21000000', 8, 2_100_000_000_000_000n],
    // Where a float would lose it.
    ['9007199254740993', 0, 9_007_199_254_740_993n],
    ['0.1', 18, 100_000_000_000_000_000n],
    ['9'.repeat(38), 0, 10n ** 38n - 1n],
    ['9'.repeat(38), 18, (10n ** 38n - 1n) * 10n ** 18n],
    [`${'9'.repeat(19)}.${'9'.repeat(18)}`, 18, 10n ** 37n - 1n],
    [`.${'0'.repeat(17)}1`, 18, 1n],
  ])('reads %j of scale %i', (text, scale, amount) => {
    expect(parseDecimal(text, scale)).toEqual({ ok: true, amount })
  })

  it.each<[what: string, text: string, scale: number, fault: AmountFault]>([
    ['nothing', '', 8, 'syntax'],
    ['a point alone', '.', 8, 'syntax'],
    ['a minus sign', '-1', 8, 'syntax'],
    ['a minus sign before zero', '-0', 8, 'syntax'],
    ['a plus sign', '+1', 8, 'syntax'],
    ['an exponent', '1e3', 8, 'syntax'],
    ['a capital exponent', '1E3', 8, 'syntax'],
    ['a negative exponent', '1e-3', 8, 'syntax'],
    ['grouping by comma', '1,000', 8, 'syntax'],
    ['a comma for a point', '1,5', 8, 'syntax'],
    ['grouping by underscore', '1_000', 8, 'syntax'],
    ['grouping by blank', '1 000', 8, 'syntax'],
    ['grouping by no-break space', '1\u00a0000', 8, 'syntax'],
    ['a leading blank', ' 1', 8, 'syntax'],
    ['a trailing blank', '1 ', 8, 'syntax'],
    ['a trailing line break', '1\n', 8, 'syntax'],
    ['a trailing NUL', '1\u0000', 8, 'syntax'],
    ['blanks alone', '   ', 8, 'syntax'],
    ['two points', '1.2.3', 8, 'syntax'],
    ['a hexadecimal', '0x10', 8, 'syntax'],
    ['a binary', '0b1', 8, 'syntax'],
    ['a bigint literal', '1n', 8, 'syntax'],
    ['NaN', 'NaN', 8, 'syntax'],
    ['Infinity', 'Infinity', 8, 'syntax'],
    ['Arabic-Indic digits', '\u0661\u0662', 8, 'syntax'],
    ['fullwidth digits', '\uff11\uff12', 8, 'syntax'],
    ['Devanagari digits', '\u0967', 8, 'syntax'],
    ['a superscript', '1\u00b2', 8, 'syntax'],
    ['a fullwidth point', '1\uff0e5', 8, 'syntax'],
    ['a minus that is none', '\u22121', 8, 'syntax'],
    ['a currency sign', '€1', 8, 'syntax'],
    ['a zero-width space', '1\u200b0', 8, 'syntax'],
    ['a decimal too many', '0.000000001', 8, 'excess-decimals'],
    ['a decimal too many, though zero', '1.000', 2, 'excess-decimals'],
    ['any decimal where there are none', '1.0', 0, 'excess-decimals'],
    ['39 digits', '1'.repeat(39), 18, 'too-long'],
    ['39 characters, point included', `${'1'.repeat(20)}.${'1'.repeat(18)}`, 18, 'too-long'],
    ['39 characters of zeros', '0'.repeat(39), 18, 'too-long'],
    ['a megabyte', '1'.repeat(1 << 20), 18, 'too-long'],
  ])('refuses %s', (_, text, scale, fault) => {
    expect(parseDecimal(text, scale)).toEqual({ ok: false, fault })
  })

  it('takes 38 characters and no more', () => {
    expect(parseDecimal('1'.repeat(MAX_WIRE_LENGTH), 0).ok).toBe(true)
    expect(parseDecimal('1'.repeat(MAX_WIRE_LENGTH + 1), 0).ok).toBe(false)
  })
})

describe('formatDecimal', () => {
  it.each<[amount: bigint, scale: number, text: string]>([
    [0n, 0, '0'],
    [0n, 18, '0'],
    [1n, 0, '1'],
    [100n, 0, '100'],
    [1n, 8, '0.00000001'],
    [-1n, 8, '-0.00000001'],
    [1_0000_0000n, 8, '1'],
    [1_5000_0000n, 8, '1.5'],
    [-1_5000_0000n, 8, '-1.5'],
    [10n, 2, '0.1'],
    [1000n, 2, '10'],
    [-7n, 0, '-7'],
    [1n, 18, '0.000000000000000001'],
    [10n ** 38n - 1n, 0, '9'.repeat(38)],
    [10n ** 56n - 1n, 18, `${'9'.repeat(38)}.${'9'.repeat(18)}`],
  ])('prints %s of scale %i as %j', (amount, scale, text) => {
    expect(formatDecimal(amount, scale)).toBe(text)
  })
})

describe('fitsScale', () => {
  it.each([0, 2, 8, 18])('of %i decimals ends at 38 digits before the point, on both sides', (scale) => {
    const limit = 10n ** BigInt(38 + scale)
    expect([limit - 1n, 1n - limit, 0n].map((amount) => fitsScale(amount, scale))).toEqual([true, true, true])
    expect([limit, -limit].map((amount) => fitsScale(amount, scale))).toEqual([false, false])
  })
})

describe('parseRate', () => {
  it.each<[text: string, numerator: bigint, denominator: bigint]>([
    ['0', 0n, 1n],
    ['1', 1n, 1n],
    ['42000.125', 42_000_125n, 1000n],
    ['0.10', 10n, 100n],
  ])('reads %j', (text, numerator, denominator) => {
    const rate = parseRate(text)
    expect(rate?.numerator.times(denominator).eq(rate.denominator.times(numerator))).toBe(true)
  })

  it.each(['', '.', '1.', '.5', '-1', '+1', '1e3', '1,5', ' 1', '1\n', 'NaN', '\u0661', '1'.repeat(41)])(
    'refuses %j',
    (text) => {
      expect(parseRate(text)).toBeUndefined()
    },
  )
})

describe('convert', () => {
  const rate = (numerator: bigint, denominator = 1n): Rate => ({
    numerator: new BigNumber(numerator),
    denominator: new BigNumber(denominator),
  })

  it.each<[what: string, amount: bigint, from: number, to: number, rates: Rate[], result: bigint]>([
    ['by no rate at all', 5n, 2, 2, [], 5n],
    ['to a finer scale', 5n, 2, 8, [], 5_000_000n],
    ['to a coarser scale, exactly', 5_000_000n, 8, 2, [], 5n],
    ['to a coarser scale, rounded', 5_000_001n, 8, 2, [], 5n],
    ['to a coarser scale, half to even below', 25n, 1, 0, [], 2n],
    ['to a coarser scale, half to even above', 35n, 1, 0, [], 4n],
    ['to a coarser scale, below zero', -35n, 1, 0, [], -4n],
    ['by a rate', 1000_0000n, 8, 8, [rate(420_005n, 10n)], 42_000_5000_000n],
    ['by two rates', 3n, 0, 8, [rate(1n, 2n), rate(420_005n, 10n)], 6_300_075_000_000n],
    ['by a rate of zero', 7n, 0, 8, [rate(0n)], 0n],
    // Thirds twice: rounding between would give 0.
    ['rounded once, at the end', 1n, 0, 0, [rate(1n, 3n), rate(3n)], 1n],
    [
      'of wei, where a float would lose it',
      1_000_000_000_000_000_001n,
      18,
      18,
      [rate(3n)],
      3_000_000_000_000_000_003n,
    ],
    ['of a negative amount', -5n, 1, 0, [], 0n],
    ['of a negative amount, away from zero', -15n, 1, 0, [], -2n],
  ])('%s', (_, amount, from, to, rates, result) => {
    expect(convert(amount, from, to, rates)).toBe(result)
  })
})

describe('a quotient', () => {
  it.each<[numerator: bigint, denominator: bigint, result: bigint]>([
    [0n, 2n, 0n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [-5n, 2n, -2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [499n, 1000n, 0n],
    [500n, 1000n, 0n],
    [501n, 1000n, 1n],
    [1500n, 1000n, 2n],
    [6n, 3n, 2n],
  ])('%s / %s = %s: half to even', (numerator, denominator, result) => {
    expect(toBigInt(new BigNumber(numerator).div(denominator))).toBe(result)
  })
})

describe('a multiple', () => {
  it.each([
    [100n, '1.1', 110n],
    [19n, '1.1', 20n],
    [7n, '1.125', 7n],
    [8n, '1.125', 9n],
    [3n, '1.5', 4n],
    [123_456_789_012_345_678_901_234_567_890n, '1.1', 135_802_467_913_580_246_791_358_024_679n],
  ])('of %s by %s is %s: rounded down', (amount, factor, result) => {
    expect(times(amount, factor)).toBe(result)
  })
})
