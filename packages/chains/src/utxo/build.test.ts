/** The rules of a payment, and the choice of what it spends. */
import { BadTransaction, type Utxo, type UtxoIntent } from '@tallystick/custody'
import { check, chooseSeed } from '@tallystick/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectAndBuild } from './many.fixture.js'
import { type Key, keyOf, madeUp, outpointOf, paramsOf } from './paying.fixture.js'
import type { Payload } from './payload.js'
import { closest, largestFirst, Ranking } from './select.js'
import { offlineChain } from './subject.fixture.js'

const chain = offlineChain('BTC', 'mainnet')
const params = paramsOf(chain)
const [from, to, change] = [1, 2, 3].map((number) => keyOf(chain, number)) as [Key, Key, Key]

/** 10 base units for a virtual byte. */
const RATE = 10_000n
const coin = (value: bigint, index = 0, key = from): Utxo => madeUp(chain, key, 'p2pkh', value, index)

const intent = (changes: Partial<UtxoIntent>): UtxoIntent => ({
  required: [],
  available: [],
  to: [{ address: to.addressAs('p2pkh'), value: 100_000n }],
  fee: null,
  changeAddress: null,
  marketRate: RATE,
  fastRate: 10_000n,
  ...changes,
})

interface Outcome {
  readonly fee: string
  readonly inputs: number
  readonly outputs: readonly string[]
}

function outcome(changes: Partial<UtxoIntent>): Outcome | string {
  try {
    const unsigned = chain.codec.build(intent(changes))
    const payload: Payload = JSON.parse(unsigned.payload)
    return {
      fee: unsigned.fee,
      inputs: payload.inputs.length,
      outputs: payload.outputs.map(({ value }) => value),
    }
  } catch (error) {
    if (error instanceof BadTransaction) return error.code
    throw error
  }
}

/** Of p2pkh inputs and outputs, with the longest signatures: 10 + 148 per input + 34 per output, rounded up. */
const feeOf = (inputs: number, outputs: number): bigint => BigInt(11 + 148 * inputs + 34 * outputs) * 10n
const p2pkh = change.addressAs('p2pkh')

describe('the remainder', () => {
  it.each<[string, Partial<UtxoIntent>, Outcome | string]>([
    ['is the fee', { required: [coin(105_000n)] }, { fee: '5000', inputs: 1, outputs: ['100000'] }],
    [
      'is the fee though it is far above the market: old programs leave a round one',
      { required: [coin(150_000n)], marketRate: 1_000n, fastRate: 1_000n },
      { fee: '50000', inputs: 1, outputs: ['100000'] },
    ],
    [
      'is the fee up to as much as is paid, however low the market is',
      { required: [coin(200_000n)], marketRate: 1_000n, fastRate: 1_000n },
      { fee: '100000', inputs: 1, outputs: ['100000'] },
    ],
    ['is not burnt beyond', { required: [coin(200_001n)] }, 'fee.exceptional'],
    [
      'is the fee up to twenty times what a fast payment costs, however little is paid',
      { required: [coin(100_000n + feeOf(1, 1) * 100n)], fastRate: RATE * 5n },
      { fee: String(feeOf(1, 1) * 100n), inputs: 1, outputs: ['100000'] },
    ],
    [
      'is not burnt beyond that',
      { required: [coin(100_001n + feeOf(1, 1) * 100n)], fastRate: RATE * 5n },
      'fee.exceptional',
    ],
    [
      'is the fee up to the ceiling',
      {
        required: [coin(10n ** 8n + params.maxFee)],
        to: [{ address: to.addressAs('p2pkh'), value: 10n ** 8n }],
      },
      { fee: '500000', inputs: 1, outputs: ['100000000'] },
    ],
    [
      'is not burnt above the ceiling, however much is paid',
      {
        required: [coin(10n ** 8n + params.maxFee + 1n)],
        to: [{ address: to.addressAs('p2pkh'), value: 10n ** 8n }],
      },
      'fee.exceptional',
    ],
    ['is not burnt when it is a fortune', { required: [coin(10n ** 12n)] }, 'fee.exceptional'],
    [
      'is burnt when that was asked for',
      { required: [coin(10n ** 12n)], fastRate: null },
      { fee: String(10n ** 12n - 100_000n), inputs: 1, outputs: ['100000'] },
    ],
    ['that is nothing leaves no fee', { required: [coin(100_000n)] }, 'insufficient.funds'],
    ['below nothing cannot be', { required: [coin(99_999n)] }, 'insufficient.funds'],
    [
      'is change, less the market’s fee',
      { required: [coin(200_000n)], changeAddress: p2pkh },
      { fee: String(feeOf(1, 2)), inputs: 1, outputs: ['100000', String(100_000n - feeOf(1, 2))] },
    ],
    [
      'is change, less the fee that was named, low or high',
      { required: [coin(200_000n)], changeAddress: p2pkh, fee: 77n },
      { fee: '77', inputs: 1, outputs: ['100000', '99923'] },
    ],
    [
      'is change, less a fee far above the market that was named',
      { required: [coin(10n ** 9n)], changeAddress: p2pkh, fee: 5n * 10n ** 8n },
      { fee: '500000000', inputs: 1, outputs: ['100000', '499900000'] },
    ],
    [
      'is fee when as change it would be dust',
      { required: [coin(100_000n + feeOf(1, 2) + 545n)], changeAddress: p2pkh },
      { fee: String(feeOf(1, 2) + 545n), inputs: 1, outputs: ['100000'] },
    ],
    [
      'is change as soon as it is not',
      { required: [coin(100_000n + feeOf(1, 2) + 546n)], changeAddress: p2pkh },
      { fee: String(feeOf(1, 2)), inputs: 1, outputs: ['100000', '546'] },
    ],
    [
      'may be less as change of segwit',
      { required: [coin(300_000n)], changeAddress: change.addressAs('p2wpkh'), fee: 199_706n },
      { fee: '199706', inputs: 1, outputs: ['100000', '294'] },
    ],
    [
      'below the market’s fee is not enough where change was expected',
      { required: [coin(100_000n + feeOf(1, 1) - 1n)], changeAddress: p2pkh },
      'insufficient.funds',
    ],
    [
      'must be the named fee, when it has nowhere to go',
      { required: [coin(101_234n)], fee: 1_234n },
      { fee: '1234', inputs: 1, outputs: ['100000'] },
    ],
    [
      'may exceed a named fee by dust',
      { required: [coin(101_780n)], fee: 1_234n },
      { fee: '1780', inputs: 1, outputs: ['100000'] },
    ],
    ['is not burnt beside a named fee', { required: [coin(101_781n)], fee: 1_234n }, 'fee.exceptional'],
    ['must reach the named fee', { required: [coin(101_233n)], fee: 1_234n }, 'insufficient.funds'],
    [
      'may be a fee of nothing, if that was named',
      { required: [coin(100_000n)], fee: 0n },
      { fee: '0', inputs: 1, outputs: ['100000'] },
    ],
  ])('%s', (_what, changes, expected) => {
    expect(outcome(changes)).toEqual(expected)
  })
})

