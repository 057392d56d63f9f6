import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TENANT } from './ledger.fixture.js'
import { fcOptions } from './property.fixture.js'
import { TRADES } from './trade/table.js'
import type { Trade } from './trade/trade.js'
import { View } from './view.js'

/** As far as a book needs it. */
const order = (id: number, book: string | null, rank: string) =>
  ({ id: `t${id}`, tenant: TENANT, book, rank }) as unknown as Trade

const ranksIn = (view: View, book: string): readonly string[] =>
  [...view.found({ type: 'book', tenant: TENANT, book, limit: 64 })].map(({ rank }) => rank)

it('a book is found in the order of its ranks, whatever a view or one below has put, moved and taken away', () => {
  const step = fc.record({
    id: fc.nat(9),
    book: fc.constantFrom('SELL', 'BUY', null),
    rank: fc.nat(5),
    isAbove: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const below = new View()
      const above = below.fork()
      const seen = { below: new Map<number, Trade>(), above: new Map<number, Trade>() }
      for (const { id, book, rank, isAbove } of steps) {
        // A decision changes its own layer once it has begun, and no two orders have the same rank.
        const item = order(id, book, `${rank}.${id}`)
        const layer = isAbove || seen.above.has(id) ? 'above' : 'below'
        if (layer === 'above') above.put(TRADES, item)
        else below.put(TRADES, item)
        seen[layer].set(id, item)
      }
      const expected = (items: Iterable<Trade>, of: string) =>
        [...items].flatMap(({ book, rank }) => (book === of ? [rank] : [])).sort()
      for (const book of ['SELL', 'BUY']) {
        expect(ranksIn(below, book)).toEqual(expected(seen.below.values(), book))
        const all = new Map([...seen.below, ...seen.above])
        expect(ranksIn(above, book)).toEqual(expected(all.values(), book))
      }
    }),
    fcOptions(),
  )
})

it.each([
  ['of a view', (view: View) => view],
  ['of a fork that has changed nothing yet', (view: View) => view.fork()],
])('orders may leave their book while it is gone through: %s', (_what, of) => {
  const loaded = new View()
  for (const id of [3, 1, 2, 4]) loaded.put(TRADES, order(id, 'SELL', `${id}`))
  const view = of(loaded)
  const seen: string[] = []
  for (const { id, rank } of view.found({ type: 'book', tenant: TENANT, book: 'SELL', limit: 64 })) {
    seen.push(id)
    view.put(TRADES, order(Number(rank), null, rank))
    if (rank === '1') view.put(TRADES, order(3, null, '3'))
  }
  expect(seen).toEqual(['t1', 't2', 't4'])
  expect(ranksIn(view, 'SELL')).toEqual([])
})
