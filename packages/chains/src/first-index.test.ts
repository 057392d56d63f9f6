/** Accounts that begin with an index of their own, as their customers had it before the wallet came here. */
import type { Operations } from '@tallystick/operations'
import { createTallystick, memoryStorage } from '@tallystick/operations'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { codeOf, openLedger, refusalOf } from './open-ledger.fixture.js'

const chains = createChains({})
afterAll(() => chains.close())

/** A wallet that no account has used yet. */
async function walletOf(currency: 'ETH' | 'LTC', seed: number): Promise<string> {
  const { keys } = await chains.chain(currency, 'testnet')
  return (await keys?.xpub(keys.mnemonic(new Uint8Array(32).fill(seed)))) ?? ''
}

const indexesOf = async (calls: Operations, id: string) =>
  (await calls.getAllDepositAddresses({ id })).map(({ derivationKey }) => derivationKey)

describe('an account', () => {
  it('is opened with the index of its customer, and others go on above it', async () => {
    const world = openLedger(chains)
    const calls = await world.as('testnet')
    const xpub = await walletOf('ETH', 1)
    const adam = await calls.createAccountXpub({ currency: 'ETH', xpub, index: 1 })
    const [zoe, next] = await calls.createAccountBatch({
      accounts: [{ currency: 'ETH', xpub, index: 57 }, { currency: 'ETH', xpub }, { currency: 'EUR' }],
    })
    await calls.generateDepositAddress({ id: adam.id })
    expect(await indexesOf(calls, adam.id)).toEqual([1, 59])
    expect(await indexesOf(calls, zoe?.id ?? '')).toEqual([57])
    expect(await indexesOf(calls, next?.id ?? '')).toEqual([58])
    const { address } = await calls.ethGenerateAddress({ xpub, index: 57 })
    expect(await calls.addressExists({ address, currency: 'ETH' })).toMatchObject({ id: zoe?.id })
    await world.close()
  })

  it('is not opened where the index is taken, or where there are none', async () => {
    const world = openLedger(chains)
    const calls = await world.as('testnet')
    const xpub = await walletOf('ETH', 2)
    const zoe = await calls.createAccountXpub({ currency: 'ETH', xpub, index: 57 })
    const [first] = await calls.getAllDepositAddresses({ id: zoe.id })
    const open = (index: number) => calls.createAccountXpub({ currency: 'ETH', xpub, index })
    for (const index of [0, 1, 57]) expect(await codeOf(open(index))).toBe('address.index.used')
    // Whoever knows it may still pay there.
    await calls.removeAddress({ id: zoe.id, address: first?.address ?? '' })
    expect(await codeOf(open(57))).toBe('address.index.used')
    for (const index of [-1, 1.5, 2 ** 31, '7' as never]) {
      expect(await codeOf(open(index))).toBe('validation.failed')
    }
    const SOL = { currency: 'SOL', xpub: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', index: 1 }
    expect(await codeOf(calls.createAccountXpub(SOL))).toBe('offchain.not.supported')
    const batch = (item: object) =>
      calls.createAccountBatch({ accounts: [{ currency: 'EUR' }, { currency: 'ETH', xpub }, item] as never })
    for (const [item, code] of [
      [SOL, 'offchain.not.supported'],
      [{ currency: 'EUR', index: 1 }, 'account.xpub.missing'],
      [{ currency: 'ETH', xpub, index: 58 }, 'address.index.used'],
    ] as const) {
      expect((await refusalOf(batch(item))).rejection).toMatchObject({ code, index: 2 })
    }
    expect(await calls.getAccountsCount()).toEqual({ total: 1 })
    await world.close()
  })
})

const step = fc.record({
  kind: fc.constantFrom('open', 'generate', 'remove'),
  of: fc.nat(3),
  index: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The index that the step gives to an account; undefined if it gives none. */
async function given(
  calls: Operations,
  accounts: string[],
  { kind, of, index }: Step,
  xpub: string,
): Promise<number | undefined> {
  const at = index === undefined ? {} : { index }
  if (kind === 'open') {
    const { id } = await calls.createAccountXpub({ currency: 'LTC', xpub, ...at })
    accounts.push(id)
    return (await indexesOf(calls, id))[0]
  }
  const id = accounts[of % Math.max(1, accounts.length)]
  if (id === undefined) return undefined
  if (kind === 'generate') return (await calls.generateDepositAddress({ id, ...at })).derivationKey
  const [first] = await calls.getAllDepositAddresses({ id })
  if (first !== undefined) await calls.removeAddress({ id, address: first.address })
  return undefined
}

it('whoever names indexes in whatever order, from two processes at once: each is of one account, once', async () => {
  const xpub = await walletOf('LTC', 3)
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rounds, async (played) => {
      const storage = memoryStorage()
      // Turns are taken in a process: two objects on one storage are two.
      const open = () => createTallystick({ storage, chains, warn: () => undefined })
      const [one, other] = [open(), open()]
      const accounts: string[] = []
      const all: number[] = []
      for (const round of played) {
        const last = Math.max(0, ...all)
        const calls = round.map((wanted, place) => given(place % 2 ? other : one, accounts, wanted, xpub))
        for (const outcome of await Promise.allSettled(calls)) {
          if (outcome.status === 'rejected') {
            expect(outcome.reason).toMatchObject({ code: 'address.index.used' })
          } else if (outcome.value !== undefined) {
            expect(outcome.value).toBeGreaterThan(last)
            all.push(outcome.value)
          }
        }
      }
      expect(new Set(all).size).toBe(all.length)
      const left = (await Promise.all(accounts.map((id) => indexesOf(one, id)))).flat()
      expect(new Set(left).size).toBe(left.length)
      expect(all).toEqual(expect.arrayContaining(left))
      await Promise.all([one.close(), other.close()])
    }),
    { numRuns: 40 },
  )
})
