/**
 * The fee ceiling if a call does not give the fee. Nodes report the market price, and nodes can be wrong: without a
 * ceiling, one wrong answer could burn all funds of the sender.
 */
import { formatDecimal } from '@tallystick/core'
import { BadTransaction } from '../ports/chain.js'
import type { FeeCoin } from '../ports/fee.js'

/**
 * @param who Completes "… 2 ETH for this transaction"
 * @throws BadTransaction `fee.exceptional`
 */
export function mustBeBelow(
  maxFee: bigint,
  asked: bigint,
  { id, decimals }: FeeCoin,
  who = 'the market asks',
): void {
  if (asked <= maxFee) return
  const [fee, ceiling] = [asked, maxFee].map((units) => formatDecimal(units, decimals))
  throw new BadTransaction(
    'fee.exceptional',
    `${who} ${fee} ${id} for this transaction, and the ceiling is ${ceiling} ${id}`,
  )
}
