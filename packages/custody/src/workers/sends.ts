/**
 * Looks after recorded transactions that are not settled: those whose call ended early or got no answer, and those that
 * wait for a block. It sends a transaction again if no node has it. Any number of processes may run it on one storage:
 * sending or settling a transaction twice has no further effect.
 */

import { isGap, isOver, isUnanswered, type Send, type SendId } from '@tallystick/core'
import {
  Loop,
  type Queries,
  Rejected,
  reservedIndexes,
  type Scheduler,
  unsettledSends,
} from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { recordedChain } from '../recorded-chain.js'
import type { Sends, SubmitResult } from '../send/sends.js'
import type { Deployments } from './deployments.js'
import type { Renewals } from './renewals.js'

interface SendsWorkerOptions {
  readonly chains: Chains
  readonly sends: Pick<Sends, 'look' | 'fill'>
  /** Looks after pending signatures, beside the rounds. */
  readonly renewals: Pick<Renewals, 'look' | 'stop'>
  /** Stores what transactions that are final have deployed, beside the rounds. */
  readonly deployments: Pick<Deployments, 'look' | 'stop'>
  readonly query: () => Queries
  readonly scheduler: Scheduler
  readonly warn: (message: string) => void
}

/** Milliseconds between two rounds. */
export const ROUND_MS = 5_000
/** A transaction is looked at after one round, then after twice as long each time, up to this. */
const LONGEST_WAIT_MS = 600_000
/** For a transaction in a block: if the block is undone, later transactions of the sender wait behind this one. */
const LONGEST_WAIT_IN_BLOCK_MS = 60_000
/** For a transaction behind which others of its sender wait: none of them is mined while no node has this one. */
const LONGEST_WAIT_IN_FRONT_MS = 15_000
/** Transactions in a page, and pages in a round; the next round continues from there. */
const PAGE = 100
const PAGES = 10
/** Transactions of one chain that are looked at side by side. */
const ABREAST = 8

/** Times are the scheduler's, because somebody may set the time of day meanwhile. */
interface Patience {
  /** It was in a block at the last look. When that changes, the worker looks often again. */
  inBlock: boolean
  looks: number
  /** The time of the last look. */
  looked: number
  /** The time of the next look. */
  due: number
  /** See `isGap`. */
  untaken: number | null
}

export class SendsWorker {
  private readonly patience = new Map<SendId, Patience>()
  /** Seen since the current pass through the list began. */
  private met = new Set<SendId>()
  private after: SendId | undefined
  private readonly loop: Loop
  /** Problems that were reported, once, and have not ended. */
  private readonly troubles = new Set<string>()

  constructor(private readonly options: SendsWorkerOptions) {
    this.loop = new Loop(options.scheduler, () => this.round().then(() => ROUND_MS))
  }

  /** The first round comes at once: after a crash there may be something to finish. */
  start(): void {
    this.loop.start()
  }

  /** Takes effect at once. Later answers of nodes are not written; the next process asks again. */
  stop(): void {
    void this.loop.stop()
    this.options.renewals.stop()
    this.options.deployments.stop()
  }

  private async round(): Promise<void> {
    const isRead = await this.look()
    if (!isRead || this.loop.isStopped) return
    // The next round waits for neither: anybody can ask for thousands of signatures, on a chain whose nodes hang, or deploy
    // what is slow to look at, and can never be stored.
    void this.without('pending signatures that have expired', () => this.options.renewals.look())
    void this.without('tokens that are deployed', () => this.options.deployments.look())
  }

  /** @returns Whether the storage answered */
  private look(): Promise<boolean> {
    return this.without('the list of transactions to be sent', async () => {
      for (let page = 0; page < PAGES && !this.loop.isStopped; page++) {
        const sends = await unsettledSends(this.options.query(), this.after, PAGE)
        await this.lookAt(sends)
        if (sends.length < PAGE) {
          this.begin()
          return
        }
        this.after = sends.at(-1)?.id
      }
    })
  }

  /** Begins a new pass, and forgets transactions that have left the list. */
  private begin(): void {
    for (const id of this.patience.keys()) if (!this.met.has(id)) this.patience.delete(id)
    this.met = new Set()
    this.after = undefined
  }

  /** Chains run side by side, so a node that hangs delays only its own transactions. */
  private async lookAt(sends: readonly Send[]): Promise<void> {
    const byNode = new Map<string, Send[]>()
    const behind = nextOf(sends)
    const later = new Set([...behind.values()].map(({ id }) => id))
    for (const send of sends) {
      this.met.add(send.id)
      const isInFront = behind.has(send.id) && !later.has(send.id)
      if (!this.isDue(send, isInFront)) continue
      const node = `${send.chain} ${send.network}`
      const others = byNode.get(node) ?? []
      others.push(send)
      byNode.set(node, others)
    }
    await Promise.all([...byNode].map(([node, list]) => this.without(node, () => this.lookOn(list, behind))))
  }

  /** @param behind The next transaction of its sender */
  private async lookOn(sends: readonly Send[], behind: ReadonlyMap<SendId, Send>): Promise<void> {
    const [first] = sends
    if (first === undefined) return
    const chain = await recordedChain(this.options.chains, first)
    let unable: unknown
    const waiting = new Set(sends)
    const ended = new Set<SendId>()
    while (waiting.size > 0 && !this.loop.isStopped) {
      const abreast = [...waiting].slice(0, ABREAST)
      const looks = await Promise.allSettled(
        abreast.map(async (send) => {
          if (await this.lookAfter(chain, send)) ended.add(send.id)
        }),
      )
      for (const send of abreast) waiting.delete(send)
      // Transactions that waited only for one of these can proceed: Stellar's nodes, for instance, accept only the next sequence.
      for (const { id } of abreast) {
        const next = ended.has(id) ? behind.get(id) : undefined
        if (next !== undefined && !ended.has(next.id)) waiting.add(next)
      }
      for (const look of looks) {
        if (look.status === 'fulfilled') continue
        // A node that does not answer for these will not answer for the others either.
        if (!isUnable(look.reason) && !isCrowded(look.reason)) throw look.reason
        unable = look.reason
      }
    }
    if (unable !== undefined) throw unable
  }

