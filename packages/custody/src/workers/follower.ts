/**
 * Follows one chain block by block. One unit of work writes a block with its deposits. Any number of engines may follow the
 * same chain on one storage: if two have read the same block, one moves the cursor, and the other reads the cursor again.
 * Every step asks the node whether the last block is still part of its chain, because a notification of a reorganisation
 * could be lost.
 */
import {
  type ApiKeyId,
  beginFollowing,
  CHAINS_TENANT,
  type Cursor,
  cursorKey,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  type Deposit,
  type DepositAddress,
  type FollowedChain,
  type Observation,
  observeBlock,
  type Receipt,
  type Rule,
  undoBlock,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import type { Block, Blocks, Movement } from '../ports/blocks.js'
import { type ChainRecord, NodeFault } from '../ports/chain.js'
import { type Coins, pages } from './coins.js'
import { changedAt, changesOf, type ObservedAddresses } from './holdings.js'
import { type FollowedAssets, KnownAssets } from './known-assets.js'

export interface FollowerOptions {
  readonly engine: Pick<Engine, 'execute' | 'query' | 'scheduler' | 'warn'>
  readonly record: Pick<ChainRecord, 'id' | 'confirmations' | 'family' | 'tag'>
  readonly blocks: Blocks
  /** The network as deposit addresses name it: see `OnChain`. */
  readonly network: string
  readonly assets: FollowedAssets
  /** UTXO: which coins are ours. */
  readonly coins?: Coins
  /** The first block to read if nobody has followed the chain before. Default: the block after the head. */
  readonly from?: number
}

/** How a chain is followed, for readiness and metrics. */
export interface FollowerStatus extends FollowedChain {
  /** The last block that was observed; null before the first. */
  readonly height: number | null
  /** Blocks of the node that are not observed yet; null until a node has reported its head. */
  readonly behind: number | null
  /** The depth of the deepest reorganisation since the start, in blocks. */
  readonly deepestReorganisation: number
  /** No node of the chain traces calls: what contracts pay in the native coin is not seen (`Block.untraced`). */
  readonly untraced: boolean
  /** Why it has stopped or waits, with a remedy if there is one; null while it proceeds. */
  readonly problem: string | null
}

/** Between two rounds, once all blocks are observed. */
export const FOLLOW_MS = 5_000
/** Blocks that are read at once while the follower is behind. */
const AHEAD = 8
/** Blocks that are kept, at least. */
const WINDOW = 100
/** How many blocks are kept, which is how many can be undone at most. */
export const windowOf = ({ confirmations }: Pick<ChainRecord, 'confirmations'>): number =>
  Math.max(WINDOW, 2 * confirmations)

/** The most deposits that one block tries again, which a deactivated account or a missing rate has delayed. */
const LATE = 1_000

const NO_COINS = { made: [], spent: [] }

const CALLER = { tenant: CHAINS_TENANT, apiKey: '' as ApiKeyId }

export class Follower {
  private readonly on: FollowedChain
  private readonly assets: KnownAssets
  private cancel: () => void = () => undefined
  private stopped = false
  private height: number | null = null
  private head: number | null = null
  private undone = 0
  private deepest = 0
  private untraced = false
  private problem: string | null = null

  constructor(private readonly options: FollowerOptions) {
    this.on = { chain: options.record.id, network: options.network }
    this.assets = new KnownAssets(options.engine, this.on, options.assets)
  }

  get status(): FollowerStatus {
    const { height, head, deepest, untraced, problem } = this
    const behind = head === null || height === null ? null : Math.max(0, head - height)
    return { ...this.on, height, behind, deepestReorganisation: deepest, untraced, problem }
  }

  start(): void {
    this.options.engine.scheduler.soon(() => this.run())
  }

  /** Takes effect at once. The next follower reads the block that is being read again. */
  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private run(): void {
    if (this.stopped) return
    void this.round().then(() => {
      if (!this.stopped) this.cancel = this.options.engine.scheduler.later(() => this.run(), FOLLOW_MS)
    })
  }

  /** Proceeds to the node's head. Never rejects: it reports a fault once, and the next round tries again. */
  async round(): Promise<void> {
    try {
      await this.catchUp()
      this.tell(null)
    } catch (fault) {
      // What a node says may name its host.
      this.tell(fault instanceof NodeFault || fault instanceof Stuck ? fault.message : String(fault))
    }
  }

  private async catchUp(): Promise<void> {
    const { blocks } = this.options
    for (let cursor = await this.begin(); !this.stopped; ) {
      this.height = cursor.height
      this.head = (await blocks.head()).height
      const moved = (await this.isOnChain(cursor)) ? await this.goOn(cursor) : await this.goBack(cursor)
      if (moved === null) return
      cursor = moved
    }
  }

  /** The stored cursor; at first, a new one. */
  private async begin(): Promise<Cursor> {
    const known = await this.options.engine.query.find(cursorKey(this.on))
    if (known !== undefined) return known
    const { blocks } = this.options
    const height = this.options.from === undefined ? (await blocks.head()).height : this.options.from - 1
    const block = await blocks.header(Math.max(0, height))
    if (block === undefined)
      throw new Stuck(`the node has no block ${height}, from which the chain is followed`)
    return this.decide(beginFollowing, { ...this.on, block: { height: block.height, hash: block.hash } })
  }

  /** Whether the cursor's block is part of the node's chain. @throws Stuck while the node cannot tell */
  private async isOnChain({ height, hash }: Cursor): Promise<boolean> {
    const header = await this.options.blocks.header(height)
    if (header === undefined) throw new Stuck(`the node is behind: it has no block ${height} yet`)
    if (header.hash === hash) return true
    // The other nodes may never follow a branch of the same length.
    if ((this.head ?? 0) <= height) {
      throw new Stuck(
        `the node has another block ${height} and none after it: which of the two stays is open`,
      )
    }
    return false
  }

  /** Observes the next blocks. @returns Null if there are none */
  private async goOn(cursor: Cursor): Promise<Cursor | null> {
    const count = Math.min(AHEAD, Math.max(1, (this.head ?? 0) - cursor.height))
    const heights = Array.from({ length: count }, (_, index) => cursor.height + 1 + index)
    await this.assets.refresh()
    const reads = heights.map((height) => this.options.blocks.block(height, this.assets.tokens))
    // If a block fails, nobody waits for those behind it, and their errors must not be unhandled rejections.
    for (const read of reads) read.catch(() => undefined)
    let at = cursor
    for (const read of reads) {
      const block = await read
      if (block === undefined || this.stopped) break
      // It may lack what it moves of a token that was registered while it was read: it is read again.
      if (await this.assets.refresh()) return at
      // On a chain with empty slots, several heights answer with the same block.
      if (block.height <= at.height) continue
      if (block.parent !== at.hash) return at === cursor ? this.goBack(cursor) : at
      const observed = await this.observe(at, block)
      if (observed.kind !== 'moved') return this.begin()
      at = observed.cursor
      this.untraced = block.untraced === true
      this.height = at.height
      this.undone = 0
    }
    return at === cursor ? null : at
  }

  private get observed(): ObservedAddresses {
    const { engine, record } = this.options
    return { query: engine.query, on: this.on, record }
  }

  private async observe(cursor: Cursor, block: Block): Promise<Observation> {
    const paid = block.movements.filter(({ amount, returned }) => amount > 0n && returned !== true)
    const ours = await this.addresses([...new Set(paid.map(({ address }) => address))])
    const receipts = this.receipts(block, paid, ours)
    return this.decide(observeBlock, {
      ...this.on,
      revision: cursor.revision,
      block: { height: block.height, hash: block.hash },
      parent: block.parent,
      window: windowOf(this.options.record),
      receipts,
      ...(await this.coined(block, paid, ours)),
      maturing: await this.maturing(cursor, block),
      holdings: await changesOf(this.observed, block, receipts),
    })
  }

  /** Deposits that are deep enough with the block, and those that could not be credited before. */
  private async maturing(cursor: Cursor, block: Block): Promise<readonly Deposit[]> {
    const { query } = this.options.engine
    const on = { part: 'following', by: 'matures' } as const
    const heights = Array.from({ length: block.height - cursor.height }, (_, index) => block.height - index)
    const now = await query.list(DEPOSITS, { ...on, where: { ...this.on, matures: { in: heights } } })
    // The newest first, so that many that can never be credited do not hold up the others.
    const late = { ...this.on, matures: { to: cursor.height } }
    return [...now, ...(await query.list(DEPOSITS, { ...on, where: late, order: 'desc', limit: LATE }))]
  }

  /** What the block pays to addresses of ours. */
  private receipts(
    block: Block,
    paid: readonly Movement[],
    ours: readonly DepositAddress[],
  ): readonly Receipt[] {
    const known = new Map<string, DepositAddress[]>()
    for (const row of ours) {
      if (row.removed) continue
      const name = nameOf(row)
      const rows = known.get(name)
      if (rows === undefined) known.set(name, [row])
      else rows.push(row)
    }
    if (known.size === 0) return []
    const { blocks } = this.options
    return paid.flatMap((movement) => {
      const { address, tag = '' } = movement
      const rows = known.get(nameOf({ address, tag: blocks.depositTag?.(tag) ?? tag })) ?? []
      const paidTo = rows.filter(
        ({ tenant, currency }) => currency === this.assets.currencyOf(tenant, movement.asset, block.height),
      )
      return paidTo.map((row) => ({
        tenant: row.tenant,
        currency: row.currency,
        txId: movement.txId,
        position: movement.position,
        address,
        tag: row.tag,
        amount: movement.amount,
        from: movement.from,
        matures: this.maturesAt(block, movement),
      }))
    })
  }

  /** Which outputs of ours the block makes and spends. */
  private coined(block: Block, paid: readonly Movement[], ours: readonly DepositAddress[]) {
    const { coins } = this.options
    return coins?.of(block, paid, ours, (movement) => this.maturesAt(block, movement)) ?? NO_COINS
  }

  private maturesAt({ height }: Block, { matures = 0 }: Movement): number {
    return Math.max(height + this.options.record.confirmations - 1, matures)
  }

  /** Our deposit addresses among these, of all tenants, also the removed ones. */
  private async addresses(all: readonly string[]): Promise<readonly DepositAddress[]> {
    const found: DepositAddress[] = []
    for (const address of pages(all)) {
      const where = { ...this.on, address: { in: address } }
      found.push(...(await this.options.engine.query.list(DEPOSIT_ADDRESSES, { where, by: 'address' })))
    }
    return found
  }

  /** Undoes the last block. */
  private async goBack(cursor: Cursor): Promise<Cursor> {
    const { chain, network } = this.on
    const deposits = await this.options.engine.query.list(DEPOSITS, {
      where: { chain, network, blockHash: cursor.hash },
      by: 'blockHeight',
    })
    const coined = (await this.options.coins?.undone(cursor.hash)) ?? NO_COINS
    const holdings = await changedAt(this.observed, cursor.height)
    const command = { ...this.on, revision: cursor.revision, deposits, holdings, ...coined }
    const undone = await this.decide(undoBlock, command)
    if (undone.kind === 'too-deep') {
      throw new Stuck(
        `the chain was reorganised below block ${cursor.height}, deeper than can be undone. Nothing is credited ` +
          'until the node has that block again: find out which chain is the right one (docs/custody.md)',
      )
    }
    this.undone++
    this.deepest = Math.max(this.deepest, this.undone)
    return undone.kind === 'moved' ? undone.cursor : this.begin()
  }

  private decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
    return this.options.engine.execute({
      caller: CALLER,
      rule,
      command,
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
  }

  private tell(problem: string | null): void {
    if (problem === this.problem) return
    this.problem = problem
    const { chain, network } = this.on
    if (problem !== null && !this.stopped) {
      this.options.engine.warn(`${chain} ${network} is not followed: ${problem}`)
    }
  }
}

/** The chain cannot be followed further for now: the message says why. */
class Stuck extends Error {
  override readonly name = 'Stuck'
}

const nameOf = ({ address, tag }: Pick<DepositAddress, 'address' | 'tag'>): string =>
  JSON.stringify([address, tag])
