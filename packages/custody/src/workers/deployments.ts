/**
 * Stores which token of the chain a registered token is, once the transaction that deploys it is final. Until then its
 * currency has no token, so no payment is credited. Any number of processes may run it on one storage.
 */
import { isOfNetwork, TOKENS, type Token } from '@tallystick/core'
import { type Engine, Rejected } from '@tallystick/engine'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { deploymentOf, type Tokens } from '../tokens.js'

export interface DeploymentsOptions {
  readonly chains: Chains
  readonly engine: Pick<Engine, 'query' | 'warn' | 'scheduler'>
  readonly tokens: Pick<Tokens, 'linkDeployed'>
}

/** Tokens that are read at once. */
const PAGE = 100
/** What could not be stored is tried again after this, then after twice as long each time, up to the longest. */
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 600_000

interface Patience {
  readonly wait: number
  readonly due: number
}

export class Deployments {
  /** Those that could not be stored, by what has deployed them. Each was reported once. */
  private readonly waiting = new Map<string, Patience>()

  constructor(private readonly options: DeploymentsOptions) {}

  async look(): Promise<void> {
    const { query } = this.options.engine
    // A node that does not answer for one token would not answer for the next either.
    const away = new Set<string>()
    for (let offset = 0; ; offset += PAGE) {
      const page = await query.list(TOKENS, { part: 'deploying', offset, limit: PAGE })
      for (const token of page) {
        const node = `${token.chain} ${token.network}`
        if (!away.has(node) && (await this.lookAfter(token)) === 'away') away.add(node)
      }
      if (page.length < PAGE) return
    }
  }

  /** @returns `away` if its node does not answer */
  private async lookAfter(token: Token): Promise<'away' | undefined> {
    const { chains, engine, tokens } = this.options
    const send = await deploymentOf(engine.query, token)
    // With a reason, the chain has executed it without effect.
    if (send?.status !== 'final' || send.reason !== null) return undefined
    const name = `${token.tenant} ${token.name} ${send.txId}`
    const known = this.waiting.get(name)
    const now = engine.scheduler.elapsed()
    if (known !== undefined && now < known.due) return undefined
    const network = isOfNetwork(token.network, 'mainnet') ? 'mainnet' : 'testnet'
    try {
      const testnet = token.network === network ? undefined : token.network
      const chain: Chain = await chains.chain(token.chain, network, testnet)
      await tokens.linkDeployed(chain, token, send.txId)
      this.waiting.delete(name)
      return undefined
    } catch (fault) {
      if (!(fault instanceof Rejected || fault instanceof NodeFault)) throw fault
      const wait = known === undefined ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, 2 * known.wait)
      this.waiting.set(name, { wait, due: now + wait })
      if (known === undefined) {
        const why = fault instanceof Rejected ? fault.code : fault.message
        engine.warn(
          `${token.chain} ${token.network}: what ${send.txId} has deployed cannot be stored as token ${token.name} yet: ${why}`,
        )
      }
      return fault instanceof NodeFault ? 'away' : undefined
    }
  }
}
