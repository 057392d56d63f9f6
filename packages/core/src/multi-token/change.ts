/** What blocks change in the index of multi tokens. */
import { type BlockName, CHAINS_TENANT, type FollowedChain } from '../follow/cursor.js'
import type { Amount } from '../money.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import {
  type MultiObserved,
  type MultiToken,
  type MultiTransfer,
  type MultiTransferred,
  multiBalanceKey,
  multiTokenKey,
  multiTransferKey,
} from './multi-token.js'

/** What an undone block had in the index. */
export interface MultiUndone {
  readonly created: readonly Pick<MultiToken, 'contract'>[]
  /** In their order. */
  readonly transfers: readonly Pick<MultiTransfer, 'contract' | 'address' | 'place' | 'tokenId'>[]
}

/** Mints come from it, and burns go to it. */
const NOBODY = /^0x0{40}$/

/** The sides of a transfer, and what it changes of each. */
export function sidesOf({ from, to, amount }: MultiTransferred): readonly (readonly [string, Amount])[] {
  const sides: readonly (readonly [string, Amount])[] =
    from === to
      ? [[to, 0n]]
      : [
          [from, -amount],
          [to, amount],
        ]
  return sides.filter(([address]) => !NOBODY.test(address))
}

export const keysOfMulti = (on: FollowedChain, multi?: MultiObserved): readonly Key[] => [
  ...(multi?.created ?? []).map(({ contract }) => multiTokenKey(on, contract)),
  ...(multi?.transfers ?? []).flatMap((transfer) =>
    sidesOf(transfer).flatMap(([address]) => [
      multiTransferKey(on, { ...transfer, address }),
      multiBalanceKey(on, { ...transfer, address }),
    ]),
  ),
]

export const keysOfUndone = (on: FollowedChain, multi?: MultiUndone): readonly Key[] => [
  ...(multi?.created ?? []).map(({ contract }) => multiTokenKey(on, contract)),
  ...(multi?.transfers ?? []).flatMap((transfer) => [
    multiTransferKey(on, transfer),
    multiBalanceKey(on, transfer),
  ]),
]

/** The block tells of them. What is indexed already stays as it is. */
export function indexMulti(
  view: View,
  { chain, network }: FollowedChain,
  { height, hash: blockHash }: BlockName,
  { created, transfers }: MultiObserved,
): void {
  const on = { tenant: CHAINS_TENANT, chain, network, height, blockHash }
  for (const { contract, txId } of created) {
    if (view.find(multiTokenKey(on, contract)) !== undefined) continue
    view.apply({ type: 'multiToken.indexed', contract: { ...on, contract, txId } })
  }
  for (const transfer of transfers) {
    for (const [address, change] of sidesOf(transfer)) {
      const side = { ...transfer, address }
      if (view.find(multiTransferKey(on, side)) !== undefined) continue
      const previous = view.find(multiBalanceKey(on, side))?.height ?? null
      view.apply({ type: 'multiTransfer.indexed', transfer: { ...on, ...side, previous } })
      add(view, on, side, change, height)
    }
  }
}

/** The block is undone. */
export function unindexMulti(
  view: View,
  on: FollowedChain,
  { hash }: BlockName,
  { created, transfers }: MultiUndone,
): void {
  for (const name of transfers.toReversed()) {
    const transfer = view.find(multiTransferKey(on, name))
    if (transfer === undefined || transfer.blockHash !== hash) continue
    const [, change = 0n] = sidesOf(transfer).find(([address]) => address === transfer.address) ?? []
    add(view, on, transfer, -change, transfer.previous ?? transfer.height)
    view.apply({ type: 'multiTransfer.undone', transfer })
  }
  for (const { contract } of created) {
    const known = view.find(multiTokenKey(on, contract))
    if (known?.blockHash === hash) view.apply({ type: 'multiToken.undone', contract: known })
  }
}

/** @param height Of the change that makes the balance what it is then */
function add(
  view: View,
  { chain, network }: FollowedChain,
  { address, contract, tokenId }: Pick<MultiTransfer, 'address' | 'contract' | 'tokenId'>,
  change: Amount,
  height: number,
): void {
  const place = { tenant: CHAINS_TENANT, chain, network, address, contract, tokenId }
  const known = view.find(multiBalanceKey(place, place))
  const balance = { ...place, amount: (known?.amount ?? 0n) + change, height }
  if (balance.amount === 0n) {
    if (known !== undefined) view.apply({ type: 'multiBalance.ended', balance: known })
    return
  }
  view.apply({ type: known === undefined ? 'multiBalance.begun' : 'multiBalance.updated', balance })
}
