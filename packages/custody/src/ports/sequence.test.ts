import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimAt, PART, sequenceOf } from './sequence.js'

describe('a sequence as a claim', () => {
  it('is itself below 2^53, and has a part behind its owner from there on', () => {
    expect(claimAt('a', 0n)).toEqual({ owner: 'a', index: 0 })
    expect(claimAt('a', PART - 1n)).toEqual({ owner: 'a', index: Number.MAX_SAFE_INTEGER })
    expect(claimAt('a', PART)).toEqual({ owner: 'a#1', index: 0 })
    expect(claimAt('a', (1n << 63n) - 1n)).toEqual({ owner: 'a#1023', index: Number.MAX_SAFE_INTEGER })
    expect(() => claimAt('a', -1n)).toThrow(RangeError)
  })

  it('is exact, and read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 128n }), (sequence) => {
        const claim = claimAt('a', sequence)
        expect(Number.isSafeInteger(claim.index)).toBe(true)
        expect(sequenceOf(claim)).toBe(sequence)
        expect(sequenceOf(claimAt('a', sequence + 1n))).toBe(sequence + 1n)
      }),
    )
  })
})
