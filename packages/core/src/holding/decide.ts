/** What blocks change of our addresses on account-based chains, and what those addresses had before. */
import { accept, type Rule } from '../decision.js'
import type { BlockName, FollowedChain } from '../follow/cursor.js'
import { cursorKey } from '../follow/cursor.js'
import type { TenantId } from '../ids.js'
import { holdingKey } from '../key.js'
import type { Amount } from '../money.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import {
  emptyHolding,
  type Holding,
  type HoldingChange,
  type HoldingName,
  withBlock,
  withoutBlock,
} from './holding.js'

export interface OpenHoldings extends FollowedChain {
  readonly tenant: TenantId
  readonly address: string
  /** Of the cursor, at whose block the balances were read. If it has moved since, nothing changes. */
  readonly revision: number
  /** By asset. */
  readonly balances: readonly OpenedBalance[]
  /** Whether to watch it from now on. A deposit address is observed without that. */
  readonly watch: boolean
}

/**
 * What the address has of an asset at the block of the cursor; and what transactions of ours have paid from it until then, as if
 * their blocks had been observed. That counts only once: where nothing is known of the asset yet.
 */
interface OpenedBalance {
  readonly asset: string
  readonly amount: Amount
  /** In blocks that are never undone. */
  readonly paid?: Amount
  /** What later blocks with such transactions have changed, the newest last: it is undone with them. Absent: nothing. */
  readonly recent?: readonly { readonly block: BlockName; readonly change: HoldingChange }[]
}

/**
 * What the address has beyond the observed changes counts as there before. Output: the holdings; null if the cursor has
 * moved. It moves the cursor's revision, so a follower that has not known the address reads its block again.
 */
export const openHoldings: Rule<OpenHoldings, readonly Holding[] | null> = {
  name: 'openHoldings',
  needs: (command) => [
    cursorKey(command),
    ...command.balances.map(({ asset }) => holdingKey({ ...command, asset })),
  ],
  decide(view, command) {
    const cursor = view.find(cursorKey(command))
    if (cursor === undefined || cursor.revision !== command.revision) return accept(null, [])
    const { tenant, chain, network, address, watch } = command
    const fork = view.fork()
    fork.apply({ type: 'cursor.moved', cursor: { ...cursor, revision: cursor.revision + 1 } })
    const opened = command.balances.map(({ asset, amount, paid = 0n, recent = [] }) => {
      const place = { tenant, chain, network, address, asset }
      const known = fork.find(holdingKey(place))
      const before: Holding = { ...emptyHolding(place), observed: -paid }
      const holding =
        known ??
        recent.reduce((one, { block, change }) => withBlock(one, block, change, cursor.blocks.length), before)
      const next = { ...holding, opening: amount - holding.observed, watched: holding.watched || watch }
      put(fork, known, next)
      return next
    })
    return accept(opened, fork.changes)
  },
}

export const keysOfHoldings = (on: FollowedChain, names: readonly HoldingName[]): readonly Key[] =>
  names.map((name) => holdingKey(placed(on, name)))

/** A block changes them. */
export function observeHoldings(
  view: View,
  on: FollowedChain & { readonly block: BlockName; readonly window: number },
  changes: readonly HoldingChange[],
): void {
  for (const change of changes) {
    const place = placed(on, change)
    const known = view.find(holdingKey(place))
    put(view, known, withBlock(known ?? emptyHolding(place), on.block, change, on.window))
  }
}

/** The block is undone. */
export function undoHoldings(
  view: View,
  on: FollowedChain,
  block: BlockName,
  names: readonly HoldingName[],
): void {
  for (const name of names) {
    const known = view.find(holdingKey(placed(on, name)))
    const before = known && withoutBlock(known, block)
    if (before !== undefined) put(view, known, before)
  }
}

const placed = ({ chain, network }: FollowedChain, { tenant, address, asset }: HoldingName) => ({
  tenant,
  chain,
  network,
  address,
  asset,
})

function put(view: View, known: Holding | undefined, holding: Holding): void {
  view.apply({ type: known === undefined ? 'holding.begun' : 'holding.updated', holding })
}
