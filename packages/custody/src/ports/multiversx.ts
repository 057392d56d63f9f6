/**
 * MultiversX: accounts with nonces, gas, and tokens (ESDT) that the data of a transaction moves. Amounts are base units:
 * 10^-18 EGLD, or those of a token. What accounts own, and transactions take, is told as of the EVM chains.
 */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { EvmFunds, EvmOutlay } from './evm.js'
import type { FeeCeiling } from './fee.js'

export interface MultiversxParams extends FeeCeiling {
  /** Of the networks that are this one; a transaction names its own. */
  readonly chainIds: readonly string[]
  /** Gas that moving a value takes, what each byte of data adds, and of which part of its price all other gas costs. */
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

/** What is to happen, whatever its nonce and network. */
export type MultiversxKmsTransaction = Omit<MultiversxTransaction, 'nonce' | 'chainID' | 'version'>

/** What a network asks now. */
export interface MultiversxNetwork {
  readonly chainId: string
  readonly minGasPrice: bigint
  /** Of a transaction without data; and what each byte of data adds. */
  readonly minGasLimit: bigint
  readonly gasPerByte: bigint
  readonly maxGasLimit: bigint
}

export interface MultiversxCodec extends Codec {
  /** Whether an address is of a contract. */
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
  /** The next one by the last block, without what waits. */
  nonce(address: string): Promise<number>
  /** Tokens may be as of a later block than the rest. */
  funds(address: string, tokens: readonly string[]): Promise<EvmFunds>
  /** By nonce or hash. */
  block(ref: string): Promise<MultiversxJson | undefined>
  transaction(txId: string): Promise<MultiversxJson | undefined>
  /** The latest that the address has sent, the newest first. @throws NodeFault `unsupported` without an index */
  sentBy(address: string, most: number): Promise<readonly MultiversxJson[]>
}

export interface MultiversxChain extends Chain {
  readonly record: MultiversxRecord
  readonly codec: MultiversxCodec
  /** Of a mnemonic, at m/44'/508'/0'/0'/i'. */
  readonly accounts: AccountKeys
  readonly node: MultiversxNode
}
