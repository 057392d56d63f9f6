import fc from 'fast-check'
import { checksumAddress, getAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { RECORDS } from './chain.fixture.js'
import { type AddressText, readAddress, writeAddress } from './text.js'

const ADDRESSES = 10_000
const SEED = 20_261_120

const bytes = (count: number): string[] =>
  fc
    .sample(fc.uint8Array({ minLength: 20, maxLength: 20 }), { seed: SEED, numRuns: count })
    .map((address) => `0x${Buffer.from(address).toString('hex')}`)

describe('addresses of EVM chains', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const digits = address.slice(2)
  const canonical = address.toLowerCase()
  const one = 'one1a50tun737ulcvwy0yvve0pvu5skq0kjargvhwe'

  it.each<readonly [text: AddressText, given: string, is: string | undefined]>([
    ['hex', address, canonical],
    ['hex', canonical, canonical],
    ['hex', `0x${digits.toUpperCase()}`, canonical],
    ['hex', address.replace('5aA', '5aa'), undefined],
    ['hex', `0X${digits}`, undefined],
    ['hex', digits, undefined],
    ['hex', `${address}0`, undefined],
    ['hex', address.slice(0, -1), undefined],
    ['hex', address.replace('B', 'G'), undefined],
    ['hex', `xdc${digits}`, undefined],
    ['hex', one, undefined],
    ['xdc', `xdc${digits}`, canonical],
    ['xdc', `xdc${digits.toLowerCase()}`, canonical],
    ['xdc', `xdc${digits.replace('5aA', '5aa')}`, undefined],
    ['xdc', `XDC${digits}`, undefined],
    ['xdc', address, canonical],
    ['one', address, canonical],
    ['one', one, '0xed1ebe4fd1f73f86388f231997859ca42c07da5d'],
    ['one', one.toUpperCase(), '0xed1ebe4fd1f73f86388f231997859ca42c07da5d'],
    ['one', one.replace('one1a', 'one1A'), undefined],
    ['one', `xdc${digits}`, undefined],
    ['one', '', undefined],
    ['one', 'one1', undefined],
    // Bech32 of 19 bytes, and of another chain.
    ['one', 'one1a50tun737ulcvwy0yvve0pe', undefined],
    ['one', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', undefined],
  ])('%s reads %s as %s', (text, given, is) => {
    expect(readAddress(given, text)).toBe(is)
  })

  it('are written with a checksum, as viem writes it, and read back', () => {
    for (const canonical of bytes(ADDRESSES)) {
      const hex = writeAddress(canonical, 'hex')
      expect(hex).toBe(checksumAddress(canonical as Hex))
      expect(writeAddress(canonical, 'xdc')).toBe(hex.replace('0x', 'xdc'))
      for (const text of ['hex', 'xdc', 'one'] as const) {
        expect(readAddress(writeAddress(canonical, text), text)).toBe(canonical)
      }
    }
  })
})

describe('tokens of the records', () => {
  it.each(
    RECORDS.flatMap((record) =>
      Object.entries(record.networks).flatMap(([network, params]) =>
        Object.entries(params.tokens).map(([name, token]) => [record.id, network, name, token] as const),
      ),
    ),
  )('%s on %s: %s has an address with its checksum', (_chain, _network, _name, token) => {
    expect(getAddress(token.address)).toBe(token.address)
    expect(token.decimals).toBeGreaterThanOrEqual(0)
  })

  it('no chain, and no network of one, shares its chain id with another', () => {
    const ids = RECORDS.flatMap(({ networks: { mainnet, testnet }, testnets = {} }) => [
      ...new Set([mainnet, testnet, ...Object.values(testnets)].map((params) => params?.chainId)),
    ])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('the default of several testnets is the first', () => {
    for (const { networks, testnets } of RECORDS) {
      if (testnets !== undefined) expect(Object.values(testnets)[0]).toEqual(networks.testnet)
    }
  })
})
