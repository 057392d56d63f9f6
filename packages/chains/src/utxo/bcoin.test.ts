/** The family on bcoin, which runs wherever these tests do, and lies about what it accepts. */
import { NodeFault, type Utxo } from '@tallystick/custody'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bcoin, startBcoin } from './bcoin.fixture.js'
import { type Key, keyOf, sign } from './paying.fixture.js'

const REWARD = 5_000_000_000n
let node: Bcoin
let miner: Key
let coins: Utxo[]

beforeAll(async () => {
  node = await startBcoin()
  miner = keyOf(node.chain, 1)
  // Rewards of the first blocks can be spent when a hundred more were made.
  await node.mine(105, miner.addressAs('p2pkh'))
  coins = []
  for (const height of [1, 2, 3]) {
    const coin = await node.chain.node.utxo({ txId: await node.reward(height), index: 0 })
    if (coin !== undefined) coins.push(coin)
  }
})
afterAll(() => node?.stop())

function payment(coin: Utxo | undefined, recipients: readonly Key[]) {
  if (coin === undefined) throw new RangeError('There is no reward to spend')
  return node.chain.codec.build({
    required: [coin],
    available: [],
    to: recipients.map((key, index) => ({
      address: key.addressAs('p2pkh'),
      value: BigInt(index + 1) * 1_000_000n,
    })),
    fee: 10_000n,
    changeAddress: miner.addressAs('p2pkh'),
    marketRate: 10_000n,
    fastRate: 10_000n,
  })
}

it('confirms a payment to several, with change', async () => {
  const { node: rpc } = node.chain
  const recipients = [11, 12, 13].map((number) => keyOf(node.chain, number))
  const unsigned = payment(coins[0], recipients)
  expect(await rpc.spent(unsigned)).toEqual([])
  const signed = sign(node.chain, unsigned, [miner])
  expect(await rpc.status(signed)).toEqual({ kind: 'absent' })
  expect(await rpc.broadcast(signed)).toEqual({ kind: 'accepted' })
  expect(await rpc.status(signed)).toEqual({ kind: 'pending' })
  expect(await rpc.broadcast(signed)).toEqual({ kind: 'known' })
  await node.mine(1, miner.addressAs('p2pkh'))
  const { height } = await rpc.head()
  expect(await rpc.status(signed)).toEqual({ kind: 'confirmed', height, ok: true, final: false })
  const found = await rpc.transaction(signed.txId)
  expect(found).toMatchObject({ txId: signed.txId, height, hex: signed.raw })
  expect(found?.inputs[0]?.spent).toMatchObject({ value: REWARD, coinbase: true })
  expect(found?.outputs.map(({ value }) => value)).toEqual([
    1_000_000n,
    2_000_000n,
    3_000_000n,
    REWARD - 6_010_000n,
  ])
  expect(await rpc.spent(unsigned)).toEqual([{ txId: coins[0]?.txId, index: 0 }])
})

it('is not believed when it answers an id to a transaction that it rejects', async () => {
  const { node: rpc, codec } = node.chain
  const good = sign(node.chain, payment(coins[1], [keyOf(node.chain, 21)]), [miner])
  // The last byte of the first output's script: signed for, and still a script.
  const at = good.raw.indexOf('88ac', good.raw.indexOf('1976a914'))
  const digit = good.raw[at - 1] === '0' ? '1' : '0'
  const raw = good.raw.slice(0, at - 1) + digit + good.raw.slice(at)
  const bad = { raw, txId: codec.inspect(raw).txId }
  expect(bad.txId).not.toBe(good.txId)
  expect(await rpc.broadcast(bad)).toMatchObject({ kind: 'unknown' })
  expect(await rpc.status(bad)).toEqual({ kind: 'absent' })
  expect(await rpc.mempool()).toEqual([])
  // Its output was not used up: what holds goes through.
  expect(await rpc.broadcast(good)).toEqual({ kind: 'accepted' })
  // And of two that spend it, the second is not taken for sent.
  const rival = sign(node.chain, payment(coins[1], [keyOf(node.chain, 22)]), [miner])
  expect(await rpc.broadcast(rival)).toMatchObject({ kind: 'unknown' })
  await node.mine(1, miner.addressAs('p2pkh'))
  expect(await rpc.status(good)).toMatchObject({ kind: 'confirmed', final: false })
  expect(await rpc.status(rival)).toEqual({ kind: 'absent' })
  await node.mine(5, miner.addressAs('p2pkh'))
  expect(await rpc.status(good)).toMatchObject({ kind: 'confirmed', final: true })
  expect(await rpc.status(rival)).toMatchObject({ kind: 'dead' })
})

it('says which node would answer what it cannot', async () => {
  const address = miner.addressAs('p2pkh')
  await expect(node.chain.node.utxos(address)).rejects.toThrow(NodeFault)
  await expect(node.chain.node.utxos(address)).rejects.toThrow(/Blockbook/)
  expect(await node.chain.node.feeRates()).toEqual({ fast: 10_000n, medium: 10_000n, slow: 10_000n })
})

it('has no block of an unknown hash', async () => {
  expect(await node.chain.node.block('ab'.repeat(32))).toBeUndefined()
})
