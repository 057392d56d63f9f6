import { describe } from 'vitest'
import { findLitecoind, type Litecoind, startLitecoind } from '../utxo/litecoind.fixture.js'
import { type Key, keyOf } from '../utxo/paying.fixture.js'
import { byXpub, type DepositStage, depositRounds } from './deposits.fixture.js'
import { Refused, type Ways, WaywardNode } from './wayward.fixture.js'

/** More coins than the payments of a history. The reward is halved every 150 blocks, and a payment takes little. */
const SPARE = 40
const COIN = 100_000_000
const FEE = 100_000

const WAYS: Ways = {
  height: async (ask) => Number(await ask('getblockcount', [])),
  behind(method, [block], height, ask) {
    if (method === 'getblockhash' && Number(block) > height)
      return Promise.reject(new Refused(-8, 'Block height out of range'))
    if (method !== 'getblockchaininfo') return undefined
    return Promise.all([ask(method, []), ask('getblockhash', [height])]).then(([info, bestblockhash]) => ({
      ...Object(info),
      blocks: height,
      bestblockhash,
    }))
  },
  holes(method, params, ask) {
    if (method !== 'getblock') return undefined
    return ask(method, params).then((block) => ({ ...Object(block), tx: Object(block).tx?.slice(0, 1) }))
  },
}

interface Spent {
  readonly txid: string
  /** Base units. */
  readonly coins: number
}

/** What histories share: the node, its time, and coins that pay for them. */
interface Shared {
  readonly node: Litecoind
  readonly spare: Key
  /** Blocks whose rewards are unspent. */
  readonly rewards: string[]
  now: number
}

async function begin(histories: number): Promise<Shared> {
  const node = await startLitecoind()
  const spare = keyOf(node.chain, 0)
  const now = 1_800_000_000
  await node.rpc.call('setmocktime', [now])
  const rewards = await node.rewards(histories * SPARE, spare.addressAs('p2pkh'))
  await node.mine(100, keyOf(node.chain, 1).addressAs('p2pkh'))
  return { node, spare, rewards: [...rewards], now }
}

async function stage(shared: Shared, seed: number): Promise<DepositStage> {
  const { node, spare, rewards } = shared
  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const base = (1 + (seed % 10_000)) * 1_000
  let miners = 0
  /** Whoever makes blocks has an address of his own, so that no branch has the very blocks of another. */
  const miner = (): string => keyOf(node.chain, base + ++miners).addressAs('p2pkh')
  const pass = (blocks: number) => {
    shared.now += 60 * blocks
    return rpc('setmocktime', shared.now)
  }
  const generate = async (transactions: readonly string[]): Promise<void> => {
    await pass(1)
    await rpc('generateblock', miner(), transactions)
  }
  const start = Number(await rpc('getblockcount'))
  const wayward = await WaywardNode.start((method, params) => rpc(method, ...params), WAYS)
  /** What each transaction spends, by its id. */
  const inputs = new Map<string, Spent>()
  const signed = async ({ txid, coins }: Spent, outputs: readonly Readonly<Record<string, string>>[]) => {
    const paid = outputs.reduce((sum, output) => sum + Math.round(Number(Object.values(output)[0]) * COIN), 0)
    const change = { [miner()]: ((coins - paid - FEE) / COIN).toFixed(8) }
    const raw = await rpc('createrawtransaction', [{ txid, vout: 0 }], [...outputs, change])
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [spare.privateKey])
    return hex
  }
  return {
    currencies: ['LTC', 'LTC', 'LTC'],
    config: {
      chains: {
        LTC: {
          testnet: {
            parameters: 'regtest',
            follow: { from: start },
            nodes: [wayward, node].map(({ url }) => ({ kind: 'core' as const, url })),
          },
        },
      },
    },
    ...byXpub('LTC', seed),
    async pay(payments) {
      const { tx } = await rpc<Block>('getblock', rewards.shift() ?? '', 2)
      const [{ txid, vout } = { txid: '', vout: [] }] = tx
      const spent = { txid, coins: Math.round(Number(vout[0]?.value) * COIN) }
      const outputs = payments.map(([address, units]) => ({ [address]: (units / COIN).toFixed(8) }))
      inputs.set(await rpc('sendrawtransaction', await signed(spent, outputs)), spent)
    },
    wander: (random) => wayward.wander(random),
    calm: async () => wayward.heal(),
    async mine(blocks) {
      await pass(blocks)
      await node.mine(blocks, miner())
    },
    async fork(depth, random) {
      const height = Math.max(start + 1, Number(await rpc('getblockcount')) - depth + 1)
      const undone = Number(await rpc('getblockcount')) - height + 1
      if (undone < 1) return
      await rpc('invalidateblock', await rpc('getblockhash', height))
      const waiting = await rpc<readonly string[]>('getrawmempool')
      for (let block = 0; block <= undone; block++) {
        const chosen = random.below(3) === 0 ? waiting.filter(() => random.below(2) === 0) : []
        // A payment whose coins are spent otherwise, to nobody here.
        const spent = inputs.get(waiting[random.below(waiting.length + 1)] ?? '')
        const instead = spent !== undefined && random.below(3) === 0 ? [await signed(spent, [])] : []
        await generate([...instead, ...chosen]).catch(() => generate([]))
      }
    },
    async received(addresses) {
      const received = new Map(addresses.map((address) => [address, 0n]))
      const height = Number(await rpc('getblockcount'))
      for (let at = start; at <= height; at++) {
        const { tx } = await rpc<Block>('getblock', await rpc('getblockhash', at), 2)
        for (const { value, scriptPubKey } of tx.flatMap(({ vout }) => vout)) {
          const [address = ''] = scriptPubKey.addresses ?? []
          const before = received.get(address)
          if (before !== undefined) received.set(address, before + BigInt(Math.round(Number(value) * COIN)))
        }
      }
      return received
    },
    close: () => wayward.close(),
  }
}

interface Block {
  readonly tx: readonly {
    readonly txid: string
    readonly vout: readonly {
      readonly value: unknown
      readonly scriptPubKey: { readonly addresses?: readonly string[] }
    }[]
  }[]
}

// Without litecoind the family's blocks are read on bcoin and from Blockbook only.
describe.skipIf(findLitecoind() === undefined)('following litecoind', () => {
  depositRounds('litecoind', async (histories) => {
    const shared = await begin(histories)
    return { stage: (seed) => stage(shared, seed), stop: shared.node.stop }
  })
})
