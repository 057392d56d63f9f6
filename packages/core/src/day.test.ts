import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, monthOf } from './day.js'

it('tells the UTC day and month as the calendar of the platform does', () => {
  const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) })
  fc.assert(
    fc.property(times, (at) => {
      const told = new Date(at).toISOString()
      expect(dayOf(at)).toBe(told.slice(0, 10))
      expect(monthOf(at)).toBe(told.slice(0, 7))
    }),
    { examples: [[0], [Date.UTC(2000, 1, 29)], [Date.UTC(2100, 2, 1)], [Date.UTC(2100, 1, 28, 23, 59)]] },
  )
})
