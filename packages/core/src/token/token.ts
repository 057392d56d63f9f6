import type { AccountId, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { Holder, OnChain } from '../send/reservation.js'

/**
 * A currency of one tenant that stands for a token of a chain. Its rate is in the `VirtualCurrency` of the same name.
 */
export interface Token extends OnChain {
  /** As accounts name the currency. No other currency of the tenant has it. */
  readonly name: string
  /** Decimals of the token, as the chain reports them: a base unit there is a unit here. */
  readonly scale: number
  /** TRON: `TRC10` or `TRC20`, which have different identities. Null elsewhere. */
  readonly standard: string | null
  /**
   * Its identity on the chain in the codec's canonical spelling: the contract, the number of a TRC-10 token, code and
   * issuer, the mint. Null until the caller has stored it. At most one currency of the tenant has it.
   */
  readonly asset: string | null
  /** The height of the block as of which `asset` was checked. Only payments in later blocks are credited. */
  readonly since: number | null
  /** The account that was opened with the currency, which gets the supply. */
  readonly account: AccountId
  /** The address that holds the supply, in the canonical spelling; null if none was named. */
  readonly holder: string | null
  /** What the account gets once the chain has shown that `holder` has it. Units of `scale`. */
  readonly supply: Amount
  /**
   * What puts it on the chain: a transaction of ours, or the pending signature of one. Absent: it is put there elsewhere.
   */
  readonly deployment?: Holder
  readonly created: Timestamp
}

export const tokenKey = (tenant: TenantId, name: string) => ({ type: 'token', tenant, name }) as const

/** Finds it with what deploys it. */
export const deployedTokenKey = (tenant: TenantId, name: string) =>
  ({ type: 'deployedToken', tenant, name }) as const

/** Finds the currency of the tenant that stands for this token. */
export const tokenOfKey = ({ tenant, chain, network }: OnChain, asset: string) =>
  ({ type: 'tokenOf', tenant, chain, network, asset }) as const
