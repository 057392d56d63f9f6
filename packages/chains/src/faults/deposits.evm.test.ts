import { start } from '../evm/anvil.fixture.js'
import { type DepositStage, depositRounds } from './deposits.fixture.js'

const CHAIN_ID = 11_155_111n
/** A unit of 10^-8 coins, in wei. */
const UNIT = 10n ** 10n

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`

async function stage(seed: number): Promise<DepositStage> {
  const node = await start(CHAIN_ID, false)
  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const [payer] = await rpc<readonly string[]>('eth_accounts')
  await rpc('anvil_mine', hexOf(20))
  const first = Number(await rpc('eth_blockNumber')) + 1
  return {
    currency: 'ETH',
    config: {
      chains: { ETH: { testnet: { follow: { from: first }, nodes: [{ kind: 'evm', url: node.url }] } } },
    },
    async xpub(chains, wallet) {
      const { keys } = await chains.chain('ETH', 'testnet')
      const entropy = new Uint8Array(32).fill(wallet + 1)
      new DataView(entropy.buffer).setUint32(0, seed)
      return keys?.xpub(keys.mnemonic(entropy)) ?? ''
    },
    async pay(to, units) {
      await rpc('eth_sendTransaction', { from: payer, to, value: hexOf(BigInt(units) * UNIT) })
    },
    async mine(blocks) {
      for (let block = 0; block < blocks; block++) await rpc('evm_mine')
    },
    async fork(depth, random) {
      const height = Number(await rpc('eth_blockNumber'))
      const undone: string[] = []
      for (let at = Math.max(first, height - depth + 1); at <= height; at++) {
        const block = await rpc<{ transactions: readonly string[] }>('eth_getBlockByNumber', hexOf(at), false)
        for (const hash of block.transactions) undone.push(await rpc('eth_getRawTransactionByHash', hash))
      }
      if (height < first) return
      await rpc('anvil_reorg', Math.min(depth, height - first + 1), [])
      // In their order: each waits for the nonces before it.
      const back = undone.slice(0, random.below(undone.length + 1))
      for (const raw of back) await rpc('eth_sendRawTransaction', raw).catch(() => undefined)
      await rpc('evm_mine')
    },
    async received(addresses) {
      const received = new Map<string, bigint>()
      for (const address of addresses) {
        received.set(address, BigInt(await rpc('eth_getBalance', address, 'latest')) / UNIT)
      }
      return received
    },
    close: () => node.kill(),
  }
}

depositRounds('anvil', stage)
