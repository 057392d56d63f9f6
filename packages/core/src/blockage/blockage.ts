import type { Account } from '../account/account.js'
import type { AccountId, BlockageId, TenantId, Timestamp, TradeId } from '../ids.js'
import type { Amount } from '../money.js'

/** The type of the blockage that freezing an account creates. */
export const FREEZE_TYPE = 'ACCOUNT_FROZEN'

/** A hold on part of an account's balance. */
export interface Blockage {
  readonly id: BlockageId
  readonly tenant: TenantId
  readonly account: AccountId
  /** Zero for a freeze, which blocks the whole balance: see `blockedAmount`. */
  readonly amount: Amount
  /** Free text of 1 to 100 characters. The field `freeze` marks a freeze; this text does not. */
  readonly type: string
  readonly description: string | null
  readonly freeze: boolean
  readonly created: Timestamp
  /** The open order that it holds the cost of. Only the order changes it. */
  readonly trade?: TradeId
}

/**
 * The part of the balance that a blockage currently makes unavailable. A freeze blocks the whole balance, including
 * payments that arrive later, so `available = balance - sum of blockages` also holds for a frozen account.
 */
export function blockedAmount(blockage: Blockage, account: Account): Amount {
  return blockage.freeze ? account.balance : blockage.amount
}
