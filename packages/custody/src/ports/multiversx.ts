/**
 * MultiversX: accounts with nonces, gas, and tokens (ESDT) that the data of a transaction moves. Amounts are base units:
 * 10^-18 EGLD, or those of a token. Balances, and what transactions take, have the types of EVM chains.
 */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { EvmFunds, EvmOutlay } from './evm.js'
import type { FeeCeiling } from './fee.js'

export interface MultiversxParams extends FeeCeiling {
  /** The chain ids that count as this network; a transaction names one of them. */
  readonly chainIds: readonly string[]
  /** The gas of a plain payment, the gas for each byte of data, and the fraction of the price that other gas costs. */
  readonly gas: { readonly move: bigint; readonly byte: bigint; readonly others: bigint }
}

export type MultiversxRecord = ChainRecord<MultiversxParams> & { readonly family: 'multiversx' }

/** What a gateway answers. */
export type MultiversxJson = Readonly<Record<string, unknown>>

/** Plain JSON, as nodes take it, without the signature. */
export interface MultiversxTransaction {
  readonly nonce: number
  /** Base units, as text. */
  readonly value: string
  readonly receiver: string
  readonly sender: string
  /** Base units for a unit of gas. */
  readonly gasPrice: number
  readonly gasLimit: number
  /** Base64; absent: none. */
  readonly data?: string
  readonly chainID: string
  readonly version: number
}

/** What a transaction is to do, without nonce and network. */
export type MultiversxKmsTransaction = Omit<MultiversxTransaction, 'nonce' | 'chainID' | 'version'>

/** The present prices of a network. */
export interface MultiversxNetwork {
  readonly chainId: string
  readonly minGasPrice: bigint
  /** The gas of a transaction without data, and of each byte of data. */
  readonly minGasLimit: bigint
  readonly gasPerByte: bigint
  readonly maxGasLimit: bigint
}

export interface MultiversxCodec extends Codec {
  /** Whether an address belongs to a contract. */
  isContract(address: string): boolean
  build(transaction: MultiversxTransaction): Unsigned
  /** JSON for the key-management daemon, which chooses the nonce. */
  serializeForKms(transaction: MultiversxKmsTransaction): string
  /**
   * Of a signed transaction, or of what was serialized for a key-management system; tokens by their identifiers
   * (`USDC-c76f1f`), without those of collections.
   */
  outlay(written: string): EvmOutlay
}

export interface MultiversxNode extends ChainNode {
  network(): Promise<MultiversxNetwork>
  /** @throws BadTransaction `execution.reverted` */
  gasFor(transaction: Omit<MultiversxTransaction, 'gasLimit'>): Promise<bigint>
  /** The next nonce as of the last block, without pending transactions. */
  nonce(address: string): Promise<number>
  /** Tokens may be as of a later block than the rest. */
  funds(address: string, tokens: readonly string[]): Promise<EvmFunds>
  /** By nonce or hash. */
  block(ref: string): Promise<MultiversxJson | undefined>
  transaction(txId: string): Promise<MultiversxJson | undefined>
  /** The latest transactions that the address has sent, the newest first. @throws NodeFault `unsupported` without an index */
  sentBy(address: string, most: number): Promise<readonly MultiversxJson[]>
}

export interface MultiversxChain extends Chain {
  readonly record: MultiversxRecord
  readonly codec: MultiversxCodec
  /** Of a mnemonic, at m/44'/508'/0'/0'/i'. */
  readonly accounts: AccountKeys
  readonly node: MultiversxNode
}
