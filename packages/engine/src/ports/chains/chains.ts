/** Every chain the engine was given, by its currency; the types know which family each is of. */
import type { Network } from '@tallystick/core'
import type { EvmChain } from './evm.js'
import type { UtxoChain } from './utxo.js'
import type { XrpChain } from './xrp.js'

export interface ChainTypes {
  readonly BTC: UtxoChain
  readonly LTC: UtxoChain
  readonly DOGE: UtxoChain
  readonly BCH: UtxoChain
  readonly ETH: EvmChain
  readonly MATIC: EvmChain
  readonly CELO: EvmChain
  readonly BSC: EvmChain
  readonly KLAY: EvmChain
  readonly KCS: EvmChain
  readonly ONE: EvmChain
  readonly XDC: EvmChain
  readonly XRP: XrpChain
}

export type ChainId = keyof ChainTypes
export type ChainIdOf<Family> = {
  [Id in ChainId]: ChainTypes[Id] extends Family ? Id : never
}[ChainId]

/** Health of one endpoint, for readiness and metrics. */
export interface EndpointHealth {
  readonly chain: string
  readonly network: string
  /** Host only: a URL may hold a key. */
  readonly host: string
  readonly healthy: boolean
  readonly calls: number
  readonly failures: number
}

export interface Chains {
  /**
   * The chain on the caller's network. Loads its family's libraries at the first call. A chain without a
   * node in the configuration has a codec and keys; its node rejects with `NodeFault` `unconfigured`.
   * @param testnet Which testnet, where a chain has several (`ethereum-sepolia`); unknown names mean the default.
   */
  chain<Id extends ChainId>(id: Id, network: Network, testnet?: string): Promise<ChainTypes[Id]>
  health(): readonly EndpointHealth[]
  /** Raw access to a configured node, for the RPC pass-through. Undefined when the chain has none. */
  passThrough(chain: string, network: Network, options: PassThroughOptions): PassThrough | undefined
  close(): Promise<void>
}

export interface PassThroughOptions {
  readonly testnetType?: string
  readonly nodeType?: string
  readonly chainType?: string
}

export interface PassThrough {
  /** Streams the node's answer. Path and query have been checked by the caller of this port, and are again. */
  send(request: {
    readonly method: 'GET' | 'POST' | 'PUT'
    readonly path: string
    readonly query: string
    readonly body: string | null
    readonly signal: AbortSignal
  }): Promise<{
    readonly status: number
    readonly contentType: string
    /** Ends with an error when the answer is larger than allowed. */
    readonly body: AsyncIterable<Uint8Array>
  }>
}
