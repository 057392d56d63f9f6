/**
 * TRON: TRX, TRC-10 and TRC-20, bandwidth and energy. Amounts are sun (10^-6 TRX), or base units of a token. There are
 * no nonces: a transaction names a block before it and the time at which it expires.
 */
import type { Asked, Chain, ChainNode, ChainRecord, Codec, Unsigned, XpubKeys } from './chain.js'
import type { FeeCeiling } from './fee.js'
import type { GasPumps, PumpContract } from './gas-pump.js'

export interface TronParams extends FeeCeiling {
  /** Ids of the blocks that such networks begin with; none: a network of its own. */
  readonly genesis: readonly string[]
  /** Milliseconds after which a transaction that is in no block has expired. */
  readonly lifetime: number
  /** The same of one that a key-management system is to sign; nodes take no more than a day. */
  readonly patience: number
  /** Where the factory of gas pumps is: its address depends on the transaction that has deployed it. */
  readonly gasPumpFactory?: string
  /** Default: `GasPump`. */
  readonly gasPumpContract?: PumpContract
  /** TRC-20 tokens by the name of their currency. */
  readonly tokens?: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>
}

export type TronRecord = ChainRecord<TronParams> & { readonly family: 'tron' }

export type TronResource = 'BANDWIDTH' | 'ENERGY'

/** What a transaction does. Addresses in any spelling; data and code are hex. */
export type TronContract =
  | {
      readonly type: 'TransferContract'
      readonly owner: string
      readonly to: string
      readonly amount: bigint
    }
  | {
      readonly type: 'TransferAssetContract'
      readonly owner: string
      readonly to: string
      /** Number of the TRC-10 token, as text. */
      readonly asset: string
      readonly amount: bigint
    }
  | {
      readonly type: 'AssetIssueContract'
      readonly owner: string
      readonly name: string
      readonly abbreviation: string
      readonly description: string
      readonly url: string
      readonly supply: bigint
      readonly precision: number
      /** Milliseconds; between them anybody may buy, for as many sun a base unit. */
      readonly start: number
      readonly end: number
    }
  | {
      readonly type: 'TriggerSmartContract'
      readonly owner: string
      readonly contract: string
      readonly data: string
      readonly value: bigint
    }
  | {
      readonly type: 'CreateSmartContract'
      readonly owner: string
      readonly name: string
      readonly code: string
    }
  | {
      readonly type: 'FreezeBalanceV2Contract'
      readonly owner: string
      readonly amount: bigint
      readonly resource: TronResource
    }
  | {
      readonly type: 'UnfreezeBalanceV2Contract'
      readonly owner: string
      readonly amount: bigint
      readonly resource: TronResource
    }

export interface TronTransaction {
  readonly contract: TronContract
  /** Bytes 6 and 7 of the number of a block, and 8 to 15 of its id, hex. */
  readonly refBlock: { readonly bytes: string; readonly hash: string }
  /** Milliseconds since 1970, both. */
  readonly expiration: number
  readonly timestamp: number
  /** Sun that the energy of a contract may cost. */
  readonly feeLimit?: bigint
  /** Note, hex. */
  readonly memo?: string
}

/** What a transaction takes from its sender at most, beside its bandwidth. */
export interface TronOutlay {
  readonly txId: string
  /** Sun that it pays, freezes, or gives to a contract. */
  readonly amount: bigint
  /** Sun that its energy may cost. */
  readonly feeLimit: bigint
  /** That it is charged bandwidth for. */
  readonly bytes: number
  /** TRC-10 by its number, TRC-20 by its contract. */
  readonly token: { readonly id: string; readonly amount: bigint } | null
  readonly expiration: number
  /** The recipient whose account it makes, at `TronPrices.account`, if the chain does not know it by then; null: none. */
  readonly opens: string | null
}

