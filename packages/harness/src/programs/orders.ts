/** Orders for processes that trade, and how they are placed. The key of an order decides what it is. */
import { createHash } from 'node:crypto'
import type { Operations } from '@tallystick/operations'

/** Accounts by currency. */
type Accounts = Readonly<Record<string, string>>

/** Who trades. */
export interface Exchange {
  readonly traders: readonly Accounts[]
  /** Get the fees. */
  readonly fees: Accounts
  readonly pairs: readonly string[]
}

/** An order under its key. */
export interface Ordered {
  readonly key: string
  readonly order: Parameters<Operations['createTrade']>[0] | Parameters<Operations['createFutureTrade']>[0]
}

/** Until futures are due: a process of the next round settles some of them. */
const LATER_MS = 300

export const placeOrder = (ledger: Operations, { key, order }: Ordered): Promise<{ readonly id: string }> =>
  'attr' in order
    ? ledger.createFutureTrade(order, { idempotencyKey: key })
    : ledger.createTrade(order, { idempotencyKey: key })

export function orderOf({ traders, fees, pairs }: Exchange, key: string, now: number): Ordered {
  const dice = createHash('sha256').update(key).digest()
  const roll = (place: number, limit: number): number => (dice[place] ?? 0) % limit
  const pair = pairs[roll(0, pairs.length)] ?? ''
  const [first = '', second = ''] = pair.split('/')
  const trader = traders[roll(1, traders.length)] ?? {}
  const buys = roll(2, 2) === 0
  // Some take more than one unit of work allows.
  const amount = roll(3, 12) === 0 ? '200' : String(1 + roll(4, 3))
  const common = {
    pair,
    price: String(10 + roll(5, 3)),
    currency1AccountId: trader[first] ?? '',
    currency2AccountId: trader[second] ?? '',
    ...(roll(6, 3) === 0 ? { fee: 1, feeAccountId: fees[buys ? second : first] ?? '' } : {}),
  }
  if (roll(7, 8) > 0) return { key, order: { type: buys ? 'BUY' : 'SELL', amount, ...common } }
  // Several have the same terms.
  const sealDate = Math.ceil((now + LATER_MS) / LATER_MS) * LATER_MS
  const attr = { sealDate, percentBlock: 22, percentPenalty: 45 }
  return { key, order: { type: buys ? 'FUTURE_BUY' : 'FUTURE_SELL', amount: '3', ...common, attr } }
}
