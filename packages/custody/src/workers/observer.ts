/** What blocks change: from blocks to commands, each of which is one rule of the core. */
import {
  type Cursor,
  DEPOSITS,
  type Deposit,
  type DepositName,
  type FollowedChain,
  type Made,
  type ObserveBlock,
  type Receipt,
  type UndoBlock,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import type { Block, Blocks, Movement } from '../ports/blocks.js'
import type { ChainRecord } from '../ports/chain.js'
import { isSweep } from '../sweep/steps.js'
import type { Coins } from './coins.js'
import { type Depths, windowOf } from './depth.js'
import { changedAt, changesOf, OwnSends } from './holdings.js'
import type { KnownAssets } from './known-assets.js'
import { type ObservedAddresses, type Watched, watchedIn } from './watched.js'

export interface ObserverOptions {
  readonly engine: Pick<Engine, 'query'>
  readonly on: FollowedChain
  readonly record: Pick<ChainRecord, 'family' | 'tag'>
  readonly blocks: Pick<Blocks, 'depositTag'>
  readonly assets: KnownAssets
  readonly depths: Depths
  /** UTXO: which coins are ours. */
  readonly coins?: Coins
}

/** The most deposits that a block tries again, which a deactivated account or a missing rate has delayed. */
const LATE = 1_000

const NO_COINS = { made: [], spent: [] }

export class Observer {
  constructor(private readonly options: ObserverOptions) {}

  /**
   * @param blocks The next blocks, each the parent of the one after it
   * @returns A command for each. Each expects the cursor as the one before it leaves it
   */
  async commands(cursor: Cursor, blocks: readonly Block[]): Promise<readonly ObserveBlock[]> {
    const { coins, depths, on } = this.options
    const [watched, maturing] = await Promise.all([
      watchedIn(this.addresses, blocks, (movement) => this.tagOf(movement)),
      this.maturing(cursor, blocks),
    ])
    const sends = await OwnSends.of(this.addresses, watched.touched.flat(), watched.owners)
    const commands: ObserveBlock[] = []
    const recent: Receipt[] = []
    const made: Made[] = []
    for (const [index, block] of blocks.entries()) {
      const touched = watched.touched[index] ?? []
      const paid = touched.filter(({ amount, returned }) => amount > 0n && returned !== true)
      const receipts = paid.flatMap((movement) => this.receipts(block, movement, watched, sends))
      const coined =
        (await coins?.of(block, watched.places, made, (movement) => this.maturesAt(block, movement))) ??
        NO_COINS
      commands.push({
        ...on,
        revision: cursor.revision + index,
        block: { height: block.height, hash: block.hash },
        parent: block.parent,
        window: windowOf(depths.deepest),
        receipts,
        ...coined,
        maturing: [...(maturing[index] ?? []), ...dueOf(recent, block)],
        holdings: changesOf(this.addresses, touched, receipts, watched.owners, sends),
      })
      recent.push(...receipts)
      made.push(...coined.made)
    }
    return commands
  }

  /** What the cursor's block has changed. */
  async undoing(cursor: Cursor): Promise<UndoBlock> {
    const { engine, on, coins } = this.options
    const deposits = await engine.query.list(DEPOSITS, {
      where: { ...on, blockHash: cursor.hash },
      by: 'blockHeight',
    })
    const coined = (await coins?.undone(cursor.hash)) ?? NO_COINS
    const holdings = await changedAt(this.addresses, cursor.height)
    return { ...on, revision: cursor.revision, deposits, holdings, ...coined }
  }

  private get addresses(): ObservedAddresses {
    const { engine, on, record } = this.options
    return { query: engine.query, on, record }
  }

  /** For each block the deposits that are deep enough with it; for the first also those that could not be credited before. */
  private async maturing(cursor: Cursor, blocks: readonly Block[]): Promise<readonly (readonly Deposit[])[]> {
    const { query } = this.options.engine
    const { on } = this.options
    const following = { part: 'following', by: 'matures' } as const
    const last = blocks.at(-1)?.height ?? cursor.height
    const within = { ...on, matures: { from: cursor.height + 1, to: last } }
    const now = await query.list(DEPOSITS, { ...following, where: within })
    // The newest first, so that many that can never be credited do not hold up the others.
    const before = { ...on, matures: { to: cursor.height } }
    const late = await query.list(DEPOSITS, { ...following, where: before, order: 'desc', limit: LATE })
    let from = cursor.height
    return blocks.map(({ height }, index) => {
      const due = now.filter(({ matures = 0 }) => matures > from && matures <= height)
      from = height
      return index === 0 ? [...due, ...late] : due
    })
  }

  /** The deposits of a payment: one for each tenant with the address. What the tenant's own sweep sends there is none. */
  private receipts(
    block: Block,
    movement: Movement,
    { places }: Watched,
    sends: OwnSends,
  ): readonly Receipt[] {
    const { assets, depths } = this.options
    const { address, asset, amount } = movement
    const tag = this.tagOf(movement)
    return (places.get(address) ?? []).flatMap((row) => {
      const known = assets.of(row.tenant, asset, block.height)
      const send = sends.find(row.tenant, movement.txId)
      if (send !== undefined && isSweep(send)) return []
      if (row.removed || row.tag !== tag || known?.currency !== row.currency) return []
      const sized = { currency: row.currency, amount, scale: known.scale }
      if (depths.isDust(sized)) return []
      return [
        {
          tenant: row.tenant,
          currency: row.currency,
          txId: movement.txId,
          position: movement.position,
          address,
          tag: row.tag,
          amount,
          from: movement.from,
          matures: Math.max(block.height + depths.of(sized) - 1, movement.matures ?? 0),
        },
      ]
    })
  }

  /** As deposit addresses spell it; empty on chains without tags. */
  private tagOf({ tag = '' }: Movement): string {
    const { blocks, record } = this.options
    return record.tag === undefined ? '' : (blocks.depositTag?.(tag) ?? tag)
  }

  /** When the coin may be spent. */
  private maturesAt({ height }: Block, { matures = 0 }: Movement): number {
    return Math.max(height + this.options.depths.least - 1, matures)
  }
}

/** Deposits of earlier blocks of the group, which are not in the database yet. */
function dueOf(recent: readonly Receipt[], { height }: Block): readonly DepositName[] {
  return recent
    .filter(({ matures }) => matures <= height)
    .map(({ tenant, currency, txId, position, address }) => ({
      tenant,
      currency,
      txId,
      vout: position,
      address,
    }))
}
