/**
 * What a transaction may cost when the call does not name its fee; with a policy, what any withdrawal may. Nodes tell what
 * the market asks, and nodes can be wrong: without a ceiling a single answer would burn whatever the sender has.
 */
import { formatDecimal } from '@tallystick/core'
import { BadTransaction, type Chain, paramsOf } from '../ports/chain.js'
import type { FeeCeiling, FeeCoin } from '../ports/fee.js'

/** The native coin of a chain. Every family has a ceiling. */
export function coinOf(chain: Pick<Chain, 'record' | 'network'>): FeeCoin & FeeCeiling {
  const { id, decimals } = chain.record
  const { maxFee } = paramsOf(chain) as FeeCeiling
  return { id, decimals, maxFee }
}

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
