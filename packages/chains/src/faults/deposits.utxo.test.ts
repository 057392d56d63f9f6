import { describe } from 'vitest'
import { findLitecoind, startLitecoind } from '../utxo/litecoind.fixture.js'
import { keyOf } from '../utxo/paying.fixture.js'
import { type DepositStage, depositRounds } from './deposits.fixture.js'

const SPARE = 400
const COIN = 100_000_000

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
  return {
    currency: 'LTC',
    config: {
      chains: {
        LTC: {
          testnet: {
            parameters: 'regtest',
            follow: { from: start },
            nodes: [{ kind: 'core', url: node.url }],
          },
        },
      },
    },
    async xpub(chains, wallet) {
      const { keys } = await chains.chain('LTC', 'testnet')
      return keys?.xpub(keys.mnemonic(new Uint8Array(32).fill(wallet + 1))) ?? ''
    },
    async pay(address, units) {
      const { tx } = await rpc<Block>('getblock', rewards.shift() ?? '', 2)
      const [{ txid, vout } = { txid: '', vout: [] }] = tx
      const change = Math.round(Number(vout[0]?.value) * COIN) - units - 100_000
      const raw = await rpc('createrawtransaction', [{ txid, vout: 0 }], {
        [address]: (units / COIN).toFixed(8),
        [miner()]: (change / COIN).toFixed(8),
      })
      const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [spare.privateKey])
      await rpc('sendrawtransaction', hex)
    },
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
        await generate(miner(), chosen).catch(() => generate(miner(), []))
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
    close: () => node.stop(),
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