  /** @returns Whether it has just ended, so the next one can proceed */
  private async lookAfter(chain: Chain, send: Send): Promise<boolean> {
    this.wait(send)
    let result: SubmitResult
    try {
      result = await this.options.sends.look(chain, send)
    } catch (fault) {
      // No node answered, or nothing was written, so this look does not count.
      if ((fault instanceof NodeFault && !isUnable(fault)) || isCrowded(fault)) this.unwait(send)
      throw fault
    }
    const { declined, inPlace } = result
    const trouble = `${send.chain} ${send.network} ${send.txId}`
    if (declined === undefined) this.troubles.delete(trouble)
    else this.complain(trouble, `a node does not take it: ${declined}`)
    const patience = this.patience.get(send.id)
    if (patience === undefined) return false
    // A node has just taken it, so a block may soon have it.
    if (isUnanswered(send) && result.send.status === 'sent') this.again(send)
    const now = this.options.scheduler.elapsed()
    patience.untaken = inPlace === true ? (patience.untaken ?? now) : null
    const isSpent = chain.node.spend !== undefined
    const isLate = declined !== undefined && isGap(result.send, patience.untaken, now, isSpent)
    if (isLate && (await this.isAwaited(send))) {
      const filled = await this.options.sends.fill(chain, result.send, declined)
      if (isSpent && filled.declined === undefined) {
        // It has taken its sequence itself.
        this.again(send)
        return true
      }
    }
    return result.send.status === 'final' || isOver(result.send)
  }

  /** Whether a later one of its sender waits for it. */
  private async isAwaited(send: Send): Promise<boolean> {
    const [claim] = send.claims
    if (claim === undefined) return false
    return (await reservedIndexes(this.options.query(), send, claim.owner, claim.index + 1n, 1)).length > 0
  }

  /** A new transaction is due now, even if its own call is still delivering it. */
  private isDue({ id }: Send, isInFront: boolean): boolean {
    const patience = this.patience.get(id)
    if (patience === undefined) return true
    const { due, looked } = patience
    const earliest = isInFront ? Math.min(due, looked + LONGEST_WAIT_IN_FRONT_MS) : due
    // Due within half a round counts as due, because timers are not exact.
    return this.options.scheduler.elapsed() + ROUND_MS / 2 >= earliest
  }

  private wait({ id, status }: Send): void {
    const known = this.patience.get(id)
    const inBlock = status === 'confirmed'
    const { looks, untaken } = known?.inBlock === inBlock ? known : { looks: 0, untaken: null }
    const longest = inBlock ? LONGEST_WAIT_IN_BLOCK_MS : LONGEST_WAIT_MS
    const looked = this.options.scheduler.elapsed()
    const due = looked + Math.min(longest, ROUND_MS * 2 ** looks)
    this.patience.set(id, { inBlock, looks: looks + 1, looked, due, untaken })
  }

  /** Starts the intervals again with one round. */
  private again({ id }: Send): void {
    const patience = this.patience.get(id)
    if (patience === undefined) return
    patience.looks = 1
    patience.due = patience.looked + ROUND_MS
  }

  private unwait({ id }: Send): void {
    const patience = this.patience.get(id)
    if (patience === undefined) return
    patience.looks--
    patience.due = patience.looked
  }

  /** Reports a fault once, because it has no caller; the next round tries again. */
  private async without(trouble: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.troubles.delete(trouble)
      return true
    } catch (fault) {
      this.complain(trouble, reasonIn(fault))
      return false
    }
  }

  private complain(trouble: string, why: string): void {
    if (this.loop.isStopped || this.troubles.has(trouble)) return
    this.troubles.add(trouble)
    this.options.warn(`Transactions wait to be sent: ${trouble}: ${why}`)
  }
}

/** Of each transaction that no block has, the next one of its sender. */
function nextOf(sends: readonly Send[]): ReadonlyMap<SendId, Send> {
  const bySender = new Map<string, { readonly index: bigint; readonly send: Send }[]>()
  for (const send of sends) {
    const [claim] = send.claims
    if (claim === undefined || send.status === 'confirmed' || send.status === 'replaced') continue
    const sender = `${send.tenant} ${send.chain} ${send.network} ${claim.owner}`
    const known = bySender.get(sender) ?? []
    known.push({ index: claim.index, send })
    bySender.set(sender, known)
  }
  const next = new Map<SendId, Send>()
  for (const row of bySender.values()) {
    row.sort((one, other) => (one.index < other.index ? -1 : 1))
    for (const [place, { send }] of row.slice(1).entries()) {
      const before = row[place]
      if (before !== undefined) next.set(before.send.id, send)
    }
  }
  return next
}

/** What a node says may name its host. What it lacks is said in our own words, with the remedy. */
function reasonIn(fault: unknown): string {
  if (!(fault instanceof NodeFault)) return String(fault)
  return isUnable(fault) ? fault.message : fault.code
}

/** As many calls of its tenant wait as may. Those of others do not. */
const isCrowded = (fault: unknown): boolean => fault instanceof Rejected && fault.code === 'overloaded'

/** The node answered, but its configuration does not let it report on this transaction. */
const isUnable = (fault: unknown): boolean => fault instanceof NodeFault && fault.code === 'unsupported'
