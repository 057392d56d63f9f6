/**
 * Own money that comes back is no deposit: what a transaction leaves at a deposit address whose outputs it spends. It was
 * credited when it came. If the transaction is that of a withdrawal, it pays the address.
 */
import {
  type FollowedChain,
  type Receipt,
  type Spent,
  sendKey,
  signatureKey,
  signatureOf,
  type TenantId,
} from '@tallystick/core'
import { heldReservations, type Queries } from '@tallystick/engine'
import { reservationAt } from '../ports/claim.js'

/** @param spent All that the block of the receipts spends of ours */
export async function withoutChange<Paid extends Receipt>(
  query: Queries,
  on: FollowedChain,
  receipts: readonly Paid[],
  spent: readonly Spent[],
): Promise<readonly Paid[]> {
  if (receipts.length === 0 || spent.length === 0) return receipts
  const spends = new Map<string, Spent[]>()
  for (const one of spent) {
    const name = nameOf(one.tenant, one.by, one.address)
    const others = spends.get(name)
    if (others === undefined) spends.set(name, [one])
    else others.push(one)
  }
  const kept: Paid[] = []
  for (const receipt of receipts) {
    const { tenant, txId, address } = receipt
    const own = spends.get(nameOf(tenant, txId, address))
    if (own === undefined || (await isWithdrawal(query, on, own))) kept.push(receipt)
  }
  return kept
}

const nameOf = (tenant: TenantId, txId: string, address: string): string => `${tenant} ${txId} ${address}`

/** Whether the transaction that spends these is recorded as that of a withdrawal, or a withdrawal waits for it. */
async function isWithdrawal(query: Queries, on: FollowedChain, spent: readonly Spent[]): Promise<boolean> {
  const [{ tenant, by } = { tenant: '' as TenantId, by: '' }] = spent
  const place = { tenant, ...on }
  const send = await query.find(sendKey(place, by))
  if (send !== undefined) return send.withdrawal !== undefined
  const claims = spent.map(({ txId, index }) => reservationAt(txId, BigInt(index)))
  for (const { holder } of await heldReservations(query, place, claims)) {
    const id = signatureOf(holder)
    const pending = id === undefined ? undefined : await query.find(signatureKey(tenant, id))
    if (holder.startsWith('withdrawal:') || (pending?.withdrawalId ?? null) !== null) return true
  }
  return false
}
