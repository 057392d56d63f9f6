/** The EVM family: Ethereum and chains like it. Amounts are base units (wei, 10^-18). */
import type { Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface EvmParams extends FeeCeiling {
  readonly chainId: bigint
  /** The fee model of the chain. A transaction with the caller's fee is always `legacy`. */
  readonly fee: 'legacy' | 'eip1559'
  /**
   * Transactions for a key-management system get a gas price. Without one, the public daemon asks an internet service
   * for the price on this chain, and neither the node nor this service.
   */
  readonly pricedForKms?: true
  /** The highest tip if most blocks take none: the minimum of the chain's nodes, if that is above 1 Gwei. */
  readonly quietTip?: bigint
  /** Celo: a token can pay the fee (CIP-64, type 0x7b). */
  readonly envelope?: 'cip64'
  /** The first byte of the CREATE2 preimage: 0xff by default (EIP-1014), 0x41 on TRON. */
  readonly create2Prefix?: number
  /** How addresses are written: 0x…, one…, xdc…. All are accepted. */
  readonly addressText: 'hex' | 'one' | 'xdc'
  /** Tokens that the API knows by name. */
  readonly tokens: Readonly<Record<string, EvmToken>>
}

export interface EvmToken {
  readonly address: string
  readonly decimals: number
  /** Celo: the token can pay fees. */
  readonly feeCurrency?: true
  /** Ceiling of a fee in this token, in its base units. Default: one whole token. See `FeeCeiling`. */
  readonly maxFee?: bigint
}

/**
 * Converts a gas price of the API, in Gwei (Klaytn: Gpeb), to base units: `"25"` is 25,000,000,000 wei. Only here do
 * the two units meet: the API answers in wei.
 * @returns Undefined if the text is not a decimal number, or has more than 9 decimals
 */
export function weiFromGwei(gwei: string): bigint | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{1,60})(?:\.(\d{1,9}))?$/.exec(gwei) ?? []
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(9, '0'))
}

export type EvmRecord = ChainRecord<EvmParams> & { readonly family: 'evm' }

/** A complete transaction: all that a codec needs to build it, and a KMS to sign it. */
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
 * A transaction for a key-management system. Only that system knows whose key signs, so the sender may be unknown, and
 * with it the nonce and the gas limit. The system fills in null fields when it signs.
 */
export interface EvmKmsTransaction extends Pick<EvmTransaction, 'to' | 'value' | 'data' | 'feeCurrency'> {
  readonly from: string | null
  readonly nonce: number | null
  readonly gasLimit: bigint | null
  readonly gas: EvmTransaction['gas'] | null
}

export interface EvmCall {
  readonly from: string
  /** Null: the data is the code of a contract to deploy. */
  readonly to: string | null
  readonly value: bigint
  readonly data: string
}

/** The ABI of a method, as JSON. */
export type MethodAbi = Readonly<Record<string, unknown>>

/**
 * Contracts of this project: tokens that it deploys for callers, and the gas pump, an address whose owner pays the gas.
 * `GasPumpMeter` is only run by `call`, as if it were deployed, and returns units of gas.
 */
export type EvmContract = 'Erc20' | 'Nft' | 'GasPump' | 'GasPumpFactory' | 'GasPumpMeter'

/** The data of transactions with these contracts, 0x-hex. @throws BadTransaction `malformed` */
export interface EvmContracts {
  deployment(contract: EvmContract, args: readonly unknown[]): string
  /** @param method With its parameter types: `burn(uint256)` */
  call(contract: EvmContract, method: string, args: readonly unknown[]): string
}

/** The most that a transaction takes from its sender. */
export interface EvmOutlay {
  /** The value, plus the largest possible fee unless a token pays it. */
  readonly coin: bigint
  /** Tokens that it transfers or pays the fee with; each address once. */
  readonly tokens: readonly { readonly address: string; readonly amount: bigint }[]
}

export interface EvmCodec extends Codec {
  readonly contracts: EvmContracts

  build(transaction: EvmTransaction): Unsigned
  /** The outlay of a signed transaction. @throws BadTransaction if it is not one of this chain */
  outlay(raw: string): EvmOutlay
  /** In the format of the key-management daemon: JSON of a web3 configuration; CELO with hex quantities. */
  serializeForKms(transaction: EvmKmsTransaction): string
  /** @throws BadTransaction `malformed` if the arguments do not fit the method */
  encodeCall(abi: MethodAbi, method: string, args: readonly unknown[]): string
  /** Integers are text. A single value is returned as itself, several as a list. */
  decodeResult(abi: MethodAbi, method: string, data: string): unknown
  encodeErc20Transfer(to: string, amount: bigint): string
  /** The CREATE2 address of a factory's contract (EIP-1014). */
  create2(factory: string, salt: string, initCodeHash: string): string
}

/** The funds of an address, at one block. */
export interface EvmFunds {
  /** The nonce of its next transaction; earlier transactions are paid. */
  readonly nonce: number
  readonly coins: bigint
  /** In the order of the request, base units. */
  readonly tokens: readonly bigint[]
}

/** JSON-RPC answer of the node, with quantities unchanged (0x-hex). */
export type Rpc = Readonly<Record<string, unknown>>

export interface EvmNode extends ChainNode {
  chainId(): Promise<bigint>
  /** The next nonce according to the node, including pending transactions. */
  pendingNonce(address: string): Promise<number>
  /** The number of the address's transactions in blocks. */
  nonce(address: string): Promise<number>
  /** The funds of the address and its number of transactions, both at the newest known block. */
  funds(address: string, tokens: readonly string[]): Promise<EvmFunds>
  /** @param feeCurrency Celo: the currency of the price. Default: the native coin */
  gasPrice(feeCurrency?: string): Promise<bigint>
  /**
   * Fast, medium and slow prices per unit of gas, for a legacy transaction; `base` if the chain has a base fee, and the
   * medium tip.
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
  /** The transaction, merged with its receipt (status, gasUsed, logs, contractAddress). */
  transaction(hash: string): Promise<Rpc | undefined>
  tokenBalance(token: string, address: string): Promise<bigint>
  tokenDecimals(token: string): Promise<number>
}

/** Needs an address index: the `ots_` namespace (Erigon, anvil) or Blockbook. */
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
