/** Deposit addresses by the public client (see public-client.test.ts), on every storage, and under load. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { ADDRESS_POOLS, DEPOSIT_ADDRESSES } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { type Account, ApiServices, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, OTHER_KEY, type Running, startService, TENANT } from '../service.fixture.js'
import { refusalOf } from './client.fixture.js'
import { chosen } from './storages.fixture.js'

const { ledger, virtualAccount } = ApiServices
const { account: addresses } = virtualAccount

/** Of trezor/python-mnemonic, vectors.json, 24 words beginning with `letter`: on test networks at m/44'/1'/0'/0. */
const BTC =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'
const ETH =
  'xpub6EBKwcCqVo4H8XxBX8cp1AHUSBodjAY9foi73btpZEy7LATnuNVSEk1zfbPtrKtePKG4c62zJShETGqGRVSA3tquGXvhL75eifcWKX3XLr5'
/** Of BIP-32, test vector 1: no other test uses its addresses. */
const SPENT =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
const XRP = 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1'
const XLM = 'GBTL47RTFR5EKMZSXWOQU735WBK7LRPPDIDK3JTNTCZZ7NUBBRDTVSK2'
const SOL = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'
const FIRST = 'tb1qwrqgl4ej3gl00crgjgusyawhcsatxzrnc2m490'

const chains = createChains(readChainsConfig({}))

