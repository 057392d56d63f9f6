/** Activations of gas pumps that the service pays for, on anvil: once, up to the limits, and by nothing but the payer. */
import { KEY_USES } from '@tallystick/core'
import type { FeePayers } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  faultOf,
  type OpenLedger,
  openLedger,
  refusalOf,
  txIdOf,
} from '../open-ledger.fixture.js'
import { type Anvil, start } from './anvil.fixture.js'
import { deployFactory } from './gas-pumps.fixture.js'
import { ALICE, type Unlocked, unlocked } from './unlocked.fixture.js'

const COIN = 10n ** 18n
const BODY = { chain: 'ETH', owner: ALICE, feesCovered: true } as const
const LIMITS = { perTransaction: COIN / 10n, perDay: COIN }
const storage = memoryStorage()
const vault = createVault(localKeys([Buffer.alloc(32, 1)]))

let node: Anvil
let chain: Unlocked
let payer: { readonly address: string; readonly walletId: string }
const worlds: OpenLedger[] = []

/** A process on the same database. */
function open(feePayers: readonly FeePayers[]): OpenLedger {
  const nodes = [{ kind: 'evm' as const, url: node.url }]
  const networks = { testnet: { nodes }, mainnet: { nodes, chainId: 11_155_111 } }
  const world = openLedger(createChains(readChainsConfig({ chains: { ETH: networks } })), storage, {
    vault,
    feePayers,
  })
  worlds.push(world)
  return world
}
const within = (limits: Partial<typeof LIMITS>): OpenLedger =>
  open([{ wallets: [payer.walletId], ...LIMITS, ...limits }])

beforeAll(async () => {
  node = await start(11_155_111n)
  chain = unlocked(node.rpc)
  await deployFactory(chain)
  payer = await (await open([]).as('testnet')).custodialCreateWallet({ chain: 'ETH' })
  await chain.send({ to: payer.address, value: COIN })
})
afterAll(async () => {
  for (const world of worlds) await world.close()
  await node.kill()
})

/** Until a block has it. */
async function mined(txId: string): Promise<void> {
  while ((await node.rpc.call('eth_getTransactionReceipt', [txId])) === null) {
    await new Promise((wake) => setTimeout(wake, 5))
  }
}
const range = (from: number, to = from) => ({ ...BODY, from, to })
const uses = () => storage.query.count(KEY_USES)

describe('the service pays', () => {
  let world: OpenLedger
  let calls: Calls
  beforeAll(async () => {
    world = within({})
    calls = await world.as('testnet')
  })

  it('for an activation, from its own wallet, for the price of a call on a testnet', async () => {
    const before = await chain.balance(payer.address)
    const charged = await calls.charged()
    const txId = await txIdOf(calls.activateGasPumpTatum(range(0, 2)))
    await mined(txId)
    const results = await calls.activatedNotActivatedGasPumpAddresses({ chain: 'ETH', txId })
    expect(results.valid).toHaveLength(3)
    expect(await chain.balance(payer.address)).toBeLessThan(before)
    expect((await calls.charged()) - charged).toBe(2 + 1)
  })

  it('once, however often the call is repeated with its key, and at the same time', async () => {
    const call = () => calls.activateGasPumpTatum(range(10), { idempotencyKey: 'once' })
    const sent = (await world.sends()).length
    const [first, second] = await Promise.all([call(), call()])
    expect(second).toEqual(first)
    expect(await call()).toEqual(first)
    expect(await world.sends()).toHaveLength(sent + 1)
    await mined(await txIdOf(call()))
  })

  it('different calls at the same time with different nonces', async () => {
    const all = await Promise.all([20, 21, 22, 23].map((at) => txIdOf(calls.activateGasPumpTatum(range(at)))))
    expect(new Set(all).size).toBe(4)
    for (const txId of all) await mined(txId)
    for (const index of [20, 21, 22, 23]) {
      expect(await calls.gasPumpAddressesActivatedOrNot({ chain: 'ETH', owner: ALICE, index })).toEqual({
        activated: true,
      })
    }
  })

  it('for nothing else: its wallet is no `caller`, and false is no payment', async () => {
    const asCaller = { chain: 'ETH', owner: ALICE, from: 30, to: 30, caller: payer.address } as const
    expect(await codeOf(calls.activateGasPump(asCaller))).toBe('managed.wallet.denied')
    expect(await faultOf(calls.activateGasPumpTatum({ ...range(30), feesCovered: false }))).toBe(
      'feesCovered',
    )
    expect(await faultOf(calls.activateGasPumpTatum(range(0, 270)))).toBe('to')
  })

  it('on mainnet for paid plans only', async () => {
    const mainnet = await world.as('mainnet')
    expect(await codeOf(mainnet.activateGasPumpTatum(range(31)))).toBe('managed.wallet.plan')
  })
})

describe('nothing is signed', () => {
  it.each([
    ['no wallet is named', () => open([]), 'fee.payer.denied'],
    ['the fee is above the limit of a transaction', () => within({ perTransaction: 1n }), 'fee.payer.denied'],
    ['the day has its limit', () => within({ perDay: 1n }), 'fee.payer.limit'],
  ] as const)('where %s', async (_why, opened, code) => {
    const world = opened()
    const calls = await world.as('testnet')
    const [sent, used] = [(await world.sends()).length, await uses()]
    expect(await codeOf(calls.activateGasPumpTatum(range(40)))).toBe(code)
    expect([(await world.sends()).length, await uses()]).toEqual([sent, used])
  })

  it('and the refusal names the setting', async () => {
    const { message } = await refusalOf((await open([]).as('testnet')).activateGasPumpTatum(range(41)))
    expect(message).toContain('TALLYSTICK_GAS_PAYERS')
  })
})
