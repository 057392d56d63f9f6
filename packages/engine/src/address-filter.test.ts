/** Most addresses are known to be nobody's without a look into the index; nobody's deposit is missed. */
import { expect, it } from 'vitest'
import { AddressFilter, FILTER_WINDOW, type NumberedAddress } from './address-filter.js'

const numbered = (addresses: readonly string[]): readonly NumberedAddress[] =>
  addresses.map((address, index) => ({ number: 10 * index + 1, address }))

const many = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${(index * 2_654_435_761).toString(36)}`)

const found = async (filter: AddressFilter, addresses: readonly string[]): Promise<readonly string[]> =>
  (await filter.among([addresses.map((address) => ({ address }))])).flat().map(({ address }) => address)

/** Reads until the filter has all of them. @returns How often it was read */
function complete(filter: AddressFilter, stored: readonly NumberedAddress[]): number {
  for (let reads = 1; ; reads++) {
    if (filter.take(stored.filter(({ number }) => number >= filter.from).slice(0, FILTER_WINDOW)))
      return reads
  }
}

it('has every address, and few of strangers', async () => {
  const filter = new AddressFilter()
  const ours = many('bc1q', 3 * FILTER_WINDOW)
  expect(await found(filter, ours)).toEqual([])
  // Each read begins with the last address of the one before it.
  expect(complete(filter, numbered(ours))).toBe(4)
  expect(await found(filter, ours)).toEqual(ours)
  expect((await found(filter, many('0x', 20_000))).length).toBeLessThan(20)
  expect(complete(filter, numbered(ours))).toBe(1)
})

it.each([
  ['fewer addresses', ['first']],
  ['others under the same numbers', ['first', 'another', 'third']],
  ['none', []],
])('begins anew with a database that has gone back in time: %s', async (_what, stored) => {
  const filter = new AddressFilter()
  complete(filter, numbered(['first', 'second']))
  expect(await found(filter, ['first', 'second', 'third'])).toEqual(['first', 'second'])
  complete(filter, numbered(stored))
  expect(await found(filter, ['first', 'second', 'another', 'third'])).toEqual(stored)
})
