/** The lines that explain the difference of a currency, each computed by itself. */
import type { Sums } from './sums.js'

/** One line of the explanation of a difference. */
export interface ReconciledLine {
  readonly what: string
  /** Units of the currency. */
  readonly amount: bigint
  /** Whether it is as it should be. */
  readonly isExplained: boolean
}

const UNWATCHED = 'withdrawals that a wallet has paid which nobody watches (docs/custody.md)'

/**
 * They add up to the difference between what our addresses have and what the ledger owes.
 * @param off What the nodes say beyond the observed changes
 */
export function linesOf(sums: Sums, off: bigint): readonly ReconciledLine[] {
  const { held, opening, unassigned, taken, credited, inProgress, supplied, reported, left, paid, charged } =
    sums
  const owed = sums.customers + sums.clearing + sums.fees + sums.shortfall
  // What transactions of ours have moved, and did not pay to recipients of withdrawals: what the networks took.
  // What a holder had as supply before is in no observed change. What only moved from one address of ours to another has
  // not come.
  const came = credited + inProgress - supplied - sums.moved + unassigned + taken
  const spent = -(held - opening - came) - paid - sums.elsewhere
  const isCoin = sums.asset === ''
  return [
    line('there before it was watched', opening),
    line('the supply of the token, which its holder had before', sums.unseen - supplied),
    line('the supply of the token, at a holder to be watched (docs/custody.md)', -sums.unseen, false),
    line('deposits that are not credited yet', inProgress),
    line('received, and no deposit of anybody', unassigned),
    line('withdrawals that are done and in no block yet', sums.notYetPaid),
    line('withdrawals in progress that a block has paid', -sums.paidEarly),
    ...(isCoin && spent >= 0n
      ? [line('fees charged, less what the network took', charged - spent)]
      : [
          line(isCoin ? 'fees charged' : 'fees charged in a token', charged),
          // Recipients have more than has left our addresses.
          line(spent < 0n ? UNWATCHED : 'left by transactions of ours, and paid to nobody', -spent, false),
        ]),
    line('withdrawals that were cancelled, and paid by a block', -sums.paidCancelled, false),
    line('deposits that transactions of ours have paid from our addresses', -sums.moved, false),
    line('sent by transactions of ours without a withdrawal', -sums.elsewhere, false),
    line('sent with our keys by somebody else', taken, false),
    line('the nodes differ from the observed blocks', off, false),
    line('deposits reported by programs and seen in no block', -reported, false),
    // The ledger's own sum: what came in and what left make what it owes.
    line('balances that no deposit or withdrawal explains', credited + reported - left - owed, false),
  ]
}

const line = (what: string, amount: bigint, isExplained = true): ReconciledLine => ({
  what,
  amount,
  isExplained,
})
