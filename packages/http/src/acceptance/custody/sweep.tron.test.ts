/** Sweeps on TRON: TRX, TRC-20 and TRC-10, on nodes in memory that check every transaction with tronweb. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { SENDS } from '@tallystick/core'
import { keysOfMnemonic, type SweepOptions } from '@tallystick/custody'
import { createTallystick, type Operations, type Tallystick } from '@tallystick/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TENANT } from '../../service.fixture.js'
import { rounds, type TronServer, tronNode } from '../nodes.fixture.js'
import { openFreshSqlite } from '../storages.fixture.js'

const SUN = 1_000_000n
const USDT = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'
const ASSET = '1000001'

let server: TronServer
let tallystick: Tallystick
let calls: Operations
let words: string
let xpub: string
let rest: string
let outside: { readonly address: string; readonly fromPrivateKey: string }

beforeAll(async () => {
  const { startTronServer } = await tronNode()
  server = await startTronServer()
  const testnet = {
    nodes: [{ kind: 'tron' as const, url: server.url }],
    follow: true,
  }
  const chains = createChains(readChainsConfig({ chains: { TRON: { testnet } } }))
  const { scheduler } = rounds()
  const storage = await openFreshSqlite()
  tallystick = createTallystick({ storage, chains, scheduler, warn: () => undefined })
  const access = await tallystick.access()
  const { key } = await access.create({ tenant: TENANT, name: 'a', network: 'testnet', plan: 'paid' })
  const caller = await access.identify(key)
  calls = tallystick.as(caller ?? expect.fail('no caller'))
  const [own, other] = [await calls.generateTronwallet(), await calls.generateTronwallet()]
  words = own.mnemonic
  xpub = own.xpub
  const { address } = await calls.tronGenerateAddress({ xpub: other.xpub, index: 0 })
  const { key: fromPrivateKey } = await calls.tronGenerateAddressPrivateKey({
    mnemonic: other.mnemonic,
    index: 0,
  })
  outside = { address, fromPrivateKey }
  const nobody = async () => (await calls.tronGenerateAddress({ xpub: other.xpub, index: 7 })).address
  rest = (await calls.tronGenerateAddress({ xpub: other.xpub, index: 8 })).address
  server.ledger.fund(address, 10_000n * SUN)
  server.ledger.fund((await master()).address, 1_000n * SUN)
  server.ledger.addToken(USDT, { name: 'Tether', symbol: 'USDT', decimals: 6 })
  server.ledger.fund(address, 1_000n * SUN, { token: USDT })
  server.ledger.addAsset(ASSET, { name: '54', id: ASSET, precision: 3, owner_address: USDT })
  server.ledger.fund(address, 9_000n, { asset: ASSET })
  await tallystick.custody.follow()
  for (const [symbol, type, decimals, token] of [
    ['GOLD20', 'TRC20', 6, USDT],
    ['GOLD10', 'TRC10', 3, ASSET],
  ] as const) {
    await calls.trcAddress({
      ...{
        symbol,
        type,
        decimals,
        description: 'Gold',
        supply: '0',
        basePair: 'EUR',
        baseRate: 1,
        address: await nobody(),
      },
    })
    await calls.storeTrcAddress({ name: symbol, address: token })
  }
})
afterAll(async () => {
  await tallystick.close()
  await server.close()
})

const master = () => calls.tronGenerateAddress({ xpub, index: 0 })

async function settle(): Promise<void> {
  server.ledger.grow(60)
  await tallystick.custody.follow()
}

const run = (currency: string, more: Partial<SweepOptions> = {}) =>
  tallystick.custody.sweep({
    ...{ tenant: TENANT, currency, keys: keysOfMnemonic(words), minimum: '1', maxFee: '50', send: true },
    ...more,
  })
const kinds = async (...of: Parameters<typeof run>) =>
  (await run(...of)).addresses.map(({ kind, why }) => (why === null ? kind : `${kind}: ${why}`))
const sent = () => tallystick.engine.query.list(SENDS, { where: { apiKey: '' as never } })
const trx = (address: string) => server.ledger.account(address).balance

async function opened(currency: string) {
  const { id } = await calls.createAccountXpub({ currency, xpub })
  const [{ address } = expect.fail('no address')] = await calls.getAllDepositAddresses({ id })
  return { address, balance: async () => (await calls.getAccountBalance({ id })).accountBalance }
}

async function mustAgree(): Promise<void> {
  expect((await tallystick.verify()).discrepancies).toEqual([])
  expect(await tallystick.reconcile()).toMatchObject({ isExplained: true, addresses: [], notCompared: [] })
}

it('moves all of the TRX but the fee, also to a new account', async () => {
  const { address, balance } = await opened('TRON')
  await calls.transferTronBlockchain({ fromPrivateKey: outside.fromPrivateKey, to: address, amount: '40' })
  await settle()
  expect(await kinds('TRON', { to: rest })).toEqual(['swept'])
  expect(await kinds('TRON', { to: rest })).toEqual([expect.stringContaining('waits: ')])
  await settle()
  expect(await run('TRON', { to: rest })).toMatchObject({ addresses: [] })
  expect(trx(rest)).toBeGreaterThan(38n * SUN)
  expect(trx(address) + trx(rest)).toBeLessThanOrEqual(40n * SUN)
  expect(await balance()).toBe('40')
  expect(await sent()).toHaveLength(1)
  await mustAgree()
})

it('sends TRX ahead for TRC-20, which is nobody’s deposit and makes the account', async () => {
  const before = (await sent()).length
  const { address, balance } = await opened('GOLD20')
  const paid = {
    fromPrivateKey: outside.fromPrivateKey,
    to: address,
    tokenAddress: USDT,
    feeLimit: 100,
    amount: '25',
  }
  await calls.transferTronTrc20Blockchain(paid)
  await settle()
  const both = await Promise.all([kinds('GOLD20'), kinds('GOLD20')])
  expect(both.flat().filter((kind) => kind === 'ahead')).toHaveLength(1)
  await settle()
  expect(trx(address)).toBeGreaterThan(0n)
  expect(await kinds('TRON', { minimum: '0.000001', send: false })).toContain(
    'left: it has coins for the fee of a token',
  )
  expect(await kinds('GOLD20')).toEqual(['swept'])
  await settle()
  expect(await kinds('GOLD20')).toEqual([])
  expect((await sent()).length - before).toBe(2)
  expect(await balance()).toBe('25')
  await mustAgree()
})

it('moves TRC-10 tokens, with TRX for the bandwidth where none is left', async () => {
  const { address, balance } = await opened('GOLD10')
  const paid = { fromPrivateKey: outside.fromPrivateKey, to: address, tokenId: ASSET, amount: '5' }
  await calls.transferTronTrc10Blockchain(paid)
  await settle()
  for (const wanted of ['swept', undefined]) {
    const [kind] = await kinds('GOLD10')
    if (kind === 'ahead') {
      await settle()
      expect(await kinds('GOLD10')).toEqual(['swept'])
    } else expect(kind).toBe(wanted)
    await settle()
  }
  expect(await balance()).toBe('5')
  await mustAgree()
})
