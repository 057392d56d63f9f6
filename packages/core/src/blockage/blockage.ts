import type { Account } from '../account/account.js'
import type { AccountId, BlockageId, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'

/** The type of the blockage that freezing an account creates (api.md, "States and transitions"). */
export const FREEZE_TYPE = 'ACCOUNT_FROZEN'

/** A hold on part of an account's balance. */
export interface Blockage {
  readonly id: BlockageId
  readonly tenant: TenantId
  readonly account: AccountId
  /** Zero for a freeze, which blocks the whole balance: see `blockedAmount`. */
  readonly amount: Amount
  /** Free text of 1 to 100 characters. A freeze is known by `freeze`, never by this text. */
  readonly type: string
  readonly description: string | null
  readonly freeze: boolean
  readonly created: Timestamp
}

/**
 * What a blockage takes from the available balance now. A freeze takes all of the balance, whatever comes
 * in while it stands; so `available = balance - sum of blockages` holds through a freeze too.
 */
export function blockedAmount(blockage: Blockage, account: Account): Amount {
  return blockage.freeze ? account.balance : blockage.amount
}
