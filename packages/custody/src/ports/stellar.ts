/**
 * Stellar: accounts with sequences, trust lines and issued assets. Amounts, of XLM and of every asset, are stroops: units
 * of 10^-7 that fit a signed integer of 64 bits.
 */
import type { AccountKeys, Asked, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface StellarParams extends FeeCeiling {
  /** Is hashed into what is signed. */
  readonly passphrase: string
  /** Seconds after which a transaction that is in no ledger is dead. */
  readonly lifetime: number
  /** Seconds more for each transaction of its account that is to be in a ledger before it: a ledger takes one of each. */
  readonly turn: number
  /** Seconds that a key-management system has to sign and broadcast. */
  readonly signing: number
}

export type StellarRecord = ChainRecord<StellarParams> & { readonly family: 'stellar' }

/** What Horizon answers. */
export type StellarJson = Readonly<Record<string, unknown>>

/** `XLM`, or code and issuer of an asset: `USDC:GA5Z…`. */
export type StellarAsset = string

export interface StellarMemo {
  readonly type: 'text' | 'id' | 'hash'
  /** UTF-8 of at most 28 bytes; a whole number of 64 bits; 64 hex digits. */
  readonly value: string
}

export type StellarOperation =
  /** @property to `G…`, or `M…` of a customer of that account */
  | {
      readonly type: 'payment'
      readonly to: string
      readonly asset: StellarAsset
      /** Stroops, as text. */
      readonly amount: string
    }
  /** In XLM, to an account that the ledger does not know. */
  | { readonly type: 'create'; readonly to: string; readonly amount: string }
  /** @property limit 0 takes the trust line back */
  | { readonly type: 'trust'; readonly asset: StellarAsset; readonly limit: string }

/** Plain JSON. */
export interface StellarTransaction {
  readonly source: string
  /** Of a key that signs for the account, where that is not the account's own. */
  readonly signer?: string
  readonly sequence: string
  /** Stroops, at most. */
  readonly fee: string
  /** Seconds since 1970: no ledger takes it before, or after. 0: without that bound. */
  readonly since: string
  readonly until: string
  readonly memo: StellarMemo | null
  readonly operation: StellarOperation
}

/** What a transaction takes from its sender at most, in stroops. */
export interface StellarOutlay {
  readonly fee: bigint
  /** By asset; XLM without the fee. */
  readonly paid: ReadonlyMap<StellarAsset, bigint>
}

/** An account, as of one ledger. */
export interface StellarAccount {
  /** Of its last transaction. */
  readonly sequence: bigint
  /** What it can pay of each asset: what it must keep, and what its offers may take, is left out. */
  readonly holdings: ReadonlyMap<StellarAsset, StellarHolding>
  readonly signers: readonly { readonly key: string; readonly weight: number }[]
  /** Weight that a payment, or a trust line, must be signed with. */
  readonly threshold: number
  /** It takes no payment without a memo (SEP-29). */
  readonly memoRequired: boolean
}

export interface StellarHolding {
  readonly available: bigint
  /** How much more it can receive. */
  readonly room: bigint
  /** The issuer lets it hold the asset. */
  readonly authorized: boolean
}

/** The last ledger that a node has. */
export interface StellarLedger {
  readonly sequence: number
  readonly hash: string
  /** Seconds since 1970. */
  readonly closed: number
  /** Stroops that each entry of an account makes it keep. */
  readonly baseReserve: bigint
}

export interface StellarCodec extends Codec {
  build(transaction: StellarTransaction): Unsigned
  /** The envelope without signatures, XDR in Base64. */
  serializeForKms(transaction: StellarTransaction): string
  asked(serialized: string): Asked
  /** What a key-management system was asked to sign: to be built again. */
  requestIn(serialized: string): Pick<StellarTransaction, 'source' | 'sequence' | 'memo' | 'operation'>
  /**
   * Of a signed transaction, or of what was serialized for a key-management system.
   * @throws BadTransaction when it is not one of this chain
   */
  outlay(written: string): StellarOutlay
}

export interface StellarNode extends ChainNode {
  accountInfo(account: string): Promise<StellarJson | undefined>
  account(account: string): Promise<StellarAccount | undefined>
  latest(): Promise<StellarLedger>
  /** Stroops: what an operation should offer now. */
  fee(): Promise<bigint>
  /** The newest first. @param after Paging token of the last one of the page before */
  accountTransactions(account: string, after?: string): Promise<readonly StellarJson[] | undefined>
  info(): Promise<StellarJson>
  ledger(sequence: number): Promise<StellarJson | undefined>
  ledgerTransactions(sequence: number): Promise<readonly StellarJson[] | undefined>
  transaction(hash: string): Promise<StellarJson | undefined>
}

export interface StellarChain extends Chain {
  readonly record: StellarRecord
  readonly codec: StellarCodec
  /** The secret `S…` is an account by itself. */
  readonly accounts: AccountKeys
  readonly node: StellarNode
}
