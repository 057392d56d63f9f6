/**
 * Pending signatures whose signer has reported an error, on a chain on which the signer sends transactions by itself. It
 * may have sent one before, and not seen it: signed once more, it would be paid twice. So each is looked for among what
 * its payer has signed since it was asked for. Found, it is completed; it is listed again once a final block is behind
 * the last one that could have what was signed before the report.
 */
import { isOfNetwork, NEVER, type PendingSignature, SIGNATURES, type SignatureId } from '@tallystick/core'
import { type Engine, embeddedCaller, Rejected } from '@tallystick/engine'
import { BadTransaction, type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { SolanaChain } from '../ports/solana.js'
import { records } from '../records.js'
import type { Pipeline } from '../send/pipeline.js'
import type { Order } from '../send/plan.js'

export interface SearchesOptions {
  readonly chains: Chains
  readonly pipeline: Pick<Pipeline, 'renew' | 'complete' | 'noteCompleted'>
  readonly engine: Pick<Engine, 'query' | 'warn'>
}

/** Chains on which key-management systems send what they sign by themselves. */
export const SENT_BY_SIGNER: readonly string[] = Object.values(records)
  .filter(({ family }) => family === 'solana')
  .map(({ id }) => id)

/** Read at once, and in one round. */
const PAGE = 100
/** Transactions that are compared in one round: what else waits to be sent waits meanwhile. */
const AT_ONCE = 32
/** Blocks between the last final one and the newest, of which a signer may have taken the hash. */
const NOT_FINAL = 64n

const isSolana = (chain: Chain): chain is SolanaChain => chain.record.family === 'solana'

interface Search {
  /** The height that must be final before it is listed again, from when it was first looked for. */
  readonly bound: bigint
  /** All up to this slot was looked at. */
  since: number
  /** Transactions that are something else. */
  readonly others: Set<string>
}

export class Searches {
  private readonly searches = new Map<SignatureId, Search>()
  private readonly told = new Set<SignatureId>()
  private after: SignatureId | undefined

  constructor(private readonly options: SearchesOptions) {}

  /** Rejects when a node did not answer. */
  async look(): Promise<void> {
    const page = await this.options.engine.query.list(SIGNATURES, {
      part: 'open',
      where: { chain: { in: SENT_BY_SIGNER }, txId: null, notBefore: NEVER },
      ...(this.after === undefined ? {} : { after: this.after }),
      limit: PAGE,
    })
    this.after = page.length < PAGE ? undefined : page.at(-1)?.id
    let fault: unknown
    for (const pending of page) {
      try {
        await this.lookFor(pending)
      } catch (error) {
        // The nodes of other networks may answer.
        fault ??= error
      }
    }
    if (fault !== undefined) throw fault
  }

  private async lookFor(pending: PendingSignature): Promise<void> {
    const { chains } = this.options
    const network = isOfNetwork(pending.network, 'mainnet') ? ('mainnet' as const) : ('testnet' as const)
    const testnet = pending.network === network ? undefined : pending.network
    try {
      const chain: Chain = await chains.chain(pending.chain, network, testnet)
      if (!isSolana(chain)) return
      const order = { chain, caller: { ...embeddedCaller(pending.tenant), network } }
      if (await this.isEnded(order, pending)) this.searches.delete(pending.id)
    } catch (fault) {
      if (!(fault instanceof NodeFault && fault.code === 'unconfigured')) throw fault
    }
  }

  /** Whether it was completed, or is listed again. */
  private async isEnded(order: Order<SolanaChain>, pending: PendingSignature): Promise<boolean> {
    const { node, codec } = order.chain
    const begun = this.searches.get(pending.id)
    const search = begun ?? {
      bound: (await node.lifetime()).last + NOT_FINAL,
      since: pending.headHeight ?? 0,
      others: new Set<string>(),
    }
    this.searches.set(pending.id, search)
    const { payer } = codec.outlay(pending.serialized)
    const sent = await node.sentBy(payer, search.since)
    if (sent === undefined) return this.tell(pending, `${payer} has signed too much since`)
    const unseen = sent.txIds.filter((id) => !search.others.has(id))
    for (const txId of unseen.slice(0, AT_ONCE)) {
      const raw = await node.raw(txId)
      if (raw === undefined) return this.tell(pending, `no node shows ${txId}`)
      if (this.isWanted(order, pending, raw) && (await this.isCompleted(order, pending, txId))) return true
      search.others.add(txId)
    }
    if (unseen.length > AT_ONCE) return false
    search.since = sent.slot
    if (sent.height <= search.bound) return false
    const { serialized, claims } = pending
    const build = () => Promise.resolve({ serialized, claims, fee: '0', replaces: false })
    await this.options.pipeline.renew(order, pending, { turn: null, build })
    return true
  }

  private isWanted(
    { chain: { codec } }: Order<SolanaChain>,
    pending: PendingSignature,
    raw: string,
  ): boolean {
    try {
      return codec.difference(pending.serialized, raw) === null
    } catch (fault) {
      // It is of a kind that nobody was asked to sign.
      if (fault instanceof BadTransaction) return false
      throw fault
    }
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
      const isOther = fault instanceof Rejected && fault.code !== 'tx.not.found'
      if (isOther || fault instanceof BadTransaction) return false
      throw fault
    }
  }

  private tell({ id, chain, network }: PendingSignature, why: string): false {
    if (!this.told.has(id)) {
      this.told.add(id)
      this.options.engine.warn(
        `${chain} ${network}: whether pending signature ${id} was sent could not be found out: ${why}. If it was, complete it by its id`,
      )
    }
    return false
  }
}
