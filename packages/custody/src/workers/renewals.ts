/**
 * Rebuilds a pending signature if its transaction expired before anybody signed it, because the network would not accept
 * it. A node must first prove that no block can have the transaction, by the id that it would have: the key-management
 * system may have sent it by itself. A transaction that a block may still include stays as it is.
 */
import type { PendingSignature, SignatureId, TenantId } from '@tallystick/core'
import { type Engine, embeddedCaller, expiringSignatures, Rejected } from '@tallystick/engine'
import { BadTransaction, type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { StellarChain } from '../ports/stellar.js'
import type { TronChain } from '../ports/tron.js'
import { callersOf, recordedChain } from '../recorded-chain.js'
import { records } from '../records.js'
import type { Pipeline } from '../send/pipeline.js'
import type { Order, Plan, ToPend } from '../send/plan.js'
import { renewStellar } from '../send/stellar.js'
import { renewTron } from '../send/tron/plan.js'
import type { Turns } from '../send/turns.js'

export interface RenewalsOptions {
  readonly chains: Chains
  readonly turns: Turns
  readonly pipeline: Pick<Pipeline, 'renew'>
  readonly engine: Pick<Engine, 'query' | 'now' | 'warn' | 'scheduler'>
}

/** Milliseconds between two looks. Pending signatures live for most of a day. */
const PAUSE_MS = 60_000
/** Pending signatures that are read at once, and those of a tenant that are looked at in its turn. */
const PAGE = 100
const OF_TURN = 16

const isTron = (chain: Chain): chain is TronChain => chain.record.family === 'tron'
const isStellar = (chain: Chain): chain is StellarChain => chain.record.family === 'stellar'
const FAMILIES: readonly string[] = ['tron', 'stellar']

export class Renewals {
  private looked: number | null = null
  private isLooking = false
  private stopped = false
  /** Those that cannot be rebuilt: each is reported once. */
  private readonly reported = new Set<SignatureId>()

  constructor(private readonly options: RenewalsOptions) {}

  /** Nothing, while an earlier look goes on. Rejects when a node does not answer, once it has looked at all others. */
  async look(): Promise<void> {
    const { engine, chains } = this.options
    const now = engine.scheduler.elapsed()
    if (this.isLooking || (this.looked !== null && now - this.looked < PAUSE_MS)) return
    this.looked = now
    this.isLooking = true
    try {
      const expiring = [...Object.values(records), ...(chains.added ?? [])]
        .filter(({ family }) => FAMILIES.includes(family))
        .map(({ id }) => this.lookOn(id))
      for (const look of await Promise.allSettled(expiring)) if (look.status === 'rejected') throw look.reason
    } finally {
      this.isLooking = false
    }
  }

  stop(): void {
    this.stopped = true
  }

  /** Tenants take turns: each may have thousands that have expired. */
  private async lookOn(chain: string): Promise<void> {
    const { query } = this.options.engine
    /** Networks whose nodes do not answer: the next look asks them again. */
    const silent = new Map<string, NodeFault>()
    /** The last one of each tenant that was looked at. */
    const turns = await this.tenantsOn(chain)
    while (turns.size > 0) {
      for (const [tenant, after] of turns) {
        const page = await expiringSignatures(query, chain, { tenant, after, limit: OF_TURN })
        for (const pending of page) {
          if (this.stopped) return
          if (silent.has(pending.network)) continue
          await this.lookAfter(pending).catch((fault: unknown) => {
            if (!(fault instanceof NodeFault)) throw fault
            silent.set(pending.network, fault)
          })
        }
        if (page.length < OF_TURN) turns.delete(tenant)
        else turns.set(tenant, page.at(-1)?.id)
      }
    }
    for (const fault of silent.values()) throw fault
  }

  private async tenantsOn(chain: string): Promise<Map<TenantId, SignatureId | undefined>> {
    const tenants = new Map<TenantId, undefined>()
    for (let after: SignatureId | undefined; ; ) {
      const page = await expiringSignatures(this.options.engine.query, chain, { after, limit: PAGE })
      for (const { tenant } of page) tenants.set(tenant, undefined)
      after = page.at(-1)?.id
      if (page.length < PAGE || this.stopped) return tenants
    }
  }

  private async lookAfter(pending: PendingSignature): Promise<void> {
    const { engine, chains, pipeline } = this.options
    try {
      const chain = await recordedChain(chains, pending)
      const asked = chain.codec.asked?.(pending.serialized)
      if (asked === undefined || engine.now() < asked.expires) return
      if ((await chain.node.status(asked)).kind !== 'dead') return
      const order: Order = { chain, caller: embeddedCaller(pending.tenant, callersOf(pending.network)) }
      await pipeline.renew(order, pending, await this.plan(order, pending.serialized))
      this.reported.delete(pending.id)
    } catch (fault) {
      if (fault instanceof NodeFault && fault.code === 'unconfigured') return
      // A node that keeps no history does not hold up what other nodes prove.
      const isUnproven = fault instanceof NodeFault && fault.code === 'unsupported'
      if (!(fault instanceof BadTransaction || fault instanceof Rejected || isUnproven)) throw fault
      if (this.stopped || this.reported.has(pending.id)) return
      this.reported.add(pending.id)
      const why = `pending signature ${pending.id} has expired, and cannot be built again: ${fault.message}`
      const remedy = isUnproven ? 'Remove the cause' : 'Delete it, or remove the cause'
      engine.warn(`${pending.chain} ${pending.network}: ${why}. ${remedy}`)
    }
  }

  private plan({ chain, caller }: Order, serialized: string): Promise<Plan<ToPend>> {
    const { engine, turns } = this.options
    if (isTron(chain)) return renewTron(engine, { chain, caller }, serialized)
    if (isStellar(chain)) return renewStellar({ engine, turns }, { chain, caller }, serialized)
    throw new TypeError(`no pending signature expires on ${chain.record.id}`)
  }
}
