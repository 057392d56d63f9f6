import type { Customer } from '../customer/customer.js'
import type { AccountId, BlockageId, CustomerId, SystemRole, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { PastBalance } from '../standing/standing.js'

export interface Account {
  readonly id: AccountId
  readonly tenant: TenantId
  /** Fixed at creation: a chain, token or fiat code, or a virtual currency's name. */
  readonly currency: string
  /** Decimals of `currency`, kept here so that no amount of this account needs a look-up to be read. */
  readonly scale: number
  readonly customer: CustomerId | null
  /** Null for a customer's account; the ledger's own accounts are never visible over the API. */
  readonly role: SystemRole | null
  /** The sum of the account's postings. */
  readonly balance: Amount
  /** The sum of the account's blockages, without the freeze. */
  readonly blocked: Amount
  /** The ACCOUNT_FROZEN blockage, when frozen. */
  readonly frozenBy: BlockageId | null
  readonly active: boolean
  readonly accountingCurrency: string
  readonly accountCode: string | null
  readonly accountNumber: string | null
  /** The wallet's extended public key; on a chain without one, an address. */
  readonly xpub: string | null
  readonly created: Timestamp
}

/**
 * The account with another balance. Field by field, because it is made twice for every payment: a spread
 * costs ten times as much where accounts come from several places.
 */
export function withBalance(account: Account, balance: Amount): Account {
  return {
    id: account.id,
    tenant: account.tenant,
    currency: account.currency,
    scale: account.scale,
    customer: account.customer,
    role: account.role,
    balance,
    blocked: account.blocked,
    frozenBy: account.frozenBy,
    active: account.active,
    accountingCurrency: account.accountingCurrency,
    accountCode: account.accountCode,
    accountNumber: account.accountNumber,
    xpub: account.xpub,
    created: account.created,
  }
}

/** What may be sent or withdrawn. Never stored. */
export function available(account: Account, customer: Customer | undefined): Amount {
  const disabled = customer !== undefined && !customer.enabled
  return spendable(account.balance, account.blocked, account.frozenBy !== null, disabled)
}

/** What could be sent or withdrawn then: by the same rule as now. */
export function availableThen({ balance, blocked, frozen, disabled }: PastBalance): Amount {
  return spendable(balance, blocked, frozen, disabled)
}

/**
 * A freeze blocks the whole balance whatever it becomes, so what is left is zero minus the other blockages;
 * a disabled customer's accounts have nothing available.
 */
function spendable(balance: Amount, blocked: Amount, frozen: boolean, disabled: boolean): Amount {
  if (disabled) return 0n
  return (frozen ? 0n : balance) - blocked
}
