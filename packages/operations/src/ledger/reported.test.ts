/** What a program that watches a chain reports: one output is one credit, however it is spelled; nonsense is refused. */
import { embeddedCaller } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { MNEMONIC, nodelessChains } from '../chains.fixture.js'
import { deposit, openLedger, refusal } from '../ledger.fixture.js'
import type { Tallystick, TallystickOptions } from '../tallystick.js'

const HASH = 'ab12'.repeat(16)
const XPUB =
  'xpub6EsCk1uU6cJzqvP9CdsTiJwT2rF748YkPnhv5Qo8q44DG7nn2vbyt48YRsNSUYS44jFCW9gwvD9kLQu9AuqXpTpM1c5hgg9PsuBLdeNncid'

/** By currency, spellings of one address. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ETH: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ],
  XDC: ['xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  BTC: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  BCH: [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
  ],
}
/** Spellings that only the chain's codec knows to be one. */
const BY_CODEC: Readonly<Record<string, readonly string[]>> = {
  BCH: ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
}

const MAINNET = { ...embeddedCaller(), network: 'mainnet' } as const

async function credited(options: Partial<TallystickOptions>, currency: string, addresses: readonly string[]) {
  const { ledger } = openLedger(options)
  const { id } = await ledger.as(MAINNET).createAccountXpub({ currency, xpub: XPUB })
  for (const address of addresses) {
    for (const txId of [HASH, HASH.toUpperCase(), `0x${HASH}`, `0X${HASH.toUpperCase()}`]) {
      for (const status of ['InProgress', 'Done'] as const)
        await deposit(ledger, id, '1', { currency, txId, address, status })
    }
  }
  expect((await ledger.verify()).discrepancies).toEqual([])
  expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('1')
  const [record, ...others] = await ledger.getDeposits()
  expect(others).toEqual([])
  return record
}

describe('one output in several spellings is one credit', () => {
  const cases = Object.entries(SPELLINGS)
  it.each(cases)('%s, without chains', async (currency, addresses) => {
    expect(await credited({}, currency, addresses)).toMatchObject({ txId: HASH, address: addresses[0] })
  })

  it.each([...cases, ...Object.entries(BY_CODEC)])('%s, with chains', async (currency, addresses) => {
    const chains = nodelessChains()
    const record = await credited({ chains }, currency, addresses)
    const { codec } = await chains.chain(currency as 'BTC', 'mainnet')
    expect(record?.address).toBe(codec.canonical(addresses[0] ?? ''))
    expect(record?.txId).toMatch(/^(0x)?[0-9a-f]{64}$/)
  })

  it('of a token too: TRON writes an address in Base58 and in hex', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const { id } = await ledger.as(MAINNET).createAccount({ currency: 'USDT_TRON' })
    const output = { currency: 'USDT_TRON', txId: HASH, vout: 1 }
    const spellings = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c']
    for (const address of spellings) await deposit(ledger, id, '1', { ...output, address })
    expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('1')
    const wrong = { ...output, txId: 'ab'.repeat(32), address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaee1' }
    expect((await refusal(deposit(ledger, id, '1', wrong))).code).toBe('validation.failed')
  })

  it('and each output, address and currency is one of its own', async () => {
    const { ledger } = openLedger()
    const { id } = await ledger.createAccountXpub({ currency: 'SOL', xpub: 'address' })
    // In base58 the case counts.
    for (const over of [
      { txId: 'aB' },
      { txId: 'ab' },
      { txId: 'ab', vout: 1 },
      { txId: 'ab', address: 'b' },
    ])
      await deposit(ledger, id, '1', { currency: 'SOL', ...over })
    expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('4')
  })
})

