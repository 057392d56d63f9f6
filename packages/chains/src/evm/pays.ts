/** A payment, as both of its sides have it. */
import type { Movement } from '@tallystick/custody'

/** Both sides of a payment. A payment to oneself costs only the fee. */
export function pays(
  txId: string,
  position: number,
  from: string,
  to: string,
  asset: string | null,
  amount: bigint,
  fee = 0n,
): readonly Movement[] {
  const movement = { txId, position, asset }
  const value = from === to ? 0n : amount
  const [got, gave] = [
    { ...movement, address: to, amount: value, from },
    { ...movement, address: from, amount: -value - fee, from: null },
  ]
  return [got, gave].filter((one) => one.amount !== 0n)
}