describe('a round fee that an old program leaves is paid', () => {
  it.each([
    ['BTC', 50_000n],
    ['LTC', 50_000n],
    ['DOGE', 200_000_000n],
    ['BCH', 5_000n],
  ] as const)('%s: %i base units', (id, fee) => {
    const { codec, ...rest } = offlineChain(id, 'mainnet')
    const key = keyOf({ codec, ...rest }, 1)
    const value = paramsOf({ codec, ...rest }).maxFee
    const unsigned = codec.build({
      required: [madeUp({ codec, ...rest }, key, 'p2pkh', value + fee)],
      available: [],
      to: [{ address: key.addressAs('p2pkh'), value }],
      fee: null,
      changeAddress: null,
      marketRate: 1_000n,
      fastRate: 1_000n,
    })
    expect(unsigned.fee).toBe(String(fee))
  })
})

describe('a market that asks more than the ceiling', () => {
  /** The estimate that was seen: 0.09 coins for 1,000 bytes. */
  const seen = { marketRate: 9_000_000n, fastRate: 9_000_000n }
  const rich = { required: [coin(10n ** 9n)], ...seen }
  it.each<[string, Partial<UtxoIntent>, Outcome | string]>([
    ['is refused where there is change', { ...rich, changeAddress: p2pkh }, 'fee.exceptional'],
    ['is refused where the remainder is the fee', rich, 'fee.exceptional'],
    [
      'is refused for outputs that are selected',
      { ...rich, required: [], available: [coin(10n ** 9n)] },
      'fee.exceptional',
    ],
    ['is no lack of money', { ...rich, required: [], available: [coin(200_000n)] }, 'fee.exceptional'],
    [
      'is paid by who names the fee',
      { ...rich, changeAddress: p2pkh, fee: 2_034_000n },
      { fee: '2034000', inputs: 1, outputs: ['100000', '997866000'] },
    ],
    [
      'is told by an estimate',
      { ...rich, changeAddress: p2pkh, fastRate: null },
      { fee: '2043000', inputs: 1, outputs: ['100000', '997857000'] },
    ],
  ])('%s', (_what, changes, expected) => {
    expect(outcome(changes)).toEqual(expected)
  })

  it('is told with the ceiling and the remedy', () => {
    expect(() => chain.codec.build(intent({ ...rich, changeAddress: p2pkh }))).toThrow(
      'the market asks 0.02043 BTC for this transaction, and the ceiling is 0.005 BTC',
    )
  })
})

