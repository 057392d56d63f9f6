/**
 * Stores which token of the chain a registered token is, once the transaction that deploys it is final. Until then its
 * currency has no token, so no payment is credited. Any number of processes may run it on one storage.
 */
import { type AccountId, TOKENS, type Token } from '@tallystick/core'
import { type Engine, Rejected } from '@tallystick/engine'
import { NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { recordedChain } from '../recorded-chain.js'
import { deploymentOf, type Tokens } from '../tokens.js'

interface DeploymentsOptions {
  readonly chains: Chains
  readonly engine: Pick<Engine, 'query' | 'scheduler' | 'warn'>
  readonly tokens: Pick<Tokens, 'linkDeployed'>
}

/** Tokens that are read at once, and pages of one look; the next one continues from there. */
const PAGE = 100
const PAGES = 10
/**
 * What cannot be stored is looked at again after so long, then after twice as long each time, up to the last: the token may
 * be one that never can.
 */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

/** Times are the scheduler's. */
interface Patience {
  readonly wait: number
  readonly due: number
}

export class Deployments {
  /** Those that could not be stored, and were reported. */
  private readonly patience = new Map<string, Patience>()
  /** Seen since the current pass through the list began. */
  private met = new Set<string>()
  private after: AccountId | undefined
  private isLooking = false
  private stopped = false

  constructor(private readonly options: DeploymentsOptions) {}

  /** Nothing, while an earlier look goes on. */
  async look(): Promise<void> {
    if (this.isLooking) return
    this.isLooking = true
    try {
      await this.lookOn()
    } finally {
      this.isLooking = false
    }
  }

  stop(): void {
    this.stopped = true
  }

  private async lookOn(): Promise<void> {
    /** Networks whose nodes do not answer: the next look asks them again. */
    const silent = new Set<string>()
    for (let page = 0; page < PAGES; page++) {
      // The list gets shorter meanwhile. Each token has an account of its own.
      const where = this.after === undefined ? {} : { account: { above: this.after } }
      const tokens = await this.options.engine.query.list(TOKENS, {
        ...{ part: 'deploying', where, by: 'account', limit: PAGE },
      })
      for (const token of tokens) {
        if (this.stopped) return
        await this.lookAfter(token, silent)
      }
      this.after = tokens.at(-1)?.account
      if (tokens.length < PAGE) return this.begin()
    }
  }

  /** Begins a new pass, and forgets tokens that have left the list. */
  private begin(): void {
    for (const name of this.patience.keys()) if (!this.met.has(name)) this.patience.delete(name)
    this.met = new Set()
    this.after = undefined
  }

  private async lookAfter(token: Token, silent: Set<string>): Promise<void> {
    const { engine } = this.options
    // Registered again, it has another deployment.
    const name = `${token.account} ${token.deployment}`
    this.met.add(name)
    const on = `${token.chain} ${token.network}`
    const known = this.patience.get(name)
    if (silent.has(on) || (known !== undefined && engine.scheduler.elapsed() < known.due)) return
    const send = await deploymentOf(engine.query, token)
    // With a reason, the chain has executed it without effect.
    if (send?.status !== 'final' || send.reason !== null) return
    try {
      await this.link(token, send.txId)
    } catch (fault) {
      if (!(fault instanceof Rejected || fault instanceof NodeFault)) throw fault
      if (fault instanceof NodeFault) silent.add(on)
      const wait = known === undefined ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, 2 * known.wait)
      this.patience.set(name, { wait, due: engine.scheduler.elapsed() + wait })
      if (known !== undefined) return
      const why = fault instanceof Rejected ? fault.code : fault.message
      engine.warn(`${on}: what ${send.txId} has deployed cannot be stored as token ${token.name} yet: ${why}`)
    }
  }

  private async link(token: Token, txId: string): Promise<void> {
    const { chains, tokens } = this.options
    await tokens.linkDeployed(await recordedChain(chains, token), token, txId)
  }
}
