/**
 * Follows one chain block by block. One unit of work writes a block with its deposits. Any number of engines may follow the
 * same chain on one storage: if two have read the same block, one moves the cursor, and the other reads the cursor again.
 * Every step asks the node whether the last block is still part of its chain, because a notification of a reorganisation
 * could be lost.
 */
import {
  beginFollowing,
  type Cursor,
  creditDeposits,
  cursorKey,
  type Deposit,
  describeRejection,
  type FollowedChain,
  observeBlock,
  observeMore,
  type Rule,
  systemAccountId,
  undoBlock,
} from '@tallystick/core'
import { type Engine, Loop } from '@tallystick/engine'
import type { Block, Blocks, BlocksAt } from '../ports/blocks.js'
import { type Chain, type ChainRecord, NodeFault } from '../ports/chain.js'
import { ReadAhead } from './ahead.js'
import type { Coins } from './coins.js'
import { Depths, windowOf } from './depth.js'
import { beginning } from './first-block.js'
import { Groups, TOGETHER } from './groups.js'
import { type FollowedAssets, KnownAssets } from './known-assets.js'
import { Observer } from './observer.js'
import { decideOfChains } from './of-chains.js'
import { Progress } from './progress.js'
import { type Source, Sources, Stuck } from './sources.js'

export interface FollowerOptions {
  readonly engine: Pick<Engine, 'execute' | 'query' | 'scheduler' | 'warn' | 'inform'>
  readonly record: Pick<ChainRecord, 'id' | 'confirmations' | 'decimals' | 'family' | 'tag'>
  /** Reads what sweeps have sent: see `Observer`. */
  readonly codec?: Chain['codec']
  readonly blocks: Blocks
  /** The same by node. Default: one node. */
  readonly blocksAt?: readonly BlocksAt[] | undefined
  /** The network as deposit addresses name it: see `OnChain`. */
  readonly network: string
  readonly assets: FollowedAssets
  /** Default: the confirmations of the record for every deposit. */
  readonly depths?: Depths
  /** UTXO: which coins are ours. */
  readonly coins?: Coins
  /** Which tokens have which decimals. */
  readonly tokens?: Chain['tokens']
  /** Looks at blocks before they are observed. */
  readonly before?: (blocks: readonly Block[]) => Promise<void>
  /** Payments or credits of one commit. Default: some hundreds. */
  readonly atOnce?: number
  /** The first block to read if nobody has followed the chain before. Default: see `beginning`. */
  readonly from?: number
}

/** How a chain is followed, for readiness and metrics. */
export interface FollowerStatus extends FollowedChain, Source {
  /** The last block that was observed; null before the first. */
  readonly height: number | null
  /** Blocks of the node that are not observed yet; null until a node has reported its head. */
  readonly behind: number | null
  /** While it catches up: blocks observed each second, and how long the rest takes at this rate; otherwise null. */
  readonly perSecond: number | null
  readonly secondsLeft: number | null
  /** The depth of the deepest reorganisation since the start, in blocks. */
  readonly deepestReorganisation: number
  /** No node of the chain traces calls: what contracts pay in the native coin is not seen (`Block.untraced`). */
  readonly untraced: boolean
  /** Why it has stopped or waits, with a remedy if there is one; null while it proceeds. */
  readonly problem: string | null
}

/** Between two rounds, once all blocks are observed. */
const FOLLOW_MS = 5_000
/** Blocks that are read at once. */
const AHEAD = 2 * TOGETHER

export class Follower {
  private readonly on: FollowedChain
  private readonly assets: KnownAssets
  private readonly depths: Depths
  private readonly observer: Observer
  private readonly progress: Progress
  private readonly sources: Sources
  /** Of the node that is asked now. */
  private blocks: Blocks
  /** Rounds follow one another. */
  private last: Promise<void> = Promise.resolve()
  private readonly loop: Loop
  private height: number | null = null
  private head: number | null = null
  private undone = 0
  private deepest = 0
  private untraced = false
  private problem: string | null = null
  /** Deposits may be deep enough and not credited: a process that has ended may have left some. */
  private hasDue = true
  private arrived = false

