import { anvilStage } from './anvil-stage.fixture.js'
import { HASTE } from './fleet.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'
import { killRounds } from './kills.fixture.js'

/** A unit of 10^-8 coins, in wei. */
const UNIT = 10n ** 10n
/** The longest wait that a configuration accepts is not shorter than this, and a process counts in its own time. */
const TIMEOUT_MS = 400 * HASTE

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`

async function stage(seed: number): Promise<KillStage> {
  const anvil = await anvilStage(seed)
  const { rpc } = anvil
  const [payer] = await rpc<readonly string[]>('eth_accounts')
  const { testnet } = anvil.config.chains?.['ETH'] ?? {}
  const nodes = testnet?.nodes.map((node) => ({ ...node, timeoutMs: TIMEOUT_MS })) ?? []
  const height = async () => Number(await rpc('eth_blockNumber'))
  const from = (await height()) + 1
  return {
    ...anvil,
    height,
    currency: 'ETH',
    config: { chains: { ETH: { testnet: { follow: { from }, nodes } } } },
    async xpub(wallet) {
      const { keys } = anvil.chain
      const entropy = new Uint8Array(32).fill(wallet + 1)
      new DataView(entropy.buffer).setUint32(0, seed)
      return keys?.xpub(keys.mnemonic(entropy)) ?? ''
    },
    async deposit(to, units) {
      // While a branch is replaced the node may take it for one of before. Then it is not made.
      const payment = { from: payer, to, value: hexOf(BigInt(units) * UNIT) }
      await rpc('eth_sendTransaction', payment).catch(() => undefined)
    },
    async received(addresses) {
      const received = new Map<string, bigint>()
      for (const address of addresses) {
        received.set(address, BigInt(await rpc<string>('eth_getBalance', address, 'latest')) / UNIT)
      }
      return received
    },
  }
}

killRounds('anvil', stage)
