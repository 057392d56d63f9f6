/**
 * The worker that follows recorded transactions until they are settled: those of calls that died or got no answer, and
 * those that wait for a block. It submits those that no node has. Any number of processes may run it on one storage,
 * because submitting twice and settling twice change nothing.
 */

import { isGap, isOfNetwork, type Send, type SendId } from '@tallystick/core'
import type { Queries, Scheduler } from '@tallystick/engine'
import { reservedIndexes, unsettledSends } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { Sends, SubmitResult } from '../send/sends.js'

export interface SendsWorkerOptions {
  readonly chains: Chains
  readonly sends: Pick<Sends, 'look' | 'fill'>
  readonly query: () => Queries
  readonly scheduler: Scheduler
  readonly warn: (message: string) => void
}

/** Pause between two rounds. */
export const ROUND_MS = 5_000
/** A transaction is checked after one round, then after twice as long each time, up to this. */
const LONGEST_WAIT_MS = 600_000
/** Upper limit for one in a block: if the block is undone, its sender's later transactions wait for it. */
const LONGEST_WAIT_IN_BLOCK_MS = 60_000
/** Upper limit for one that later transactions of its sender wait for: while no node has it, none of them is mined. */
const LONGEST_WAIT_IN_FRONT_MS = 15_000
/** Transactions per read, and reads per round. The next round continues where the last one ended. */
const PAGE = 100
const PAGES = 10
/** Transactions of one chain that are checked at the same time. */
const ABREAST = 8

/** Times of the scheduler, because the time of day may be set back. */
interface Patience {
  /** It was in a block at the last check. If that changes, it is checked more often again. */
  inBlock: boolean
  looks: number
  /** Time of the last check. */
  looked: number
  /** Time of the next check. */
  due: number
  /** See `isGap`. */
  untaken: number | null
}

export class SendsWorker {
  private readonly patience = new Map<SendId, Patience>()
  /** Those seen since the list was begun. */
  private met = new Set<SendId>()
  private after: SendId | undefined
  private cancel: () => void = () => undefined
  private stopped = false
  /** Reported problems that persist. Each is reported once. */
  private readonly troubles = new Set<string>()

  constructor(private readonly options: SendsWorkerOptions) {}

  /** The first round starts at once: after a crash there may be work to finish. */
  start(): void {
    this.options.scheduler.soon(() => this.run())
  }

  /** Stops at once. Later answers of nodes are not recorded; the next process asks again. */
  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private run(): void {
    if (this.stopped) return
    void this.look().then(() => {
      if (!this.stopped) this.cancel = this.options.scheduler.later(() => this.run(), ROUND_MS)
    })
  }

