/** XRP: accounts with sequences, trust lines and issued assets. Amounts of XRP are drops (10^-6). */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface XrpParams extends FeeCeiling {
  /** Drops; used if the node does not report the network's fee. */
  readonly fallbackFee: bigint
  /** The number of ledgers after which a transaction that none contains is dead. */
  readonly lifetime: number
}

export type XrpRecord = ChainRecord<XrpParams> & { readonly family: 'xrp' }

/** Transaction JSON in the chain's format; amounts are text. */
export type XrpJson = Readonly<Record<string, unknown>>

/** The most that a transaction takes from its sender, in drops. */
export interface XrpOutlay {
  /** The amount that it pays or sets aside. */
  readonly amount: bigint
  readonly fee: bigint
}

/** The funds of an account, at one validated ledger. */
export interface XrpFunds {
  /** The sequence of its next transaction; earlier transactions are paid. */
  readonly sequence: number
  readonly drops: bigint
  /** The amount that must remain after each payment. Fees may use it. */
  readonly reserve: bigint
}

export interface XrpCodec extends Codec {
  build(transaction: XrpJson): Unsigned
  serializeForKms(transaction: XrpJson): string
  /**
   * The outlay of a signed transaction, or of one that was serialized for a key-management system. Issued assets do not
   * count.
   * @throws BadTransaction if it is not one of this chain
   */
  outlay(written: string): XrpOutlay
}

export interface XrpNode extends ChainNode {
  accountInfo(account: string): Promise<XrpJson | undefined>
  /** The account's next sequence, including queued transactions. */
  nextSequence(account: string): Promise<number>
  /** @throws BadTransaction `account.missing` */
  funds(account: string): Promise<XrpFunds>
  /** XRP and all issued assets. */
  balances(account: string): Promise<{
    readonly drops: bigint
    readonly assets: readonly { readonly value: string; readonly currency: string; readonly issuer: string }[]
  }>
  accountTransactions(
    account: string,
    page: { readonly min?: number; readonly marker?: unknown },
  ): Promise<XrpJson>
  fee(): Promise<XrpJson>
  /** Drops: the current fee of a plain transaction. */
  openLedgerFee(): Promise<bigint>
  info(): Promise<XrpJson>
  ledger(index: number): Promise<XrpJson | undefined>
  transaction(hash: string): Promise<XrpJson | undefined>
}

export interface XrpChain extends Chain {
  readonly record: XrpRecord
  readonly codec: XrpCodec
  /** The secret is the family seed `s…`. */
  readonly accounts: AccountKeys
  readonly node: XrpNode
}
