import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BigNumber, toBigInt } from './decimal.js'
import {
  convert,
  fitsScale,
  formatDecimal,
  MAX_WIRE_LENGTH,
  parseDecimal,
  parseRate,
  type Rate,
} from './money.js'
import { fcOptions } from './property.fixture.js'

const scale = fc.integer({ min: 0, max: 18 })
const anyAmount = fc.oneof(
  fc.bigInt({ min: -(10n ** 56n), max: 10n ** 56n }),
  fc.bigInt({ min: -1000n, max: 1000n }),
  // Around the powers of ten, where digits are gained and trailing zeros stand.
  fc
    .tuple(fc.integer({ min: 0, max: 55 }), fc.bigInt({ min: -1n, max: 1n }))
    .map(([n, d]) => 10n ** BigInt(n) + d),
)
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 36n }), fc.bigInt({ min: 0n, max: 1000n }))
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n })
/** A rate, and what it is made of. */
const ratio = fc.record({ numerator: fc.bigInt({ min: 0n, max: 10n ** 30n }), denominator: positive })
const rateOf = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): Rate => ({
  numerator: new BigNumber(numerator),
  denominator: new BigNumber(denominator),
})
const rate = ratio.map(rateOf)

const divideHalfEven = (numerator: bigint, denominator: bigint): bigint =>
  toBigInt(new BigNumber(numerator).div(denominator))

describe('parseDecimal and formatDecimal', () => {
  it('bring back every amount whose text fits the wire, and refuse the others as too long', () => {
    fc.assert(
      fc.property(anyAmount, scale, (signed, scale) => {
        const amount = signed < 0n ? -signed : signed
        const text = formatDecimal(amount, scale)
        expect(parseDecimal(text, scale)).toEqual(
          text.length > MAX_WIRE_LENGTH ? { ok: false, fault: 'too-long' } : { ok: true, amount },
        )
      }),
      fcOptions(5000),
    )
  })

  it('bring back every amount of a wei currency up to 10^18 of its units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 36n }), (amount) => {
        expect(parseDecimal(formatDecimal(amount, 18), 18)).toEqual({ ok: true, amount })
      }),
      fcOptions(2000),
    )
  })

  it('print the shortest text: no exponent, no trailing zero, no bare point, and the sign in front', () => {
    fc.assert(
      fc.property(anyAmount, scale, (amount, scale) => {
        const text = formatDecimal(amount, scale)
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(text.startsWith('-')).toBe(amount < 0n)
        if (amount > 0n) expect(formatDecimal(-amount, scale)).toBe(`-${text}`)
      }),
      fcOptions(2000),
    )
  })

  it('read an amount the same with leading and trailing zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), scale, fc.nat(8), (amount, scale, zeros) => {
        const [whole = '', fraction = ''] = formatDecimal(amount, scale).split('.')
        const text = `${'0'.repeat(zeros)}${whole}.${fraction.padEnd(scale, '0')}`
        fc.pre(text.length <= MAX_WIRE_LENGTH)
        expect(parseDecimal(text, scale)).toEqual({ ok: true, amount })
      }),
      fcOptions(1000),
    )
  })

  it('never throw, and accept only what the documented pattern has, without its sign', () => {
    const near = fc.string({ unit: fc.constantFrom(...'0123456789.+-eE_, \n'), maxLength: 42 })
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 42 })), scale, (text, scale) => {
        const parsed = parseDecimal(text, scale)
        const documented = /^((\d+(\.\d*)?)|(\.\d+))$/.test(text) && text.length <= MAX_WIRE_LENGTH
        const decimals = text.split('.')[1]?.length ?? 0
        expect(parsed.ok).toBe(documented && decimals <= scale)
      }),
      fcOptions(5000),
    )
  })

  it('add up: the text of a sum is the sum of the texts', () => {
    fc.assert(
      fc.property(amount, amount, scale, (a, b, scale) => {
        const read = (amount: bigint): bigint => {
          const parsed = parseDecimal(formatDecimal(amount, scale), scale)
          return parsed.ok ? parsed.amount : -1n
        }
        expect(read(a) + read(b)).toBe(a + b)
        fc.pre(formatDecimal(a + b, scale).length <= MAX_WIRE_LENGTH)
        expect(read(a + b)).toBe(read(a) + read(b))
      }),
      fcOptions(1000),
    )
  })
})