describe('what is refused', () => {
  it.each<[string, Partial<UtxoIntent>, string]>([
    ['nothing to spend', {}, 'insufficient.funds'],
    ['nobody to pay', { to: [], required: [coin(200_000n)] }, 'malformed'],
    ['an output of nothing', { to: [{ address: p2pkh, value: 0n }], required: [coin(200_000n)] }, 'dust'],
    ['an output below nothing', { to: [{ address: p2pkh, value: -1n }], required: [coin(200_000n)] }, 'dust'],
    ['dust', { to: [{ address: p2pkh, value: 545n }], required: [coin(200_000n)] }, 'dust'],
    [
      'more than an output holds',
      { to: [{ address: p2pkh, value: 2n ** 63n }], required: [coin(1n)] },
      'malformed',
    ],
    ['no address', { to: [{ address: 'nobody', value: 1_000n }], required: [coin(2_000n)] }, 'malformed'],
    ['no address for change', { changeAddress: 'nobody', required: [coin(200_000n)] }, 'malformed'],
    ['an output twice', { required: [coin(60_000n), coin(60_000n)] }, 'malformed'],
    ['an outpoint that is none', { required: [{ ...coin(105_000n), txId: 'abc' }] }, 'malformed'],
    ['an index that is none', { required: [{ ...coin(105_000n), index: -1 }] }, 'malformed'],
    ['a script that nobody can sign for', { required: [{ ...coin(105_000n), script: '6a00' }] }, 'malformed'],
    [
      'a witness script',
      { required: [{ ...coin(105_000n), script: `0020${'00'.repeat(32)}` }] },
      'malformed',
    ],
    [
      'more inputs than nodes relay',
      { required: Array.from({ length: 700 }, (_, index) => coin(1_000n, index)), fastRate: null },
      'malformed',
    ],
  ])('%s', (_what, changes, code) => {
    expect(outcome(changes)).toBe(code)
  })
})

