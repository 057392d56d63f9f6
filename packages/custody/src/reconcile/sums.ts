/** What a comparison adds up for each currency. */
import type { TenantId, Withdrawal } from '@tallystick/core'
import type { Placed } from './places.js'

/** Sums of one currency of one tenant, in its units. */
export interface Sums extends Placed {
  readonly tenant: TenantId
  /** What customers have. */
  customers: bigint
  /** The ledger's own accounts. */
  clearing: bigint
  fees: bigint
  shortfall: bigint
  world: bigint
  /** What our addresses have, according to the observed blocks. */
  held: bigint
  /** Of that: what was there before; what came in and is no deposit; what others sent with our keys (below zero). */
  opening: bigint
  unassigned: bigint
  taken: bigint
  /** Deposits of followed chains: credited, and not yet. */
  credited: bigint
  inProgress: bigint
  /** Of both: the supply of a registered token, which its holder had before the token was registered. */
  supplied: bigint
  /** Of that: at holders that nobody has watched, or that had less by then. */
  unseen: bigint
  /** Of `credited` and `inProgress`: what transactions of ours without a withdrawal have paid from our addresses. */
  moved: bigint
  /** Credited deposits that programs have reported: no block was seen with them. */
  reported: bigint
  /** What left the ledger for withdrawals, fees included. */
  left: bigint
  /** Of withdrawals whose transaction is in a block: what the recipients got, and what accounts were charged for fees. */
  paid: bigint
  charged: bigint
  /** Done withdrawals whose transaction is in no block yet, with fees; and paid ones that are in progress. */
  notYetPaid: bigint
  paidEarly: bigint
  /** Of cancelled withdrawals: an operator has forced it, and a block has paid them after all. */
  paidCancelled: bigint
  /** What transactions of ours paid to others, and belongs to no withdrawal. */
  elsewhere: bigint
}

/** At the beginning. */
export const NO_SUMS = {
  customers: 0n,
  clearing: 0n,
  fees: 0n,
  shortfall: 0n,
  world: 0n,
  held: 0n,
  opening: 0n,
  unassigned: 0n,
  taken: 0n,
  credited: 0n,
  inProgress: 0n,
  supplied: 0n,
  unseen: 0n,
  moved: 0n,
  reported: 0n,
  left: 0n,
  paid: 0n,
  charged: 0n,
  notYetPaid: 0n,
  paidEarly: 0n,
  paidCancelled: 0n,
  elsewhere: 0n,
}

/**
 * @param isIn Whether the observed blocks have its transaction
 * @param paysIt Whether the transaction has paid its recipients
 */
export function countWithdrawal(sums: Sums, withdrawal: Withdrawal, isIn: boolean, paysIt: boolean): void {
  const { status, amount, charged, reverted } = withdrawal
  const fee = charged - amount
  if (status === 'Done') sums.left += charged
  if (status === 'Cancelled' && reverted === 'amount') sums.left += fee
  if (status === 'Done' && !isIn) sums.notYetPaid += charged
  else if (status === 'Done' && !paysIt) sums.notYetPaid += amount
  if (paysIt) sums.paid += amount
  if (status === 'InProgress' && paysIt) sums.paidEarly += amount
  if (status === 'Cancelled' && paysIt) sums.paidCancelled += amount
  if ((status === 'Done' && isIn) || (status === 'Cancelled' && reverted === 'amount')) sums.charged += fee
}
