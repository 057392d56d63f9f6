import { ExactNumber } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { amountIn, listIn, objectIn, objectOf, textIn, wholeIn } from './answers.js'
import { ExchangeFault } from './transport/exchange.js'

const exact = (text: string) => new ExactNumber(text)

const READERS = [
  { read: textIn, taken: [['a', 'a']], refused: [1, null, undefined, {}] },
  {
    read: wholeIn,
    taken: [[7, 7]],
    refused: ['7', null, undefined, exact('1.5'), exact('9007199254740993')],
  },
  { read: objectIn, taken: [[{ a: 1 }, { a: 1 }]], refused: [[], null, undefined, 'a'] },
  { read: listIn, taken: [[[{}], [{}]]], refused: [[{}, null], ['a'], [[]], {}, null, undefined] },
  {
    read: amountIn,
    taken: [
      ['12', 12n],
      [12, 12n],
      [exact('9007199254740993'), 9_007_199_254_740_993n],
      [exact('1e20'), 10n ** 20n],
    ],
    refused: ['', '-1', '1.5', '1e3', ' 1', '0x1', '9'.repeat(81), -1, exact('1.5'), null, undefined, {}],
  },
]

describe('a field of an answer', () => {
  it.each(READERS)(
    '$read.name takes what the documentation promises, and else the node is at fault',
    (row) => {
      for (const [value, read] of row.taken) expect(row.read({ field: value }, 'field')).toEqual(read)
      for (const value of row.refused) {
        expect(() => row.read({ field: value }, 'field'), String(value)).toThrow(NodeFault)
      }
    },
  )

  it('may be an object that is left out', () => {
    expect(objectIn({}, 'field', {})).toEqual({})
    expect(() => objectIn({ field: 1 }, 'field', {})).toThrow(NodeFault)
  })
})

it('a whole answer that is no object is the fault of its endpoint', () => {
  expect(objectOf({ a: 1 })).toEqual({ a: 1 })
  for (const value of [[], null, 'a', 1, undefined]) expect(() => objectOf(value)).toThrow(ExchangeFault)
})
