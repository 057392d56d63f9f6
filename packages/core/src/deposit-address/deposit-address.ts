import type { AccountId, TenantId, Timestamp } from '../ids.js'
import type { OnChain } from '../send/reservation.js'

/** Where coins of a currency arrive: at most one account of the tenant has it. */
export interface DepositPlace extends OnChain {
  /** In the codec's canonical spelling. */
  readonly address: string
  /** The tag or memo that tells the customers of one address apart; empty on chains without them. */
  readonly tag: string
  /** Coins of another currency that arrive at the address are not the account's. */
  readonly currency: string
}

/** An address, with its tag where the chain has them, to which the customers of an account pay. */
export interface DepositAddress extends DepositPlace {
  readonly account: AccountId
  /** What it derives from; null if the caller assigned it. */
  readonly xpub: string | null
  /** Its index below the xpub, or the tag as a number; null if the caller assigned the address. */
  readonly derivationKey: number | null
  /** The spelling that callers see. */
  readonly shown: string
  /** Coins that arrive here are not credited any more. */
  readonly removed: boolean
  readonly created: Timestamp
}

/**
 * Where the addresses of one xpub come from: the wallet's address of index 0, which takes the change and is given to
 * nobody. On a chain with tags it is the one address, and the indexes are its tags.
 */
export interface AddressPool extends OnChain {
  /** The address of index 0 in the codec's canonical spelling: several spellings of one xpub have one pool. */
  readonly address: string
  readonly xpub: string
  /**
   * On a chain with tags, the one account whose addresses are generated here; null elsewhere, where any number of
   * accounts share an xpub.
   */
  readonly owner: AccountId | null
  /** The highest index that was given out. No address of a lower one is generated. */
  readonly lastIndex: number
}

/** The network whose coins the accounts of a tenant hold: coins of a test network are worth nothing. */
export interface HomeNetwork {
  readonly tenant: TenantId
  /** Of the API key that got the tenant's first deposit address. */
  readonly network: string
}
