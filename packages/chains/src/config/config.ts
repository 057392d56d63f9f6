/**
 * The configuration of chains: what the file says (docs/chains.md), and what is left of it once every field has
 * been checked. Addresses of nodes and their headers are secrets: nothing here repeats them.
 */
import type { AnyRecord, EvmToken } from '@tallystick/custody'
import type { Target } from '../transport/exchange.js'
import type { NodeKind } from './kinds.js'

/** Both are spent by the same key, whichever addresses are made. */
export const ADDRESS_KINDS = ['p2wpkh', 'p2pkh'] as const
export type AddressKind = (typeof ADDRESS_KINDS)[number]

/** The file, as it is written. */
export interface ChainsFile {
  /** By currency (`BTC`), then by network: `mainnet`, `testnet`, or a testnet's own name (`ethereum-holesky`). */
  readonly chains?: Readonly<Record<string, Readonly<Record<string, NetworkFile>>>>
  /** Nodes of the RPC pass-through alone, by the name of the wire: `solana-mainnet`. */
  readonly rpc?: Readonly<Record<string, { readonly nodes: readonly RpcNodeFile[] }>>
}

export interface NetworkFile {
  /** In order of preference. */
  readonly nodes: readonly NodeFile[]
  /** In place of the parameters of the network: those of a private chain. */
  readonly parameters?: 'regtest'
  /** Of HD wallets, in place of the network's own. */
  readonly derivationPath?: string
  /** Coins that a transaction may cost when its call names no fee, as text: `"0.1"`. */
  readonly maxFee?: string
  /** Blocks from which on what one holds is final: more than the chain's own. */
  readonly confirmations?: number
  /** BTC, LTC: of the addresses that are made of public keys, in place of the chain's own. */
  readonly addressKind?: AddressKind
  /** EVM: of a private chain, or of a testnet that has no name here. */
  readonly chainId?: number | string
  /** EVM: tokens that calls may name, beside those that are known, or in their place. */
  readonly tokens?: Readonly<Record<string, TokenFile>>
  /** Whether callers may ask these nodes themselves, through the RPC pass-through; false. */
  readonly passThrough?: boolean
}

export interface TokenFile {
  readonly address: string
  readonly decimals: number
  /** CELO: fees may be paid in it. */
  readonly feeCurrency?: boolean
  /** CELO: tokens that such a fee may be, as text; `"1"`. */
  readonly maxFee?: string
}

export interface RpcNodeFile {
  /** `http:` or `https:`. `${NAME}` in it, and in headers, is a variable of the environment. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Longest wait for an answer; 10,000. */
  readonly timeoutMs?: number
  /** Longest answer accepted; 33,554,432. */
  readonly maxAnswerBytes?: number
}

export interface NodeFile extends RpcNodeFile {
  readonly kind: NodeKind
}

/** Checked. */
export interface ChainsConfig {
  /** Chains beside those that Tallystick brings, as they were given. */
  readonly records: readonly AnyRecord[]
  readonly networks: readonly NetworkConfig[]
  readonly rpc: readonly RpcConfig[]
}

export interface NetworkConfig {
  readonly chain: string
  /** `mainnet`, `testnet`, or a testnet's own name. */
  readonly network: string
  readonly nodes: readonly NodeConfig[]
  readonly parameters: 'regtest' | null
  readonly derivationPath: string | null
  /** Base units. */
  readonly maxFee: bigint | null
  readonly confirmations: number | null
  readonly addressKind: AddressKind | null
  readonly chainId: bigint | null
  readonly tokens: Readonly<Record<string, EvmToken>>
  readonly passThrough: boolean
}

export interface NodeConfig {
  readonly kind: NodeKind
  readonly target: Target
}

export interface RpcConfig {
  /** `RpcNode.name`. */
  readonly name: string
  readonly targets: readonly Target[]
}

/** Every problem of a configuration, each with its place and what is accepted there. */
export class ChainsConfigError extends Error {
  override readonly name = 'ChainsConfigError'
  constructor(readonly problems: readonly string[]) {
    super(`The configuration of chains cannot be used: ${problems.join('; ')}`)
  }
}
