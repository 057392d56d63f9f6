/**
 * Looks after transactions that are recorded and not settled: those of calls that died, or were not answered,
 * and those that wait for a block. What no node has is sent again. Any number of processes may run it on one
 * storage: sending twice and settling twice change nothing.
 */

import { isGap, isOfNetwork, isOver, isUnanswered, type Send, type SendId } from '@tallystick/core'
import type { Queries, Scheduler } from '@tallystick/engine'
import { reservedIndexes, unsettledSends } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { Sends, SubmitResult } from '../send/sends.js'
import type { Renewals } from './renewals.js'

export interface SendsWorkerOptions {
  readonly chains: Chains
  readonly sends: Pick<Sends, 'look' | 'fill'>
  /** Looks after pending signatures in the same rounds. */
  readonly renewals: Pick<Renewals, 'look'>
  readonly query: () => Queries
  readonly scheduler: Scheduler
  readonly warn: (message: string) => void
}

/** Between two rounds. */
export const ROUND_MS = 5_000
/** A transaction is looked at after one round, then after twice as long each time, up to this. */
const LONGEST_WAIT_MS = 600_000
/** One in a block is looked at more often: should that be undone, its sender's next ones wait behind it. */
const LONGEST_WAIT_IN_BLOCK_MS = 60_000
/** Behind which others of its sender wait: while no node has it, none of them is mined. */
const LONGEST_WAIT_IN_FRONT_MS = 15_000
/** Transactions that are read at once, and pages of one round: the next round goes on where it ended. */
const PAGE = 100
const PAGES = 10
/** Transactions of one chain that are looked at side by side. */
const ABREAST = 8

/** Times are the scheduler's: the time of day may be set back and forth meanwhile. */
interface Patience {
  /** It was in a block when it was looked at last: when that changes, it is followed closely again. */
  inBlock: boolean
  looks: number
  /** When it was looked at last. */
  looked: number
  /** When it is looked at again. */
  due: number
  /** See `isGap`. */
  untaken: number | null
}

export class SendsWorker {
  private readonly patience = new Map<SendId, Patience>()
  /** Met since the list was begun. */
  private met = new Set<SendId>()
  private after: SendId | undefined
  private cancel: () => void = () => undefined
  private stopped = false
  /** What was complained of and has not ended: told once. */
  private readonly troubles = new Set<string>()

  constructor(private readonly options: SendsWorkerOptions) {}

  /** The first round comes at once: after a crash there may be something to finish. */
  start(): void {
    this.options.scheduler.soon(() => this.run())
  }

  /** At once. What a node still says after this is not written: the next process asks again. */
  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private run(): void {
    if (this.stopped) return
    void this.round().then(() => {
      if (!this.stopped) this.cancel = this.options.scheduler.later(() => this.run(), ROUND_MS)
    })
  }

  private async round(): Promise<void> {
    const isRead = await this.look()
    if (!isRead || this.stopped) return
    await this.without('pending signatures that have expired', () => this.options.renewals.look())
  }

  /** @returns Whether the storage told of them */
  private look(): Promise<boolean> {
    return this.without('the list of transactions to be sent', async () => {
      for (let page = 0; page < PAGES && !this.stopped; page++) {
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

  /** From the start of the list, without those that have left it. */
  private begin(): void {
    for (const id of this.patience.keys()) if (!this.met.has(id)) this.patience.delete(id)
    this.met = new Set()
    this.after = undefined
  }

  /** Chain by chain, so that a node that hangs holds up its own transactions only. */
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
    const { chains } = this.options
    const network = isOfNetwork(first.network, 'mainnet') ? 'mainnet' : 'testnet'
    const testnet = first.network === network ? undefined : first.network
    const chain: Chain = await chains.chain(first.chain, network, testnet)
    let unable: unknown
    const waiting = new Set(sends)
    const ended = new Set<SendId>()
    while (waiting.size > 0 && !this.stopped) {
      const abreast = [...waiting].slice(0, ABREAST)
      const looks = await Promise.allSettled(
        abreast.map(async (send) => {
          if (await this.lookAfter(chain, send)) ended.add(send.id)
        }),
      )
      for (const send of abreast) waiting.delete(send)
      // What waited for one of these only can go on: Stellar's nodes, for instance, take the next sequence and no other.
      for (const { id } of abreast) {
        const next = ended.has(id) ? behind.get(id) : undefined
        if (next !== undefined && !ended.has(next.id)) waiting.add(next)
      }
      for (const look of looks) {
        if (look.status === 'fulfilled') continue
        // A node that does not answer for these will not for the others either.
        if (!isUnable(look.reason)) throw look.reason
        unable = look.reason
      }
    }
    if (unable !== undefined) throw unable
  }

  /** @returns Whether it has just come to its end, and what waits for it can go on */
  private async lookAfter(chain: Chain, send: Send): Promise<boolean> {
    this.wait(send)
    let result: SubmitResult
    try {
      result = await this.options.sends.look(chain, send)
    } catch (fault) {
      // Nobody was there to be asked: that is no reason to ask less often.
      if (fault instanceof NodeFault && !isUnable(fault)) this.unwait(send)
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
    if (declined !== undefined && isGap(result.send, patience.untaken, now) && (await this.isAwaited(send)))
      await this.options.sends.fill(chain, result.send, declined)
    return result.send.status === 'final' || isOver(result.send)
  }

  /** Whether a later one of its sender waits for it. */
  private async isAwaited(send: Send): Promise<boolean> {
    const [claim] = send.claims
    if (claim === undefined) return false
    return (await reservedIndexes(this.options.query(), send, claim.owner, claim.index + 1n, 1)).length > 0
  }

  /** One that was not met before is looked at now: what its own call does with it meanwhile does no harm. */
  private isDue({ id }: Send, isInFront: boolean): boolean {
    const patience = this.patience.get(id)
    if (patience === undefined) return true
    const { due, looked } = patience
    const earliest = isInFront ? Math.min(due, looked + LONGEST_WAIT_IN_FRONT_MS) : due
    // Now, if that is nearer than the next round will be: timers are not exact.
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

  /** From the beginning: after the next round, and so on. */
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

  /** Nothing that fails here has a caller: it is told once, and tried again. */
  private async without(trouble: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.troubles.delete(trouble)
      return true
    } catch (fault) {
      // What a node says may name its host.
      this.complain(trouble, fault instanceof NodeFault ? fault.code : String(fault))
      return false
    }
  }

  private complain(trouble: string, why: string): void {
    if (this.stopped || this.troubles.has(trouble)) return
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

/** The node was there, and cannot tell of this transaction, as it is configured. */
const isUnable = (fault: unknown): boolean => fault instanceof NodeFault && fault.code === 'unsupported'