export interface TronCodec extends Codec {
  /** @param fee Sun, at most. @throws BadTransaction `malformed` */
  build(transaction: TronTransaction, fee: bigint): Unsigned
  /** Of its raw data, hex. */
  serializeForKms(rawData: string): string
  /** Of a sender's claims, the first of those that have not expired by then. */
  claimsFrom(time: number): bigint
  /** Raw data of what was built, hex; its id. */
  rawData(unsigned: Unsigned): { readonly hex: string; readonly txId: string }
  /** Bytes of a transaction that is written as JSON or as hex. @throws BadTransaction `malformed` */
  rawOf(text: string): string
  /** Of a signed transaction, or of what was serialized for a key-management system. @throws BadTransaction */
  outlay(written: string): TronOutlay
  /** 0x-hex of the 20 bytes, as contracts have addresses. */
  hexOf(address: string): string
  asked(serialized: string): Asked
  /** What a key-management system was asked to sign: to be built again. @throws BadTransaction of other contracts */
  requestIn(serialized: string): {
    readonly contract: TronContract
    readonly feeLimit: bigint
    readonly timestamp: number
  }
  /** Code that deploys a TRC-20 token, hex. */
  trc20(token: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly supply: bigint
    readonly holder: string
  }): string
  /** Data of `transfer(address,uint256)`, hex. */
  trc20Transfer(to: string, amount: bigint): string
  readonly gasPumps: GasPumps
}

/** As the node answered it. */
export type TronJson = Readonly<Record<string, unknown>>

/** What the network asks, in sun (developers.tron.network, "Chain parameters"). */
export interface TronPrices {
  /** Of a byte, and of a unit of energy, where none is staked for. */
  readonly byte: bigint
  readonly energy: bigint
  /** For an account that did not exist: in a transfer, and for its bandwidth. */
  readonly account: bigint
  readonly issue: bigint
  readonly mostFeeLimit: bigint
}

/** Of an account. */
export interface TronFunds {
  readonly coins: bigint
  /** TRC-10, by number. */
  readonly assets: ReadonlyMap<string, bigint>
  /** Left of what it has staked for, or gets for nothing. One transaction takes its bytes from one of both. */
  readonly freeBytes: bigint
  readonly stakedBytes: bigint
  readonly energy: bigint
}

export interface TronHead {
  readonly height: number
  readonly hash: string
  readonly time: number
}

/** With all blocks, and perhaps what waits for one; or as of the last block that is never undone. */
export type TronState = 'head' | 'solid'

export interface TronNode extends ChainNode {
  /** The newest block that is never undone. */
  solid(): Promise<TronHead>
  head(): Promise<TronHead>
  prices(): Promise<TronPrices>
  /** Undefined: the chain does not know the address. State: `head` unless told. */
  account(address: string, state?: TronState): Promise<TronJson | undefined>
  resources(address: string): Promise<TronJson>
  funds(address: string, state: TronState): Promise<TronFunds>
  trc20Balance(contract: string, address: string, state: TronState): Promise<bigint>
  trc20Decimals(contract: string): Promise<number>
  /** What a contract answers, as 0x-hex. @throws BadTransaction `execution.reverted`, also where there is no contract */
  call(contract: string, data: string): Promise<string>
  /** Energy that a contract takes. @throws BadTransaction `execution.reverted` */
  energy(call: {
    readonly from: string
    /** Null: the data deploys one. */
    readonly contract: string | null
    readonly data: string
  }): Promise<bigint>
  /** By number or id, with its transactions. */
  block(ref: string): Promise<TronJson | undefined>
  /** With its block and what it came to, where a block has it. */
  transaction(txId: string): Promise<TronJson | undefined>
  /** Whether a block has it. */
  isInBlock(txId: string, state: TronState): Promise<boolean>
  /** One endpoint of it, for answers that are judged together. */
  pinned(): TronNode
  /** A TRC-10 token, by its number or its issuer. */
  asset(idOrOwner: string): Promise<TronJson | undefined>
  /** TRC-20 balances; @throws NodeFault `unsupported` of nodes without an index by address. */
  trc20Balances(address: string): Promise<readonly Readonly<Record<string, string>>[]>
  /** Transactions of an address by pages of 200, as the index of TronGrid has them. */
  history(
    address: string,
    kind: 'all' | 'trc20',
    query: Readonly<Record<string, string>>,
  ): Promise<{ readonly transactions: readonly TronJson[]; readonly next: string | null }>
}

export interface TronChain extends Chain {
  readonly record: TronRecord
  readonly codec: TronCodec
  readonly keys: XpubKeys
  readonly node: TronNode
}
