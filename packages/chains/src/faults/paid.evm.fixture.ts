/** Activations of gas pumps that the service pays for, on anvil. */
import { start } from '../evm/anvil.fixture.js'
import { deployFactory, FACTORY, PUMPS } from '../evm/gas-pumps.fixture.js'
import { BOB, unlocked } from '../evm/unlocked.fixture.js'
import type { PaidStage } from './paid.fixture.js'

const COIN = 10n ** 18n
const inCoins = (wei: bigint): string => `${wei / COIN}.${String(wei % COIN).padStart(18, '0')}`

export async function openPaidEvm(): Promise<PaidStage> {
  const node = await start(11_155_111n)
  const chain = unlocked(node.rpc)
  await deployFactory(chain)
  const indexOf = (caller: number): number => caller * 10
  /** Of each block that was looked at: what was called in it. */
  const seen = new Map<string, readonly { readonly to: string; readonly input: string }[]>()
  const blocks = async () => {
    const height = Number(await node.rpc.call('eth_blockNumber', []))
    for (let at = 0; at <= height; at++) {
      const number = `0x${at.toString(16)}`
      if (seen.has(number)) continue
      const block = await node.rpc.call('eth_getBlockByNumber', [number, true])
      seen.set(number, Reflect.get(Object(block), 'transactions'))
    }
    return [...seen.values()].flat()
  }
  return {
    chain: 'ETH',
    config: { ETH: { testnet: { nodes: [{ kind: 'evm', url: node.url }] } } },
    fund: async (address) => void (await chain.send({ to: address, value: COIN })),
    settings: (wallet, perDay) => ({ TALLYSTICK_GAS_PAYERS: `${wallet}:1:${inCoins(perDay)}` }),
    call: (caller) => ({
      path: '/v3/gas-pump/activate',
      body: { chain: 'ETH', owner: BOB, from: indexOf(caller), to: indexOf(caller) + 1, feesCovered: true },
    }),
    async done(caller) {
      const [from, to] = [indexOf(caller), indexOf(caller) + 1].map(BigInt)
      const data = PUMPS.activate(BOB, from ?? 0n, to ?? 0n)
      return (await blocks()).filter((one) => one.to === FACTORY && one.input === data).length
    },
    spent: async (payer) => COIN - (await chain.balance(payer)),
    close: () => node.kill(),
  }
}
