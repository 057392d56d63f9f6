import fc from 'fast-check'
import { expect, it } from 'vitest'
import { weiFromGwei } from './evm.js'

it.each([
  ['25', 25_000_000_000n],
  ['+25', 25_000_000_000n],
  ['0', 0n],
  ['0.1', 100_000_000n],
  ['1.000000001', 1_000_000_001n],
  ['123456789123456789', 123_456_789_123_456_789_000_000_000n],
  ['1.0000000001', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['1.', undefined],
  ['.5', undefined],
  ['0x10', undefined],
  ['', undefined],
  [' 1', undefined],
])('%s Gwei is %s wei', (gwei, wei) => {
  expect(weiFromGwei(gwei)).toBe(wei)
})

it('a price written in Gwei is the price that was written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (wei) => {
      const digits = wei.toString().padStart(10, '0')
      expect(weiFromGwei(`${digits.slice(0, -9)}.${digits.slice(-9)}`)).toBe(wei)
      // Whole Gwei, which is all that the wire takes, need no fraction.
      expect(weiFromGwei(wei.toString())).toBe(wei * 10n ** 9n)
    }),
    { verbose: 1 },
  )
})
