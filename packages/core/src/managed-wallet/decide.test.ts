import { describe, expect, it } from 'vitest'
import type { ApiKeyId, ManagedWalletId } from '../ids.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import {
  chargeManagedWallets,
  createManagedWallet,
  destroyManagedWallet,
  payFee,
  rewrapManagedWallet,
  useManagedWallet,
} from './decide.js'
import { managedWalletKey } from './managed-wallet.js'
import { KEY_USES } from './table.js'

const apiKey = 'a'.repeat(24) as ApiKeyId
const other = 'b'.repeat(24) as ApiKeyId
const id = 'wallet' as ManagedWalletId
const ON = { tenant: TENANT, network: 'testnet' }
const CREATE = {
  ...ON,
  id,
  apiKey,
  chain: 'ETH',
  address: '0x1',
  publicKey: '02',
  masterKey: 'old',
  wrapped: 'sealed',
  chargedDay: '2030-01-30',
  limit: null,
  credits: 10,
}

const walletIn = (ledger: TestLedger) => ledger.kept.find(managedWalletKey(TENANT, id))
const purposes = (ledger: TestLedger) => [...ledger.kept.all(KEY_USES)].map(({ purpose }) => purpose)
const charges = (ledger: TestLedger) =>
  ledger.kept.changes.flatMap((change) => (change.type === 'credits.charged' ? [change.charge] : []))

