import { describe, expect, it } from 'vitest'
import { Depths } from './depth.js'

const ONE = 10n ** 18n
const depths = new Depths(6, {
  BTC: {
    confirmations: null,
    above: [
      { amount: ONE, confirmations: 12 },
      { amount: 10n * ONE, confirmations: 100 },
    ],
    minimum: ONE / 1_000n,
  },
  LOW: { confirmations: 3, above: [], minimum: null },
  FINE: { confirmations: 9, above: [{ amount: ONE, confirmations: 20 }], minimum: ONE },
})
const btc = (amount: bigint) => ({ currency: 'BTC', amount, scale: 8 })
const fine = (amount: bigint) => ({ currency: 'FINE', amount, scale: 24 })

describe('the depth of a deposit', () => {
  it('is that of the network, and more above an amount, whatever the decimals', () => {
    expect(
      [1n, 100_000_000n, 100_000_001n, 1_000_000_000n, 1_000_000_001n].map((amount) =>
        depths.of(btc(amount)),
      ),
    ).toEqual([6, 6, 12, 12, 100])
    expect([10n ** 24n, 10n ** 24n + 1n].map((amount) => depths.of(fine(amount)))).toEqual([9, 20])
    expect(depths.of({ currency: 'ETH', amount: 10n ** 30n, scale: 18 })).toBe(6)
    expect(depths.deepest).toBe(100)
    expect(new Depths(6).deepest).toBe(6)
  })

  it('is never below that of the network', () => {
    expect(depths.of({ currency: 'LOW', amount: 1n, scale: 0 })).toBe(6)
  })

  it('is counted among final blocks where a follower is shown no others', () => {
    const shown = new Depths(19, { DEEP: { confirmations: 30, above: [], minimum: null } }, 19)
    expect(['TRON', 'DEEP'].map((currency) => shown.of({ currency, amount: 1n, scale: 6 }))).toEqual([1, 12])
  })

  it('a deposit below the minimum is dust; the minimum itself is not', () => {
    expect([99_999n, 100_000n].map((amount) => depths.isDust(btc(amount)))).toEqual([true, false])
    expect([10n ** 24n - 1n, 10n ** 24n].map((amount) => depths.isDust(fine(amount)))).toEqual([true, false])
    expect(depths.isDust({ currency: 'LOW', amount: 1n, scale: 18 })).toBe(false)
    expect(depths.isDust({ currency: 'constructor', amount: 1n, scale: 18 })).toBe(false)
  })
})
