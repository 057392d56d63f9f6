/** The open orders of an account. */
import type { AccountId, TenantId } from '../ids.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import { TRADES } from './table.js'
import { isOpen, type Trade } from './trade.js'

interface OnAccount {
  readonly tenant: TenantId
  readonly account: AccountId
}

/** Keys of the open orders of an account. */
export const openTradesOf = ({ tenant, account }: OnAccount, limit: number): readonly Key[] => [
  { type: 'openBy1', tenant, account1: account, limit },
  { type: 'openBy2', tenant, account2: account, limit },
]

/** Keys of what an account has in the book, and of its futures that wait for their seal date. */
export const ordersOf = ({ tenant, account }: OnAccount, limit: number): readonly Key[] => [
  ...openTradesOf({ tenant, account }, limit),
  { type: 'matchedBy1', tenant, account1: account, limit },
  { type: 'matchedBy2', tenant, account2: account, limit },
]

/** The loaded open orders of an account. */
export const openOf = (view: View, on: OnAccount): Trade[] => loadedOf(view, on).filter(isOpen)

/** Whether an account has orders that are not over, given its `ordersOf`. */
export const hasOrders = (view: View, on: OnAccount, limit: number): boolean =>
  loadedOf(view, on).some(({ state }) => state !== 'ended') ||
  !ordersOf(on, limit).every((key) => view.isReached(key))

const loadedOf = (view: View, { tenant, account }: OnAccount): Trade[] =>
  [...view.all(TRADES)].filter(
    (trade) => trade.tenant === tenant && (trade.account1 === account || trade.account2 === account),
  )
