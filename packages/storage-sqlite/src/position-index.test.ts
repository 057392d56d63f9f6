import { randomInt } from 'node:crypto'
import { check, chooseSeed } from '@tallystick/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GATHERED } from './idempotency-records.js'
import { PositionIndex } from './position-index.js'

/** Few prefixes, so that several records have one; and any that twelve digits of a hash can be. */
const prefix = fc.oneof(fc.nat(20), fc.nat(2 ** 48 - 1), fc.constantFrom(0, 2 ** 48 - 1, 2 ** 32, 2 ** 31))

it('has what was added, as a map of lists would', () =>
  check(
    fc.asyncProperty(
      fc.array(prefix, { maxLength: 3_000, size: 'max' }),
      fc.nat(3_000),
      async (added, after) => {
        const index = new PositionIndex()
        const model = new Map<number, number[]>()
        for (const [at, one] of added.entries()) {
          index.add(one, at + 1)
          model.set(one, [...(model.get(one) ?? []), at + 1])
        }
        const later = index.after(after)
        for (const [one, positions] of model) {
          expect([...index.at(one)].sort((a, b) => a - b)).toEqual(positions)
          expect([...later.at(one)].sort((a, b) => a - b)).toEqual(positions.filter((seq) => seq > after))
        }
        expect(index.at(2 ** 47 + 1)).toEqual(model.get(2 ** 47 + 1) ?? [])
        expect([...index.sorted()]).toEqual([...added].sort((a, b) => a - b))
        expect([index.size, later.size]).toEqual([added.length, Math.max(0, added.length - after)])
      },
    ),
    { seed: chooseSeed(), runs: 50 },
  ))

const timed = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

// Half as long as to fill it, and 30 times as long if copies began small: each would search for its slot among all before.
it('copies as many as may have gathered', () => {
  const index = new PositionIndex()
  const filling = timed(() => {
    for (let position = 1; position <= GATHERED; position++) index.add(randomInt(2 ** 48 - 1), position)
  })
  const copying = timed(() => expect(index.after(0).size).toBe(GATHERED))
  expect(copying).toBeLessThan(5 * filling)
})