  private async look(): Promise<void> {
    await this.without('the list of transactions to be sent', async () => {
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

  /** Starts the list from the beginning, without those that have left it. */
  private begin(): void {
    for (const id of this.patience.keys()) if (!this.met.has(id)) this.patience.delete(id)
    this.met = new Set()
    this.after = undefined
  }

  /** Each chain separately, so a node that hangs delays only its own transactions. */
  private async lookAt(sends: readonly Send[]): Promise<void> {
    const byNode = new Map<string, Send[]>()
    const fronts = inFront(sends)
    for (const send of sends) {
      this.met.add(send.id)
      if (!this.isDue(send, fronts.has(send.id))) continue
      const node = `${send.chain} ${send.network}`
      const others = byNode.get(node) ?? []
      others.push(send)
      byNode.set(node, others)
    }
    await Promise.all([...byNode].map(([node, list]) => this.without(node, () => this.lookOn(list))))
  }

  private async lookOn(sends: readonly Send[]): Promise<void> {
    const [first] = sends
    if (first === undefined) return
    const { chains } = this.options
    const network = isOfNetwork(first.network, 'mainnet') ? 'mainnet' : 'testnet'
    const testnet = first.network === network ? undefined : first.network
    const chain: Chain = await chains.chain(first.chain, network, testnet)
    let unable: unknown
    for (let start = 0; start < sends.length && !this.stopped; start += ABREAST) {
      const looks = await Promise.allSettled(
        sends.slice(start, start + ABREAST).map((send) => this.lookAfter(chain, send)),
      )
      for (const look of looks) {
        if (look.status === 'fulfilled') continue
        // A node that does not answer for these will not answer for the others either.
        if (!isUnable(look.reason)) throw look.reason
        unable = look.reason
      }
    }
    if (unable !== undefined) throw unable
  }

  private async lookAfter(chain: Chain, send: Send): Promise<void> {
    this.wait(send)
    let result: SubmitResult
    try {
      result = await this.options.sends.look(chain, send)
    } catch (fault) {
      // No node could be asked, so the pause is not extended.
      if (fault instanceof NodeFault && !isUnable(fault)) this.unwait(send)
      throw fault
    }
    const { declined, inPlace } = result
    const trouble = `${send.chain} ${send.network} ${send.txId}`
    if (declined === undefined) this.troubles.delete(trouble)
    else this.complain(trouble, `a node does not take it: ${declined}`)
    const patience = this.patience.get(send.id)
    if (patience === undefined) return
    const now = this.options.scheduler.elapsed()
    patience.untaken = inPlace === true ? (patience.untaken ?? now) : null
    if (declined !== undefined && isGap(result.send, patience.untaken, now) && (await this.isAwaited(send)))
      await this.options.sends.fill(chain, result.send, declined)
  }

  /** Whether a later transaction of its sender waits for it. */
  private async isAwaited(send: Send): Promise<boolean> {
    const [claim] = send.claims
    if (claim === undefined) return false
    return (await reservedIndexes(this.options.query(), send, claim.owner, claim.index + 1n, 1)).length > 0
  }

  /** A new one is checked at once. It does no harm if its own call works on it too. */
  private isDue({ id }: Send, isInFront: boolean): boolean {
    const patience = this.patience.get(id)
    if (patience === undefined) return true
    const { due, looked } = patience
    const earliest = isInFront ? Math.min(due, looked + LONGEST_WAIT_IN_FRONT_MS) : due
    // Due now if that is nearer than the next round, because timers are not exact.
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

  private unwait({ id }: Send): void {
    const patience = this.patience.get(id)
    if (patience === undefined) return
    patience.looks--
    patience.due = patience.looked
  }

  /** Errors here have no caller: they are reported once, and the work is tried again. */
  private async without(trouble: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.troubles.delete(trouble)
    } catch (fault) {
      // A node's message may name its host.
      this.complain(trouble, fault instanceof NodeFault ? fault.code : String(fault))
    }
  }

  private complain(trouble: string, why: string): void {
    if (this.stopped || this.troubles.has(trouble)) return
    this.troubles.add(trouble)
    this.options.warn(`Transactions wait to be sent: ${trouble}: ${why}`)
  }
}

/** The first transaction of each sender with several that no block has. */
function inFront(sends: readonly Send[]): ReadonlySet<SendId> {
  const bySender = new Map<
    string,
    { readonly first: Send; readonly index: bigint; readonly others: boolean }
  >()
  for (const send of sends) {
    const [claim] = send.claims
    if (claim === undefined || send.status === 'confirmed' || send.status === 'replaced') continue
    const sender = `${send.tenant} ${send.chain} ${send.network} ${claim.owner}`
    const known = bySender.get(sender)
    const isFirst = known === undefined || claim.index < known.index
    const { first, index } = isFirst ? { first: send, index: claim.index } : known
    bySender.set(sender, { first, index, others: known !== undefined })
  }
  return new Set([...bySender.values()].flatMap(({ first, others }) => (others ? [first.id] : [])))
}

/** The node answered, but with its configuration it cannot report this transaction. */
const isUnable = (fault: unknown): boolean => fault instanceof NodeFault && fault.code === 'unsupported'
