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

/** The loaded open orders of an account. */
export const openOf = (view: View, { tenant, account }: OnAccount): Trade[] =>
  [...view.all(TRADES)].filter(
    (trade) =>
      trade.tenant === tenant && isOpen(trade) && (trade.account1 === account || trade.account2 === account),
  )