  constructor(private readonly options: FollowerOptions) {
    this.on = { chain: options.record.id, network: options.network }
    this.assets = new KnownAssets(options.engine, this.on, options.assets)
    const { scheduler, inform } = options.engine
    this.progress = new Progress(
      () => scheduler.elapsed(),
      (line) => inform(`${this.on.chain} ${this.on.network} is ${line}`),
    )
    this.blocks = options.blocks
    this.sources = new Sources(
      options.blocksAt ?? [{ node: null, blocks: options.blocks }],
      () => scheduler.elapsed(),
      (line) => options.engine.warn(`${this.on.chain} ${this.on.network} is ${line}`),
    )
    this.depths = options.depths ?? new Depths(options.record.confirmations)
    this.observer = new Observer({ ...options, on: this.on, assets: this.assets, depths: this.depths })
    this.loop = new Loop(scheduler, () => this.round().then(() => FOLLOW_MS))
  }

  get status(): FollowerStatus {
    const { height, head, deepest, untraced, problem } = this
    const behind = head === null || height === null ? null : Math.max(0, head - height)
    return {
      ...this.on,
      ...this.sources.source,
      height,
      behind,
      ...this.progress.rate(behind),
      deepestReorganisation: deepest,
      untraced,
      problem,
    }
  }

  /** Whether it has come to the head of its node since it was started. */
  hasArrived({ chain, network }: FollowedChain): boolean {
    return this.arrived && this.on.chain === chain && this.on.network === network
  }

  start(): void {
    this.loop.start()
  }

  /** Takes effect at once. The next follower reads the block that is being read again. */
  stop(): void {
    void this.loop.stop()
  }

  /** Proceeds to the node's head. Never rejects: it reports a fault once, and the next round tries again. */
  round(): Promise<void> {
    this.last = this.last.then(() => this.once())
    return this.last
  }

  private async once(): Promise<void> {
    try {
      await this.sources.round(async (blocks) => {
        this.blocks = blocks
        await this.catchUp()
        return this.height
      })
      this.tell(null)
    } catch (fault) {
      // What a node says may name its host.
      this.tell(fault instanceof NodeFault || fault instanceof Stuck ? fault.message : String(fault))
    }
  }

  private async catchUp(): Promise<void> {
    const { blocks } = this
    this.progress.begin()
    const ahead = new ReadAhead((height) => blocks.block(height, this.assets.tokens), AHEAD)
    const groups = new Groups(ahead, (read) => this.observer.look(read))
    for (let cursor = await this.begin(); !this.loop.isStopped; ) {
      this.height = cursor.height
      this.head = (await blocks.head()).height
      const moved = (await this.isOnChain(cursor))
        ? await this.proceed(cursor, groups)
        : await this.goBack(cursor, groups)
      if (moved === null) {
        this.arrived ||= !this.loop.isStopped
        return
      }
      cursor = moved
    }
  }

  private async proceed(cursor: Cursor, groups: Groups): Promise<Cursor | null> {
    if (cursor.unfinished === true) return this.finish(cursor, groups)
    if (this.hasDue) await this.creditDue(cursor)
    return this.goOn(cursor, groups)
  }

  /** The stored cursor; at first, a new one. */
  private async begin(): Promise<Cursor> {
    const known = await this.options.engine.query.find(cursorKey(this.on))
    if (known !== undefined) return known
    const { blocks, on } = this
    const { from, engine } = this.options
    const window = windowOf(this.depths.deepest)
    const older = [...(await beginning({ query: engine.query, on, blocks, from, window }))]
    const block = older.pop()
    if (block === undefined) {
      throw new Stuck(
        `the node does not have the block from which the chain is followed: see follow.from (docs/chains.md)`,
      )
    }
    return this.decide(beginFollowing, { ...on, block, older })
  }

