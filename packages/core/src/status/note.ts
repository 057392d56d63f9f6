/** When the status of an account or a customer changes, and to what. */
import { ACCOUNTS } from '../account/table.js'
import { CUSTOMERS } from '../customer/table.js'
import type { Timestamp } from '../ids.js'
import type { Items } from '../items.js'
import type { Change } from '../tables.js'
import type { StatusEntry } from './status.js'

/** The subject whose status the change affects; call it before the change is applied. Payments affect none. */
export function statusSubject(items: Items, change: Change): StatusEntry['subject'] | null {
  switch (change.type) {
    case 'blockage.placed':
    case 'blockage.released':
      return change.blockage.account
    case 'customer.created':
    case 'customer.updated': {
      const { id, enabled } = change.customer
      return (items.byId(CUSTOMERS, id)?.enabled ?? true) === enabled ? null : id
    }
    default:
      return null
  }
}

/** The present status of the subject. */
export function statusOf(
  items: Items,
  subject: StatusEntry['subject'],
  at: Timestamp,
): StatusEntry | undefined {
  const account = items.byId(ACCOUNTS, subject)
  if (account !== undefined) {
    const { tenant, blocked, frozenBy } = account
    return { tenant, subject, at, blocked, stopped: frozenBy !== null }
  }
  const customer = items.byId(CUSTOMERS, subject)
  return customer && { tenant: customer.tenant, subject, at, blocked: 0n, stopped: !customer.enabled }
}
