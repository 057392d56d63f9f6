import { MAX_INDEX } from '@tallystick/core'
import { expect, it } from 'vitest'
import { BadTransaction } from './chain.js'
import { reservationAt } from './claim.js'

it('counts as far as databases do', () => {
  expect(reservationAt('a', 0n)).toEqual({ owner: 'a', index: 0n })
  expect(reservationAt('a', MAX_INDEX)).toEqual({ owner: 'a', index: 9223372036854775807n })
  for (const index of [-1n, MAX_INDEX + 1n]) expect(() => reservationAt('a', index)).toThrow(BadTransaction)
})
