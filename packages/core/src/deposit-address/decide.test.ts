import { expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import type { AccountId } from '../ids.js'
import { nobody, OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { assignAddress, type DerivedAddress, generateAddresses, removeAddress } from './decide.js'
import { ADDRESS_POOLS, DEPOSIT_ADDRESSES, HOME_NETWORKS } from './table.js'

const ON = { chain: 'BTC', network: 'mainnet', home: 'mainnet' } as const

const derived = (index: number, over: Partial<DerivedAddress> = {}): DerivedAddress => ({
  ...ON,
  pool: { address: 'pool', xpub: 'xpub' },
  index,
  seen: index - 1,
  address: `address-${index}`,
  tag: '',
  shown: `ADDRESS-${index}`,
  ...over,
})

const tagged = (index: number, over: Partial<DerivedAddress> = {}): DerivedAddress => ({
  ...derived(index),
  chain: 'XRP',
  pool: { address: 'rPool', xpub: 'rPool' },
  address: 'rPool',
  tag: String(index),
  shown: 'rPool',
  ...over,
})

const opening = (currency: string, xpub: string | null, first?: DerivedAddress) => ({
  tenant: TENANT,
  account: {
    currency,
    xpub,
    customer: null,
    accountingCurrency: null,
    accountCode: null,
    accountNumber: null,
    ...(first === undefined ? {} : { first }),
  },
})

class Addresses extends TestLedger {
  open(currency: string, xpub: string | null, first?: DerivedAddress): AccountId {
    return this.must(openAccount, opening(currency, xpub, first)).account.id
  }

  generate(account: AccountId, address: DerivedAddress, tenant = TENANT, currency = 'BTC') {
    return this.run(generateAddresses, { tenant, addresses: [{ account, currency, derived: address }] })
  }

  assign(account: AccountId, address: string, currency = 'SOL', tag = '') {
    const place = { ...ON, chain: currency, address, tag, shown: address }
    return this.run(assignAddress, { tenant: TENANT, account, currency, ...place })
  }

  remove(account: AccountId, address: string, currency = 'SOL') {
    const place = { chain: currency, network: 'mainnet', address, tag: '', currency }
    return this.run(removeAddress, { tenant: TENANT, account, ...place })
  }

  get shown() {
    return [...this.kept.all(DEPOSIT_ADDRESSES)].map(({ shown, removed }) => (removed ? `-${shown}` : shown))
  }
}

const refused = (code: string) => ({ accepted: false, rejection: { code } })

it('gives one index after another, to all accounts of the xpub', () => {
  const ledger = new Addresses()
  const [a, b] = [ledger.open('BTC', 'xpub', derived(1)), ledger.open('BTC', 'xpub')]
  expect(ledger.generate(b, derived(2))).toMatchObject({
    accepted: true,
    output: [{ account: b, derivationKey: 2 }],
  })
  expect(ledger.generate(a, derived(2, { seen: 1 }))).toMatchObject(refused('address.busy'))
  expect(ledger.generate(a, derived(9, { seen: 2 }))).toMatchObject({ accepted: true })
  expect(ledger.generate(a, derived(5, { seen: 9 }))).toMatchObject(refused('address.index.used'))
  expect(ledger.generate(a, derived(9, { seen: 9 }))).toMatchObject(refused('address.index.used'))
  expect(ledger.shown).toEqual(['ADDRESS-1', 'ADDRESS-2', 'ADDRESS-9'])
  expect([...ledger.kept.all(ADDRESS_POOLS)]).toMatchObject([{ address: 'pool', lastIndex: 9, owner: null }])
})

it('never gives index 0', () => {
  const ledger = new Addresses()
  const account = ledger.open('BTC', 'xpub')
  expect(ledger.generate(account, derived(0, { seen: 0 }))).toMatchObject(refused('address.index.used'))
})

it('generates all addresses of a batch or none', () => {
  const ledger = new Addresses()
  const account = ledger.open('BTC', 'xpub')
  const batch = (...indexes: readonly DerivedAddress[]) =>
    ledger.run(generateAddresses, {
      tenant: TENANT,
      addresses: indexes.map((one) => ({ account, currency: 'BTC', derived: one })),
    })
  expect(batch(derived(1), derived(1, { seen: 1 }))).toMatchObject({
    accepted: false,
    rejection: { code: 'address.index.used', index: 1 },
  })
  expect(ledger.shown).toEqual([])
  expect(batch(derived(1), derived(2))).toMatchObject({ accepted: true })
})

it('generates the tags of an address for one account only', () => {
  const ledger = new Addresses()
  const first = ledger.open('XRP', 'rPool', tagged(1))
  const second = ledger.open('XRP', 'rPool', tagged(2))
  expect(ledger.generate(second, tagged(2), TENANT, 'XRP')).toMatchObject(refused('xpub.used'))
  expect(ledger.generate(first, tagged(2), TENANT, 'XRP')).toMatchObject({ accepted: true })
  const third = ledger.open('XRP', null)
  expect(ledger.assign(third, 'rPool', 'XRP', '2')).toMatchObject(refused('address.used'))
  expect(ledger.assign(third, 'rPool', 'XRP', '3')).toMatchObject({ accepted: true })
  // The tag was assigned, so the caller derives the next one.
  expect(ledger.generate(first, tagged(3), TENANT, 'XRP')).toMatchObject(refused('address.used'))
  expect(ledger.assign(third, 'rPool', 'XRP')).toMatchObject(refused('address.used'))
})

it('opens an account with the index that it names, or not at all', () => {
  const ledger = new Addresses()
  const open = (currency: string, xpub: string, first: DerivedAddress) =>
    ledger.run(openAccount, opening(currency, xpub, first))
  const named = (index: number, seen: number) => derived(index, { seen, named: true })
  expect(open('BTC', 'xpub', named(57, 0))).toMatchObject({ accepted: true })
  for (const index of [0, 1, 56, 57]) {
    expect(open('BTC', 'xpub', named(index, 57))).toMatchObject(refused('address.index.used'))
  }
  expect(open('BTC', 'xpub', named(60, 56))).toMatchObject(refused('address.busy'))
  expect(open('BTC', 'xpub', derived(58))).toMatchObject({ accepted: true })

  // Another account has the tags. Without a name for the tag it begins without one.
  expect(open('XRP', 'rPool', tagged(5, { seen: 0, named: true }))).toMatchObject({ accepted: true })
  expect(open('XRP', 'rPool', tagged(9, { seen: 5, named: true }))).toMatchObject(refused('xpub.used'))
  expect(open('XRP', 'rPool', tagged(6))).toMatchObject({ accepted: true })
  expect(ledger.shown).toEqual(['ADDRESS-57', 'ADDRESS-58', 'rPool'])
})

it('assigns an address to one account, until it is removed', () => {
  const ledger = new Addresses()
  const [a, b] = [ledger.open('SOL', null), ledger.open('SOL', null)]
  expect(ledger.assign(a, 'one')).toMatchObject({
    accepted: true,
    output: { xpub: null, derivationKey: null },
  })
  expect(ledger.assign(a, 'one')).toMatchObject({ accepted: true, changes: [] })
  expect(ledger.assign(b, 'one')).toMatchObject(refused('address.used'))
  expect(ledger.remove(b, 'one')).toMatchObject(refused('address.not.found'))
  expect(ledger.remove(a, 'one')).toMatchObject({ accepted: true })
  expect(ledger.remove(a, 'one')).toMatchObject({ accepted: true, changes: [] })
  expect(ledger.shown).toEqual(['-one'])
  expect(ledger.assign(b, 'one')).toMatchObject({ accepted: true, output: { account: b, removed: false } })
  expect(ledger.remove(a, 'one')).toMatchObject(refused('address.not.found'))
})

it('never gives a generated address to another account, even if it was removed', () => {
  const ledger = new Addresses()
  const account = ledger.open('USDT', 'xpub')
  const other = ledger.open('USDT', null)
  const on = { chain: 'USDT' }
  ledger.generate(account, derived(1, on), TENANT, 'USDT')
  expect(ledger.assign(other, 'address-1', 'USDT')).toMatchObject(refused('address.used'))
  expect(ledger.remove(account, 'address-1', 'USDT')).toMatchObject({ accepted: true })
  expect(ledger.assign(other, 'address-1', 'USDT')).toMatchObject(refused('address.used'))
  expect(ledger.generate(account, derived(1, { ...on, seen: 1 }), TENANT, 'USDT')).toMatchObject(
    refused('address.index.used'),
  )
})

it('credits nobody with the change of a pool', () => {
  const ledger = new Addresses()
  const [account, other] = [ledger.open('USDT', 'xpub'), ledger.open('USDT', null)]
  const on = { chain: 'USDT' }
  ledger.generate(account, derived(1, on), TENANT, 'USDT')
  expect(ledger.assign(other, 'pool', 'USDT')).toMatchObject(refused('address.used'))
  expect(ledger.assign(other, 'second', 'USDT')).toMatchObject({ accepted: true })
  const pool = { address: 'second', xpub: 'another' }
  const next = derived(1, { ...on, pool, address: 'third' })
  const third = ledger.open('USDT', 'another')
  expect(ledger.generate(third, next, TENANT, 'USDT')).toMatchObject(refused('xpub.used'))
})

it('credits nobody with change that a client sends to another script of the key', () => {
  const ledger = new Addresses()
  const [account, other] = [ledger.open('USDT', 'xpub'), ledger.open('USDT', null)]
  const pool = { address: 'pool', xpub: 'xpub', twins: ['twin of pool'] }
  const place = { ...ON, chain: 'USDT', tag: '' }
  const assign = (address: string, twins: readonly string[]) =>
    ledger.run(assignAddress, {
      ...{ tenant: TENANT, account: other, currency: 'USDT' },
      ...{ ...place, address, shown: address, twins },
    })
  expect(assign('twin of pool', ['pool'])).toMatchObject({ accepted: true })
  const first = derived(1, { chain: 'USDT', pool })
  expect(ledger.generate(account, first, TENANT, 'USDT')).toMatchObject(refused('xpub.used'))

  const next = { address: 'pool 2', xpub: 'xpub', twins: ['twin of pool 2'] }
  ledger.generate(account, derived(1, { chain: 'USDT', pool: next }), TENANT, 'USDT')
  expect(assign('twin of pool 2', ['pool 2'])).toMatchObject(refused('address.used'))
})

it('gives an account only addresses of its own xpub', () => {
  const ledger = new Addresses()
  const account = ledger.open('BTC', 'another')
  expect(ledger.generate(account, derived(1))).toMatchObject(refused('account.xpub.incompatible'))
  expect(ledger.shown).toEqual([])
})

it('keeps coins of a testnet away from those of the mainnet', () => {
  const ledger = new Addresses()
  const account = ledger.open('BTC', 'xpub', derived(1))
  const test = { network: 'testnet', home: 'testnet' } as const
  expect(ledger.generate(account, derived(2, { ...test, seen: 0 }))).toMatchObject(
    refused('account.blockchain.testnet'),
  )
  expect([...ledger.kept.all(HOME_NETWORKS)]).toEqual([{ tenant: TENANT, network: 'mainnet' }])
})

it('knows accounts in use of the own tenant only', () => {
  const ledger = new Addresses()
  const account = ledger.open('BTC', 'xpub')
  expect(ledger.generate(nobody(), derived(1))).toMatchObject(refused('account.not.exists'))
  expect(ledger.generate(account, derived(1), OTHER_TENANT)).toMatchObject(refused('account.not.exists'))
  expect(ledger.assign(nobody(), 'one')).toMatchObject(refused('account.not.exists'))
  expect(ledger.assign(account, 'one', 'BTC')).toMatchObject(refused('account.xpub.present'))
  expect(ledger.remove(nobody(), 'one')).toMatchObject(refused('account.not.exists'))
})
