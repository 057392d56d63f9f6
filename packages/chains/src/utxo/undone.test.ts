/** Blocks that are undone, on litecoind: what they had waits again or gives way, and what it spends is never lost. */
import type { Chains } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, keyOf, sign } from './paying.fixture.js'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('a block that is undone', () => {
  let node: Litecoind
  let chains: Chains
  let world: OpenLedger
  let calls: Calls
  let miner: Key
  const FINAL = 12
  const configured = ({ url }: Litecoind): Chains => {
    const nodes = [{ kind: 'core' as const, url }]
    return createChains(readChainsConfig({ chains: { LTC: { testnet: { parameters: 'regtest', nodes } } } }))
  }

  beforeAll(async () => {
    node = await startLitecoind()
    miner = keyOf(node.chain, 1)
    await node.mine(120, miner.addressAs('p2pkh'))
    chains = configured(node)
    world = openLedger(chains)
    calls = await world.as('testnet')
  })
  afterAll(async () => {
    await world?.close()
    await chains?.close()
    await node?.stop()
  })

  let mined = 200
  /** To another address each time: the very block that was undone would not be taken once more. */
  const mine = (blocks = 1) => {
    mined += 1
    return node.mine(blocks, keyOf(node.chain, mined).addressAs('p2pkh'))
  }
  /** A block with these transactions, and none of the mempool's. */
  const mineOnly = (raws: readonly string[]) =>
    node.rpc.call('generateblock', [miner.addressAs('p2pkh'), raws])
  const undo = async (): Promise<string> => {
    const hash = String(await node.rpc.call('getbestblockhash', []))
    await node.rpc.call('invalidateblock', [hash])
    return hash
  }
  const statusOf = async (txId: string) => (await world.sends()).find((send) => send.txId === txId)?.status
  const pay = async (to: Key) => {
    const txId = await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: miner.addressAs('p2pkh'), privateKey: miner.privateKey }],
        to: [{ address: to.addressAs('p2wpkh'), value: 1 }],
        changeAddress: miner.addressAs('p2pkh'),
      }),
    )
    const send = (await world.sends()).find((one) => one.txId === txId)
    if (send === undefined) throw new TypeError('not recorded')
    return send
  }
  type Outputs = readonly (readonly [txHash: string, owner: Key])[]
  /** Pays from the first outputs of these transactions. */
  const spendBy = (by: Calls, fee: string, ...outputs: Outputs) =>
    by.ltcTransactionUTXO({
      fromUTXO: outputs.map(([txHash, { privateKey }]) => ({ txHash, index: 0, privateKey })),
      to: [{ address: keyOf(node.chain, 80).addressAs('p2wpkh'), value: 0.3 }],
      fee,
      changeAddress: miner.addressAs('p2pkh'),
    })
  const spend = (...outputs: Outputs) => txIdOf(spendBy(calls, '0.001', ...outputs))
  /** Another payment of what it spends, by who has the key too. */
  const rivalOf = async ({ claims }: Awaited<ReturnType<typeof pay>>) => {
    const coins = await node.chain.node.utxos(miner.addressAs('p2pkh'))
    const required = coins.filter((coin) =>
      claims.some(({ owner, index }) => coin.txId === owner && BigInt(coin.index) === index),
    )
    return sign(
      node.chain,
      node.chain.codec.build({
        required,
        available: [],
        to: [{ address: keyOf(node.chain, 90).addressAs('p2wpkh'), value: 200_000_000n }],
        fee: 1_000_000n,
        changeAddress: miner.addressAs('p2pkh'),
        marketRate: 10_000n,
        fastRate: 10_000n,
      }),
      [miner],
    )
  }

  it('leaves its payment in the mempool: it is in the next one, and final twelve blocks deep', async () => {
    const send = await pay(keyOf(node.chain, 50))
    await mine()
    await world.round()
    expect(await statusOf(send.txId)).toBe('confirmed')
    await undo()
    await world.round()
    expect(await statusOf(send.txId)).toBe('sent')
    await mine()
    await world.round()
    expect(await statusOf(send.txId)).toBe('confirmed')
    await mine(FINAL - 1)
    await world.round()
    expect(await statusOf(send.txId)).toBe('final')
  })

  it('and is followed by one that spends the same otherwise: dead when that is final, and not before', async () => {
    const send = await pay(keyOf(node.chain, 60))
    const rival = await rivalOf(send)
    await mineOnly([send.raw])
    await world.round()
    expect(await statusOf(send.txId)).toBe('confirmed')
    const left = await undo()
    await mineOnly([rival.raw])
    // In a block that was left, and in no mempool: nobody has it.
    expect(await node.chain.node.status(send)).toEqual({ kind: 'absent' })
    await world.round()
    expect(await statusOf(send.txId)).toBe('sent')
    // The chain goes back to the block that it left.
    await undo()
    await node.rpc.call('reconsiderblock', [left])
    await mine()
    await world.round()
    expect(await statusOf(send.txId)).toBe('confirmed')
    await mine(FINAL)
    await world.round()
    expect(await statusOf(send.txId)).toBe('final')
    await expect(node.chain.node.status(rival)).resolves.toMatchObject({ kind: 'dead' })
  })

  it('a payment of what a dead one would have made is dead with it, and what else it spends is free', async () => {
    const owner = keyOf(node.chain, 70)
    const parent = await pay(owner)
    const rival = await rivalOf(parent)
    const child = await spend([parent.txId, owner])
    expect(await statusOf(child)).toBe('sent')
    const held = await world.held()
    await mineOnly([rival.raw])
    await world.round()
    expect(await statusOf(child)).toBe('sent')
    await mine(FINAL)
    await world.round()
    await world.round()
    expect([await statusOf(parent.txId), await statusOf(child)]).toEqual(['dead', 'dead'])
    expect((await world.sends()).find(({ txId }) => txId === child)?.reason).toContain(parent.txId)
    expect(await world.held()).toBe(held - 2)
  })

  it('a payment of which another of ours spends an output is not replaced, by a node that knows neither too', async () => {
    const owner = keyOf(node.chain, 85)
    const { txId: txHash } = await pay(owner)
    await mine(2)
    const parent = await spend([txHash, owner])
    const child = await txIdOf(
      calls.ltcTransactionUTXO({
        fromUTXO: [{ txHash: parent, index: 0, privateKey: keyOf(node.chain, 80).privateKey }],
        to: [{ address: keyOf(node.chain, 81).addressAs('p2wpkh'), value: 0.1 }],
        fee: '0.001',
        changeAddress: miner.addressAs('p2pkh'),
      }),
    )
    const behind = await startLitecoind()
    const others = configured(behind)
    const beside = openLedger(others, world.storage)
    try {
      const height = Number(await node.rpc.call('getblockcount', []))
      for (let at = 1; at <= height; at += 1) {
        const hash = await node.rpc.call('getblockhash', [at])
        await behind.rpc.call('submitblock', [await node.rpc.call('getblock', [hash, 0])])
      }
      const { message } = await refusalOf(spendBy(await beside.as('testnet'), '0.01', [txHash, owner]))
      expect(message).toContain('would be dropped with it')
      await mine(FINAL)
      await world.round()
      expect([await statusOf(parent), await statusOf(child)]).toEqual(['final', 'final'])
    } finally {
      await others.close()
      await behind.stop()
    }
  })

  it('one whose input is gone with somebody else’s transaction can be replaced by its other inputs', async () => {
    const owner = keyOf(node.chain, 75)
    const { txId: kept } = await pay(owner)
    await mine()
    // Of a miner that is nobody's customer.
    const coins = await node.chain.node.utxos(miner.addressAs('p2pkh'))
    const foreign = (to: Key) =>
      sign(
        node.chain,
        node.chain.codec.build({
          required: coins.filter(({ height, value }) => height !== null && value > 300_000_000n).slice(-1),
          available: [],
          to: [{ address: to.addressAs('p2wpkh'), value: 100_000_000n }],
          fee: 1_000_000n,
          changeAddress: miner.addressAs('p2pkh'),
          marketRate: 10_000n,
          fastRate: 10_000n,
        }),
        [miner],
      )
    const vanishing = await foreign(owner)
    const rival = await foreign(keyOf(node.chain, 76))
    await node.rpc.call('sendrawtransaction', [vanishing.raw])
    const stuck = await spend([kept, owner], [vanishing.txId, owner])
    await mineOnly([rival.raw])
    await mine(FINAL)
    await world.round()
    expect(await statusOf(stuck)).toBe('sent')
    const paid = await spend([kept, owner])
    await mine(FINAL)
    await world.round()
    await world.round()
    expect([await statusOf(stuck), await statusOf(paid)]).toEqual(['dead', 'final'])
  })
})
