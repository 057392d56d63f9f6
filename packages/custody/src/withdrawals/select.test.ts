import type { Output, TenantId } from '@tallystick/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_INPUTS, type Selection, select, type Wanted } from './select.js'

const ON = { tenant: 'tenant' as TenantId, chain: 'BTC', network: 'testnet' }
const UNSPENT = { spentBy: null, spentHeight: null, spentHash: null }

let count = 0

/** @param key 0: of the pool */
function output(value: bigint, key: number | null = 1): Output {
  const txId = (++count).toString(16).padStart(64, '0')
  const paid = { address: `address-${key}`, wallet: 'pool', derivationKey: key, value, scale: 8 }
  return { ...ON, txId, index: 0, ...paid, height: 1, hash: 'h', matures: 1, ...UNSPENT }
}

/** Sizes as of p2wpkh, roughly: 10 bytes, 60 for the outputs, 68 for each input. At the least rate, 1 unit a byte. */
const run = (over: Partial<Wanted>): Selection =>
  select({
    deep: [],
    own: [],
    held: 0n,
    paid: 10_000n,
    fee: 1_000n,
    isDust: (change) => change < 300n,
    marketRate: 1_000n,
    leastRate: 1_000n,
    coin: { id: 'BTC', decimals: 8 },
    sizeOf: (inputs) => 70 + 68 * inputs.length,
    ...over,
  })

const values = ({ inputs }: Selection): readonly bigint[] => inputs.map(({ value }) => value)

it('takes all deposits, and what the pool has after them', () => {
  const deep = [output(5_000n), output(90_000n, 0), output(20_000n), output(7_000n, null)]
  const chosen = run({ deep })
  expect(values(chosen)).toEqual([20_000n, 7_000n, 5_000n, 90_000n])
  expect(chosen).toMatchObject({ change: 122_000n - 11_000n, fee: 1_000n })
})

it('takes no more outputs than the fee pays for at the rate of the market, and those that are needed at any rate', () => {
  const deep = [output(50_000n, 0), ...Array.from({ length: 20 }, () => output(2_000n))]
  // 70 + 68 · 3 bytes at 3 units, for 1,000 units.
  expect(values(run({ deep, marketRate: 3_000n }))).toEqual([2_000n, 2_000n, 50_000n])
  expect(values(run({ deep: deep.slice(1), marketRate: 3_000n }))).toHaveLength(6)
})

it('refuses a fee that nodes do not relay', () => {
  const deep = Array.from({ length: 20 }, () => output(1_000n))
  expect(() => run({ deep, paid: 15_000n, fee: 1_000n })).toThrow(
    'For 16 inputs nodes take a fee of 0.00001158 BTC or more',
  )
})

it('makes no change that would be dust: it takes one more output, or leaves it to the block', () => {
  expect(run({ deep: [output(11_200n, 0)] })).toMatchObject({ change: 0n, fee: 1_200n })
  expect(run({ deep: [output(11_000n, 0)] })).toMatchObject({ change: 0n, fee: 1_000n })
  // Only one fits at the rate of the market.
  const marketRate = 7_000n
  expect(run({ deep: [output(11_200n), output(500n)], marketRate })).toMatchObject({
    change: 700n,
    fee: 1_000n,
  })
  expect(run({ deep: [output(11_300n), output(500n)], marketRate })).toMatchObject({ change: 300n })
})

it('takes what a transaction of ours leaves only if the rest is not enough', () => {
  const own = [output(50_000n, 0), output(8_000n, 0)]
  expect(values(run({ deep: [output(12_000n)], own }))).toEqual([12_000n])
  expect(values(run({ deep: [output(9_000n)], own }))).toEqual([9_000n, 50_000n])
  expect(values(run({ own }))).toEqual([50_000n])
})

it('says what the wallet has, and how much of it one transaction can spend', () => {
  expect(() => run({ deep: [output(6_000n)], own: [output(4_999n, 0)] })).toThrow(
    'The wallet has 0.00010999 BTC to spend; 0.00011 are needed',
  )
  expect(() => run({ held: 300_000n })).toThrow(
    'The wallet has 0 BTC to spend, besides 0.003 BTC that are held for transactions under way; 0.00011 are needed',
  )
  const many = Array.from({ length: MAX_INPUTS + 100 }, () => output(20n))
  expect(() => run({ deep: many, fee: 100_000n })).toThrow(
    'The wallet has 0.00012 BTC to spend, of which 500 outputs, the most for a transaction, have 0.0001; 0.0011 are needed',
  )
})

it('whatever the wallet has, the inputs are what the payment, its fee and the change add up to', () => {
  const some = fc.array(fc.record({ value: fc.bigInt(1n, 5_000n), key: fc.nat(2) }), { maxLength: 12 })
  fc.assert(
    fc.property(
      some,
      some,
      fc.bigInt(1n, 20_000n),
      fc.bigInt(0n, 2_000n),
      fc.bigInt(1_000n, 9_000n),
      (a, b, paid, fee, marketRate) => {
        const deep = a.map(({ value, key }) => output(value, key))
        const own = b.map(({ value }) => output(value, 0))
        const wanted = { deep, own, paid, fee, marketRate }
        const all = [...deep, ...own].reduce((total, { value }) => total + value, 0n)
        let chosen: Selection
        try {
          chosen = run(wanted)
        } catch (error) {
          const isPoor = all < paid + fee
          expect(String(error)).toMatch(isPoor ? /The wallet has/ : /nodes take a fee/)
          return
        }
        const { inputs, change } = chosen
        const spent = values(chosen).reduce((total, value) => total + value, 0n)
        expect(new Set(inputs).size).toBe(inputs.length)
        expect(spent).toBe(paid + chosen.fee + change)
        expect(chosen.fee >= fee && chosen.fee < fee + 300n).toBe(true)
        expect(change === 0n || change >= 300n).toBe(true)
        expect(chosen.fee === fee || change === 0n).toBe(true)
        const reached = deep.reduce((total, { value }) => total + value, 0n) >= paid + fee
        expect(inputs.some((one) => own.includes(one))).toBe(!reached)
      },
    ),
    { numRuns: 500 },
  )
})
