import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partOf } from './replay.js'

it('a share of a list is never empty, and over the seeds each has its turn, once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 }), (length, of) => {
      const all = Array.from({ length }, (_, item) => item)
      const parts = all.slice(0, of).map((seed) => partOf('numbers', all, { of, seed }))
      expect(parts.every((part) => part.length > 0)).toBe(true)
      expect(parts.flat().sort((a, b) => a - b)).toEqual(all)
    }),
  )
  expect(partOf('nothing', [], { of: 3, seed: 7 })).toEqual([])
})
