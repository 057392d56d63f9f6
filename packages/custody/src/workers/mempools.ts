/**
 * Watches the mempool of a chain, beside its follower and not within it: blocks wait for no mempool. What it finds is told
 * and nothing else. While nobody wants to hear of it, no node is asked.
 */
import {
  cursorKey,
  type FollowedChain,
  forgetGlimpses,
  formatDecimal,
  type Glimpsed,
  glimpse,
  MEMPOOLS,
  PENDING_CURRENCIES,
  Recent,
  type Rule,
  SIGHTINGS,
  SUBSCRIPTIONS,
} from '@tallystick/core'
import { type Engine, Loop } from '@tallystick/engine'
import type { Block, Mempool } from '../ports/blocks.js'
import { NodeFault } from '../ports/chain.js'
import { Hearers } from './hearers.js'
import type { Expected } from './observer.js'
import { decideOfChains } from './of-chains.js'
import { slicesOf } from './sighted.js'

interface MempoolOptions {
  readonly engine: Pick<Engine, 'execute' | 'query' | 'scheduler' | 'warn'>
  readonly on: FollowedChain
  /** A new look into the mempool. */
  readonly open: () => Mempool
  readonly observer: { waiting(block: Block): Promise<Expected> }
  /** Of the coin. */
  readonly decimals: number
  /** For how many blocks at least it is remembered what was told. */
  readonly window: number
}

/** Between two rounds. A long mempool takes a node long to list, and this process to read: then there are fewer. */
const LEAST_MS = 2_000
const MOST_MS = 60_000
const SHARE = 20
/** Transactions that one round looks at, the newest first, and those that wait to be looked at. */
const LOOKED_AT = 1_000
const QUEUED = 100_000
/** What one commit tells of: see `Observer`. */
const AT_ONCE = { count: 250, size: 1 }
const CHARACTERS = 1_000_000
/** What one round looks through for what can be forgotten. */
const FORGOTTEN = 100
/**
 * Anybody can make a transaction that a node does not give, or that fails what looks at it. So a group that fails is split
 * into so many parts, until the transaction is alone; and it is tried in so many rounds, because nodes fail for moments.
 */
const PARTS = 10
const TRIES = 10
/** Groups of one round that may fail. A node that gives nothing at all is left alone after as many. */
const FAILURES = 12

const PENDING = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'

export class MempoolWatch {
  private mempool: Mempool | undefined
  /** Ids, the newest last. */
  private queue: string[] = []
  /** How often those have failed that fail alone. */
  private readonly tries = new Recent<string, number>(QUEUED)
  /** Of what was looked through to be forgotten, and waits still. */
  private passed = 0
  private last: Promise<void> = Promise.resolve()
  private readonly loop: Loop
  private problem: string | null = null

  constructor(private readonly options: MempoolOptions) {
    const { scheduler } = options.engine
    this.loop = new Loop(scheduler, async () => {
      const begun = scheduler.elapsed()
      await this.round()
      return Math.min(MOST_MS, Math.max(LEAST_MS, SHARE * (scheduler.elapsed() - begun)))
    })
  }

  start(): void {
    this.loop.start(LEAST_MS)
  }

  stop(): void {
    void this.loop.stop()
  }

  /** Tells what has entered. Never rejects: it reports a fault once, and the next round tries again. */
  round(): Promise<void> {
    this.last = this.last.then(async () => {
      try {
        const given = await this.once()
        if (given === undefined) this.problem = null
        else this.tell(`leaves out a transaction, which is told with its block only: ${wordsOf(given)}`)
      } catch (fault) {
        this.tell(`is not watched: ${wordsOf(fault)}`)
      }
    })
    return this.last
  }

  /** @returns Why a transaction was given up, if one was */
  private async once(): Promise<unknown> {
    const { engine, on, open } = this.options
    const height = (await engine.query.find(cursorKey(on)))?.height
    if (height === undefined || !(await this.isHeard())) {
      this.mempool = undefined
      this.queue = []
      return
    }
    this.mempool ??= open()
    this.queue = [...this.queue, ...(await this.mempool.entered())].slice(-QUEUED)
    const given = await this.look(this.mempool, this.queue.splice(-LOOKED_AT), height)
    await this.forget(this.mempool, height)
    return given
  }

  /** Tells of these, the small groups last. @returns The fault of one that was given up. @throws The last of too many */
  private async look(mempool: Mempool, ids: readonly string[], height: number): Promise<unknown> {
    const groups: (readonly string[])[] = [ids]
    let failures = 0
    let given: unknown
    for (let group = groups.shift(); group !== undefined && !this.loop.isStopped; group = groups.shift()) {
      try {
        await this.tellOf(await this.glimpsed(mempool, group, height), height)
      } catch (fault) {
        const [id = '', ...others] = group
        if (others.length > 0) groups.push(...partsOf(group))
        else if (this.isGivenUp(id)) given = fault
        if (++failures < FAILURES) continue
        this.queue.push(...groups.flat())
        throw fault
      }
    }
    return given
  }

