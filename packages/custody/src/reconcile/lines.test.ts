/** The lines of a currency add up to its difference, and say what cannot be seen. */
import type { TenantId } from '@tallystick/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf } from './lines.js'
import type { FollowedPlace } from './places.js'
import { NO_SUMS, type Sums } from './sums.js'

const of = (over: Partial<Sums>): Sums => ({
  ...NO_SUMS,
  tenant: 'default' as TenantId,
  place: {} as FollowedPlace,
  currency: 'GOLD',
  asset: 'token',
  scale: 18,
  ...over,
})

const shown = (sums: Sums, off = 0n) =>
  linesOf(sums, off)
    .filter(({ amount }) => amount !== 0n)
    .map(({ what, amount, isExplained }) => `${isExplained ? '' : 'not explained: '}${amount} ${what}`)

it('the supply of a token is explained if its holder is watched', () => {
  const supplied = { credited: 1_000n, supplied: 1_000n, customers: 1_000n }
  expect(shown(of({ ...supplied, held: 1_000n, opening: 1_000n }))).toEqual([
    '1000 there before it was watched',
    '-1000 the supply of the token, which its holder had before',
  ])
  const unseen = 'the supply of the token, at a holder to be watched (docs/custody.md)'
  expect(shown(of({ ...supplied, unseen: 1_000n }))).toEqual([`not explained: -1000 ${unseen}`])
  // Not yet credited.
  expect(shown(of({ supplied: 1_000n, inProgress: 1_000n, held: 1_000n, opening: 1_000n }))).toEqual([
    '1000 there before it was watched',
    '-1000 the supply of the token, which its holder had before',
    '1000 deposits that are not credited yet',
  ])
})

it('payments of customers are explained beside a supply', () => {
  const sums = of({
    ...{ credited: 1_005n, supplied: 1_000n, opening: 1_000n, held: 1_003n, customers: 1_003n },
    ...{ left: 2n, paid: 2n },
  })
  expect(shown(sums)).toEqual([
    '1000 there before it was watched',
    '-1000 the supply of the token, which its holder had before',
  ])
})

it('whatever the sums are, the lines add up to the difference', () => {
  const names = Object.keys(NO_SUMS) as (keyof typeof NO_SUMS)[]
  const amount = fc.bigInt({ min: -1_000n, max: 1_000n })
  const any = fc.record(Object.fromEntries(names.map((name) => [name, amount])))
  fc.assert(
    fc.property(any, amount, fc.constantFrom('', 'token'), (amounts, off, asset) => {
      const sums = of({ ...amounts, asset })
      const { held, customers, clearing, fees, shortfall } = sums
      const total = linesOf(sums, off).reduce((sum, line) => sum + line.amount, 0n)
      const owed = customers + clearing + fees + shortfall
      const open =
        sums.notYetPaid - sums.paidEarly - sums.paidCancelled - sums.left + sums.paid + sums.charged
      expect(total - open).toBe(held + off - owed)
    }),
  )
})
