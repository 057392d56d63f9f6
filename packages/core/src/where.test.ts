import { expect, it } from 'vitest'
import { DEPOSITS } from './deposit/table.js'
import { comparisonsOf } from './where.js'

it.each([
  [7, [['=', [7]]]],
  [{ in: [7, 8] }, [['in', [7, 8]]]],
  [{ notIn: [7, 8] }, [['not in', [7, 8]]]],
  [{ from: 7 }, [['>=', [7]]]],
  [{ to: 8 }, [['<=', [8]]]],
  [
    { from: 7, to: 8 },
    [
      ['>=', [7]],
      ['<=', [8]],
    ],
  ],
  [{ above: 7 }, [['>', [7]]]],
  [{ not: 7 }, [['<>', [7]]]],
  [undefined, []],
])('the condition %j is read whole', (condition, comparisons) => {
  const read = comparisonsOf(DEPOSITS, { blockHeight: condition })
  expect(read.map(({ how, values }) => [how, values])).toEqual(comparisons)
  for (const { field } of read) expect(field.name).toBe('blockHeight')
})

it('of a field that may be null, not means null too', () => {
  expect(comparisonsOf(DEPOSITS, { from: { not: 'anyone' } })).toMatchObject([
    { field: { name: 'from' }, how: 'not in', values: ['anyone'] },
  ])
})
