import { describe } from 'vitest'
import { findLitecoind, startLitecoind } from '../utxo/litecoind.fixture.js'
import { keyOf } from '../utxo/paying.fixture.js'
import { byXpub, type DepositStage, depositRounds } from './deposits.fixture.js'
import { Refused, type Ways, WaywardNode } from './wayward.fixture.js'

/** More coins than the payments of a history. */
const SPARE = 120
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

async function stage(seed: number): Promise<DepositStage> {
  const node = await startLitecoind()
  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const base = (seed % 10_000) * 1_000
  const spare = keyOf(node.chain, base)
  let miners = 0
  /** Each block pays an address of its own, so that no branch has the very blocks of another. */
  const miner = (): string => keyOf(node.chain, base + ++miners).addressAs('p2pkh')
  let now = 1_800_000_000
  const generate = async (...args: readonly unknown[]): Promise<void> => {
    now += 60
    await rpc('setmocktime', now)
    await rpc(
      args.length === 1 ? 'generatetoaddress' : 'generateblock',
      ...(args.length === 1 ? [1, ...args] : args),
    )
  }
  await rpc('setmocktime', now)
  const rewards = [...(await rpc<readonly string[]>('generatetoaddress', SPARE, spare.addressAs('p2pkh')))]
  await rpc('generatetoaddress', 100, miner())
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
      for (let block = 0; block < blocks; block++) await generate(miner())
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
        await generate(miner(), [...instead, ...chosen]).catch(() => generate(miner(), []))
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
    async close() {
      await wayward.close()
      await node.stop()
    },
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
  depositRounds('litecoind', stage)
})
