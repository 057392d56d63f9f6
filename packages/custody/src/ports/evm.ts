/** The EVM family: Ethereum and the chains like it. Amounts are base units (wei, 10^-18). */
import type { Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'
import type { GasPumps } from './gas-pump.js'

export interface EvmParams extends FeeCeiling {
  readonly chainId: bigint
  /** How the chain prices gas. A transaction whose fee the caller names is always `legacy`. */
  readonly fee: 'legacy' | 'eip1559'
  /**
   * What waits for a key-management system is told with a gas price: without one, the public daemon asks a service on
   * the internet what to pay on this chain, and neither the node nor us.
   */
  readonly pricedForKms?: true
  /** The highest tip where most blocks take none: what the chain's nodes ask at least, where that is above 1 Gwei. */
  readonly quietTip?: bigint
  /** Celo: fees may be paid in a token (CIP-64, type 0x7b). */
  readonly envelope?: 'cip64'
  /**
   * Celo: the contract by which the coin moves as a token does. What it moves no call shows, only its logs.
   */
  readonly coinToken?: string
  /** Polygon: the contract by which the coin moves as a token does. Calls show what it moves: its logs count nothing. */
  readonly coinContract?: string
  /** The first of the bytes whose hash CREATE2 takes an address from: 0xff (EIP-1014) unless told, 0x41 on TRON. */
  readonly create2Prefix?: number
  /** Factory of gas pumps; absent where nobody has one. */
  readonly gasPumpFactory?: string
  /** How addresses are written: 0x…, one…, xdc…. All are read. */
  readonly addressText: 'hex' | 'one' | 'xdc'
  /** Tokens that the API knows by name. */
  readonly tokens: Readonly<Record<string, EvmToken>>
}

export interface EvmToken {
  readonly address: string
  readonly decimals: number
  /** Celo: fees may be paid in it. */
  readonly feeCurrency?: true
  /** Of a fee that is paid in it, in its base units; one whole token unless told. See `FeeCeiling`. */
  readonly maxFee?: bigint
}

/**
 * A gas price as the API takes it, in Gwei (of Klaytn: Gpeb), in base units: `"25"` is 25,000,000,000 wei. The one
 * place where the two meet; what the API answers with is in wei.
 * @returns undefined when the text is no decimal number, or finer than a wei
 */
export function weiFromGwei(gwei: string): bigint | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{1,60})(?:\.(\d{1,9}))?$/.exec(gwei) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(9, '0'))
}

export type EvmRecord = ChainRecord<EvmParams> & { readonly family: 'evm' }

/** One transaction, complete: what a codec needs to make it, and a KMS to sign it. */
export interface EvmTransaction {
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  /** 0x-hex. */
  readonly data: string
  readonly nonce: number
  readonly gasLimit: bigint
  readonly gas:
    | { readonly kind: 'legacy'; readonly gasPrice: bigint }
    | { readonly kind: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  /** Address of the token that pays the fee (CIP-64). */
  readonly feeCurrency?: string
}

/**
 * What a key-management system is to sign. Whose key it is only that system knows, so the sender may be open, and
 * with it the nonce and the limit: what is null here, the system fills in when it signs.
 */
export interface EvmKmsTransaction extends Pick<EvmTransaction, 'to' | 'value' | 'data' | 'feeCurrency'> {
  readonly from: string | null
  readonly nonce: number | null
  readonly gasLimit: bigint | null
  readonly gas: EvmTransaction['gas'] | null
}

export interface EvmCall {
  readonly from: string
  /** Null: the data is code that deploys a contract. */
  readonly to: string | null
  readonly value: bigint
  readonly data: string
}

/** A method's description, as contracts publish it: JSON. */
export type MethodAbi = Readonly<Record<string, unknown>>

/**
 * Contracts of our own: tokens that are deployed for callers, and the gas pump, an address whose owner pays the gas.
 * `GasPumpMeter` is run by `call` only, as if to deploy it, and answers with units of gas.
 */
export type EvmContract = 'Erc20' | 'Nft' | 'MultiToken' | 'GasPump' | 'GasPumpFactory' | 'GasPumpMeter'

/** What transactions with these contracts carry, 0x-hex. @throws BadTransaction `malformed` */
export interface EvmContracts {
  deployment(contract: EvmContract, args: readonly unknown[]): string
  /** @param method With the types of its parameters: `burn(uint256)` */
  call(contract: EvmContract, method: string, args: readonly unknown[]): string
}

/** What a transaction takes from its sender at most. */
export interface EvmOutlay {
  /** The value and, unless a token pays it, the whole fee. */
  readonly coin: bigint
  /** That it transfers, or pays the fee in; each address once. */
  readonly tokens: readonly { readonly address: string; readonly amount: bigint }[]
}

export interface EvmCodec extends Codec {
  readonly contracts: EvmContracts
  readonly gasPumps: GasPumps

