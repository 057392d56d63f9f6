/**
 * Pending signatures whose signer has reported an error, or that somebody wants deleted, on a chain on which the signer
 * sends transactions by itself. It may have sent one before, and not seen it, or not said so yet: signed once more, it
 * would be paid twice; deleted, the account would have its money back. So each is looked for among what its payer has
 * signed since it was asked for. Found, it is completed; it is listed again, or deleted, once a final block is behind the
 * last one that could have what was signed by then.
 *
 * Anybody can name the payer in transactions of theirs, so those of later blocks are not looked at. And anybody may have any
 * number of doubts, of payers that everybody names: so in each round each tenant has one turn on each network, which makes
 * a limited number of requests, and turns are taken side by side.
 */
import { DOUBTED, doubtOf, type PendingSignature, SIGNATURES, type SignatureId } from '@tallystick/core'
import { type Engine, embeddedCaller, Loop, pagesOf, Rejected, uncharged } from '@tallystick/engine'
import { BadTransaction, type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { SolanaChain, SolanaSent } from '../ports/solana.js'
import { callersOf, recordedChain } from '../recorded-chain.js'
import { SENT_BY_SIGNER } from '../records.js'
import type { Pipeline } from '../send/pipeline.js'
import type { Order } from '../send/plan.js'

export interface SearchesOptions {
  readonly chains: Chains
  readonly pipeline: Pick<Pipeline, 'renew' | 'complete' | 'noteCompleted'>
  readonly engine: Pick<Engine, 'query' | 'warn' | 'scheduler' | 'now'>
}

/** Milliseconds between two rounds. */
const PAUSE_MS = 15_000
/** Read at once. */
const PAGE = 100
/** Turns at the same time. */
const SIDE_BY_SIDE = 4
/** Those that are looked for in one turn. */
const OF_TURN = 16
/** Transactions that are compared with those of one payer in one turn. After so many requests, it goes on to no other payer. */
const AT_ONCE = 256
/** Transactions that are looked up in one turn of the event loop, which serves calls too. */
const IN_ONE_GO = 500
/** The time of blocks is what their validators say. */
const SKEW_MS = 60_000
/**
 * What could not be found out is looked for again after so long, then after twice as long each time, up to the last: the
 * node may never tell it.
 */
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000

interface Search {
  /** As it was read last. */
  pending: PendingSignature
  /** No later block can have what was signed by then; null until a final block is later than that. */
  bound: bigint | null
  /** The slot of such a block: what is behind it is not asked about. */
  end: bigint | null
  /** Transactions that are something else. */
  readonly others: Set<string>
  wait: number
  /** Of the scheduler's times: it is not looked for before. */
  due: number
  /** Why it was not found out is reported once. */
  isReported: boolean
}

type Named = SolanaSent['sent'][number]

/** Nothing that was signed before it was asked for is looked at. */
const sinceOf = ({ pending }: Search): number => pending.created - SKEW_MS

/** Whether it may be the transaction, as far as is known. */
const isOpen = (search: Search, { txId, slot, time }: Named): boolean =>
  time >= sinceOf(search) && (search.end === null || slot <= search.end) && !search.others.has(txId)

const isSolana = (chain: Chain): chain is SolanaChain => chain.record.family === 'solana'

export class Searches {
  private searches = new Map<SignatureId, Search>()
  /** The last one that was looked for in each kind of turn. */
  private readonly last = new Map<string, SignatureId>()
  private readonly loop: Loop

  constructor(private readonly options: SearchesOptions) {
    this.loop = new Loop(options.engine.scheduler, () => this.round())
  }

  start(): void {
    this.loop.start()
  }

  stop(): void {
    void this.loop.stop()
  }

  private async round(): Promise<number> {
    // What else looks after sends reports a storage that does not answer.
    await this.look().catch(() => undefined)
    return PAUSE_MS
  }

  private async look(): Promise<void> {
    const turns = (await this.due()).entries()
    /** Whether the nodes of a network answer is asked once for all in a round. */
    const heads = new Map<string, Promise<unknown>>()
    const takeTurns = async (): Promise<void> => {
      for (const [turn, due] of turns) await this.take(turn, due, heads)
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeTurns))
  }

  /** What may be proven now: of each tenant on each network the next few. */
  private async due(): Promise<ReadonlyMap<string, readonly Search[]>> {
    const { engine } = this.options
    const open = new Set<SignatureId>()
    const turns = new Map<string, PendingSignature[]>()
    const read = (last: PendingSignature | undefined, limit: number) =>
      engine.query.list(SIGNATURES, {
        part: 'open',
        where: { chain: { in: SENT_BY_SIGNER }, txId: null, notBefore: { from: DOUBTED } },
        ...(last === undefined ? {} : { after: last.id }),
        limit,
      })
    for await (const page of pagesOf(read, PAGE)) {
      for (const pending of page) {
        open.add(pending.id)
        // Until then its signer may still sign it.
        if ((doubtOf(pending)?.until ?? 0) > engine.now()) continue
        if ((this.searches.get(pending.id)?.due ?? 0) > engine.scheduler.elapsed()) continue
        const turn = `${networkOf(pending)} ${pending.tenant}`
        const others = turns.get(turn)
        if (others === undefined) turns.set(turn, [pending])
        else others.push(pending)
      }
    }
    this.searches = new Map([...this.searches].filter(([id]) => open.has(id)))
    const next = ([turn, all]: [string, PendingSignature[]]): [string, Search[]] => {
      const last = this.last.get(turn) ?? ''
      const [before, behind] = [all.filter(({ id }) => id <= last), all.filter(({ id }) => id > last)]
      return [turn, [...behind, ...before].slice(0, OF_TURN).map((pending) => this.searchOf(pending))]
    }
    return new Map([...turns].map(next))
  }

  /** Another doubt begins a new one. */
  private searchOf(pending: PendingSignature): Search {
    const known = this.searches.get(pending.id)
    if (known?.pending.notBefore === pending.notBefore) return Object.assign(known, { pending })
    const { wait = 0, due = 0, isReported = false } = known ?? {}
    const begun = { pending, bound: null, end: null, others: new Set<string>(), wait, due, isReported }
    this.searches.set(pending.id, begun)
    return begun
  }

  private async take(turn: string, due: readonly Search[], heads: Map<string, Promise<unknown>>) {
    const [first] = due
    if (first === undefined || this.loop.isStopped) return
    try {
      const order = await this.orderOf(first.pending)
      if (order === null) return
      const network = networkOf(first.pending)
      const head = heads.get(network) ?? order.chain.node.head()
      heads.set(network, head)
      await head
      await this.takeOf(order, turn, due)
    } catch (fault) {
      // The next round asks again.
      this.tell(first, fault)
    }
  }

  private async orderOf(pending: PendingSignature): Promise<Order<SolanaChain> | null> {
    const chain = await recordedChain(this.options.chains, pending)
    const caller = embeddedCaller(pending.tenant, callersOf(pending.network))
    return isSolana(chain) ? { chain, caller } : null
  }

  /** One payer after the other. */
  private async takeOf(order: Order<SolanaChain>, turn: string, due: readonly Search[]): Promise<void> {
    const payers = new Map<Search, string>()
    for (const search of due) {
      const outlay = await this.attempt([search], async () =>
        order.chain.codec.outlay(search.pending.serialized),
      )
      if (outlay !== undefined) payers.set(search, outlay.payer)
    }
    const looked = new Set<string>()
    let requests = 0
    for (const [search, payer] of payers) {
      const isNext = !looked.has(payer)
      if (isNext && (requests >= AT_ONCE || this.loop.isStopped)) return
      this.last.set(turn, search.pending.id)
      if (!isNext) continue
      looked.add(payer)
      const all = due.filter((other) => payers.get(other) === payer)
      requests += await this.lookFor(order, payer, all)
    }
  }

  /**
   * Completes them, lists them again, deletes them, or leaves them for the next round.
   * @returns How many requests it has made; what fails ends the turn
   */
  private async lookFor(order: Order<SolanaChain>, payer: string, due: readonly Search[]): Promise<number> {
    const { node } = order.chain
    const listed = await this.attempt(due, () => node.sentBy(payer, Math.min(...due.map(sinceOf))))
    if (listed === undefined) return AT_ONCE
    const left = new Set(due.filter((search) => sinceOf(search) >= listed.since))
    const lack = new NodeFault('unsupported', listed.lack)
    for (const search of due) if (!left.has(search)) this.putOff(search, lack)
    for (const search of left) bound(search, listed)
    let compared = 0
    for (const [at, named] of listed.sent.entries()) {
      if (at % IN_ONE_GO === 0) await new Promise<void>((go) => this.options.engine.scheduler.soon(go))
      const open = [...left].filter((search) => isOpen(search, named))
      if (open.length === 0) continue
      if (compared === AT_ONCE) {
        for (const search of open) left.delete(search)
        continue
      }
      compared += 1
      const raw = await this.attempt(open, () => shown(order, named.txId))
      if (raw === undefined) return AT_ONCE
      for (const search of open)
        if (!(await this.isOther(order, search, named.txId, raw))) left.delete(search)
    }
    for (const search of left)
      if (search.end !== null && listed.slot >= search.end) await this.renew(order, search)
    return listed.pages + compared
  }

  /** False: it has completed it, or that is not known. */
  private async isOther(
    order: Order<SolanaChain>,
    search: Search,
    txId: string,
    raw: string,
  ): Promise<boolean> {
    const { pending, others } = search
    const isIts = await this.attempt(
      [search],
      async () => isWanted(order, pending, raw) && (await this.isCompleted(order, pending, txId)),
    )
    if (isIts === false) others.add(txId)
    return isIts === false
  }

  private async renew(order: Order, search: Search): Promise<void> {
    const { serialized, claims } = search.pending
    const build = () => Promise.resolve({ serialized, claims })
    await this.attempt([search], () =>
      this.options.pipeline.renew(order, search.pending, { turn: null, build }),
    )
  }

  /** False: it was made for something else. */
  private async isCompleted(order: Order, pending: PendingSignature, txId: string): Promise<boolean> {
    const { pipeline } = this.options
    const terms = uncharged(order.caller)
    try {
      await pipeline.noteCompleted(
        order,
        await pipeline.complete(order, terms, { pending, txId, credits: 0 }),
      )
      return true
    } catch (fault) {
      const isOther = fault instanceof Rejected && fault.code === 'kms.unexpected.state'
      if (isOther || fault instanceof BadTransaction) return false
      throw fault
    }
  }

  /** Undefined: it has failed, so those that it is about are put off. */
  private async attempt<Result>(
    about: readonly Search[],
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work()
    } catch (fault) {
      // Otherwise another process has deleted it.
      if (!(fault instanceof Rejected && fault.code === 'kms.missing'))
        for (const search of about) this.putOff(search, fault)
      return undefined
    }
  }

  private putOff(search: Search, fault: unknown): void {
    search.wait = search.wait === 0 ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, 2 * search.wait)
    search.due = this.options.engine.scheduler.elapsed() + search.wait
    this.tell(search, fault)
  }

  private tell(search: Search, fault: unknown): void {
    if (search.isReported) return
    search.isReported = true
    // What a node says may name its host. What it lacks is said in our own words.
    const isLack = !(fault instanceof NodeFault) || fault.code !== 'unreachable'
    const why = `${networkOf(search.pending)}: ${isLack ? messageOf(fault) : 'no node answers'}`
    this.options.engine.warn(
      `Whether pending signature ${search.pending.id} was sent could not be found out yet: ${why}. If it was, complete it by its id`,
    )
  }
}

/** Whoever signed by then took the hash of a block that is no later. */
function bound(search: Search, { time, last, height, slot }: SolanaSent): void {
  const until = doubtOf(search.pending)?.until ?? Number.POSITIVE_INFINITY
  if (search.bound === null) search.bound = time > until + SKEW_MS ? last : null
  else if (search.end === null && height > search.bound) search.end = slot
}

async function shown({ chain: { node } }: Order<SolanaChain>, txId: string): Promise<string> {
  const raw = await node.raw(txId)
  if (raw === undefined) throw new NodeFault('unsupported', `no node shows ${txId}`)
  return raw
}

const networkOf = ({ chain, network }: PendingSignature): string => `${chain} ${network}`

function isWanted({ chain: { codec } }: Order<SolanaChain>, pending: PendingSignature, raw: string): boolean {
  try {
    return codec.difference(pending.serialized, raw) === null
  } catch (fault) {
    // It is of a kind that nobody was asked to sign.
    if (fault instanceof BadTransaction) return false
    throw fault
  }
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))
