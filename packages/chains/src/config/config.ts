/**
 * The configuration of chains: the format of the file (docs/chains.md), and the checked result. Addresses of nodes and
 * their headers are secrets, so nothing here repeats them.
 */
import type { AnyRecord, EvmToken, Followed, PumpContract } from '@tallystick/custody'
import type { Target } from '../transport/exchange.js'
import type { NodeKind } from './kinds.js'

/** The same key spends both, whichever kind of address is generated. */
export const ADDRESS_KINDS = ['p2wpkh', 'p2pkh'] as const
type AddressKind = (typeof ADDRESS_KINDS)[number]

/** The file as written. */
export interface ChainsFile {
  /** By currency (`BTC`), then by network: `mainnet`, `testnet`, or the name of a testnet (`ethereum-holesky`). */
  readonly chains?: Readonly<Record<string, Readonly<Record<string, NetworkFile>>>>
  /** Nodes for the RPC pass-through only, by their name on the wire: `solana-mainnet`. */
  readonly rpc?: Readonly<Record<string, { readonly nodes: readonly RpcNodeFile[] }>>
}

export interface NetworkFile {
  /** In order of preference. */
  readonly nodes: readonly NodeFile[]
  /** Replaces the parameters of the network by those of a private chain. */
  readonly parameters?: 'regtest'
  /** Of HD wallets. Default: that of the network. */
  readonly derivationPath?: string
  /** Fee ceiling of a transaction whose call does not give the fee, as text in coins: `"0.1"`. */
  readonly maxFee?: string
  /** Confirmations from which a block is final: more than the chain's own. */
  readonly confirmations?: number
  /** BTC, LTC: the kind of generated addresses. Default: that of the chain. */
  readonly addressKind?: AddressKind
  /** EVM: of a private chain, or of a testnet without a name here. */
  readonly chainId?: number | string
  /** EVM: tokens that calls may name. They add to the known ones, or replace them. */
  readonly tokens?: Readonly<Record<string, TokenFile>>
  /** TRON: where the factory of gas pumps is (docs/gas-pump.md). */
  readonly gasPumpFactory?: string
  /** TRON: what that factory makes. Default: `GasPump`, whose USDT cannot leave. */
  readonly gasPumpContract?: PumpContract
  /** Whether callers may use these nodes through the RPC pass-through. Default: false. */
  readonly passThrough?: boolean
  /**
   * Whether the blocks are followed and deposits credited. Default: false. With `from`, the first block that is looked
   * through; without, the one after the newest at the first start.
   */
  readonly follow?: boolean | FollowFile
}

interface FollowFile {
  readonly from?: number
  /** Of the native coin and of tokens, by currency. */
  readonly deposits?: Readonly<Record<string, DepositsFile>>
  /** Whether subscribers are told of its mempool, where it has one. Default: true. */
  readonly mempool?: boolean
}

/** Amounts are text in coins: `"0.1"`. */
interface DepositsFile {
  /** At least those of the network. */
  readonly confirmations?: number
  /** Deposits of more than the amount need so many. */
  readonly above?: readonly { readonly amount: string; readonly confirmations: number }[]
  /** Smaller deposits are not credited. */
  readonly minimum?: string
}

export interface TokenFile {
  readonly address: string
  readonly decimals: number
  /** CELO: the token can pay fees. */
  readonly feeCurrency?: boolean
  /** CELO: ceiling of a fee in this token, as text in tokens. Default: `"1"`. */
  readonly maxFee?: string
}

export interface RpcNodeFile {
  /** `http:` or `https:`. `${NAME}` in it and in headers is a variable of the environment. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Longest wait for an answer. Default: 10,000. */
  readonly timeoutMs?: number
  /** Longest accepted answer. Default: 33,554,432. */
  readonly maxAnswerBytes?: number
}

export interface NodeFile extends RpcNodeFile {
  readonly kind: NodeKind
}

/** The checked configuration. */
export interface ChainsConfig {
  /** The given records besides the built-in ones. */
  readonly records: readonly AnyRecord[]
  readonly networks: readonly NetworkConfig[]
  readonly rpc: readonly RpcConfig[]
}

export interface NetworkConfig {
  readonly chain: string
  /** `mainnet`, `testnet`, or the name of a testnet. */
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
  readonly gasPumpFactory: string | null
  readonly gasPumpContract: PumpContract | null
  readonly passThrough: boolean
  /** Null: not followed. */
  readonly follow: {
    readonly from: number | null
    readonly mempool: boolean
    readonly terms: NonNullable<Followed['terms']>
  } | null
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

/** All problems of a configuration, each with its position and what is accepted there. */
export class ChainsConfigError extends Error {
  override readonly name = 'ChainsConfigError'
  constructor(readonly problems: readonly string[]) {
    super(`The configuration of chains cannot be used: ${problems.join('; ')}`)
  }
}
