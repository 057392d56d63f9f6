import { describe, expect, it } from 'vitest'
import { operations } from './catalogue/index.js'
import { describePrice, flat, type Price, perItem, priceOf, unstated } from './price.js'

const items = perItem(2, 3, 'item', (args: readonly string[]) => args.length)
const deleted = perItem(1, 1, 'row', (_args: unknown, output) => (typeof output === 'number' ? output : 0))
const methods: Price<readonly string[]> = {
  kind: 'perMethod',
  rates: { eth_call: 5, eth_chainId: 2 },
  count: (args) => args.length * 5,
}

describe('priceOf', () => {
  it('is the same for every call where it is flat or unstated', () => {
    expect([priceOf(flat(4), {}, null), priceOf(unstated(1), {}, null)]).toEqual([4, 1])
  })

  it('grows with each item of the arguments or of the outcome', () => {
    expect([0, 1, 10].map((length) => priceOf(items, Array(length).fill(''), null))).toEqual([2, 5, 32])
    expect([0, 1, 10].map((count) => priceOf(deleted, {}, count))).toEqual([1, 2, 11])
  })

  it('is what the methods of a pass-through call come to', () => {
    expect(priceOf(methods, ['eth_call', 'eth_call'], null)).toBe(10)
  })
})

describe('describePrice', () => {
  it.each([
    [describePrice(flat(1)), '1 credit'],
    [describePrice(flat(4)), '4 credits'],
    [describePrice(unstated(2)), '2 credits'],
    [describePrice(items), '2 credits + 3 per item'],
    [describePrice(deleted), '1 credit + 1 per row'],
    [describePrice(perItem(0, 1, 'page', () => 1)), '1 credit per page'],
    [describePrice(methods), '5 credits per eth_call, 2 credits per eth_chainId'],
  ])('says %s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('the prices of the catalogue', () => {
  it.each(operations)('$id costs something', ({ price }) => {
    // At least one credit for anything that is handled: no call is free by a slip.
    const least =
      price.kind === 'perItem' ? price.base + price.each : price.kind === 'perMethod' ? 1 : price.credits
    expect(Number.isInteger(least) && least >= 1).toBe(true)
  })
})