describe('fitsScale', () => {
  it('is whether at most 38 digits stand before the point', () => {
    const wide = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n })
    fc.assert(
      fc.property(fc.oneof(wide, anyAmount), scale, (amount, scale) => {
        const whole = formatDecimal(amount, scale).replace('-', '').split('.')[0] ?? ''
        expect(fitsScale(amount, scale)).toBe(whole.length <= 38)
      }),
      fcOptions(2000),
    )
  })
})

/**
 * Whether `result` is the integer nearest to the ratio, and the even one of two equally near: said by
 * comparing products, without any division.
 */
function expectNearestEven(result: bigint, numerator: bigint, denominator: bigint): void {
  const error = 2n * (numerator - result * denominator)
  const distance = error < 0n ? -error : error
  expect(distance <= denominator, `${result} is not nearest to ${numerator}/${denominator}`).toBe(true)
  if (distance === denominator) expect(result % 2n, `${result} is odd at a tie`).toBe(0n)
}

describe('a quotient', () => {
  it('gives the nearest integer, the even one at a tie', () => {
    fc.assert(
      fc.property(anyAmount, positive, (numerator, denominator) => {
        expectNearestEven(divideHalfEven(numerator, denominator), numerator, denominator)
      }),
      fcOptions(2000),
    )
  })

  it('gives the even one at every tie', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), positive, (whole, half) => {
        // (whole + 1/2), written over 2 * half.
        const result = divideHalfEven((2n * whole + 1n) * half, 2n * half)
        expect(result % 2n).toBe(0n)
        expectNearestEven(result, (2n * whole + 1n) * half, 2n * half)
      }),
      fcOptions(1000),
    )
  })
})

describe('convert', () => {
  it('is the exact product, rounded once', () => {
    fc.assert(
      fc.property(anyAmount, scale, scale, fc.array(ratio, { maxLength: 3 }), (amount, from, to, rates) => {
        // amount / 10^from * product = result / 10^to, over common denominators.
        const numerator = rates.reduce(
          (product, { numerator }) => product * numerator,
          amount * 10n ** BigInt(to),
        )
        const denominator = rates.reduce(
          (product, { denominator }) => product * denominator,
          10n ** BigInt(from),
        )
        expectNearestEven(convert(amount, from, to, rates.map(rateOf)), numerator, denominator)
      }),
      fcOptions(2000),
    )
  })

  it('to a finer scale and back loses nothing', () => {
    fc.assert(
      fc.property(anyAmount, scale, scale, (amount, a, b) => {
        const [from, to] = a <= b ? [a, b] : [b, a]
        expect(convert(convert(amount, from, to, []), to, from, [])).toBe(amount)
      }),
      fcOptions(1000),
    )
  })

  it('of a negative amount is the negative', () => {
    fc.assert(
      fc.property(anyAmount, scale, scale, rate, (amount, from, to, rate) => {
        expect(convert(-amount, from, to, [rate])).toBe(-convert(amount, from, to, [rate]))
      }),
      fcOptions(1000),
    )
  })

  it('does not depend on the order of the rates', () => {
    fc.assert(
      fc.property(anyAmount, scale, scale, fc.array(rate, { maxLength: 4 }), (amount, from, to, rates) => {
        expect(convert(amount, from, to, [...rates].reverse())).toBe(convert(amount, from, to, rates))
      }),
      fcOptions(500),
    )
  })

  it('of parts differs from that of the whole by at most half a unit for each', () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 20 }),
        scale,
        scale,
        rate,
        (parts, from, to, rate) => {
          const whole = convert(
            parts.reduce((sum, part) => sum + part),
            from,
            to,
            [rate],
          )
          const sum = parts.reduce((sum, part) => sum + convert(part, from, to, [rate]), 0n)
          const off = whole < sum ? sum - whole : whole - sum
          expect(2n * off <= BigInt(parts.length + 1)).toBe(true)
        },
      ),
      fcOptions(1000),
    )
  })

  it('never falls when the amount rises', () => {
    fc.assert(
      fc.property(amount, amount, scale, scale, rate, (a, b, from, to, rate) => {
        const [low, high] = a <= b ? [a, b] : [b, a]
        expect(convert(low, from, to, [rate]) <= convert(high, from, to, [rate])).toBe(true)
      }),
      fcOptions(1000),
    )
  })
})

describe('parseRate', () => {
  it('reads a rate exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 30 }),
        (digits, decimals) => {
          const read = parseRate(formatDecimal(digits, decimals))
          expect(read?.numerator.shiftedBy(decimals).eq(read.denominator.times(digits))).toBe(true)
        },
      ),
      fcOptions(1000),
    )
  })
})
