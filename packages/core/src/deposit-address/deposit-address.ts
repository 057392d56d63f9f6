import type { AccountId, TenantId, Timestamp } from '../ids.js'
import type { OnChain } from '../send/reservation.js'

/** The key of a deposit address. At most one account of the tenant has it. */
export interface DepositPlace extends OnChain {
  /** In the codec's canonical spelling. */
  readonly address: string
  /** The tag or memo that tells the customers of one address apart; empty on chains without them. */
  readonly tag: string
  /** The account is credited only with coins of this currency. */
  readonly currency: string
}

/** An address, with its tag where the chain has them, to which the customers of an account pay. */
export interface DepositAddress extends DepositPlace {
  readonly account: AccountId
  /** The xpub from which it derives; null if the caller assigned it. */
  readonly xpub: string | null
  /** Its index below the xpub, or the tag as a number; null if the caller assigned the address. */
  readonly derivationKey: number | null
  /** The address as callers see it. */
  readonly shown: string
  /** Coins that arrive here are no longer credited. */
  readonly removed: boolean
  readonly created: Timestamp
}

/**
 * The indexes of one xpub. Its address is the wallet's address of index 0, which takes the change and which no account gets.
 * On a chain with tags, it is the only address, and the indexes are its tags.
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
  /** The highest index that was given out. The service generates no address with a lower one. */
  readonly lastIndex: number
}

/** The only network whose coins the accounts of a tenant hold, because coins of a testnet are worth nothing. */
export interface HomeNetwork {
  readonly tenant: TenantId
  /** Of the API key that got the tenant's first deposit address. */
  readonly network: string
}
