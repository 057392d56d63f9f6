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
  readonly engine: Pick<Engine, 'query' | 'warn'>
  readonly tokens: Pick<Tokens, 'linkDeployed'>
}

/** Tokens that are read at once. */
const PAGE = 100

export class Deployments {
  /** Those that cannot be stored and were reported. */
  private readonly told = new Set<string>()

  constructor(private readonly options: DeploymentsOptions) {}

  async look(): Promise<void> {
    const { query } = this.options.engine
    for (let offset = 0; ; offset += PAGE) {
      const page = await query.list(TOKENS, { part: 'deploying', offset, limit: PAGE })
      for (const token of page) await this.lookAfter(token)
      if (page.length < PAGE) return
    }
  }

  private async lookAfter(token: Token): Promise<void> {
    const { chains, engine, tokens } = this.options
    const send = await deploymentOf(engine.query, token)
    // With a reason, the chain has executed it without effect.
    if (send?.status !== 'final' || send.reason !== null) return
    const network = isOfNetwork(token.network, 'mainnet') ? 'mainnet' : 'testnet'
    try {
      const testnet = token.network === network ? undefined : token.network
      const chain: Chain = await chains.chain(token.chain, network, testnet)
      await tokens.linkDeployed(chain, token, send.txId)
    } catch (fault) {
      if (!(fault instanceof Rejected || fault instanceof NodeFault)) throw fault
      const name = `${token.tenant} ${token.name} ${send.txId}`
      if (this.told.has(name)) return
      this.told.add(name)
      const why = fault instanceof Rejected ? fault.code : fault.message
      engine.warn(
        `${token.chain} ${token.network}: what ${send.txId} has deployed cannot be stored as token ${token.name} yet: ${why}`,
      )
    }
  }
}