describe('a deposit is found', () => {
  const found = async (ledger: Tallystick, filter: { to?: string; txId?: string; currency?: string }) => {
    const deposits = await ledger.as(MAINNET).getDeposits(filter)
    expect(await ledger.as(MAINNET).getDepositsCount(filter)).toEqual({ total: deposits.length })
    return deposits.map(({ vout }) => vout)
  }

  it.each(['ETH', 'XDC', 'ONE', 'BTC'])('under each spelling of its address: %s', async (currency) => {
    const chains = nodelessChains()
    const { ledger } = openLedger({ chains })
    const { codec, keys } = await chains.chain(currency as 'ETH', 'mainnet')
    const xpub = (await keys?.xpub(MNEMONIC)) ?? ''
    const { id } = await ledger.as(MAINNET).createAccountXpub({ currency, xpub })
    const { address = '' } = await ledger.as(MAINNET).generateDepositAddress({ id, index: 7 })
    const other = keys?.address(xpub, 8) ?? ''
    await deposit(ledger, id, '1', { currency, txId: HASH, vout: 1, address })
    await deposit(ledger, id, '1', { currency, txId: HASH, vout: 2, address: other })
    for (const to of [address, codec.canonical(address)]) {
      for (const filter of [{ to }, { to, currency }]) {
        expect(await found(ledger, filter), JSON.stringify(filter)).toEqual([1])
      }
      expect(await found(ledger, { to, currency: 'EUR' })).toEqual([])
    }
    expect(await found(ledger, { to: 'nobody' })).toEqual([])
  })

  it.each([
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['XRP', 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'],
  ])('under each spelling of its transaction: %s', async (currency, address) => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const { id } = await ledger.as(MAINNET).createAccountXpub({
      currency,
      xpub: currency === 'XRP' ? address : XPUB,
    })
    await deposit(ledger, id, '1', { currency, txId: HASH, vout: 1, address })
    for (const txId of [HASH, HASH.toUpperCase(), `0x${HASH}`, `0X${HASH.toUpperCase()}`]) {
      expect(await found(ledger, { txId }), txId).toEqual([1])
    }
    expect(await found(ledger, { txId: HASH.replace('a', 'b') })).toEqual([])
  })

  it('by a transaction of Solana, whose ID has 88 characters', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const address = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
    const { id } = await ledger.as(MAINNET).createAccountXpub({ currency: 'SOL', xpub: address })
    const txId = '5'.repeat(88)
    await deposit(ledger, id, '1', { currency: 'SOL', txId, vout: 1, address })
    expect(await found(ledger, { txId })).toEqual([1])
  })
})

describe('a report is refused, and fails nobody else', () => {
  const good = { currency: 'BTC', txId: HASH, address: SPELLINGS['BTC']?.[0] ?? '' }
  const wrong: readonly (readonly [string, Record<string, unknown>])[] = [
    ['txId', { txId: 'a\0b' }],
    ['address', { address: '\ud800' }],
    ['from', { from: '\udfff' }],
    ['blockHash', { blockHash: '\0' }],
    ['currency', { currency: 'BTC\0' }],
    ['account', { account: '\0' }],
    ['vout', { vout: Number.NaN }],
    ['vout', { vout: 1.5 }],
    ['vout', { vout: -1 }],
    ['vout', { vout: 2 ** 53 }],
    ['derivationKey', { derivationKey: Number.POSITIVE_INFINITY }],
    ['blockHeight', { blockHeight: '7' }],
    ['blockHeight', { blockHeight: -0.5 }],
    ['amount', { amount: 'NaN' }],
    ['amount', { amount: 1 }],
    ['amount', { amount: '-1' }],
    ['status', { status: 'done' }],
    ['txId', { txId: '' }],
    ['txId', { txId: 7 }],
    ['txId', { txId: undefined }],
    ['wout', { wout: 1 }],
    ['tenant', { tenant: 'other' }],
  ]
  it.each(wrong)('%s: %j', async (property, over) => {
    const { ledger } = openLedger()
    const { id } = await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub' })
    const [{ code, rejection }] = await Promise.all([
      refusal(deposit(ledger, id, '1', { ...good, ...over })),
      // In the same turn, and so in the same batch.
      deposit(ledger, id, '2', good),
    ])
    expect(code).toBe('validation.failed')
    expect(rejection.violations?.[0]).toMatchObject({ property })
    expect((await ledger.getAccountBalance({ id })).accountBalance).toBe('2')
  })

  it('where the chain has no such address or transaction', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const { id } = await ledger.as(MAINNET).createAccountXpub({ currency: 'BTC', xpub: XPUB })
    for (const [property, over] of [
      ['address', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }],
      ['address', { address: SPELLINGS['ETH']?.[0] }],
      ['txId', { txId: HASH.slice(1) }],
      ['txId', { txId: `${HASH}00` }],
    ] as const) {
      const { rejection } = await refusal(deposit(ledger, id, '1', { ...good, ...over } as typeof good))
      expect(rejection.violations).toMatchObject([{ target: 'body', property }])
    }
    // The testnet's is one as well: the embedding process has no key that names a network.
    await deposit(ledger, id, '1', { ...good, address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })
    expect(await ledger.getDepositsCount()).toEqual({ total: 1 })
  })
})

