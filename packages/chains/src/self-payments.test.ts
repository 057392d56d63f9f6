/**
 * Withdrawals to the account that pays. A chain moves nothing then, so the account of the ledger must not pay. Each family
 * refuses them before a node is asked.
 */
import type { Operations } from '@tallystick/operations'
import { startHorizon } from '@tallystick/testing/simulated'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountOf as beaconAccount } from './beacon/chain.fixture.js'
import { createChains } from './chains.js'
import { following } from './followed.fixture.js'
import { accountOf as multiversxAccount } from './multiversx/chain.fixture.js'
import { codeOf, openLedger, refusalOf } from './open-ledger.fixture.js'
import { accountOf as solanaAccount } from './solana/chain.fixture.js'
import { STROOPS, accountOf as stellarAccount } from './stellar/chain.fixture.js'
import { funded, withdrawalsOf } from './transfers.fixture.js'
import { keyOf as tronKey } from './tron/chain.fixture.js'
import { signerOf as tronSigner } from './tron/keys.js'
import { accountOf as xrpAccount } from './xrp/chain.fixture.js'

const signatureId = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

interface Order {
  readonly senderAccountId: string
  readonly amount: string
}
/** @param address Of the account that pays */
type Call = (calls: Operations, order: Order, address: string) => Promise<unknown>
type Row = readonly [string, string, Call]

const tron = { key: tronKey('alice'), address: tronSigner(tronKey('alice')).address }
const [sol, xrp, xlm] = [solanaAccount('alice'), xrpAccount('alice'), stellarAccount('alice')] as const
const [egld, bnb] = [multiversxAccount('alice'), beaconAccount('alice')] as const

const ADDRESSES: Readonly<Record<string, string>> = {
  TRON: tron.address,
  SOL: sol.address,
  EGLD: egld.address,
  BNB: bnb.address,
  XRP: xrp.address,
  XLM: xlm.address,
}

const ROWS: readonly Row[] = [
  [
    'TRON',
    'by key',
    (calls, order, address) => calls.transferTron({ ...order, address, fromPrivateKey: tron.key }),
  ],
  [
    'TRON',
    'by a key-management system',
    (calls, order, address) => calls.transferTronKMS({ ...order, address, from: tron.address, signatureId }),
  ],
  [
    'SOL',
    'by key',
    (calls, order, address) =>
      calls.transferSol({ ...order, address, from: sol.address, privateKey: sol.secret }),
  ],
  [
    'SOL',
    'by a key-management system',
    (calls, order, address) => calls.transferSolKMS({ ...order, address, from: sol.address, signatureId }),
  ],
  [
    'EGLD',
    'by key',
    (calls, order, address) => calls.offEglTransferEth({ ...order, address, privateKey: egld.key }),
  ],
  [
    'EGLD',
    'by a key-management system',
    (calls, order, address) =>
      calls.offEglTransferEthKMS({ ...order, address, from: egld.address, signatureId }),
  ],
  [
    'EGLD',
    'by a key-management system, from its one address',
    (calls, order, address) => calls.offEglTransferEthKMS({ ...order, address, signatureId }),
  ],
  [
    'BNB',
    'by key',
    (calls, order, address) => calls.transferBnb({ ...order, address, fromPrivateKey: bnb.privateKey }),
  ],
  [
    'BNB',
    'by a key-management system, with a memo',
    (calls, order, address) =>
      calls.transferBnbKMS({ ...order, address, attr: '7', fromAddress: bnb.address, signatureId }),
  ],
  [
    'XRP',
    'by key, with a tag',
    (calls, order, address) =>
      calls.transferXrp({ ...order, address, attr: '7', account: xrp.address, secret: xrp.secret }),
  ],
  [
    'XRP',
    'by a key-management system',
    (calls, order, address) => calls.transferXrpKMS({ ...order, address, account: xrp.address, signatureId }),
  ],
  [
    'XLM',
    'by key',
    (calls, order, address) =>
      calls.transferXlm({ ...order, address, fromAccount: xlm.address, secret: xlm.secret }),
  ],
  [
    'XLM',
    'by a key-management system',
    (calls, order, address) =>
      calls.transferXlmKMS({ ...order, address, fromAccount: xlm.address, signatureId }),
  ],
]

async function open() {
  const world = openLedger(createChains({}))
  onTestFinished(() => world.close())
  return { world, calls: await world.as('testnet') }
}

describe('a withdrawal to the account that pays', () => {
  it.each(ROWS)('of %s, %s, is refused, and takes nothing', async (currency, _, call) => {
    const { world, calls } = await open()
    const address = ADDRESSES[currency] ?? ''
    const owner = currency === 'TRON' ? (await calls.generateTronwallet()).xpub : address
    const held = await funded(world, calls, currency, '9', owner ?? '')
    const { code, rejection } = await refusalOf(
      call(calls, { senderAccountId: held.id, amount: '1' }, address),
    )
    expect([code, rejection.detail]).toEqual([
      'withdrawal.recipient.format',
      'address is the account that pays',
    ])
    expect([await held.balance(), await withdrawalsOf(world)]).toEqual(['9', []])
  })

  it.each<[string, (address: string) => string]>([
    ['as it is shown', (address) => address],
    ['in lower case', (address) => address.toLowerCase()],
    ['in upper case', (address) => `0x${address.slice(2).toUpperCase()}`],
  ])('of an EVM chain is refused in every spelling: %s', async (_, spelled) => {
    const { world, calls } = await open()
    const { mnemonic = '', xpub = '' } = await calls.ethGenerateWallet()
    const held = await funded(world, calls, 'ETH', '9', xpub)
    const [own] = await calls.getAllDepositAddresses({ id: held.id })
    const index = own?.derivationKey ?? 0
    const { key: privateKey } = await calls.ethGenerateAddressPrivateKey({ mnemonic, index })
    const order = { senderAccountId: held.id, address: spelled(own?.address ?? ''), amount: '1' }
    const ways = [
      () => calls.transferEth({ ...order, privateKey }),
      () => calls.transferEthMnemonic({ ...order, mnemonic, index }),
      // Who pays, only the system knows: it may be this address.
      () => calls.transferEthKMS({ ...order, signatureId, index }),
    ]
    for (const way of ways) expect(await codeOf(way())).toBe('withdrawal.recipient.format')
    expect([await held.balance(), await withdrawalsOf(world)]).toEqual(['9', []])
  })
})

it('of Stellar, to a tag of its own, arrives there: one account pays, and the other is credited', async () => {
  const server = await startHorizon()
  const nodes = [{ kind: 'horizon' as const, url: server.url }]
  server.ledger.fund(xlm.address, 100n * STROOPS)
  const { opened, calls, follow } = await following({ XLM: { testnet: { nodes, follow: true } } }, () =>
    server.close(),
  )
  const held = await funded(opened, calls, 'XLM', '9', xlm.address)
  const { id } = await calls.createAccount({ currency: 'XLM' })
  await calls.assignAddress({ id, address: xlm.address, index: 77 })
  const order = { senderAccountId: held.id, address: xlm.address, amount: '1', attr: '77' }
  await calls.transferXlm({ ...order, fromAccount: xlm.address, secret: xlm.secret })
  server.ledger.close()
  await follow()
  const { balance } = await calls.getAccountByAccountId({ id })
  expect([await held.balance(), balance.availableBalance]).toEqual(['7.99999', '1'])
})
