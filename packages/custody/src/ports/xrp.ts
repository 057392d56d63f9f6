/** XRP: accounts with sequences, trust lines and issued assets. Amounts of XRP are drops (10^-6). */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

/**
 * Of issued assets, in which amounts have 16 digits at any exponent, the decimals that are counted: a base unit is 10^-15
 * of the asset. An asset is named by its code and issuer: `USD:r…`.
 */
export const XRP_ASSET_SCALE = 15

export interface XrpParams extends FeeCeiling {
  /** Drops; what the network asks is read from the node, this stands when it does not tell. */
  readonly fallbackFee: bigint
  /** Ledgers after which a transaction that is in none is dead. */
  readonly lifetime: number
}

export type XrpRecord = ChainRecord<XrpParams> & { readonly family: 'xrp' }

/** Transaction JSON, as the chain documents it; amounts are text. */
export type XrpJson = Readonly<Record<string, unknown>>

/** An amount of an issued asset: decimal text. */
export interface XrpIssued {
  readonly currency: string
  readonly issuer: string
  readonly value: string
}

/** What a transaction takes from its sender at most, in drops. */
export interface XrpOutlay {
  /** That is paid, or put aside. */
  readonly amount: bigint
  readonly fee: bigint
}

/** Of an account, as of one validated ledger. */
export interface XrpFunds {
  /** Of its next transaction: those before it are paid for. */
  readonly sequence: number
  readonly drops: bigint
  /** What it must keep after each payment; fees may be taken out of it. */
  readonly reserve: bigint
  /** What any account must keep: a payment that makes one is no less. */
  readonly baseReserve: bigint
  /** No ledger takes less. */
  readonly baseFee: bigint
}

export interface XrpCodec extends Codec {
  build(transaction: XrpJson): Unsigned
  serializeForKms(transaction: XrpJson): string
  /**
   * Of a signed transaction, or of what was serialized for a key-management system. Issued assets are not counted.
   * @throws BadTransaction when it is not one of this chain
   */
  outlay(written: string): XrpOutlay
}

export interface XrpNode extends ChainNode {
  accountInfo(account: string): Promise<XrpJson | undefined>
  /** The account's next sequence, with what waits in the queue. */
  nextSequence(account: string): Promise<number>
  /** @throws BadTransaction `account.missing` */
  funds(account: string): Promise<XrpFunds>
  /**
   * That an account has so much of an issued asset, and that another one takes it, as things stand.
   * @throws BadTransaction `insufficient.funds`, `malformed`
   */
  mustMove(from: string, to: string, asset: XrpIssued): Promise<void>
  /** XRP and every issued asset. */
  balances(account: string): Promise<{
    readonly drops: bigint
    readonly assets: readonly { readonly value: string; readonly currency: string; readonly issuer: string }[]
  }>
  accountTransactions(
    account: string,
    page: { readonly min?: number; readonly marker?: unknown },
  ): Promise<XrpJson>
  fee(): Promise<XrpJson>
  /** Drops: what a plain transaction should pay now. */
  openLedgerFee(): Promise<bigint>
  info(): Promise<XrpJson>
  ledger(index: number): Promise<XrpJson | undefined>
  transaction(hash: string): Promise<XrpJson | undefined>
}

export interface XrpChain extends Chain {
  readonly record: XrpRecord
  readonly codec: XrpCodec
  /** The family seed `s…` is the secret. */
  readonly accounts: AccountKeys
  readonly node: XrpNode
}
