/** Chains of the EVM family for tests, on any chain id, and what signs for them. */
import {
  type ChainNetwork,
  type EvmChain,
  type EvmRecord,
  type EvmTransaction,
  type KeySigner,
  NodeFault,
  type Signed,
  type Unsigned,
} from '@tallystick/custody'
import { bsc } from '../definitions/bsc.js'
import { celo } from '../definitions/celo.js'
import { ethereum } from '../definitions/ethereum.js'
import { harmony } from '../definitions/harmony.js'
import { kcs } from '../definitions/kcs.js'
import { klaytn } from '../definitions/klaytn.js'
import { polygon } from '../definitions/polygon.js'
import { xdc } from '../definitions/xdc.js'
import type { JsonRpc } from '../transport/transport.js'
import { evmFamily } from './family.js'

export const RECORDS: readonly EvmRecord[] = [ethereum, polygon, celo, bsc, klaytn, kcs, harmony, xdc]

const NOBODY: JsonRpc = { call: () => Promise.reject(new NodeFault('unconfigured', 'There is no node')) }

export const evm = (record: EvmRecord, network: ChainNetwork = 'mainnet', rpc: JsonRpc = NOBODY): EvmChain =>
  evmFamily(record, network, { rpc })

/** The same chain under another chain id. */
export function withChainId(chain: EvmChain, chainId: bigint): EvmChain {
  const params = chain.record.networks[chain.network]
  if (params === undefined) throw new TypeError('no such network')
  const networks = { ...chain.record.networks, [chain.network]: { ...params, chainId } }
  return evm({ ...chain.record, networks }, chain.network)
}

export function signed({ codec }: EvmChain, unsigned: Unsigned, signer: KeySigner): Signed {
  const signatures = codec
    .signingRequests(unsigned)
    .map((request) => ({ publicKey: signer.publicKey, signature: signer.sign(request) }))
  return codec.combine(unsigned, signatures)
}

/** A payment of the native coin; everything may be said otherwise. */
export const payment = (from: string, to: string, changes: Partial<EvmTransaction> = {}): EvmTransaction => ({
  from,
  to,
  value: 1n,
  data: '0x',
  nonce: 0,
  gasLimit: 21_000n,
  gas: { kind: 'legacy', gasPrice: 3_000_000_000n },
  ...changes,
})
