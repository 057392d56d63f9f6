/**
 * What docs/decisions/055 says of the index of multi tokens: blocks tell of contracts and of transfers, each side of a
 * transfer is there once, and a block that is undone takes all of it back. Balances are what the transfers add up to.
 */
import type { BlockName, FollowedChain, MultiObserved, MultiTransferred, MultiUndone } from '@tallystick/core'
import { chainName } from './deposits.js'

interface InBlock {
  /** See `chainName`. */
  readonly on: string
  readonly block: BlockName
}

interface ModelContract extends InBlock {
  readonly contract: string
}

/** A transfer, as one address sees it. */
interface ModelSide extends InBlock {
  readonly address: string
  readonly transfer: MultiTransferred
}

/** Mints come from it, and burns go to it. */
export const NO_ADDRESS = `0x${'0'.repeat(40)}`

export class MultiModel {
  /** Both by name, in the order in which they were told. */
  readonly contracts = new Map<string, ModelContract>()
  readonly sides = new Map<string, ModelSide>()

  tell(chain: FollowedChain, block: BlockName, { created, transfers }: MultiObserved): void {
    const on = chainName(chain)
    for (const { contract } of created) {
      const name = `${on} ${contract}`
      if (!this.contracts.has(name)) this.contracts.set(name, { on, block, contract })
    }
    for (const transfer of transfers) {
      for (const address of new Set([transfer.from, transfer.to])) {
        const name = `${on} ${transfer.contract} ${address} ${transfer.place}`
        if (address === NO_ADDRESS || this.sides.has(name)) continue
        this.sides.set(name, { on, block, address, transfer })
      }
    }
  }

  undo(chain: FollowedChain, block: BlockName): void {
    const isOf = isOfBlock(chain, block)
    for (const list of [this.contracts, this.sides]) {
      for (const [name, one] of list) if (isOf(one)) list.delete(name)
    }
  }

  /** All of the block, as somebody names it who undoes it. */
  of(chain: FollowedChain, block: BlockName): MultiUndone {
    const isOf = isOfBlock(chain, block)
    return {
      created: [...this.contracts.values()].filter(isOf),
      transfers: [...this.sides.values()]
        .filter(isOf)
        .map(({ address, transfer }) => ({ ...transfer, address })),
    }
  }

  /** By chain, address, contract and token: the amount, and the height of its last change. None of which nothing is left. */
  balances(): ReadonlyMap<string, readonly [amount: bigint, height: number]> {
    const sums = new Map<string, readonly [bigint, number]>()
    for (const { on, block, address, transfer } of this.sides.values()) {
      const { contract, tokenId, from, to, amount } = transfer
      const name = [on, address, contract, tokenId].join(' ')
      const change = (to === address ? amount : 0n) - (from === address ? amount : 0n)
      const sum = (sums.get(name)?.[0] ?? 0n) + change
      if (sum === 0n) sums.delete(name)
      else sums.set(name, [sum, block.height])
    }
    return sums
  }
}

const isOfBlock =
  (chain: FollowedChain, { hash }: BlockName) =>
  ({ on, block }: InBlock): boolean =>
    on === chainName(chain) && block.hash === hash
