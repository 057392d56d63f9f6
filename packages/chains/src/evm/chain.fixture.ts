/** Chains of the EVM family for tests, on any chain id, and what signs for them. */
import {
  type ChainNetwork,
  type EvmChain,
  type EvmRecord,
  type EvmTransaction,
  type KeySigner,
  NodeFault,
  records,
  type Signed,
  type Unsigned,
} from '@tallystick/custody'
import type { JsonRpc } from '../transport/transport.js'
import { evmFamily } from './family.js'

export const RECORDS: readonly EvmRecord[] = Object.values(records).filter(
  (record) => record.family === 'evm',
)

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
