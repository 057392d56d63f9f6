/** A ledger over one anvil under a chain's id, and the operations of paths that several chains share, in each way to sign. */
import type { EvmCodec } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { expect } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  type OpenLedger,
  openLedger,
  pendingOf,
  type Sent,
  txIdOf,
} from '../open-ledger.fixture.js'
import { type Anvil, RICH_KEY, start } from './anvil.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { ALICE, type Unlocked, unlocked } from './unlocked.fixture.js'

export const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
/** Of anvil's second account. */
export const BOB_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

export const EVM_CHAINS = {
  ETH: { chain: 'ETH', chainId: 11_155_111n, broadcast: 'ethBroadcast' },
  BSC: { chain: 'BSC', chainId: 97n, broadcast: 'bscBroadcast' },
  CELO: { chain: 'CELO', chainId: 11_142_220n, broadcast: 'celoBroadcast' },
  KLAY: { chain: 'KLAY', chainId: 1_001n, broadcast: 'klaytnBroadcast' },
  KCS: { chain: 'KCS', chainId: 322n, broadcast: 'kcsBroadcast' },
  ONE: { chain: 'ONE', chainId: 1_666_700_000n, broadcast: 'oneBroadcast' },
  MATIC: { chain: 'MATIC', chainId: 80_002n, broadcast: 'polygonBroadcast' },
  XDC: { chain: 'XDC', chainId: 51n, broadcast: 'xdcBroadcast' },
} as const
type Name = keyof typeof EVM_CHAINS
export type On<Of extends Name = Name> = (typeof EVM_CHAINS)[Of]

export const chainsOf = <const Of extends Name>(...names: readonly Of[]): readonly On<Of>[] =>
  names.map((name) => EVM_CHAINS[name])

/** Which overload of a path signs so on a chain, and what its body has more. */
export type OverloadOf = (
  chain: Name,
  name: string,
  isKms: boolean,
) => { readonly id: string; readonly more: object }

export class Stage<Of extends Name> {
  protected constructor(
    readonly on: On<Of>,
    readonly node: Anvil,
    readonly world: OpenLedger,
    readonly calls: Calls,
    readonly chain: Unlocked,
    readonly codec: EvmCodec,
    private readonly overloadOf: OverloadOf,
  ) {}

  static async parts<Of extends Name>(on: On<Of>, overloadOf: OverloadOf, hardfork?: string) {
    const node = await start(on.chainId, true, hardfork)
    const nodes = [{ kind: 'evm' as const, url: node.url }]
    const chains = createChains(readChainsConfig({ chains: { [on.chain]: { testnet: { nodes } } } }))
    const vault = createVault(localKeys([Buffer.alloc(32, 1)]))
    const world = openLedger(chains, memoryStorage(), { vault })
    const { codec } = await chains.chain(on.chain, 'testnet')
    return [on, node, world, await world.as('testnet'), unlocked(node.rpc), codec, overloadOf] as const
  }

  async close(): Promise<void> {
    await this.world.close()
    await this.node.kill()
  }

  call(name: string, isKms: boolean, body: object): Promise<Sent> {
    const { chain } = this.on
    const { id, more } = this.overloadOf(chain, name, isKms)
    return Reflect.get(this.calls, id)({ chain, ...more, ...body })
  }

  readonly byKey = async (name: string, body: object, fromPrivateKey: string = RICH_KEY): Promise<string> =>
    this.mined(await txIdOf(this.call(name, false, { ...body, fromPrivateKey })))

  /** As a managed wallet. */
  readonly byCaller =
    (caller: string) =>
    async (name: string, body: object): Promise<string> =>
      this.mined(await txIdOf(this.call(name, false, { ...body, caller })))

  readonly byKms = async (name: string, body: object): Promise<string> => {
    const id = await pendingOf(this.call(name, true, { ...body, ...WALLET }))
    const { serializedTransaction } = await this.calls.getPendingTransactionToSign({ id })
    const rpc = async (method: string, ...params: readonly unknown[]) =>
      BigInt(String(await this.node.rpc.call(method, params)))
    const txData = await signAsDaemon(serializedTransaction, RICH_KEY, {
      gas: (call) => rpc('eth_estimateGas', { from: ALICE, ...call }),
      nonce: () => rpc('eth_getTransactionCount', ALICE, 'pending'),
      gasPrice: () => rpc('eth_gasPrice'),
    })
    const { txId } = await this.calls[this.on.broadcast]({ txData, signatureId: id })
    return this.mined(txId)
  }

  /** Anvil accepts a transaction before it makes the block. */
  async mined(txId: string): Promise<string> {
    for (;;) {
      const receipt = await this.node.rpc.call('eth_getTransactionReceipt', [txId])
      if (receipt !== null) {
        expect(receipt).toMatchObject({ status: '0x1' })
        return txId
      }
      await new Promise((wake) => setTimeout(wake, 5))
    }
  }

  /** A managed wallet with a coin. */
  async managed(): Promise<string> {
    const { address } = await this.calls.custodialCreateWallet({ chain: this.on.chain })
    await this.chain.send({ to: this.codec.canonical(address), value: 10n ** 18n })
    return address
  }
}
