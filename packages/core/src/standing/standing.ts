/**
 * How accounts and customers stood from a time on: the history behind as-of balances. The journal tells every
 * past balance; what was held of it, and who was stopped, leave no trace there.
 */
import { ACCOUNTS } from '../account/table.js'
import { CUSTOMERS } from '../customer/table.js'
import type { AccountId, CustomerId, TenantId, Timestamp } from '../ids.js'
import type { Amount } from '../money.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'

/** Whoever has no standing yet has nothing blocked and is not stopped. */
export interface Standing {
  readonly tenant: TenantId
  /** An account or a customer: no two of them share an id. */
  readonly subject: AccountId | CustomerId
  /** From the end of this millisecond on, until the subject's next. */
  readonly at: Timestamp
  /** The sum of the account's blockages, without the freeze; zero for a customer. */
  readonly blocked: Amount
  /** The account is frozen, or the customer disabled. */
  readonly stopped: boolean
}

/** What `availableThen` asks of an account, as it was at some time. */
export interface PastBalance {
  /** Decimals of the account's currency. */
  readonly scale: number
  readonly balance: Amount
  readonly blocked: Amount
  readonly frozen: boolean
  /** The account's customer was disabled. */
  readonly disabled: boolean
}

/** Whose standing the change changes, asked before the view has it. Payments change nobody's. */
export function restands(view: View, change: Change): Standing['subject'] | null {
  switch (change.type) {
    case 'blockage.placed':
    case 'blockage.released':
      return change.blockage.account
    case 'customer.created':
    case 'customer.updated': {
      const { id, enabled } = change.customer
      return (view.byId(CUSTOMERS, id)?.enabled ?? true) === enabled ? null : id
    }
    default:
      return null
  }
}

/** A standing never goes back behind the subject's newest: then it takes that one's time, and its place. */
export function follow(standing: Standing, newest: Standing | undefined): Standing {
  return newest === undefined || newest.at < standing.at ? standing : { ...standing, at: newest.at }
}

/** How the subject stands in the view. */
export function standingOf(view: View, subject: Standing['subject'], at: Timestamp): Standing | undefined {
  const account = view.byId(ACCOUNTS, subject)
  if (account !== undefined) {
    const { tenant, blocked, frozenBy } = account
    return { tenant, subject, at, blocked, stopped: frozenBy !== null }
  }
  const customer = view.byId(CUSTOMERS, subject)
  return customer && { tenant: customer.tenant, subject, at, blocked: 0n, stopped: !customer.enabled }
}