describe.each(chosen)('on $name', ({ open }) => {
  let service: Running
  let bitcoin: Account

  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    service = await startService({ storage: await open(), engine: { chains } })
    TatumApi(KEY, service.url)
  })
  afterAll(async () => {
    expect((await verify(service.storage)).discrepancies).toEqual([])
    await service.close()
  })

  const create = (currency: string, xpub?: string) =>
    ledger.account.createAccount(xpub === undefined ? { currency } : { currency, xpub })
  const shown = async (id: string) =>
    (await addresses.getAllDepositAddresses(id)).map(({ address }) => address)

  test('an account with an xpub begins with the address of index 1, and gets the next ones', async () => {
    bitcoin = await create('BTC', BTC)
    expect(await shown(bitcoin.id)).toEqual([FIRST])
    expect(await addresses.generateDepositAddress(bitcoin.id)).toEqual({
      xpub: BTC,
      derivationKey: 2,
      address: expect.stringMatching(/^tb1q/),
      currency: 'BTC',
    })
    expect(await addresses.generateDepositAddress(bitcoin.id, 5)).toMatchObject({ derivationKey: 5 })
    for (const index of [0, 1, 3, 5]) {
      expect(await refusalOf(addresses.generateDepositAddress(bitcoin.id, index))).toEqual([
        403,
        'address.index.used',
      ])
    }
    expect(await refusalOf(addresses.generateDepositAddress(bitcoin.id, 2 ** 31))).toEqual([
      400,
      'validation.failed',
    ])
    // Another customer's account of the same wallet never gets an address of this one.
    expect(await addresses.getAllDepositAddresses((await create('BTC', BTC)).id)).toMatchObject([
      { derivationKey: 6 },
    ])
  })

  test('an address is found, removed, and never generated again', async () => {
    expect((await addresses.addressExists('BTC', FIRST.toUpperCase())).id).toBe(bitcoin.id)
    await addresses.removeAddress(bitcoin.id, FIRST)
    await addresses.removeAddress(bitcoin.id, FIRST)
    expect(await refusalOf(addresses.addressExists('BTC', FIRST))).toEqual([403, 'address.not.found'])
    expect(await shown(bitcoin.id)).toHaveLength(2)
    expect(await addresses.generateDepositAddress(bitcoin.id)).toMatchObject({ derivationKey: 7 })
    const pool = 'tb1qtwqpagmlp6kzxevesp725fxn2z3egrz3gkrslr'
    expect(await refusalOf(addresses.removeAddress(bitcoin.id, pool))).toEqual([403, 'address.not.found'])
    expect(await refusalOf(addresses.removeAddress(bitcoin.id, 'tb1q'))).toEqual([400, 'validation.failed'])
    expect(await refusalOf(addresses.addressExists('BTC', 'tb1q'))).toEqual([403, 'address.not.found'])
  })

  test('a batch gives all addresses in its order, or none', async () => {
    const ether = await create('ETH', ETH)
    const batch = [
      { accountId: bitcoin.id },
      { accountId: ether.id, derivationKey: 4 },
      { accountId: bitcoin.id },
      { accountId: ether.id },
    ]
    const made = await addresses.generateDepositAddressesBatch({ addresses: batch })
    expect(made.map(({ currency, derivationKey }) => [currency, derivationKey])).toEqual([
      ['BTC', 8],
      ['ETH', 4],
      ['BTC', 9],
      ['ETH', 5],
    ])
    const wrong = { addresses: [{ accountId: bitcoin.id }, { accountId: ether.id, derivationKey: 4 }] }
    expect(await refusalOf(addresses.generateDepositAddressesBatch(wrong))).toEqual([
      403,
      'address.index.used',
    ])
    expect(await addresses.generateDepositAddress(bitcoin.id)).toMatchObject({ derivationKey: 10 })
  })

  test('of an xpub without an index left, accounts are opened without an address', async () => {
    const last = 2 ** 31 - 1
    const first = await create('ETH', SPENT)
    expect(await addresses.generateDepositAddress(first.id, last)).toMatchObject({ derivationKey: last })
    const accounts = [SPENT, ETH].map((xpub) => ({ currency: 'ETH', xpub }))
    const [second, third] = await ledger.account.createAccountBatch({ accounts })
    const fourth = await create('ETH', SPENT)
    expect(await shown(second?.id ?? '')).toEqual([])
    expect(await shown(third?.id ?? '')).toHaveLength(1)
    expect(await shown(fourth.id)).toEqual([])
    expect(await refusalOf(addresses.generateDepositAddress(fourth.id))).toEqual([403, 'address.index.used'])
  })

  test('on XRP and Stellar the index is the tag', async () => {
    const ripple = await create('XRP', XRP)
    expect(await addresses.generateDepositAddress(ripple.id)).toEqual({
      xpub: XRP,
      derivationKey: 2,
      address: XRP,
      currency: 'XRP',
      destinationTag: 2,
    })
    const stellar = await create('XLM', XLM)
    expect(await addresses.generateDepositAddress(stellar.id, 5)).toMatchObject({
      address: XLM,
      derivationKey: 5,
      message: '5',
    })
    const second = await create('XRP', XRP)
    expect(await shown(second.id)).toEqual([])
    expect(await refusalOf(addresses.generateDepositAddress(second.id))).toEqual([403, 'xpub.used'])
    const third = await create('XRP')
    expect(await refusalOf(addresses.generateDepositAddress(third.id))).toEqual([403, 'account.xpub.missing'])
    expect(await addresses.assignAddress(third.id, XRP, 77)).toMatchObject({
      address: XRP,
      destinationTag: 77,
    })
    expect((await addresses.addressExists('XRP', XRP, 77)).id).toBe(third.id)
    expect((await addresses.addressExists('XRP', XRP, 1)).id).toBe(ripple.id)
    expect(await refusalOf(addresses.addressExists('XRP', XRP))).toEqual([403, 'address.not.found'])
    await addresses.removeAddress(third.id, XRP, 77)
    expect(await refusalOf(addresses.addressExists('XRP', XRP, 77))).toEqual([403, 'address.not.found'])
  })

  test('on Solana an address is assigned, to one account', async () => {
    const [one, other] = [await create('SOL'), await create('SOL')]
    expect(await refusalOf(addresses.generateDepositAddress(one.id))).toEqual([403, 'offchain.not.supported'])
    expect(await addresses.assignAddress(one.id, SOL)).toEqual({ address: SOL, currency: 'SOL' })
    expect(await refusalOf(addresses.assignAddress(other.id, SOL))).toEqual([403, 'address.used'])
    expect(await refusalOf(create('SOL', SOL))).toEqual([403, 'address.used'])
    expect(await refusalOf(addresses.assignAddress(one.id, SOL, 5))).toEqual([400, 'validation.failed'])
    expect(await refusalOf(addresses.assignAddress(bitcoin.id, FIRST))).toEqual([403, 'account.xpub.present'])
    await addresses.removeAddress(one.id, SOL)
    expect(await shown((await create('SOL', SOL)).id)).toEqual([SOL])
  })

  test('what is on no chain has no address', async () => {
    const euro = await create('EUR')
    expect(await refusalOf(addresses.generateDepositAddress(euro.id))).toEqual([
      403,
      'offchain.not.supported',
    ])
    expect(await refusalOf(addresses.generateDepositAddress('f'.repeat(24)))).toEqual([
      403,
      'account.not.exists',
    ])
    expect(await addresses.getAllDepositAddresses('f'.repeat(24))).toEqual([])
    // Sepolia's USDT is not configured.
    const tether = await create('USDT', ETH)
    expect(await refusalOf(addresses.generateDepositAddress(tether.id))).toEqual([
      403,
      'offchain.not.supported',
    ])
  })

  test('another tenant has the same addresses, and does not see these', async () => {
    const opened = await service.call('POST', '/v3/ledger/account', {
      key: OTHER_KEY,
      body: { currency: 'BTC', xpub: BTC },
    })
    const { id } = opened.body as Account
    const found = await service.call('GET', `/v3/offchain/account/${id}/address`, { key: OTHER_KEY })
    expect(found.body).toMatchObject([{ derivationKey: 1, address: FIRST }])
    expect(await addresses.getAllDepositAddresses(id)).toEqual([])
  })

  test('a hundred calls at once get consecutive indexes', async () => {
    const { id } = await create('DOGE', BTC)
    const both = await Promise.all([
      ...Array.from({ length: 60 }, () => addresses.generateDepositAddress(id)),
      ...Array.from({ length: 40 }, async () => {
        const [first] = await addresses.getAllDepositAddresses((await create('DOGE', BTC)).id)
        return first ?? expect.fail('it has no address')
      }),
    ])
    const indexes = both.map(({ derivationKey }) => derivationKey ?? 0).sort((a, b) => a - b)
    expect(indexes).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
    expect(new Set(both.map(({ address }) => address)).size).toBe(100)
    const where = { tenant: TENANT, chain: 'DOGE' }
    expect(await service.storage.query.list(ADDRESS_POOLS, { where })).toMatchObject([{ lastIndex: 101 }])
    expect(await service.storage.query.count(DEPOSIT_ADDRESSES, where)).toBe(101)
  })
})
