import { BlockList, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalNetwork, Networks, originOf } from './ip-networks.js'

const isIn = (address: string, network: string): boolean =>
  new Networks([[network, true]]).of(address) ?? false

describe('a network', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0', '0.0.0.0'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['::1', '::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.0/120', undefined],
    ['::FFFF:c000:207', undefined],
    ['192.0.2.7/24', undefined],
    ['2001:db8::1/32', undefined],
    ['0.0.0.0/0', undefined],
    ['::/0', undefined],
    ['192.0.2.0/33', undefined],
    ['::/129', undefined],
    ['192.0.2.0/', undefined],
    ['192.0.2.0/024', undefined],
    ['192.0.2.0/2/4', undefined],
    ['192.0.2', undefined],
    ['192.0.2.256', undefined],
    ['fe80::1%eth0', undefined],
    ['localhost', undefined],
    ['', undefined],
    ['192.0.2.7 ', undefined],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalNetwork(text)).toBe(canonical)
  })

  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.0/24', true],
    ['::ffff:192.0.2.7', '192.0.2.0/24', true],
    ['192.0.3.7', '192.0.2.0/24', false],
    ['::1', '::1', true],
    ['0:0::0:1', '::1', true],
    ['2001:db8:1::9', '2001:db8::/32', true],
    ['2001:db9::9', '2001:db8::/32', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['127.0.0.1', '::1', false],
    ['nonsense', '127.0.0.0/8', false],
  ])('%s in %s: %s', (address, network, inside) => {
    expect(isIn(address, network)).toBe(inside)
  })

  it.each([
    ['2001:db8:1:2::9', '2001:db8:1:2:ffff::1', true],
    ['2001:db8:1:2::9', '2001:db8:1:3::9', false],
    ['fe80::1%eth0', 'fe80::2', true],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['nonsense', 'nonsense', true],
    ['', '192.0.2.7', false],
  ])('%s and %s are of one origin: %s', (one, other, same) => {
    expect(originOf(one) === originOf(other)).toBe(same)
  })

  it('holds the addresses that the list of Node holds', () => {
    const ip = fc.oneof(fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(ip, ip, fc.integer({ min: 1, max: 128 }), (address, other, bits) => {
        const [family, kind] = isIPv6(other) ? ([128, 'ipv6'] as const) : ([32, 'ipv4'] as const)
        const prefix = Math.min(bits, family)
        // To that list an IPv4 address is an IPv6 one as well, and a mapped one is both; to us families differ.
        fc.pre(!/^(0*:)*:?ffff:/i.test(address) && !/^(0*:)*:?ffff:/i.test(other))
        const network = `${other}/${prefix}`
        fc.pre(canonicalNetwork(network) !== undefined)
        const list = new BlockList()
        list.addSubnet(other, prefix, kind)
        const isSame = isIPv6(address) === isIPv6(other)
        const inside = isSame && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
        expect(isIn(address, network)).toBe(inside)
      }),
    )
  })

  it('of several is found the longest, and the first of those that are the same', () => {
    const networks = new Networks([
      ['192.0.2.0/24', 'wide'],
      ['nonsense', 'nobody'],
      ['192.0.2.0/28', 'narrow'],
      ['192.0.2.0/28', 'later'],
      ['2001:db8::/32', 'six'],
      ['2001:0db8:0::/32', 'written otherwise'],
    ])
    expect(['192.0.2.200', '192.0.2.7', '2001:db8::9', '198.51.100.1'].map((at) => networks.of(at))).toEqual([
      'wide',
      'narrow',
      'six',
      undefined,
    ])
  })
})
