/** What open orders and agreements hold of the accounts that pay: a blockage of type TRADE each. */
import type { Env } from '../env.js'
import type { AccountId, BlockageId, TenantId, TradeId } from '../ids.js'
import { blockageKey } from '../key.js'
import type { Amount } from '../money.js'
import type { View } from '../view.js'
import { costOf, shareOf } from './cost.js'
import { type Agreement, blockageFor, isOpen, payerOf, restOf, type Trade } from './trade.js'

/** What the order may still cost: nothing once it is over. Of a future, the percentage that it blocks. */
export function mayCost(trade: Trade): Amount {
  if (!isOpen(trade)) return 0n
  const cost = costOf(trade, restOf(trade))
  return trade.terms === null ? cost : shareOf(trade.terms.percentBlock, cost)
}

/** What each side of an agreement has blocked until it is settled: the seller, then the buyer. */
export function promised({ state, terms, amount, fee1, quote, fee2 }: Agreement): readonly [Amount, Amount] {
  if (state !== 'open') return [0n, 0n]
  return [shareOf(terms.percentBlock, amount + fee1), shareOf(terms.percentBlock, quote + fee2)]
}

/** Makes the blockage of the order hold what it may still cost. Returns the order as it is then. */
export function held(view: View, env: Env, trade: Trade): Trade {
  const blocked = mayCost(trade)
  if (blocked === trade.blocked) return trade
  release(view, trade.tenant, trade.blockage)
  return { ...trade, blockage: hold(view, env, trade, payerOf(trade), blocked), blocked }
}

/** Blocks an amount of an account for an order. Null: there is nothing to block. */
export function hold(
  view: View,
  env: Env,
  { tenant, id }: { readonly tenant: TenantId; readonly id: TradeId },
  account: AccountId,
  amount: Amount,
): BlockageId | null {
  if (amount === 0n) return null
  const blockage = blockageFor({
    id: env.newId() as BlockageId,
    tenant,
    account,
    amount,
    trade: id,
    created: env.now,
  })
  view.apply({ type: 'blockage.placed', blockage })
  return blockage.id
}

/** Ends a blockage, if there is one. */
export function release(view: View, tenant: TenantId, id: BlockageId | null): void {
  const blockage = id === null ? undefined : view.find(blockageKey(tenant, id))
  if (blockage !== undefined) view.apply({ type: 'blockage.released', blockage })
}