describe('the choice', () => {
  const pool = [50_000n, 20_000n, 400_000n, 30_000n, 100n].map((value, index) => coin(value, index + 1))

  it('takes the largest first where change has an address', () => {
    expect(outcome({ available: pool, changeAddress: p2pkh })).toMatchObject({ inputs: 1 })
    expect(outcome({ available: pool.slice(0, 2).concat(pool.slice(3)), changeAddress: p2pkh })).toBe(
      'insufficient.funds',
    )
  })

  it('takes what was required, and more only when that does not do', () => {
    expect(outcome({ required: [coin(105_000n)], available: pool })).toMatchObject({ inputs: 1, fee: '5000' })
    expect(outcome({ required: [coin(60_000n)], available: pool, changeAddress: p2pkh })).toMatchObject({
      inputs: 2,
    })
  })

  it('finds what leaves little, where nothing may be left', () => {
    // 50,000 and 30,000 and 20,000 pay 95,000 and what three inputs cost.
    const payment = { to: [{ address: p2pkh, value: 95_000n }] }
    expect(outcome({ ...payment, available: pool })).toEqual({ fee: '5000', inputs: 3, outputs: ['95000'] })
    expect(outcome({ ...payment, available: pool, fee: 5_000n })).toMatchObject({ inputs: 3, fee: '5000' })
  })

  it('burns no large coin when nothing fits', () => {
    expect(outcome({ available: pool.slice(1, 3) })).toBe('fee.exceptional')
  })

  it('leaves out what costs more to spend than it is worth, and what it cannot spend', () => {
    const worthless = coin(1_000n, 7)
    const foreign = { ...coin(90_000n, 8), script: '6a00' }
    expect(outcome({ available: [worthless, foreign] })).toBe('insufficient.funds')
    expect(outcome({ available: [worthless, foreign, coin(105_000n, 9)] })).toMatchObject({ inputs: 1 })
  })

  /** Properties of the choice; a failing one prints how to run it again. */
  const holds = <Values>(property: fc.IAsyncProperty<Values>) =>
    check(property, { seed: chooseSeed(), runs: 300 })

  it('does not depend on the order of what there is', async () => {
    const shuffles = fc.shuffledSubarray(pool, { minLength: pool.length })
    const expected = chain.codec.build(intent({ available: pool, changeAddress: p2pkh }))
    await holds(
      fc.asyncProperty(shuffles, async (shuffled) => {
        expect(chain.codec.build(intent({ available: shuffled, changeAddress: p2pkh }))).toEqual(expected)
      }),
    )
  })

  const worths = fc.array(fc.bigInt(-5n, 2_000n), { minLength: 1, maxLength: 12 })
  const targets = fc.bigInt(1n, 6_000n)
  const rankingOf = (values: readonly bigint[]) =>
    new Ranking(
      values.map((value, index) => ({ ...coin(1n, index), value })),
      ({ value }) => value,
    )
  const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)

  it('the search finds the closest sum there is', async () => {
    await holds(
      fc.asyncProperty(worths, targets, fc.bigInt(0n, 300n), async (values, target, tolerance) => {
        const ranking = rankingOf(values)
        const candidates = [...ranking]
        const found = closest(ranking, target, tolerance)
        const worthOf = new Map(candidates.map(({ coin: each, worth }) => [outpointOf(each), worth]))
        const sum = found && total(found.map((each) => worthOf.get(outpointOf(each)) ?? 0n))
        const possible = subsets(candidates.map(({ worth }) => worth))
          .filter((each) => each >= target && each <= target + tolerance)
          .sort((one, other) => (one < other ? -1 : 1))
        expect(sum).toBe(possible[0])
      }),
    )
  })

  it('the largest first are the fewest that do', async () => {
    await holds(
      fc.asyncProperty(worths, targets, async (values, target) => {
        const ranking = [...rankingOf(values)]
        const first = (many: number) => total(ranking.slice(0, many).map(({ worth }) => worth))
        const count = largestFirst(ranking, target).length
        if (first(ranking.length) < target) {
          expect(count).toBe(ranking.length)
        } else {
          expect(first(count)).toBeGreaterThanOrEqual(target)
          expect(first(count - 1)).toBeLessThan(target)
        }
      }),
    )
  })

  it('ranks by worth, then by transaction, then by index', async () => {
    const hash = (end: number) => fc.stringMatching(/^[0-9a-f]{3}$/).map((text) => text.padEnd(end, '0'))
    // Values around 2^60 are equal as doubles; hashes differ in their first or in their last digits.
    const worth = fc.oneof(fc.bigInt(1n, 3n), fc.bigInt(2n ** 60n, 2n ** 60n + 3n))
    const txId = fc.oneof(
      hash(64),
      hash(3).map((text) => text.padStart(64, '0')),
    )
    const candidate = fc.record({ worth, coin: fc.record({ txId, index: fc.nat(3) }) })
    await holds(
      fc.asyncProperty(fc.array(candidate, { maxLength: 30 }), async (candidates) => {
        const sortable = ({ worth, coin: { txId, index } }: (typeof candidates)[number]) =>
          `${String(2n ** 62n - worth).padStart(20, '0')} ${txId} ${index}`
        const coins = candidates.map(({ coin: each, worth: value }) => ({ ...each, value }))
        const ranking = [...new Ranking(coins, ({ value }) => value)]
        expect(ranking.map(sortable)).toEqual(candidates.map(sortable).sort())
      }),
    )
  })

  it('nothing is lost or made: inputs are outputs and fee', async () => {
    const values = fc.array(fc.bigInt(1n, 10n ** 17n), { minLength: 1, maxLength: 20 })
    const paid = fc.array(fc.bigInt(546n, 10n ** 15n), { minLength: 1, maxLength: 5 })
    const fees = fc.option(fc.bigInt(0n, 10n ** 9n))
    await holds(
      fc.asyncProperty(values, paid, fees, fc.boolean(), async (coins, pays, fee, hasChange) => {
        const made = outcome({
          available: coins.map((value, index) => coin(value, index)),
          to: pays.map((value) => ({ address: to.addressAs('p2wpkh'), value })),
          fee,
          changeAddress: hasChange ? p2pkh : null,
        })
        if (typeof made === 'string') {
          expect(made).toMatch(/^(insufficient\.funds|fee\.exceptional)$/)
          return
        }
        expect(made.outputs.slice(0, pays.length).map(BigInt)).toEqual(pays)
        for (const value of made.outputs) expect(BigInt(value)).toBeGreaterThanOrEqual(546n)
        if (fee === null) return
        expect(BigInt(made.fee)).toBeGreaterThanOrEqual(fee)
        expect(BigInt(made.fee)).toBeLessThanOrEqual(fee + params.dust)
      }),
    )
  })

  it.each(['varied', 'equal', 'no change'] as const)(
    'of 50,000 outputs (%s) takes far less than a second',
    (kind) => {
      // The benchmark holds it to 100 ms; here a loaded machine may be ten times slower, a square would be 500.
      const run = selectAndBuild(50_000, kind)
      run()
      const start = performance.now()
      expect(run().claims.length).toBeGreaterThan(0)
      expect(performance.now() - start).toBeLessThan(1_000)
    },
  )
})

function subsets(values: readonly bigint[]): bigint[] {
  const sums = [0n]
  for (const value of values) for (const sum of [...sums]) sums.push(sum + value)
  return sums
}
