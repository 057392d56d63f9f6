/** What the fee of a payment may be, on a real node whose estimates are the test's own. */
import type { Chains } from '@tallystick/custody'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, codeOf, type OpenLedger, openLedger, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { json, LoopbackServer, text } from '../transport/server.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, keyOf } from './paying.fixture.js'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let node: Litecoind
  let server: LoopbackServer
  /** LTC for 1,000 bytes. */
  let estimate = 0.0001
  let miner: Key
  const opened: (Chains | OpenLedger)[] = []

  beforeAll(async () => {
    node = await startLitecoind()
    miner = keyOf(node.chain, 1)
    await node.mine(120, miner.addressAs('p2pkh'))
    server = new LoopbackServer()
    server.behaviour = (asked, response) => {
      const { id, method } = JSON.parse(asked.body)
      if (method === 'estimatesmartfee')
        return json(response, { id, error: null, result: { feerate: estimate, blocks: 2 } })
      const url = new URL(node.url)
      url.username = url.password = ''
      const headers = { ...node.headers, 'content-type': 'application/json' }
      void fetch(url, { method: 'POST', headers, body: asked.body })
        .then((answer) => answer.text())
        .then(
          (body) => text(response, body),
          () => response.socket?.destroy(),
        )
    }
    await server.up()
  })
  afterAll(async () => {
    for (const each of opened.toReversed()) await each.close()
    await server?.down()
    await node?.stop()
  })
  beforeEach(() => {
    estimate = 0.0001
  })

  async function open(settings: { readonly maxFee?: string } = {}): Promise<[Calls, OpenLedger]> {
    const nodes = [{ kind: 'core' as const, url: server.target().url.href }]
    const testnet = { parameters: 'regtest' as const, nodes, ...settings }
    const chains = createChains(readChainsConfig({ chains: { LTC: { testnet } } }))
    const world = openLedger(chains)
    opened.push(chains, world)
    return [await world.as('testnet'), world]
  }
  const pay = (changes: object = {}) => ({
    fromAddress: [{ address: miner.addressAs('p2pkh'), privateKey: miner.privateKey }],
    to: [{ address: keyOf(node.chain, 2).addressAs('p2pkh'), value: 1 }],
    ...changes,
  })
  const change = () => ({ changeAddress: miner.addressAs('p2pkh') })
  const feeOf = async (calls: Calls, txId: string) => (await calls.ltcGetRawTransaction({ hash: txId })).fee

  it('an estimate of 0.09 LTC for 1,000 bytes is refused, though a changeAddress is named', async () => {
    const [calls, world] = await open()
    estimate = 0.09
    for (const body of [pay(change()), pay()]) {
      const { code, message } = await refusalOf(calls.ltcTransactionAddress(body))
      expect(code).toBe('fee.exceptional')
      expect(message).toMatch(
        /the market asks 0\.0\d+ LTC .* ceiling is 0\.01 LTC.*raise maxFee of the chain/,
      )
    }
    expect(await world.sends()).toEqual([])
    expect(await world.held()).toBe(0)
  })

  it('it is paid by who names the fee, and where the configuration has raised the ceiling', async () => {
    estimate = 0.09
    const [calls] = await open()
    const named = await txIdOf(calls.ltcTransactionAddress(pay({ ...change(), fee: '0.02' })))
    expect(await feeOf(calls, named)).toBe('0.02')
    await node.mine(1, miner.addressAs('p2pkh'))
    const [raised] = await open({ maxFee: '0.1' })
    const txId = await txIdOf(raised.ltcTransactionAddress(pay(change())))
    expect(Number(await feeOf(raised, txId))).toBeGreaterThan(0.02)
  })

  it('a round fee that is left is paid, far above the market as it is; more than can be meant is not', async () => {
    const [calls, world] = await open()
    const fund = async (value: number | string) => {
      const address = keyOf(node.chain, 3).addressAs('p2pkh')
      const txHash = await txIdOf(calls.ltcTransactionAddress(pay({ ...change(), to: [{ address, value }] })))
      await node.mine(1, miner.addressAs('p2pkh'))
      return [{ txHash, index: 0, privateKey: keyOf(node.chain, 3).privateKey }]
    }
    const to = (value: number | string) => ({
      to: [{ address: keyOf(node.chain, 4).addressAs('p2pkh'), value }],
    })
    const txId = await txIdOf(calls.ltcTransactionUTXO({ fromUTXO: await fund('0.505'), ...to('0.5') }))
    expect(await feeOf(calls, txId)).toBe('0.005')
    const before = await world.sends()
    const rich = await fund('0.5101')
    expect(await codeOf(calls.ltcTransactionUTXO({ fromUTXO: rich, ...to('0.5') }))).toBe('fee.exceptional')
    const poor = await fund('0.0021')
    expect(await codeOf(calls.ltcTransactionUTXO({ fromUTXO: poor, ...to('0.001') }))).toBe('fee.exceptional')
    expect(await world.sends()).toHaveLength(before.length + 2)
  })
})
