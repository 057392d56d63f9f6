import { findLitecoind } from '../utxo/litecoind.fixture.js'
import { HASTE } from './fleet.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'
import { killRounds } from './kills.fixture.js'
import { litecoindStage } from './litecoind-stage.fixture.js'

const UNITS = 100_000_000
/** A process counts in its own time. */
const TIMEOUT_MS = 400 * HASTE
/** Rewards that pay for deposits, each once. */
const REWARDS = 700

async function stage(seed: number): Promise<KillStage> {
  const litecoind = await litecoindStage(seed, REWARDS)
  const { chain, rpc } = litecoind
  const { testnet } = litecoind.config.chains?.['LTC'] ?? {}
  const nodes = testnet?.nodes.map((node) => ({ ...node, timeoutMs: TIMEOUT_MS })) ?? []
  const height = async () => Number(await rpc('getblockcount'))
  const from = (await height()) + 1
  return {
    ...litecoind,
    height,
    currency: 'LTC',
    config: { chains: { LTC: { testnet: { parameters: 'regtest', follow: { from }, nodes } } } },
    async xpub(wallet) {
      const { keys } = chain
      return keys?.xpub(keys.mnemonic(new Uint8Array(32).fill(wallet + 1))) ?? ''
    },
    async received(addresses) {
      const received = new Map(addresses.map((address) => [address, 0n]))
      for (let at = await height(); at >= from; at--) {
        const { tx } = await rpc<Block>('getblock', await rpc('getblockhash', at), 2)
        for (const { value, scriptPubKey } of tx.flatMap(({ vout }) => vout)) {
          const [address = ''] = scriptPubKey.addresses ?? []
          const before = received.get(address)
          if (before !== undefined) received.set(address, before + BigInt(Math.round(Number(value) * UNITS)))
        }
      }
      return received
    },
  }
}

interface Block {
  readonly tx: readonly {
    readonly vout: readonly {
      readonly value: unknown
      readonly scriptPubKey: { readonly addresses?: readonly string[] }
    }[]
  }[]
}

killRounds('litecoind', stage, findLitecoind() !== undefined)
