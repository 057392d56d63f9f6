import type { Customer } from '../customer/customer.js'
import type { AccountId, BlockageId, CustomerId, SystemRole, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { PastBalance } from '../status/status.js'

export interface Account {
  readonly id: AccountId
  readonly tenant: TenantId
  /** Fixed at creation: a chain, token or fiat code, or a virtual currency's name. */
  readonly currency: string
  /** Decimals of `currency`, stored here so that reading an amount of the account needs no lookup. */
  readonly scale: number
  readonly customer: CustomerId | null
  /** Null for an account of a customer. The API never shows the ledger's own accounts. */
  readonly role: SystemRole | null
  /** The sum of the account's postings. */
  readonly balance: Amount
  /** The sum of the account's blockages, without the freeze. */
  readonly blocked: Amount
  /** The ACCOUNT_FROZEN blockage while the account is frozen, otherwise null. */
  readonly frozenBy: BlockageId | null
  readonly active: boolean
  readonly accountingCurrency: string
  readonly accountCode: string | null
  readonly accountNumber: string | null
  /** The wallet's extended public key, or an address on a chain without xpub. */
  readonly xpub: string | null
  readonly created: Timestamp
}

/**
 * Returns the account with another balance. It copies field by field because each payment calls it twice: an object
 * spread takes ten times as long if accounts come from several places.
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

/** The amount that can be sent or withdrawn. It is never stored. */
export function available(account: Account, customer: Customer | undefined): Amount {
  const disabled = customer !== undefined && !customer.enabled
  return spendable(account.balance, account.blocked, account.frozenBy !== null, disabled)
}

/** The amount that could be sent or withdrawn at that time, by the same rule as `available`. */
export function availableThen({ balance, blocked, frozen, disabled }: PastBalance): Amount {
  return spendable(balance, blocked, frozen, disabled)
}

/**
 * A freeze blocks the whole balance, whatever the balance becomes, so zero minus the holds remains. A disabled customer
 * has nothing available. See docs/decisions/004-available-balance.md.
 */
function spendable(balance: Amount, blocked: Amount, frozen: boolean, disabled: boolean): Amount {
  if (disabled) return 0n
  return (frozen ? 0n : balance) - blocked
}
