/** What the tests of gas pumps and of multi tokens share: chains, hard forks, ways to sign, and a node of a chain. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { EvmChain } from '@tallystick/custody'
import { isFull } from '@tallystick/testing'
import { ApiServices } from '@tatumio/api-client'
import { expect } from 'vitest'
import { field, type Running } from '../service.fixture.js'
import { type Sent, WALLET } from './client.fixture.js'
import { type Anvil, evmDaemon, minedBy, startAnvil } from './nodes.fixture.js'

const { kms, blockchain } = ApiServices

/** Of anvil's mnemonic, index 0. */
export const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const ALICE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** Of its second account. */
export const STRANGER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const STRANGER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const BEN = `0x${'be'.repeat(20)}`
export const COIN = 10n ** 18n

const CHAINS = {
  ETH: { chain: 'ETH', chainId: 11_155_111n, fee: {}, broadcast: blockchain.eth.ethBroadcast },
  CELO: {
    chain: 'CELO',
    chainId: 11_142_220n,
    fee: { feeCurrency: 'CELO' },
    broadcast: blockchain.celo.celoBroadcast,
  },
  BSC: { chain: 'BSC', chainId: 97n, fee: {}, broadcast: blockchain.bsc.bscBroadcast },
  KLAY: { chain: 'KLAY', chainId: 1_001n, fee: {}, broadcast: blockchain.klaytn.klaytnBroadcast },
  KCS: { chain: 'KCS', chainId: 322n, fee: {}, broadcast: blockchain.kcs.kcsBroadcast },
  ONE: { chain: 'ONE', chainId: 1_666_700_000n, fee: {}, broadcast: blockchain.one.oneBroadcast },
  MATIC: { chain: 'MATIC', chainId: 80_002n, fee: {}, broadcast: blockchain.polygon.polygonBroadcast },
  XDC: { chain: 'XDC', chainId: 51n, fee: {}, broadcast: blockchain.xdc.xdcBroadcast },
} as const
type ChainName = keyof typeof CHAINS
type On = (typeof CHAINS)[ChainName]

/** From the oldest rules that are known to run our contracts. */
const FORKS = ['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'] as const
export const WAYS = ['key', 'KMS', 'caller'] as const
export type Way = (typeof WAYS)[number]

/**
 * Each chain under each hard fork; `npm test` takes one fork for each chain, and one way to sign, in turn.
 * @returns One list for each service
 */
export const cellsOf = (...names: readonly ChainName[]) =>
  (isFull ? FORKS : [null]).map((fork) => ({
    name: fork ?? 'one hard fork for each chain',
    cells: names.map((chain, at) => ({
      chain,
      fork: fork ?? FORKS[at % FORKS.length] ?? 'osaka',
      ways: isFull ? WAYS : WAYS.filter((_, way) => way === at % WAYS.length),
    })),
  }))
export type Cell = ReturnType<typeof cellsOf>[number]['cells'][number]

/** A chain on a node of its own. */
export class Site {
  private constructor(
    readonly on: On,
    readonly node: Anvil,
    readonly codec: EvmChain['codec'],
  ) {}

  static async open(chain: ChainName, fork?: string): Promise<Site> {
    const on = CHAINS[chain]
    const found = await createChains(readChainsConfig({})).chain(chain, 'testnet')
    return new Site(on, await startAnvil(on.chainId, true, fork), found.codec)
  }

  rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.node.rpc.call(method, params)
  }

  async quantity(method: string, ...params: readonly unknown[]): Promise<bigint> {
    return BigInt(String(await this.rpc(method, ...params)))
  }

  /** One word that a contract answers with. */
  ask(to: string, data: string): Promise<bigint> {
    return this.quantity('eth_call', { to, data }, 'latest')
  }

  fund(address: string): Promise<unknown> {
    return this.rpc('anvil_setBalance', this.codec.canonical(address), `0x${COIN.toString(16)}`)
  }

  /** Until it is in a block. */
  async mined(txId: string, status = '0x1'): Promise<string> {
    for (;;) {
      const receipt = await this.rpc('eth_getTransactionReceipt', txId)
      if (receipt !== null) {
        expect(receipt).toMatchObject({ status })
        return txId
      }
      await new Promise((wake) => setTimeout(wake, 5))
    }
  }

  /** What waits for a key-management system is signed by one. */
  async signed(answer: Sent, { key = ALICE_KEY, from = ALICE, status = '0x1' } = {}): Promise<string> {
    if ('txId' in answer) return this.mined(answer.txId, status)
    const { signatureId } = answer
    const { serializedTransaction } = await kms.getPendingTransactionToSign(signatureId)
    const txData = await evmDaemon.signAsDaemon(serializedTransaction, key, {
      // What fails is not estimated.
      gas: (call) =>
        status === '0x1' ? this.quantity('eth_estimateGas', { from, ...call }) : Promise.resolve(3_000_000n),
      nonce: () => this.quantity('eth_getTransactionCount', from, 'pending'),
      gasPrice: () => this.quantity('eth_gasPrice'),
    })
    return this.mined((await this.on.broadcast({ txData, signatureId })).txId, status)
  }

  /** What somebody else gets for the same call of the same contract: the chain refuses it. */
  async refusedOnChain(txId: string): Promise<void> {
    const { to, input } = Object((await this.rpc('eth_getTransactionByHash', txId)) ?? {})
    const receipt = await minedBy(this.node, { from: STRANGER, to, data: input, gas: '0x2dc6c0' })
    expect(receipt).toMatchObject({ status: '0x0' })
  }

  /** Who signs, and what a body says of it. */
  async signer(way: Way, service: Running): Promise<{ readonly owner: string; readonly by: object }> {
    if (way === 'key') return { owner: ALICE, by: { fromPrivateKey: ALICE_KEY } }
    if (way === 'KMS') return { owner: ALICE, by: { signatureId: WALLET, index: 0 } }
    const { chain } = this.on
    const owner = field(await service.call('POST', '/v3/custodial/wallet', { body: { chain } }), 'address')
    await this.fund(owner)
    return { owner, by: { caller: owner } }
  }
}

/** The configuration of a service over these nodes. @param more Of each network */
export const chainsOn = (sites: Iterable<Site>, more: (on: Site['on']) => object = () => ({})) => {
  const chains = [...sites].map(({ on, node }) => [
    on.chain,
    { testnet: { nodes: [{ kind: 'evm', url: node.url }], ...more(on) } },
  ])
  return createChains(readChainsConfig({ chains: Object.fromEntries(chains) }))
}
