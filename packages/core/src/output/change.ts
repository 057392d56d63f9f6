/** Outputs come and go: with the blocks of their chain, and with transactions of ours that no block has yet. */
import { depositOutput } from '../deposit/deposit.js'
import type { BlockName, FollowedChain } from '../follow/cursor.js'
import type { TenantId } from '../ids.js'
import { depositKey, outputKey, sendKey } from '../key.js'
import { type OnChain, onChain } from '../send/reservation.js'
import { isOver, type Send } from '../send/send.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import {
  type ChangeOutput,
  depositOf,
  type Made,
  type Output,
  type OutputName,
  type Spent,
} from './output.js'

const UNSPENT = { spentBy: null, spentHeight: null, spentHash: null } as const

const placed = ({ chain, network }: FollowedChain, tenant: TenantId): OnChain => ({ tenant, chain, network })

/** What making or undoing an output reads. */
export const keysOfMade = (
  on: FollowedChain,
  { tenant, txId, index }: Omit<OutputName, 'address'>,
): readonly Key[] => [
  outputKey({ ...placed(on, tenant), txId, index }),
  // It may be a transaction of ours.
  sendKey(placed(on, tenant), txId),
]

/** What spending an output reads: the output, and its deposit. */
export const keysOfSpent = (on: FollowedChain, output: OutputName): readonly Key[] => [
  outputKey({ ...placed(on, output.tenant), txId: output.txId, index: output.index }),
  depositKey(output.tenant, depositOutput(depositOf(on.chain, output))),
]

/** A block makes it. */
export function make(view: View, on: FollowedChain, { height, hash }: BlockName, made: Made): void {
  const known = find(view, on, made)
  if (known === undefined) {
    const { txId, index, address, wallet, derivationKey, value, scale, matures } = made
    const paid = { txId, index, address, wallet, derivationKey, value, scale }
    view.apply({
      type: 'output.made',
      output: { ...placed(on, made.tenant), ...paid, height, hash, matures, ...UNSPENT },
    })
  } else if (known.height === null) update(view, { ...known, height, hash, matures: made.matures })
}

/** A block spends it. */
export function spend(view: View, on: FollowedChain, { height, hash }: BlockName, spent: Spent): void {
  const known = find(view, on, spent)
  if (known === undefined || known.spentHeight !== null) return
  update(view, { ...known, spentBy: spent.by, spentHeight: height, spentHash: hash })
  markDeposit(view, on, known, true)
}

/** The block that made it is undone. What a transaction of ours leaves to its wallet will be in another block. */
export function unmake(view: View, on: FollowedChain, { hash }: BlockName, name: OutputName): void {
  const known = find(view, on, name)
  if (known?.hash !== hash) return
  const send = view.find(sendKey(known, known.txId))
  if (send?.change === known.index && !isOver(send)) {
    update(view, { ...known, height: null, hash: null, matures: 0 })
  } else view.apply({ type: 'output.gone', output: known })
}

/** The block that spent it is undone. */
export function unspend(view: View, on: FollowedChain, { hash }: BlockName, name: OutputName): void {
  const known = find(view, on, name)
  if (known?.spentHash !== hash) return
  update(view, { ...known, ...UNSPENT })
  markDeposit(view, on, known, false)
}

/** A transaction of ours is recorded, which leaves this to its wallet. */
export function expected(view: View, send: Send, change: ChangeOutput | undefined): readonly Change[] {
  if (change === undefined) return []
  const { index, address, wallet, derivationKey, value, scale } = change
  const place = { ...onChain(send), txId: send.txId, index }
  // A block has it, or it was recorded before.
  if (view.find(outputKey(place)) !== undefined) return []
  const paid = { address, wallet, derivationKey, value, scale }
  const output = { ...place, ...paid, height: null, hash: null, matures: 0, ...UNSPENT }
  return [{ type: 'output.made', output }]
}

/** No block will ever have this transaction of ours under its id, nor what it was to leave to its wallet. */
export function dropped(view: View, { change: index, ...send }: Send): readonly Change[] {
  if (index === undefined) return []
  const output = view.find(outputKey({ ...onChain(send), txId: send.txId, index }))
  return output?.height === null ? [{ type: 'output.gone', output }] : []
}

const find = (view: View, on: FollowedChain, { tenant, txId, index }: Omit<OutputName, 'address'>) =>
  view.find(outputKey({ ...placed(on, tenant), txId, index }))

const update = (view: View, output: Output): void => view.apply({ type: 'output.updated', output })

function markDeposit(view: View, on: FollowedChain, output: Output, spent: boolean): void {
  const deposit = view.find(depositKey(output.tenant, depositOutput(depositOf(on.chain, output))))
  if (deposit === undefined || deposit.spent === spent) return
  view.apply({ type: 'deposit.updated', deposit: { ...deposit, spent } })
}
