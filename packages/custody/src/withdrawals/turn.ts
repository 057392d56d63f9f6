/** The turn of a wallet: one withdrawal of a currency at a time, until it has a transaction. */
import { turnOf, type Withdrawal } from '@tallystick/core'
import { type Engine, heldReservations, Rejected } from '@tallystick/engine'
import type { Order } from '../send/plan.js'
import { placeOf } from '../send/sends.js'

/**
 * The rule decides. Asked before outputs are chosen: of those that the one before holds there may be none left.
 * @throws Rejected `withdrawal.pending`
 */
export async function mustBeItsTurn(
  { query }: Pick<Engine, 'query'>,
  order: Order,
  of: Pick<Withdrawal, 'currency' | 'wallet'>,
): Promise<void> {
  const [held] = await heldReservations(query, placeOf(order), [turnOf(of)])
  if (held === undefined) return
  const detail = held.holder.slice(held.holder.indexOf(':') + 1)
  throw new Rejected({ code: 'withdrawal.pending', detail })
}