  build(transaction: EvmTransaction): Unsigned
  /** Of a signed transaction. @throws BadTransaction when it is not one of this chain */
  outlay(raw: string): EvmOutlay
  /** As the key-management daemon expects it (JSON web3 config; CELO with hex quantities). */
  serializeForKms(transaction: EvmKmsTransaction): string
  /** @throws BadTransaction `malformed` when the arguments do not fit the method */
  encodeCall(abi: MethodAbi, method: string, args: readonly unknown[]): string
  /** Integers come as text. One value as itself, several as a list. */
  decodeResult(abi: MethodAbi, method: string, data: string): unknown
  encodeErc20Transfer(to: string, amount: bigint): string
  /** CREATE2 (EIP-1014): where a factory deploys. */
  create2(factory: string, salt: string, initCodeHash: string): string
}

/** Of an address, as of one block. */
export interface EvmFunds {
  /** Of its next transaction: those before it are paid for. */
  readonly nonce: number
  readonly coins: bigint
  /** In the order in which they were asked for, base units. */
  readonly tokens: readonly bigint[]
}

/** As the chain's node answered it, JSON-RPC quantities as they came (0x-hex). */
export type Rpc = Readonly<Record<string, unknown>>

export interface EvmNode extends ChainNode {
  chainId(): Promise<bigint>
  /** The next nonce that the node would take: confirmed and pending together. */
  pendingNonce(address: string): Promise<number>
  /** Transactions that the address has in blocks. */
  nonce(address: string): Promise<number>
  /** What the address has, and how many transactions it had made by then: all of one block, the newest that is known. */
  funds(address: string, tokens: readonly string[]): Promise<EvmFunds>
  /** @param feeCurrency Celo: what the price is in; the native coin otherwise */
  gasPrice(feeCurrency?: string): Promise<bigint>
  /**
   * Fast, medium and slow prices of a gas unit, as a legacy transaction would name them; `base` where the chain
   * has one, and the medium tip above it.
   */
  feeRates(feeCurrency?: string): Promise<{
    readonly fast: bigint
    readonly medium: bigint
    readonly slow: bigint
    readonly base: bigint | null
    readonly priority: bigint
  }>
  /** @throws BadTransaction `execution.reverted`, `insufficient.funds` */
  estimateGas(call: EvmCall & { readonly feeCurrency?: string }): Promise<bigint>
  /** @throws BadTransaction `execution.reverted` */
  call(call: EvmCall): Promise<string>
  block(ref: string | number): Promise<Rpc | undefined>
  /** The transaction with its receipt folded in (status, gasUsed, logs, contractAddress). */
  transaction(hash: string): Promise<Rpc | undefined>
  tokenBalance(token: string, address: string): Promise<bigint>
  tokenDecimals(token: string): Promise<number>
}

/** Needs an index by address: the `ots_` namespace (Erigon, anvil) or Blockbook. */
export interface EvmHistory {
  transactions(
    address: string,
    page: {
      readonly offset: number
      readonly limit: number
      readonly from?: number
      readonly to?: number
      readonly order: 'asc' | 'desc'
    },
  ): Promise<readonly Rpc[]>
  internal(
    address: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Rpc[]>
}

export interface EvmChain extends Chain {
  readonly record: EvmRecord
  readonly codec: EvmCodec
  readonly node: EvmNode
  readonly history?: EvmHistory
}

/** The family decides which interfaces a chain has. */
export const isEvm = (chain: Chain): chain is EvmChain => chain.record.family === 'evm'
