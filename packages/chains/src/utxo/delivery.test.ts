/** Payments through a node that dies, hangs, lies and answers late: definite or unknown, and never paid twice. */
import type { Chains } from '@tallystick/custody'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, codeOf, type OpenLedger, openLedger, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, keyOf } from './paying.fixture.js'
import { type NodeProxy, PROXY_TIMEOUT_MS, settled, startProxy, type Weather } from './proxy.fixture.js'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('through a proxy', () => {
  let node: Litecoind
  let proxy: NodeProxy
  let chains: Chains
  let world: OpenLedger
  let calls: Calls
  let miner: Key
  let keys = 2_000

  beforeAll(async () => {
    node = await startLitecoind()
    miner = keyOf(node.chain, 1)
    await node.mine(120, miner.addressAs('p2pkh'))
  })
  afterAll(() => node?.stop())
  beforeEach(async () => {
    proxy = await startProxy(node.url)
    chains = createChains(
      readChainsConfig({
        chains: {
          LTC: {
            testnet: {
              parameters: 'regtest',
              nodes: [{ kind: 'core', url: proxy.url, timeoutMs: PROXY_TIMEOUT_MS }],
            },
          },
        },
      }),
    )
    world = openLedger(chains)
    calls = await world.as('testnet')
  })
  afterEach(async () => {
    await world.close()
    await chains.close()
    await proxy.close()
  })

  function recipient(): string {
    keys += 1
    return keyOf(node.chain, keys).addressAs('p2wpkh')
  }

  const pay = (address: string) => ({
    fromAddress: [{ address: miner.addressAs('p2pkh'), privateKey: miner.privateKey }],
    to: [{ address, value: 1 }],
    changeAddress: miner.addressAs('p2pkh'),
  })

  /** What blocks and the mempool pay it. */
  async function paid(address: string): Promise<number> {
    await node.mine(1, miner.addressAs('p2pkh'))
    return Number(await node.chain.node.balance(address)) / 100_000_000
  }

  it.each<Weather>(['lose', 'hang'])('%s: it arrived, and is seen to have', async (weather) => {
    const address = recipient()
    proxy.weather = weather
    const outcome = await txIdOf(calls.ltcTransactionAddress(pay(address))).then(
      (txId) => txId,
      (error: unknown) => error,
    )
    proxy.weather = 'pass'
    await world.round()
    const [send, ...others] = await world.sends()
    expect(others).toEqual([])
    expect(send?.status).toMatch(/^(sent|confirmed)$/)
    // Either answer is right: that it was sent, or that it is not known to be. A refusal would not be.
    if (typeof outcome === 'string') expect(outcome).toBe(send?.txId)
    else expect(outcome).toMatchObject({ code: 'broadcast.unknown' })
    expect(await paid(address)).toBe(1)
    expect(new Set(proxy.sent).size).toBe(1)
    expect(await calls.charged()).toBe(10)
  })

  it.each<Weather>(['drop', 'lie', 'late'])('%s: unknown, and sent again by itself', async (weather) => {
    const [first, second] = [recipient(), recipient()]
    proxy.weather = weather
    const { code, rejection } = await refusalOf(calls.ltcTransactionAddress(pay(first)))
    expect(code).toBe('broadcast.unknown')
    expect(await world.sends()).toMatchObject([{ status: 'offered', txId: rejection.detail }])
    expect(await calls.charged()).toBe(0)
    // What comes after it takes other outputs, though this one is nowhere to be seen.
    proxy.weather = 'pass'
    await txIdOf(calls.ltcTransactionAddress(pay(second)))
    if (weather === 'late') await settled()
    await world.round()
    expect((await world.sends()).map((each) => each.status)).toEqual(['sent', 'sent'])
    expect([await paid(first), await paid(second)]).toEqual([1, 1])
    expect(new Set(proxy.sent).size).toBe(2)
    expect(await calls.charged()).toBe(20)
  })

  it('repeated with its key, an unknown payment is the same one', async () => {
    const address = recipient()
    proxy.weather = 'drop'
    const options = { idempotencyKey: 'once' }
    const call = () => calls.ltcTransactionAddress(pay(address), options)
    const { code, rejection } = await refusalOf(call())
    expect(code).toBe('broadcast.unknown')
    expect(await codeOf(call())).toBe('broadcast.unknown')
    proxy.weather = 'pass'
    expect(await txIdOf(call())).toBe(rejection.detail)
    expect(await txIdOf(call())).toBe(rejection.detail)
    expect(await paid(address)).toBe(1)
    expect(await world.sends()).toHaveLength(1)
    expect(await calls.charged()).toBe(10)
  })

  it('a node that is dead before anything is signed leaves nothing', async () => {
    proxy.weather = 'dead'
    expect(await codeOf(calls.ltcTransactionAddress(pay(recipient())))).toBe('chain.unavailable')
    expect(await codeOf(calls.ltcBroadcast({ txData: '00' }))).toBe('transaction.invalid.body')
    expect(await world.sends()).toEqual([])
    expect(await world.held()).toBe(0)
    expect(await calls.charged()).toBe(0)
  })
})