  private async tellOf(glimpsed: readonly Glimpsed[], height: number): Promise<void> {
    const hearers = await Hearers.of(this.options.engine.query, glimpsed)
    for (const part of slicesOf(glimpsed, AT_ONCE, (one) => hearers.shareOf(one, CHARACTERS))) {
      if (!this.loop.isStopped) await this.decide(glimpse, { ...this.options.on, height, glimpsed: part })
    }
  }

  /** A transaction has failed alone. If it is not given up, it waits behind all others. */
  private isGivenUp(id: string): boolean {
    const tries = (this.tries.get(id) ?? 0) + 1
    this.tries.set(id, tries)
    if (tries >= TRIES) return true
    this.queue.unshift(id)
    return false
  }

  /** Whether anybody wants to hear of this mempool. */
  private async isHeard(): Promise<boolean> {
    const { query } = this.options.engine
    const { chain, network: chainNetwork } = this.options.on
    const on = { chain, chainNetwork, type: 'ADDRESS_TRANSACTION' } as const
    const early =
      MEMPOOLS[chain] === true ? { where: on, by: 'number' as const } : { where: on, part: 'early' }
    if ((await query.list(SUBSCRIPTIONS, { ...early, limit: 1 })).length > 0) return true
    if (!PENDING_CURRENCIES.includes(chain)) return false
    return (await query.list(SUBSCRIPTIONS, { part: 'pending', limit: 1 })).length > 0
  }

  private async glimpsed(
    mempool: Mempool,
    ids: readonly string[],
    height: number,
  ): Promise<readonly Glimpsed[]> {
    const found = [...(await mempool.waiting(ids)).values()].filter((one) => one !== null)
    if (found.length === 0) return []
    const { payments, sighted } = await this.options.observer.waiting({
      ...{ height: height + 1, hash: '', parent: '', time: 0 },
      movements: found.flatMap(({ movements }) => movements),
      spends: found.flatMap(({ spends }) => spends),
      logs: found.flatMap(({ logs = [] }) => logs),
    })
    return [...(await this.pending(payments)), ...sighted]
  }

  /** What those are told who wait for deposits of an account in the coin of the chain. */
  private async pending(payments: Expected['payments']): Promise<readonly Glimpsed[]> {
    const { engine, on, decimals } = this.options
    const coins = PENDING_CURRENCIES.includes(on.chain)
      ? payments.filter(({ currency }) => currency === on.chain)
      : []
    const heard = new Set<string>()
    for (const tenant of new Set(coins.map((payment) => payment.tenant))) {
      const accounts = coins.filter((payment) => payment.tenant === tenant).map(({ account }) => account)
      const where = { tenant, type: PENDING, object: { in: ['', ...new Set<string>(accounts)] } } as const
      for (const { object } of await engine.query.list(SUBSCRIPTIONS, { where }))
        heard.add(`${tenant} ${object}`)
    }
    return coins
      .filter(({ tenant, account }) => heard.has(`${tenant} ${account}`) || heard.has(`${tenant} `))
      .map(({ tenant, account, amount, currency, txId, position, address, from }) => ({
        ...{
          tenant,
          txId,
          kind: PENDING,
          object: account,
          outputs: {},
          place: `${txId}:${position}:${address}`,
        },
        deposit: { tenant, currency, txId, vout: position, address },
        body: JSON.stringify({
          ...{ amount: formatDecimal(amount, decimals), currency, accountId: account, txId },
          ...{ blockHash: null, blockHeight: null, mempool: true },
          ...(from === null ? {} : { from }),
          ...{ to: address, index: position },
        }),
      }))
  }

  /** What was told long ago is remembered while it waits, so that nobody hears of it again. */
  private async forget(mempool: Mempool, height: number): Promise<void> {
    const { engine, on, window } = this.options
    const old = await engine.query.list(SIGHTINGS, {
      part: 'glimpsed',
      where: { ...on, height: { to: height - window } },
      by: 'height',
      offset: this.passed,
      limit: FORGOTTEN,
    })
    const before = this.passed
    // If the node does not tell of one of them, the others have their turn.
    this.passed = old.length < FORGOTTEN ? 0 : before + old.length
    const waiting = await mempool.waiting([...new Set(old.map(({ txId }) => txId))])
    const glimpses = old.filter(({ txId }) => !waiting.has(txId))
    if (old.length === FORGOTTEN) this.passed = before + old.length - glimpses.length
    if (glimpses.length > 0) await this.decide(forgetGlimpses, { glimpses })
  }

  private decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
    return decideOfChains(this.options.engine, rule, command)
  }

  private tell(problem: string): void {
    if (problem === this.problem || this.loop.isStopped) return
    this.problem = problem
    const { chain, network } = this.options.on
    this.options.engine.warn(`The mempool of ${chain} ${network} ${problem}`)
  }
}

/** What a node says may name its host. */
const wordsOf = (fault: unknown): string => (fault instanceof NodeFault ? fault.message : String(fault))

function partsOf(ids: readonly string[]): readonly (readonly string[])[] {
  const size = Math.ceil(ids.length / PARTS)
  const starts = Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => part * size)
  return starts.map((start) => ids.slice(start, start + size))
}
