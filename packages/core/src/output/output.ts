/** Outputs of UTXO chains that pay to addresses of ours: the coins of the wallets. */
import type { DepositOutput } from '../deposit/deposit.js'
import type { TenantId } from '../ids.js'
import type { Amount } from '../money.js'
import type { OnChain } from '../send/reservation.js'

/** The key of an output. */
export interface OutputPlace extends OnChain {
  readonly txId: string
  readonly index: number
}

/** What a transaction says about an output, and whose it is. Neither changes. */
interface Paid {
  /** In the codec's canonical spelling. */
  readonly address: string
  /**
   * The wallet that can spend it: the pool's address of index 0, in the canonical spelling; the address itself if the
   * caller assigned it.
   */
  readonly wallet: string
  /** The index of its key below the wallet's xpub, 0 for the pool's own outputs; null if the caller assigned the address. */
  readonly derivationKey: number | null
  /** Units of `scale`. An output holds less than 2^63 of them. */
  readonly value: Amount
  /** The decimals of the chain's coin. */
  readonly scale: number
}

/** An output that pays to an address of ours. It stays after it was spent. */
export interface Output extends OutputPlace, Paid {
  /** Of the block that made it; null while only a transaction of ours makes it that no block has. */
  readonly height: number | null
  readonly hash: string | null
  /** The block from which on it is deep enough to be spent, and a coinbase may be; 0 before it is in a block. */
  readonly matures: number
  /** The transaction in a block that has spent it. A transaction in no block holds it: see `Reservation`. */
  readonly spentBy: string | null
  readonly spentHeight: number | null
  readonly spentHash: string | null
}

/** An output in a block to an address of ours. */
export interface Made extends Paid {
  readonly tenant: TenantId
  readonly txId: string
  readonly index: number
  /** See `Output`. */
  readonly matures: number
}

/** What a transaction of ours leaves to its own wallet. It may be spent before a block has it. */
export interface ChangeOutput extends Paid {
  readonly index: number
}

/** Names an output of a followed chain, and the deposit that it may be. */
export type OutputName = Pick<Output, 'tenant' | 'txId' | 'index' | 'address'>

/** A block spends an output of ours. */
export interface Spent extends OutputName {
  /** The transaction that spends it. */
  readonly by: string
}

/** The identity of the deposit that the output may be. */
export const depositOf = (chain: string, { txId, index, address }: OutputName): DepositOutput => ({
  currency: chain,
  txId,
  vout: index,
  address,
})

/** Whether the pool's own address got it: change, or what the operator has put there. */
export const isOfPool = ({ derivationKey }: Pick<Output, 'derivationKey'>): boolean => derivationKey === 0
