/** All chains of the engine, by currency. The types know the family of each. */
import type { Network } from '@tallystick/core'
import type { AnyRecord, ChainId, records } from '../records.js'
import type { Chain } from './chain.js'
import type { EvmChain } from './evm.js'
import type { TronChain } from './tron.js'
import type { UtxoChain } from './utxo.js'
import type { XrpChain } from './xrp.js'

/** The chain type of each family. */
interface FamilyChains {
  readonly utxo: UtxoChain
  readonly evm: EvmChain
  readonly xrp: XrpChain
  readonly tron: TronChain
}

/** The chain of a record, with the type of its family. */
export type ChainOf<Known extends AnyRecord> = FamilyChains[Known['family']]

export type ChainTypes = { readonly [Id in ChainId]: ChainOf<(typeof records)[Id]> }

/** The types know no family for a chain that an embedder added. */
export type ChainAt<Id extends string> = Id extends ChainId ? ChainTypes[Id] : Chain

/** The ids of the chains of a family. */
export type ChainIdOf<Family> = {
  [Id in ChainId]: ChainTypes[Id] extends Family ? Id : never
}[ChainId]

/** The health of one endpoint, for readiness and metrics. */
export interface EndpointHealth {
  readonly chain: string
  readonly network: string
  /** Only the host, because a URL may contain a key. */
  readonly host: string
  readonly healthy: boolean
  readonly calls: number
  readonly failures: number
  /**
   * Why the endpoint's network is wrong or unknown: cause and remedy, with its position in the configuration and
   * without its address.
   */
  readonly problem?: string
}

/** Rules for a chain that the ledger knows only by its addresses: it has no keys, transactions or nodes here. */
export interface AddressRules {
  /** What an account of the ledger takes in the field `xpub` (createAccountXpub). */
  readonly takes: 'address' | 'xpub'
  isAddress(text: string): boolean
  /** Whether an account may be opened with this text. */
  opens(text: string): boolean
}

export interface Chains {
  /**
   * Chains besides those of `records`. The ledger opens accounts in their currencies, and the API has their operations
   * under `/v3/{segment}`.
   */
  readonly added?: readonly AnyRecord[]
  /**
   * The chain on the caller's network. The first call loads the libraries of its family. Without a configured node, the
   * chain has a codec and keys, and its node rejects with `NodeFault` `unconfigured`.
   * @param id Of `records` or of `added`; any other id rejects with `NodeFault` `unconfigured`
   * @param testnet The testnet, if the chain has several (`ethereum-sepolia`); an unknown name means the default
   */
  chain<Id extends string>(id: Id, network: Network, testnet?: string): Promise<ChainAt<Id>>
  /** For the currency of a chain that is known only by its addresses; undefined for any other. */
  addresses?(currency: string, network: Network): Promise<AddressRules | undefined>
  health(): readonly EndpointHealth[]
  /**
   * Raw access to a configured node, for the RPC pass-through; undefined if none is configured. For an EVM network
   * without pass-through, only `SIDE_METHODS` are accessible.
   * @param node Its name (`RpcNode.name`): `ethereum-sepolia`
   */
  passThrough(node: string): PassThrough | undefined
  close(): Promise<void>
}

/**
 * Methods that a key-management system calls on an EVM node while it signs, over the routes of the pass-through. It
 * signs nothing without their answers. They only read, and reveal nothing about the node. Libraries call `net_version`
 * besides the chain id.
 */
export const SIDE_METHODS: ReadonlySet<string> = new Set([
  'eth_chainId',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getTransactionCount',
  'net_version',
])

export interface PassThrough {
  /** The only JSON-RPC methods that are allowed. Default: all. */
  readonly methods?: ReadonlySet<string>
  /**
   * Resolves with the head of the node's answer. It repeats a request only if the first one certainly did not arrive.
   * @throws NodeFault `unreachable`, `unsupported`; TypeError if path or query do not have the form of `rpcTarget`
   */
  send(request: {
    readonly method: 'GET' | 'POST' | 'PUT'
    /** A path with a leading `/`, with `?` and a query if there is one; or empty. `rpcTarget` made it. */
    readonly target: string
    /** JSON. */
    readonly body: string | null
    /** Cancels the request when the caller has gone. */
    readonly signal: AbortSignal
  }): Promise<NodeAnswer>
}

export interface NodeAnswer {
  readonly status: number
  /** Empty if the node sends none. */
  readonly contentType: string
  /** Ends with a `NodeFault` if the answer breaks off, takes too long or is too large. */
  readonly body: AsyncIterable<Uint8Array>
  /** Cancels a body that nobody wants. */
  discard(): void
}
