/** Every chain the engine was given, by its currency; the types know which family each is of. */
import type { Network } from '@tallystick/core'
import type { AnyRecord, ChainId, records } from '../records.js'
import type { BeaconChain } from './beacon.js'
import type { Chain, Family } from './chain.js'
import type { EvmChain } from './evm.js'
import type { MultiversxChain } from './multiversx.js'
import type { SolanaChain } from './solana.js'
import type { StellarChain } from './stellar.js'
import type { TronChain } from './tron.js'
import type { UtxoChain } from './utxo.js'
import type { XrpChain } from './xrp.js'

/** What a record of each family becomes. */
interface FamilyChains {
  readonly utxo: UtxoChain
  readonly evm: EvmChain
  readonly xrp: XrpChain
  readonly tron: TronChain
  readonly stellar: StellarChain
  readonly solana: SolanaChain
  readonly multiversx: MultiversxChain
  readonly beacon: BeaconChain
}

/** The chain of a record: of its family. */
export type ChainOf<Known extends AnyRecord> = FamilyChains[Known['family']]

export type ChainTypes = { readonly [Id in ChainId]: ChainOf<(typeof records)[Id]> }

/** Of a chain that was added the types know no family. */
export type ChainAt<Id extends string> = Id extends ChainId ? ChainTypes[Id] : Chain

/** The chains of `records` that are of the family. */
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
  /**
   * Of what network it is, where it is the wrong one or cannot tell: cause and remedy, with its place in the
   * configuration and without its address.
   */
  readonly problem?: string
  /** Of a halted chain: `ChainRecord.lastBlock`. */
  readonly lastBlock?: string
}

/** What the ledger knows of a chain by its addresses alone: it has no keys, transactions or nodes here. */
export interface AddressRules {
  /** What an account of the ledger is opened with (the documented API, "Rules for account creation"). */
  readonly takes: 'address' | 'xpub'
  isAddress(text: string): boolean
  /** Whether an account may be opened with it. */
  opens(text: string): boolean
}

/** Decimals of the amounts in `DepositTerms`. */
export const TERMS_DECIMALS = 18

/** When deposits of a currency are credited, where that is not left to the network. Amounts have `TERMS_DECIMALS`. */
export interface DepositTerms {
  /** Null: those of the network. */
  readonly confirmations: number | null
  /** Larger deposits need more. The largest number of those that apply counts. */
  readonly above: readonly { readonly amount: bigint; readonly confirmations: number }[]
  /** A smaller deposit is not credited. */
  readonly minimum: bigint | null
}

/** A network of a chain whose blocks are followed. */
export interface Followed {
  readonly chain: string
  /** `mainnet`, `testnet`, or the name of another testnet of the chain. */
  readonly network: string
  /** The first block that is looked through; the next one at the first start unless told. */
  readonly from?: number
  /** Whether subscribers are told of the mempool. Default: true. */
  readonly mempool?: boolean
  /** By currency. */
  readonly terms?: Readonly<Record<string, DepositTerms>>
}

export interface Chains {
  /**
   * Chains beside those of `records`. Who is given these chains, the ledger and the API, learns of them here: accounts
   * in their currencies, and operations under `/v3/{segment}`.
   */
  readonly added?: readonly AnyRecord[]
  /**
   * The chain on the caller's network. Loads its family's libraries at the first call. A chain without a
   * node in the configuration has a codec and keys; its node rejects with `NodeFault` `unconfigured`.
   * @param id Of `records` or of `added`; of any other chain it rejects with `NodeFault` `unconfigured`
   * @param testnet Which testnet, where a chain has several (`ethereum-sepolia`); unknown names mean the default.
   */
  chain<Id extends string>(id: Id, network: Network, testnet?: string): Promise<ChainAt<Id>>
  /** Of a currency whose chain is known by its addresses alone; undefined for every other one. */
  addresses?(currency: string, network: Network): Promise<AddressRules | undefined>
  /** The networks that have a node: `mainnet`, `testnet`, or the name of another testnet. Absent: nobody knows. */
  readonly networks?: readonly string[]
  /** The networks whose blocks are followed. */
  readonly followed?: readonly Followed[]
  health(): readonly EndpointHealth[]
  /**
   * Raw access to a configured node, for the RPC pass-through. Undefined when the configuration has none. Of a network
   * that is configured without pass-through, access for `sideCallsOf` its family only.
   * @param node Its name (`RpcNode.name`): `ethereum-sepolia`
   */
  passThrough(node: string): PassThrough | undefined
  /**
   * The same chains for a tenant's calls: they take turns at each node with those of other tenants, and use other
   * connections than the service's own work. Absent where there are no turns.
   */
  askedBy?(tenant: string): Chains
  close(): Promise<void>
}

/**
 * What a key-management system asks a node for while it signs, by the same routes as the pass-through: methods of
 * JSON-RPC, or verbs with paths. Without an answer it signs nothing; they only read, and tell nothing of the node.
 * Libraries for EVM chains ask for `net_version` beside the chain id.
 */
const SIDE_CALLS: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = {
  evm: new Set(['eth_chainId', 'eth_estimateGas', 'eth_gasPrice', 'eth_getTransactionCount', 'net_version']),
  multiversx: new Set(['GET /network/config', 'POST /transaction/cost']),
}

/** None for families whose key-management systems ask no node. */
export const sideCallsOf = (family: Family): ReadonlySet<string> => SIDE_CALLS[family] ?? new Set()

export interface PassThrough {
  /** The only calls that may be asked for (`sideCallsOf`); left out: all. */
  readonly only?: ReadonlySet<string>
  /**
   * Resolves with the head of the node's answer. Nothing is sent twice, unless it surely did not arrive.
   * @throws NodeFault `unreachable`, `unanswered`, `unsupported`; TypeError when path or query are not as `rpcTarget` has them
   */
  send(request: {
    readonly method: 'GET' | 'POST' | 'PUT'
    /** Empty, or beginning with `/`; with `?` and a query where there is one. Was made by `rpcTarget`. */
    readonly target: string
    /** JSON. */
    readonly body: string | null
    /** Ends it when whoever asked has gone. */
    readonly signal: AbortSignal
  }): Promise<NodeAnswer>
}

export interface NodeAnswer {
  readonly status: number
  /** Empty when the node names none. */
  readonly contentType: string
  /** Ends with a `NodeFault` when the answer breaks off, takes too long or is larger than allowed. */
  readonly body: AsyncIterable<Uint8Array>
  /** Lets go of a body that is not wanted. */
  discard(): void
}
