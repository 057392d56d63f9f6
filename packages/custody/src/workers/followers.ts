/** The followers of all chains with `follow` in the configuration. */
import { type Currencies, type FollowedChain, MEMPOOLS, TOKENS } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { assetsOf } from '../assets.js'
import type { Block } from '../ports/blocks.js'
import { type Chain, NodeFault } from '../ports/chain.js'
import type { Chains, Followed } from '../ports/chains.js'
import { isUtxo } from '../ports/utxo.js'
import { recordedChain } from '../recorded-chain.js'
import { Coins } from './coins.js'
import type { Completions } from './completions.js'
import { Depths, windowOf } from './depth.js'
import { Follower, type FollowerOptions, type FollowerStatus } from './follower.js'
import { type FollowedAssets, KnownAssets } from './known-assets.js'
import { MempoolWatch } from './mempools.js'
import { Observer } from './observer.js'

export type { FollowerStatus }

export class Followers {
  private readonly running: Follower[] = []
  private readonly mempools: MempoolWatch[] = []
  private readonly beginning: Promise<void>[] = []
  private readonly failed: FollowerStatus[] = []
  private stopped = false

  constructor(
    private readonly engine: Engine,
    private readonly chains: Chains,
    private readonly completions: Completions,
  ) {}

  start(): void {
    for (const followed of this.chains.followed ?? []) {
      this.beginning.push(
        new Promise((resolve) => {
          this.engine.scheduler.soon(() => void this.begin(followed).then(resolve))
        }),
      )
    }
  }

  stop(): void {
    this.stopped = true
    for (const worker of [...this.running, ...this.mempools]) worker.stop()
  }

  /** @returns When each has come to the head of its node, or cannot */
  async round(): Promise<void> {
    await Promise.all(this.beginning)
    await Promise.all(this.running.map((follower) => follower.round()))
    await Promise.all(this.mempools.map((mempool) => mempool.round()))
  }

  status(): readonly FollowerStatus[] {
    return [...this.running.map(({ status }) => status), ...this.failed]
  }

  /** Whether the chain was read to its head since the start: what is older says nothing of what was sent meanwhile. */
  hasArrived(on: FollowedChain): boolean {
    return this.running.some((follower) => follower.hasArrived(on))
  }

  private async begin({ chain: id, network, from, terms, mempool }: Followed): Promise<void> {
    try {
      const chain = await recordedChain(this.chains, { chain: id, network })
      const { blocks } = chain
      if (blocks === undefined)
        throw new NodeFault('unsupported', 'blocks of this chain are not followed yet')
      if (this.stopped) return
      const options = {
        engine: this.engine,
        record: chain.record,
        codec: chain.codec,
        blocks,
        blocksAt: chain.blocksAt,
        ...(chain.tokens === undefined ? {} : { tokens: chain.tokens }),
        assets: followedAssets(chain, this.engine.currencies),
        network,
        depths: new Depths(chain.record.confirmations, terms, chain.record.shownAt),
        ...(chain.record.tag === undefined
          ? {}
          : { before: (blocks: readonly Block[]) => this.completions.look({ chain: id, network }, blocks) }),
        ...(isUtxo(chain) ? { coins: new Coins(this.engine.query, { chain: id, network }, chain) } : {}),
      }
      const follower = new Follower(from === undefined ? options : { ...options, from })
      this.running.push(follower)
      follower.start()
      if (mempool !== false) this.watchMempool(chain, options)
      void this.tellUnknown({ chain: id, network }, options.assets, Object.keys(terms ?? {}))
    } catch (fault) {
      const problem = String(fault)
      this.failed.push({
        chain: id,
        network,
        node: null,
        switches: 0,
        height: null,
        behind: null,
        perSecond: null,
        secondsLeft: null,
        deepestReorganisation: 0,
        untraced: false,
        problem,
      })
      this.engine.warn(`${id} ${network} is not followed: ${problem}`)
    }
  }

  /** Of currencies with terms: a name that the chain does not have is misspelt, or a token is yet to be registered. */
  private async tellUnknown(
    on: FollowedChain,
    assets: FollowedAssets,
    named: readonly string[],
  ): Promise<void> {
    const shared = [null, ...assets.tokens].map((asset) => assets.of(asset)?.currency)
    for (const name of named.filter((one) => !shared.includes(one))) {
      const found = await this.engine.query.count(TOKENS, { ...on, name }).catch(() => null)
      if (found === 0)
        this.engine.warn(
          `follow.deposits of ${on.chain} ${on.network} names ${name}, which is no currency of the chain: deposits have the terms of the network`,
        )
    }
  }

  /** Of chains that have one which is told of. */
  private watchMempool(chain: Chain, options: FollowerOptions): void {
    const {
      engine,
      record,
      codec,
      blocks,
      network,
      coins,
      depths = new Depths(record.confirmations),
    } = options
    const open = blocks.mempool
    if (open === undefined || !Object.hasOwn(MEMPOOLS, record.id)) return
    const on = { chain: record.id, network }
    const assets = new KnownAssets(engine, on, options.assets)
    const mempool = new MempoolWatch({
      ...{ engine, on, open, decimals: chain.record.decimals, window: windowOf(depths.deepest) },
      observer: new Observer({
        ...{ engine, on, record, blocks, assets, depths, tokens: chain.tokens },
        ...(coins === undefined ? {} : { coins }),
        ...(codec === undefined ? {} : { codec }),
      }),
    })
    this.mempools.push(mempool)
    mempool.start()
  }
}

/** @throws NodeFault if a token is configured as two currencies: what it pays would be credited as the last one only */
function followedAssets(chain: Chain, currencies: Currencies): FollowedAssets {
  const known = new Map<string | null, { readonly currency: string; readonly scale: number }>()
  for (const { asset, currency, decimals } of assetsOf(chain, currencies)) {
    const other = known.get(asset)
    if (other !== undefined)
      throw new NodeFault('unconfigured', `${other.currency} and ${currency} are configured as one token`)
    known.set(asset, { currency, scale: decimals })
  }
  const tokens = new Set([...known.keys()].filter((asset) => asset !== null))
  return { tokens, of: (asset) => known.get(asset) }
}
