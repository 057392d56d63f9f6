import { parseExact } from '@tallystick/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseUnits, integer, literal } from './transport.js'

describe('numbers', () => {
  it.each([
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
    ['92233720368.54775807', 8, 9_223_372_036_854_775_807n],
    ['1e-8', 8, 1n],
    ['1.5E+2', 8, 15_000_000_000n],
    ['-0.5', 8, -50_000_000n],
    ['0.000000010', 8, 1n],
    ['0.000000011', 8, undefined],
    ['1e-9', 8, undefined],
    ['0e-99', 8, 0n],
    ['0', 0, 0n],
    ['1e3', 0, 1_000n],
    ['', 8, undefined],
    ['1 ', 8, undefined],
    ['1e9999', 8, undefined],
  ] as const)('%s with %i decimals is %s', (text, decimals, units) => {
    expect(baseUnits(text, decimals)).toBe(units)
  })

  it('every amount in base units comes back from its decimal text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 100n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          const digits = units.toString().padStart(decimals + 1, '0')
          const cut = digits.length - decimals
          const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
          const read = literal(parseExact(text))
          expect(baseUnits(read ?? '', decimals)).toBe(units)
        },
      ),
    )
  })

  it.each([
    ['7', 7n],
    ['18446744073709551616', 18_446_744_073_709_551_616n],
    ['1.0', 1n],
    ['1e2', 100n],
    ['1.5', undefined],
    ['"1"', undefined],
    ['null', undefined],
  ] as const)('%s as a whole number is %s', (text, whole) => {
    expect(integer(parseExact(text))).toBe(whole)
  })
})
