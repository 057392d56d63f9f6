/** What open orders hold of the accounts that pay: a blockage of type TRADE each. */
import type { Env } from '../env.js'
import type { BlockageId } from '../ids.js'
import { blockageKey } from '../key.js'
import type { Amount } from '../money.js'
import type { View } from '../view.js'
import { costOf } from './cost.js'
import { isOpen, payerOf, restOf, TRADE_BLOCKAGE, type Trade } from './trade.js'

/** What the order may still cost: nothing once it is over. */
export const mayCost = (trade: Trade): Amount => (isOpen(trade) ? costOf(trade, restOf(trade)) : 0n)

/** Makes the blockage of the order hold what it may still cost. Returns the order as it is then. */
export function held(view: View, env: Env, trade: Trade): Trade {
  const blocked = mayCost(trade)
  if (blocked === trade.blocked) return trade
  const { tenant, id } = trade
  if (trade.blockage !== null) {
    const blockage = view.find(blockageKey(tenant, trade.blockage))
    if (blockage !== undefined) view.apply({ type: 'blockage.released', blockage })
  }
  if (blocked === 0n) return { ...trade, blockage: null, blocked }
  const blockage = {
    id: env.newId() as BlockageId,
    tenant,
    account: payerOf(trade),
    amount: blocked,
    type: TRADE_BLOCKAGE,
    description: id,
    freeze: false,
    created: env.now,
    trade: id,
  }
  view.apply({ type: 'blockage.placed', blockage })
  return { ...trade, blockage: blockage.id, blocked }
}
