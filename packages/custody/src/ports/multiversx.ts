/**
 * MultiversX: accounts with nonces, gas, and tokens (ESDT) that the data of a transaction moves. Amounts are base units:
 * 10^-18 EGLD, or those of a token.
 */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface MultiversxParams extends FeeCeiling {
  /** Of the networks that are this one; a transaction names its own. */
  readonly chainIds: readonly string[]
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

/** What a transaction takes from its sender at most. */
export interface MultiversxOutlay {
  readonly value: bigint
  readonly fee: bigint
  /** Of fungible tokens, by identifier: `USDC-c76f1f`. */
  readonly tokens: ReadonlyMap<string, bigint>
}

/** What an account owns, as of one block; of tokens as of that block or a later one. */
export interface MultiversxFunds {
  readonly nonce: number
  readonly balance: bigint
  /** In the order in which they were asked for. */
  readonly tokens: readonly bigint[]
}

/** What a network asks now. */
export interface MultiversxNetwork {
  readonly chainId: string
  readonly minGasPrice: bigint
  /** Of a transaction without data; and what each byte of data adds. */
  readonly minGasLimit: bigint
  readonly gasPerByte: bigint
  readonly maxGasLimit: bigint
  /** What gas for execution costs of the gas price: numerator and denominator of a share. */
  readonly execution: readonly [share: bigint, of: bigint]
}

export interface MultiversxCodec extends Codec {
  build(transaction: MultiversxTransaction): Unsigned
  /** JSON for the key-management daemon, which chooses the nonce. */
  serializeForKms(transaction: MultiversxKmsTransaction): string
  /**
   * Of a signed transaction, or of what was serialized for a key-management system. The fee is that of all its gas at
   * the full price.
   */
  outlay(written: string): MultiversxOutlay
}

export interface MultiversxNode extends ChainNode {
  network(): Promise<MultiversxNetwork>
  /** @throws BadTransaction `execution.reverted` */
  gasFor(transaction: Omit<MultiversxTransaction, 'gasLimit'>): Promise<bigint>
  /** The next one by the last block, without what waits. */
  nonce(address: string): Promise<number>
  funds(address: string, tokens: readonly string[]): Promise<MultiversxFunds>
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
