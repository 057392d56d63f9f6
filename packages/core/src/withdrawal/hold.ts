/** What a withdrawal holds until its transaction is recorded: its turn, and the outputs that it will spend. */
import { reservationKey } from '../key.js'
import { heldByWithdrawal, isSameReservation, onChain, type Reservation } from '../send/reservation.js'
import type { View } from '../view.js'
import { turnOf, type Withdrawal } from './withdrawal.js'

const claimsOf = (withdrawal: Withdrawal): readonly Reservation[] => [
  turnOf(withdrawal),
  ...withdrawal.inputs,
]

/** Takes in the view what nobody else holds. */
export function hold(view: View, withdrawal: Withdrawal): void {
  const holder = heldByWithdrawal(withdrawal.id)
  for (const { owner, index } of claimsOf(withdrawal)) {
    if (view.find(reservationKey(withdrawal, { owner, index })) !== undefined) continue
    view.apply({ type: 'claim.placed', claim: { ...onChain(withdrawal), owner, index, holder } })
  }
}

/** Releases in the view what it still holds. */
export function release(view: View, withdrawal: Withdrawal): void {
  for (const claim of claimsOf(withdrawal)) {
    const held = view.find(reservationKey(withdrawal, claim))
    if (held?.holder === heldByWithdrawal(withdrawal.id)) view.apply({ type: 'claim.released', claim: held })
  }
}

/** Whether a transaction with these claims spends exactly the outputs of the withdrawal, where it has any. */
export function spendsInputs({ inputs }: Withdrawal, claims: readonly Reservation[]): boolean {
  return inputs.length === 0 || haveSame(inputs, claims)
}

/** Neither list has duplicates. */
export function haveSame(some: readonly Reservation[], others: readonly Reservation[]): boolean {
  return (
    some.length === others.length &&
    some.every((one) => others.some((other) => isSameReservation(one, other)))
  )
}
