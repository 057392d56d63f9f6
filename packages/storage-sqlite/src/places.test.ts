import { randomInt } from 'node:crypto'
import { check, chooseSeed } from '@tallystick/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GATHERED } from './answers.js'
import { Places } from './places.js'

/** Few places, so that several records have one; and any that twelve digits of a hash can be. */
const place = fc.oneof(fc.nat(20), fc.nat(2 ** 48 - 1), fc.constantFrom(0, 2 ** 48 - 1, 2 ** 32, 2 ** 31))

it('has what was added, as a map of lists would', () =>
  check(
    fc.asyncProperty(
      fc.array(place, { maxLength: 3_000, size: 'max' }),
      fc.nat(3_000),
      async (added, after) => {
        const places = new Places()
        const model = new Map<number, number[]>()
        for (const [index, one] of added.entries()) {
          places.add(one, index + 1)
          model.set(one, [...(model.get(one) ?? []), index + 1])
        }
        const later = places.after(after)
        for (const [one, positions] of model) {
          expect([...places.at(one)].sort((a, b) => a - b)).toEqual(positions)
          expect([...later.at(one)].sort((a, b) => a - b)).toEqual(positions.filter((seq) => seq > after))
        }
        expect(places.at(2 ** 47 + 1)).toEqual(model.get(2 ** 47 + 1) ?? [])
        expect([...places.sorted()]).toEqual([...added].sort((a, b) => a - b))
        expect([places.size, later.size]).toEqual([added.length, Math.max(0, added.length - after)])
      },
    ),
    { seed: chooseSeed(), runs: 50 },
  ))

// 100 ms, and 15 s if copies began small: each would search for its slot among all that came before.
it('copies as many as may have gathered', { timeout: 5_000 }, () => {
  const places = new Places()
  for (let position = 1; position <= GATHERED; position++) {
    places.add(randomInt(2 ** 48 - 1), position)
  }
  expect(places.after(0).size).toBe(GATHERED)
})
