/**
 * BNB Beacon Chain: accounts with a number and a sequence, and assets beside the coin. Amounts, of BNB and of every
 * asset, are units of 10^-8 that fit a signed integer of 64 bits. The network sets the fee; transactions do not name it.
 */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface BeaconParams extends FeeCeiling {
  /** Is part of what is signed. Nodes report it as their network. */
  readonly chainId: string
  /** The prefix of its addresses: `bnb1…`. */
  readonly prefix: string
}

export type BeaconRecord = ChainRecord<BeaconParams> & { readonly family: 'beacon' }

/** What a node answers. */
export type BeaconJson = Readonly<Record<string, unknown>>

/** `BNB`, or the symbol of an asset: `BTCB-1DE`. */
export type BeaconAsset = string

/** The coin, as an asset. */
export const BNB: BeaconAsset = 'BNB'

/** A transfer from one account to another, as plain JSON. */
export interface BeaconTransaction {
  readonly from: string
  readonly to: string
  readonly asset: BeaconAsset
  /** Base units, as text; so are all numbers. */
  readonly amount: string
  /** UTF-8 of at most 128 bytes; empty without one. */
  readonly memo: string
  readonly accountNumber: string
  readonly sequence: string
  /** The program that made it; the ledger does not use it. */
  readonly source: string
}

/** What a transaction takes from an account, in base units, without the fee. */
export interface BeaconOutlay {
  readonly paid: ReadonlyMap<BeaconAsset, bigint>
  /** Entries that the fee is charged for; 0 where another account pays it. */
  readonly entries: number
}

/** What a transfer costs, in base units of BNB. */
export interface BeaconFees {
  readonly single: bigint
  /** The fee for each entry, if there are `multiFrom` or more. */
  readonly multi: bigint
  readonly multiFrom: number
}

/** An account, as of the last block. */
export interface BeaconAccount {
  readonly number: bigint
  /** The sequence of its next transaction. */
  readonly sequence: bigint
  /** What it can pay of each asset, without locked and frozen amounts. */
  readonly free: ReadonlyMap<BeaconAsset, bigint>
  /** It accepts only transfers whose memo is a number (BEP-12). */
  readonly needsMemo: boolean
}

export interface BeaconHistoryQuery {
  /** Milliseconds since 1970, less than seven days apart. */
  readonly startTime: number
  readonly endTime: number
  readonly limit?: number
  readonly offset?: number
  readonly asset?: string
  readonly addressType?: 'FROM' | 'TO'
}

export interface BeaconHistory {
  readonly total: number
  readonly transactions: readonly BeaconJson[]
}

export interface BeaconBlock {
  readonly height: number
  /** Milliseconds since 1970. */
  readonly time: number
  readonly transactions: readonly BeaconJson[]
}

export interface BeaconCodec extends Codec {
  /** @param fee What the network will charge, in base units of BNB */
  build(transaction: BeaconTransaction, fee: bigint): Unsigned
  /** JSON of the message, and of its form that is signed: the signer adds number and sequence of the account. */
  serializeForKms(transaction: BeaconTransaction): string
  /**
   * Of a signed transaction, or of what was serialized for a key-management system.
   * @throws BadTransaction when it is not one of this chain
   */
  outlay(written: string, account: string): BeaconOutlay
}

export interface BeaconNode extends ChainNode {
  accountInfo(address: string): Promise<BeaconJson | undefined>
  account(address: string): Promise<BeaconAccount | undefined>
  fees(): Promise<BeaconFees>
  block(height: number): Promise<BeaconBlock | undefined>
  transaction(hash: string): Promise<BeaconJson | undefined>
  history(address: string, query: BeaconHistoryQuery): Promise<BeaconHistory>
}

export interface BeaconChain extends Chain {
  readonly record: BeaconRecord
  readonly codec: BeaconCodec
  /** The private key is an account by itself. */
  readonly accounts: AccountKeys
  readonly node: BeaconNode
}