describe('the xpub of a new account', () => {
  it.each(['BTC', 'LTC', 'DOGE', 'ETH', 'MATIC', 'CELO', 'BSC', 'KLAY', 'KCS', 'ONE', 'XDC'])(
    '%s: is one that the chain derives addresses from',
    async (currency) => {
      const chains = nodelessChains()
      const { ledger } = openLedger({ chains })
      const { keys } = await chains.chain(currency as 'BTC', 'mainnet')
      const xpub = (await keys?.xpub(MNEMONIC)) ?? ''
      const calls = ledger.as(MAINNET)
      expect(await calls.createAccountXpub({ currency, xpub })).toMatchObject({ currency, xpub })
      for (const wrong of [
        'xpub0',
        `${xpub.slice(0, -1)}1`,
        'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
        MNEMONIC,
      ]) {
        const { code, message } = await refusal(calls.createAccountXpub({ currency, xpub: wrong }))
        expect(code).toBe('account.xpub.incompatible')
        expect(message).not.toContain(wrong)
      }
    },
  )

  it('is of the network of the API key', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const testnet = { ...MAINNET, network: 'testnet' } as const
    const { code } = await refusal(ledger.as(testnet).createAccountXpub({ currency: 'BTC', xpub: XPUB }))
    expect(code).toBe('account.xpub.incompatible')
  })

  it('is an address where the chain has no such keys', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const address = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
    expect(await ledger.createAccountXpub({ currency: 'XRP', xpub: address })).toMatchObject({
      xpub: address,
    })
    const { code } = await refusal(ledger.createAccountXpub({ currency: 'XRP', xpub: XPUB }))
    expect(code).toBe('account.xpub.incompatible')
    // Of a chain that is not known here, it is taken as it is.
    expect(await ledger.createAccountXpub({ currency: 'ADA', xpub: 'x' })).toMatchObject({ xpub: 'x' })
  })

  it.each([
    ['ALGO', 'MO2H6ZU47Q36GJ6GVHUKGEBEQINN7ZWVACMWZQGIYUOE3RBSRVYHV4ACJI', 'an address of mainnet'],
    ['FLOW', XPUB, 'an extended public key of mainnet'],
  ])('is what the chain takes, of %s by its addresses alone', async (currency, xpub, takes) => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const calls = ledger.as(MAINNET)
    expect(await calls.createAccountXpub({ currency, xpub })).toMatchObject({ currency, xpub })
    for (const wrong of [xpub.slice(1), `${xpub}A`, '0xe467b9dd11fa00df', MNEMONIC]) {
      const { code, message } = await refusal(calls.createAccountXpub({ currency, xpub: wrong }))
      expect(code).toBe('account.xpub.incompatible')
      expect(message).toContain(takes)
      expect(message).not.toContain(wrong)
    }
  })

  it('in a batch opens none, and is told by its place', async () => {
    const { ledger } = openLedger({ chains: nodelessChains() })
    const { rejection } = await refusal(
      ledger.as(MAINNET).createAccountBatch({
        accounts: [{ currency: 'EUR' }, { currency: 'BTC', xpub: XPUB }, { currency: 'BTC', xpub: 'xpub' }],
      }),
    )
    expect(rejection).toMatchObject({ code: 'account.xpub.incompatible', index: 2 })
    expect(await ledger.getAccountsCount()).toEqual({ total: 0 })
  })
})
