import { type Anvil, start } from '../evm/anvil.fixture.js'
import { byXpub, type DepositStage, depositRounds } from './deposits.fixture.js'
import { type Ways, WaywardNode } from './wayward.fixture.js'

const CHAIN_ID = 11_155_111n
/** A unit of 10^-8 coins, in wei. */
const UNIT = 10n ** 10n

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`

const WAYS: Ways = {
  height: async (ask) => Number(await ask('eth_blockNumber', [])),
  behind(method, [block, ...rest], height, ask) {
    if (method === 'eth_blockNumber') return Promise.resolve(hexOf(height))
    if (method !== 'eth_getBlockByNumber') return undefined
    if (block === 'latest') return ask(method, [hexOf(height), ...rest])
    return Number(block) > height ? Promise.resolve(null) : undefined
  },
  holes(method, [block]) {
    if (method === 'eth_getBlockReceipts' || method === 'debug_traceBlockByHash') return Promise.resolve([])
    return method === 'eth_getBlockByNumber' && block !== 'latest' && Number(block) % 2 === 1
      ? Promise.resolve(null)
      : undefined
  },
}

async function stage(node: Anvil, seed: number): Promise<DepositStage> {
  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const [payer] = await rpc<readonly string[]>('eth_accounts')
  const first = Number(await rpc('eth_blockNumber')) + 1
  const wayward = await WaywardNode.start((method, params) => rpc(method, ...params), WAYS)
  return {
    currencies: ['ETH', 'ETH', 'ETH'],
    config: {
      chains: {
        ETH: {
          testnet: {
            follow: { from: first },
            nodes: [wayward, node].map(({ url }) => ({ kind: 'evm' as const, url })),
          },
        },
      },
    },
    ...byXpub('ETH', seed),
    async pay(payments) {
      for (const [to, units] of payments) {
        await rpc('eth_sendTransaction', { from: payer, to, value: hexOf(BigInt(units) * UNIT) })
      }
    },
    wander: (random) => wayward.wander(random),
    calm: async () => wayward.heal(),
    async mine(blocks) {
      await rpc('anvil_mine', hexOf(blocks))
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
    close: () => wayward.close(),
  }
}

depositRounds('anvil', async () => {
  const node = await start(CHAIN_ID, false)
  await node.rpc.call('anvil_mine', [hexOf(20)])
  return { stage: (seed) => stage(node, seed), stop: node.kill }
})