  /** Whether the cursor's block is part of the node's chain. @throws Stuck while the node cannot tell */
  private async isOnChain({ height, hash }: Cursor): Promise<boolean> {
    const header = await this.blocks.header(height)
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

  /** Observes the next blocks: each by its own rule, a group of them in one commit. @returns Null if there are none */
  private async goOn(cursor: Cursor, groups: Groups): Promise<Cursor | null> {
    const group = await groups.next(cursor, this.head ?? 0)
    const { blocks } = group
    const [first] = blocks
    if (this.loop.isStopped) return null
    if (first === undefined) return this.atHead(cursor)
    if (first.parent !== cursor.hash) return this.reread(cursor, groups)
    this.sources.judge(blocks)
    // They may lack what they move of a token that was registered while they were read: they are read again.
    if (await this.assets.refresh()) {
      groups.clear()
      return cursor
    }
    await this.options.before?.(blocks)
    const { commands, hasMore } = await this.observer.commands(cursor, group)
    if (hasMore) this.hasDue = true
    const observing = Promise.all(commands.map((command) => this.decide(observeBlock, command)))
    const last = commands.at(-1)?.block ?? cursor
    groups.prepare({ ...last, revision: cursor.revision + commands.length }, this.head ?? 0)
    const results = await observing
    let at = cursor
    for (const [index, observed] of results.entries()) {
      if (observed.kind !== 'moved') {
        groups.clear()
        return this.begin()
      }
      at = observed.cursor
      this.untraced = blocks[index]?.untraced === true
      this.height = at.height
      this.undone = 0
    }
    this.progress.add(results.length, Math.max(0, (this.head ?? 0) - at.height))
    return at
  }

  /** @throws Stuck if the node has a newer head than it has blocks */
  private atHead({ height }: Cursor): null {
    if ((this.head ?? 0) <= height) return null
    throw new Stuck(`the node does not have block ${height + 1}, which is not above its head`)
  }

  /** After a block that does not follow the cursor's: the chain was reorganised meanwhile. @throws Stuck if it was not */
  private async reread(cursor: Cursor, groups: Groups): Promise<Cursor> {
    groups.clear()
    if ((await this.blocks.header(cursor.height))?.hash !== cursor.hash) return cursor
    throw new Stuck(
      `the node contradicts itself: it has block ${cursor.height}, and the next one follows another`,
    )
  }

  /** Records what is left of the cursor's block, whoever has begun it. */
  private async finish(cursor: Cursor, groups: Groups): Promise<Cursor> {
    if (await this.assets.refresh()) groups.clear()
    const block = await this.blocks.block(cursor.height, this.assets.tokens)
    if (block?.hash !== cursor.hash) throw new Stuck(`the node does not give block ${cursor.height} again`)
    this.sources.judge([block])
    let at = cursor
    for (const part of await this.observer.rest(cursor, block)) {
      const { revision } = at
      const observed = await this.decide(observeMore, { ...this.on, revision, ...part })
      if (observed.kind !== 'moved' || this.loop.isStopped) return this.begin()
      at = observed.cursor
    }
    return at
  }

  /** Credits deposits that are deep enough, a group of them at a time. */
  private async creditDue(cursor: Cursor): Promise<void> {
    for (let after: string | undefined; !this.loop.isStopped; ) {
      const deposits = await this.observer.due(cursor, after)
      after = deposits.at(-1)?.id
      if (after === undefined) break
      await this.decide(creditDeposits, { ...this.on, deposits })
    }
    this.hasDue = false
  }

  /** Undoes the last block, or a part of it. */
  private async goBack(cursor: Cursor, groups: Groups): Promise<Cursor> {
    groups.clear()
    const undone = await this.decide(undoBlock, await this.observer.undoing(cursor))
    if (undone.kind === 'too-deep') {
      throw new Stuck(
        `the chain was reorganised below block ${cursor.height}, deeper than can be undone. Nothing is credited ` +
          'until the node has that block again: find out which chain is the right one (docs/custody.md)',
      )
    }
    if (undone.kind === 'refused') {
      const { deposit, rejection } = undone
      throw new Stuck(
        `block ${cursor.height} cannot be undone: the credit of deposit ${deposit.id} cannot be posted back ` +
          `(${describeRejection(rejection)})`,
      )
    }
    if (undone.kind !== 'moved') return this.begin()
    if (undone.cursor.unfinished !== true) this.undone++
    this.deepest = Math.max(this.deepest, this.undone)
    for (const deposit of undone.deposits) this.tellShortfall(deposit)
    return undone.cursor
  }

  /** The account is frozen with the block. Whoever looks after the ledger must know what it has paid in its place. */
  private tellShortfall({ tenant, account, currency, id, txId, shortfall = 0n }: Deposit): void {
    if (shortfall === 0n) return
    this.options.engine.warn(
      `${this.on.chain} ${this.on.network} has undone deposit ${id} (${txId}), and account ${account} of the tenant ` +
        `${tenant} no longer had it. The account is frozen, and ${systemAccountId(tenant, 'shortfall', currency)} ` +
        'has paid for it: see "A reorganisation" in docs/custody.md',
    )
  }

  private decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
    return decideOfChains(this.options.engine, rule, command)
  }

  private tell(problem: string | null): void {
    if (problem === this.problem) return
    this.problem = problem
    const { chain, network } = this.on
    if (problem !== null && !this.loop.isStopped) {
      this.options.engine.warn(`${chain} ${network} is not followed: ${problem}`)
    }
  }
}
