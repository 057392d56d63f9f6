/**
 * Pending signatures whose signer has reported an error, or that somebody wants deleted, on a chain on which the signer
 * sends transactions by itself. It may have sent one before, and not seen it, or not said so yet: signed once more, it
 * would be paid twice; deleted, the account would have its money back. So each is looked for among what its payer has
 * signed since it was asked for. Found, it is completed; it is listed again, or deleted, once a final block is behind the
 * last one that could have what was signed by then.
 *
 * Anybody can name the payer in transactions of theirs, so those of later blocks are not looked at; and anybody may have any
 * number of doubts, so tenants take turns.
 */
import {
  DOUBTED,
  doubtOf,
  isOfNetwork,
  type PendingSignature,
  SIGNATURES,
  type SignatureId,
  type TenantId,
} from '@tallystick/core'
import { type Engine, embeddedCaller, pagesOf, Rejected } from '@tallystick/engine'
import { BadTransaction, type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { SolanaChain } from '../ports/solana.js'
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
/** Those of a tenant that are looked for in one round. */
const OF_TENANT = 16
/** Transactions that are compared with one in one round. */
const AT_ONCE = 256
/** The time of blocks is what their validators say. */
const SKEW_MS = 60_000

interface Search {
  /** The doubt that it is about. */
  readonly notBefore: number
  /** No later block can have what was signed by then; null until a final block is later than that. */
  bound: bigint | null
  /** The slot of such a block: what is behind it is not asked about. */
  end: bigint | null
  /** Transactions that are something else. */
  readonly others: Set<string>
}

const isSolana = (chain: Chain): chain is SolanaChain => chain.record.family === 'solana'

export class Searches {
  private searches = new Map<SignatureId, Search>()
  /** What was reported, once for each signature. */
  private readonly told = new Set<string>()
  /** The last one of each tenant that was looked for. */
  private readonly last = new Map<TenantId, SignatureId>()
  private cancel: () => void = () => undefined
  private stopped = false

  constructor(private readonly options: SearchesOptions) {}

  start(): void {
    this.options.engine.scheduler.soon(() => void this.run())
  }

  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private async run(): Promise<void> {
    if (this.stopped) return
    // What else looks after sends reports a storage that does not answer.
    await this.look().catch(() => undefined)
    if (!this.stopped) this.cancel = this.options.engine.scheduler.later(() => void this.run(), PAUSE_MS)
  }

  private async look(): Promise<void> {
    const due = await this.due()
    /** Networks whose nodes do not answer: the next round asks them again. */
    const silent = new Set<string>()
    for (const pending of due) {
      if (this.stopped) return
      this.last.set(pending.tenant, pending.id)
      const network = `${pending.chain} ${pending.network}`
      if (silent.has(network)) continue
      try {
        await this.lookFor(pending)
      } catch (fault) {
        // Another process has deleted it.
        if (fault instanceof Rejected && fault.code === 'kms.missing') continue
        if (fault instanceof NodeFault && fault.code === 'unreachable') silent.add(network)
        // What a node says may name its host. What it lacks is said in our own words.
        const isLack = !(fault instanceof NodeFault) || fault.code !== 'unreachable'
        this.tell(pending.id, `${network}: ${isLack ? messageOf(fault) : 'no node answers'}`)
      }
    }
  }

  /** What may be proven now, of each tenant the next few. */
  private async due(): Promise<readonly PendingSignature[]> {
    const { query } = this.options.engine
    const open = new Set<SignatureId>()
    const byTenant = new Map<TenantId, PendingSignature[]>()
    const read = (last: PendingSignature | undefined, limit: number) =>
      query.list(SIGNATURES, {
        part: 'open',
        where: { chain: { in: SENT_BY_SIGNER }, txId: null, notBefore: { from: DOUBTED } },
        ...(last === undefined ? {} : { after: last.id }),
        limit,
      })
    for await (const page of pagesOf(read, PAGE)) {
      for (const pending of page) {
        open.add(pending.id)
        // Until then its signer may still sign it.
        if ((doubtOf(pending)?.until ?? 0) > this.options.engine.now()) continue
        const others = byTenant.get(pending.tenant)
        if (others === undefined) byTenant.set(pending.tenant, [pending])
        else others.push(pending)
      }
    }
    this.searches = new Map([...this.searches].filter(([id]) => open.has(id)))
    return [...byTenant].flatMap(([tenant, all]) => {
      const last = this.last.get(tenant) ?? ''
      const [before, behind] = [all.filter(({ id }) => id <= last), all.filter(({ id }) => id > last)]
      return [...behind, ...before].slice(0, OF_TENANT)
    })
  }

  private async lookFor(pending: PendingSignature): Promise<void> {
    const { chains } = this.options
    const network = isOfNetwork(pending.network, 'mainnet') ? ('mainnet' as const) : ('testnet' as const)
    const testnet = pending.network === network ? undefined : pending.network
    const chain: Chain = await chains.chain(pending.chain, network, testnet)
    if (!isSolana(chain)) return
    await this.search({ chain, caller: { ...embeddedCaller(pending.tenant), network } }, pending)
  }

  /** Completes it, lists it again, deletes it, or leaves it for the next round. */
  private async search(order: Order<SolanaChain>, pending: PendingSignature): Promise<void> {
    const { node, codec } = order.chain
    const doubt = doubtOf(pending)
    if (doubt === null) return
    const search = this.searchOf(pending)
    const { payer } = codec.outlay(pending.serialized)
    const listed = await node.sentBy(payer, pending.created - SKEW_MS)
    // Whoever signed by then took the hash of a block that is no later.
    if (search.bound === null) search.bound = listed.time > doubt.until + SKEW_MS ? listed.last : null
    else if (search.end === null && listed.height > search.bound) search.end = listed.slot
    const { end, others } = search
    const unseen = listed.sent.filter(({ txId, slot }) => !others.has(txId) && (end === null || slot <= end))
    for (const { txId } of unseen.slice(0, AT_ONCE)) {
      const raw = await node.raw(txId)
      if (raw === undefined) throw new NodeFault('unsupported', `no node shows ${txId}`)
      if (isWanted(order, pending, raw) && (await this.isCompleted(order, pending, txId))) return
      others.add(txId)
    }
    if (end === null || listed.slot < end || unseen.length > AT_ONCE) return
    const { serialized, claims } = pending
    const build = () => Promise.resolve({ serialized, claims })
    await this.options.pipeline.renew(order, pending, { turn: null, build })
  }

  /** Another doubt begins a new one. */
  private searchOf({ id, notBefore }: PendingSignature): Search {
    const known = this.searches.get(id)
    if (known?.notBefore === notBefore) return known
    const begun = { notBefore, bound: null, end: null, others: new Set<string>() }
    this.searches.set(id, begun)
    return begun
  }

  /** False: it was made for something else. */
  private async isCompleted(order: Order, pending: PendingSignature, txId: string): Promise<boolean> {
    const { pipeline } = this.options
    const terms = { caller: order.caller, price: () => 0, idempotency: null }
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

  private tell(id: string, why: string): void {
    if (this.told.has(id)) return
    this.told.add(id)
    this.options.engine.warn(
      `Whether pending signature ${id} was sent could not be found out yet: ${why}. If it was, complete it by its id`,
    )
  }
}

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