describe('a managed wallet', () => {
  it('is created once, and charged for its first day', () => {
    const ledger = new TestLedger()
    const day = '2030-01-30'
    expect(ledger.must(createManagedWallet, CREATE)).toMatchObject({ id, chargedDay: day, wrapped: 'sealed' })
    expect(charges(ledger)).toEqual([{ tenant: TENANT, apiKey, day, credits: 10 }])
    const written = ledger.kept.changes.length
    expect(ledger.must(createManagedWallet, { ...CREATE, wrapped: 'other' })).toMatchObject({
      wrapped: 'sealed',
    })
    expect(ledger.kept.changes).toHaveLength(written)
  })

  it('is refused beyond the limit of its API key, and counts no wallet of another one', () => {
    const ledger = new TestLedger()
    const named = (name: string, by = apiKey) => ({
      ...CREATE,
      id: name as ManagedWalletId,
      apiKey: by,
      limit: 2,
    })
    ledger.must(createManagedWallet, named('1'))
    ledger.must(createManagedWallet, named('2', other))
    ledger.must(createManagedWallet, named('3'))
    expect(ledger.refusal(createManagedWallet, named('4'))).toBe('managed.wallet.limit')
    ledger.must(destroyManagedWallet, { ...ON, id: '1' as ManagedWalletId, apiKey })
    ledger.must(createManagedWallet, named('4'))
    expect(ledger.refusal(createManagedWallet, named('5'))).toBe('managed.wallet.limit')
    // Two calls at once both need the row of the key.
    expect(createManagedWallet.needs(named('6'))).toContainEqual({
      type: 'managedWalletsOf',
      tenant: TENANT,
      apiKey,
      limit: 2,
    })
  })

  it('leaves a record of each use, also once it is deleted', () => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const use = { ...ON, id, apiKey: other, purpose: 'signed', digest: 'd', verdict: '{}' } as const
    expect(ledger.must(useManagedWallet, use)).toMatchObject({ wrapped: 'sealed' })
    ledger.must(useManagedWallet, { ...use, purpose: 'exported', digest: null, verdict: null })
    ledger.must(destroyManagedWallet, { ...ON, id, apiKey })
    expect(walletIn(ledger)).toBeUndefined()
    expect(ledger.refusal(useManagedWallet, use)).toBe('managed.wallet.missing')
    expect(ledger.refusal(destroyManagedWallet, { ...ON, id, apiKey })).toBe('managed.wallet.missing')
    expect(purposes(ledger)).toEqual(['created', 'signed', 'exported', 'destroyed'])
    expect([...ledger.kept.all(KEY_USES)][1]).toMatchObject({
      apiKey: other,
      digest: 'd',
      verdict: '{}',
      wallet: id,
      address: '0x1',
    })
  })

  it.each([
    ['another tenant', { tenant: OTHER_TENANT }],
    ['another network', { network: 'mainnet' }],
    ['another id', { id: 'other' as ManagedWalletId }],
  ])('is missing for %s', (_, over) => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const use = { ...ON, id, apiKey, purpose: 'signed', digest: null, verdict: null, ...over } as const
    expect(ledger.refusal(useManagedWallet, use)).toBe('managed.wallet.missing')
    expect(ledger.refusal(destroyManagedWallet, { ...ON, id, apiKey, ...over })).toBe(
      'managed.wallet.missing',
    )
    expect(purposes(ledger)).toEqual(['created'])
  })

  it('is encrypted again only from what was read', () => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const rewrap = { tenant: TENANT, id, from: 'sealed', to: 'new', masterKey: 'next' }
    expect(ledger.must(rewrapManagedWallet, { ...rewrap, from: 'stale' })).toBe(false)
    expect(ledger.must(rewrapManagedWallet, rewrap)).toBe(true)
    expect(walletIn(ledger)).toMatchObject({ wrapped: 'new', masterKey: 'next' })
    expect(ledger.must(rewrapManagedWallet, rewrap)).toBe(false)
    expect(ledger.must(rewrapManagedWallet, { ...rewrap, id: 'gone' as ManagedWalletId })).toBe(false)
  })

  it('is charged once for each day, also for days that nobody charged', () => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const charge = { tenant: TENANT, ids: [id, 'gone' as ManagedWalletId], credits: 10 }
    const until = (...days: readonly string[]) => ledger.must(chargeManagedWallets, { ...charge, days })
    expect(until('2030-01-29', '2030-01-30')).toBe(0)
    expect(until('2030-01-30', '2030-01-31', '2030-02-01')).toBe(20)
    expect(until('2030-01-30', '2030-01-31', '2030-02-01')).toBe(0)
    // The clock goes back over midnight, and forward again.
    expect(until('2030-01-31')).toBe(0)
    expect(until('2030-02-01', '2030-02-02')).toBe(10)
    expect(charges(ledger).map(({ day }) => day)).toEqual([
      '2030-01-30',
      '2030-01-31',
      '2030-02-01',
      '2030-02-02',
    ])
    expect(walletIn(ledger)).toMatchObject({ chargedDay: '2030-02-02' })
  })

  it('pays fees up to the limit of a day, and a clock that is set back opens no new one', () => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const DAY = 86_400_000
    const pay = (fee: bigint) => ({ ...ON, id, apiKey: other, digest: 'd', fee, perDay: 10n })
    expect(ledger.must(payFee, pay(4n))).toMatchObject({ fees: 4n, feesDay: '2023-11-14' })
    expect(ledger.must(payFee, pay(6n))).toMatchObject({ fees: 10n })
    expect(ledger.refusal(payFee, pay(1n))).toBe('fee.payer.limit')
    ledger.now += DAY
    expect(ledger.must(payFee, pay(9n))).toMatchObject({ fees: 9n, feesDay: '2023-11-15' })
    for (const step of [-DAY, -3 * DAY]) {
      ledger.now += step
      expect(ledger.refusal(payFee, pay(2n))).toBe('fee.payer.limit')
    }
    ledger.now += 4 * DAY
    expect(ledger.must(payFee, pay(1n))).toMatchObject({ fees: 10n, feesDay: '2023-11-15' })
    expect(ledger.refusal(payFee, pay(1n))).toBe('fee.payer.limit')
    // Each use is recorded for the API key that asked for it, and a refused one changes nothing.
    const paid = [...ledger.kept.all(KEY_USES)].filter(({ purpose }) => purpose === 'signed')
    expect(paid.map(({ apiKey: by, digest }) => `${by} ${digest}`)).toEqual(Array(4).fill(`${other} d`))
  })

  it('pays no fee once it is gone, and none that is above the limit alone', () => {
    const ledger = new TestLedger()
    ledger.must(createManagedWallet, CREATE)
    const pay = { ...ON, id, apiKey, digest: 'd', fee: 11n, perDay: 10n }
    expect(ledger.refusal(payFee, pay)).toBe('fee.payer.limit')
    expect(ledger.refusal(payFee, { ...pay, network: 'mainnet' })).toBe('managed.wallet.missing')
    ledger.must(destroyManagedWallet, { ...ON, id, apiKey })
    expect(ledger.refusal(payFee, { ...pay, fee: 1n })).toBe('managed.wallet.missing')
    expect(walletIn(ledger)?.fees).toBeUndefined()
  })
})
