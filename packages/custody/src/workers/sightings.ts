/**
 * What blocks show to subscribers: transactions of addresses, whoever they belong to, and the events of contracts. While
 * nobody has subscribed to a chain, it costs its follower one look into the database for each group of blocks.
 */
import {
  type Cursor,
  type FollowedChain,
  formatDecimal,
  kept,
  lookoutKey,
  MEMPOOLS,
  NO_BLOCK,
  SIGHTINGS,
  type Sighted,
  type SightingName,
  type SightingTold,
  SUBSCRIPTIONS,
  type Subscription,
  type SubscriptionType,
  sightedObject,
  sightedParts,
  type TenantId,
} from '@tallystick/core'
import { AddressFilter, type Engine, FILTER_WINDOW, type Queries } from '@tallystick/engine'
import type { Block, Blocks, Spend } from '../ports/blocks.js'
import { type ChainRecord, NodeFault } from '../ports/chain.js'
import type { TokenReader } from '../ports/token.js'
import { RPC_NODES } from '../rpc/nodes.js'
import type { KnownAssets } from './known-assets.js'
import {
  batchesOf,
  type Held,
  nameOfOutput,
  type Output,
  slicesOf,
  type Touch,
  targetsOf,
  tellsOutgoing,
  touchesOf,
} from './sighted.js'
import { TokenDecimals, type TokenMove } from './token-decimals.js'
import { pages } from './watched.js'

export interface SightedChain {
  readonly record: Pick<ChainRecord, 'id' | 'family' | 'decimals'>
  readonly tokens?: Pick<TokenReader, 'find' | 'decimals'> | undefined
  readonly blocks?: Pick<Blocks, 'payers'>
}

const ADDRESS = 'ADDRESS_TRANSACTION' satisfies SubscriptionType
const NONE: readonly Sighted[] = []

interface Telling {
  readonly tenant: TenantId
  readonly touch: Touch
}

/** Who watches what: the tenants, by type and target. */
class Watchers {
  private readonly tenants = new Map<string, Set<TenantId>>()

  add({ type, object, tenant }: Subscription): void {
    const name = nameOf(type, sightedParts(object)?.target ?? '')
    const known = this.tenants.get(name)
    if (known === undefined) this.tenants.set(name, new Set([tenant]))
    else known.add(tenant)
  }

  of(kind: SubscriptionType, target: string): Iterable<TenantId> {
    return this.tenants.get(nameOf(kind, target)) ?? []
  }

  readonly has = (kind: SubscriptionType, target: string): boolean => this.tenants.has(nameOf(kind, target))
}

const nameOf = (kind: SubscriptionType, target: string): string => `${kind} ${target}`

export class Sightings {
  private readonly filter = new AddressFilter()
  private readonly decimals: TokenDecimals
  /** The blocks that were looked at last. One that is recorded in parts is looked at again, and nodes are not asked again. */
  private looked: ReadonlySet<string> = new Set()
  /** The number of subscriptions to the chain that the filter has. */
  private known = 0
  /** Somebody watches an address that its spenders hide. */
  private hasHidden = false
  private readonly name: string

  constructor(
    private readonly engine: Pick<Engine, 'query' | 'scheduler'>,
    private readonly on: FollowedChain,
    private readonly chain: SightedChain,
    private readonly assets: KnownAssets,
  ) {
    this.name = nameOfChain(on)
    this.decimals = new TokenDecimals(chain.tokens, () => engine.scheduler.elapsed())
  }

  private get query(): Queries {
    return this.engine.query
  }

  /** For each block what it shows. Read the blocks before: what is subscribed to by then is looked for. */
  async of(blocks: readonly Block[]): Promise<readonly (readonly Sighted[])[]> {
    if (!(await this.refresh())) return blocks.map(() => NONE)
    const held = await this.held(blocks)
    const shown = await this.shown(blocks, held, await this.watchers(blocks, held, () => true), false)
    this.looked = new Set(blocks.map(({ hash }) => hash))
    return shown
  }

  /**
   * What transactions that wait show of addresses, to those who want to be told so early.
   * @param block One that has all of them
   */
  async waiting(block: Block): Promise<readonly Sighted[]> {
    if (!(await this.refresh())) return NONE
    const held = await this.held([block])
    const early = MEMPOOLS[this.on.chain] === true
    const watchers = await this.watchers(
      [block],
      held,
      ({ type, mempool = early }) => type === ADDRESS && mempool,
    )
    const [sighted = NONE] = await this.shown([block], held, watchers, true)
    return sighted
  }

  private async shown(
    blocks: readonly Block[],
    held: Map<string, Output>,
    watchers: Watchers,
    isWaiting: boolean,
  ): Promise<readonly (readonly Sighted[])[]> {
    const { record } = this.chain
    const isWatched = (address: string): boolean => watchers.has(ADDRESS, address)
    const shown: (readonly Sighted[])[] = []
    for (const block of blocks) {
      const touches = touchesOf(record, block, isWatched, held)
      for (const { address, txId, outputs } of touches) {
        for (const [index, amount] of Object.entries(outputs)) {
          held.set(nameOfOutput(txId, Number(index)), { address, amount: BigInt(amount) })
        }
      }
      const tellings = touches.flatMap((touch) =>
        [...watchers.of(ADDRESS, touch.address)].map((tenant) => ({ tenant, touch })),
      )
      if (isWaiting || !this.looked.has(block.hash)) await this.decimals.learn(this.unlisted(tellings, block))
      const sighted = tellings.map(({ tenant, touch }) => this.touched(tenant, block, touch, isWaiting))
      for (const { kind, target, part, events } of batchesOf(block, watchers.has)) {
        const body = { events, blockNumber: block.height, chain: this.name, subscriptionType: kind }
        const common = { kind, object: sightedObject(this.on, target), place: `${block.hash}:${part}` }
        for (const tenant of watchers.of(kind, target)) {
          sighted.push({ tenant, ...common, txId: '', outputs: {}, body: JSON.stringify(body) })
        }
      }
      shown.push(sighted)
    }
    return shown
  }

  /** What the block at the cursor has shown. */
  undone({ hash, height }: Cursor): Promise<readonly Sighted[]> {
    return this.query.list(SIGHTINGS, { where: { ...this.on, height, blockHash: hash } })
  }

  /**
   * What can be forgotten, because its block can no longer be undone: so many at once, for each of so many commits. On UTXO
   * chains it is kept: whoever spends an output later has paid from that address.
   */
  async forgotten(
    cursor: Cursor,
    commits: number,
    count: number,
  ): Promise<readonly (readonly SightingName[])[]> {
    const oldest = kept(cursor).at(-1)
    if (this.known === 0 || oldest === undefined || this.chain.record.family === 'utxo') return []
    const where = { ...this.on, height: { to: oldest.height - 1 }, blockHash: { not: NO_BLOCK } }
    const found = await this.query.list(SIGHTINGS, { where, by: 'height', limit: commits * count })
    return slicesOf(found, { count, size: Number.POSITIVE_INFINITY }, () => 0)
  }

  /** Reads the subscriptions that are not known yet. @returns Whether there is any */
  private async refresh(): Promise<boolean> {
    const { chain, network: chainNetwork } = this.on
    const number = (await this.query.find(lookoutKey(this.on)))?.number ?? 0
    if (number === this.known) return number > 0
    for (let isWhole = false; !isWhole; ) {
      const where = { chain, chainNetwork, number: { from: this.filter.from } }
      const found = await this.query.list(SUBSCRIPTIONS, {
        where,
        by: 'number',
        limit: FILTER_WINDOW,
      })
      const payers = this.chain.blocks?.payers
      this.hasHidden ||= found.some(
        ({ object }) => payers?.isHidden(sightedParts(object)?.target ?? '') === true,
      )
      isWhole = this.filter.take(
        found.map(({ number = 0, object }) => ({ number, address: sightedParts(object)?.target ?? '' })),
      )
    }
    this.known = number
    return true
  }

  /** Those who watch something that the blocks have. */
  private async watchers(
    blocks: readonly Block[],
    held: Held,
    counts: (subscription: Subscription) => boolean,
  ): Promise<Watchers> {
    const { chain, network: chainNetwork } = this.on
    const watchers = new Watchers()
    const targets = [...blocks.map(targetsOf), [...held.values()]]
    const possible = new Set((await this.filter.among(targets)).flat().map(({ address }) => address))
    const objects = [...possible].map((target) => sightedObject(this.on, target))
    for await (const object of pages(objects)) {
      const where = { chain, chainNetwork, object: { in: object } }
      for (const one of await this.query.list(SUBSCRIPTIONS, { where })) if (counts(one)) watchers.add(one)
    }
    return watchers
  }

  /** UTXO: the outputs of watched addresses that the blocks spend. */
  private async held(blocks: readonly Block[]): Promise<Map<string, Output>> {
    const held = new Map<string, Output>()
    if (this.chain.record.family !== 'utxo' || !tellsOutgoing(this.chain.record)) return held
    const spent = new Set(blocks.flatMap(({ spends }) => spends.map(({ txId }) => txId)))
    for await (const txId of pages([...spent])) {
      const where = { ...this.on, txId: { in: txId } }
      for (const { object, txId: of, outputs } of await this.query.list(SIGHTINGS, { where })) {
        const address = sightedParts(object)?.target ?? ''
        for (const [index, amount] of Object.entries(outputs)) {
          held.set(nameOfOutput(of, Number(index)), { address, amount: BigInt(amount) })
        }
      }
    }
    const others = blocks.flatMap(({ spends }) =>
      spends.filter(({ txId, index }) => !held.has(nameOfOutput(txId, index))),
    )
    for (const { txId, position, address, amount } of await this.before(others)) {
      held.set(nameOfOutput(txId, position), { address, amount })
    }
    return held
  }

  /** Outputs that arrived before anybody watched their address. Few spenders show one that may be watched. */
  private async before(spends: readonly Spend[]) {
    const payers = this.chain.blocks?.payers
    if (payers === undefined) return []
    const hidden: Spend[] = []
    const shown: { readonly address: string; readonly spend: Spend }[] = []
    // Each takes some hashes.
    for await (const page of pages(spends)) {
      for (const spend of page) {
        const addresses = spend.shows === undefined ? [] : payers.of(spend.shows)
        if (addresses === null) hidden.push(spend)
        for (const address of addresses ?? []) shown.push({ address, spend })
      }
    }
    const possible = (await this.filter.among([shown])).flat().map(({ spend }) => spend)
    try {
      return await payers.outputs(this.hasHidden ? [...possible, ...hidden] : possible)
    } catch (fault) {
      // No node has an index of transactions: what arrived since the subscription is known all the same.
      if (fault instanceof NodeFault && fault.code === 'unsupported') return []
      throw fault
    }
  }

  private touched(tenant: TenantId, { height }: Block, touch: Touch, isWaiting: boolean): Sighted {
    const { address, txId, place, asset, amount, tokenId, from, to, outputs } = touch
    const scale = this.listed(tenant, touch, height) ?? this.decimals.of(asset ?? '')
    const body: SightingTold = {
      address: to ?? address,
      txId,
      ...(isWaiting ? { mempool: true as const } : { blockNumber: height }),
      asset: asset ?? this.chain.record.id,
      // In base units it would look like more than was paid, by as many digits as the token has decimals.
      ...(scale === undefined ? {} : { amount: formatDecimal(amount, scale) }),
      ...(tokenId === undefined ? {} : { tokenId }),
      type: asset === null ? 'native' : 'token',
      ...(to === undefined ? {} : { counterAddress: to }),
      ...(from === undefined ? {} : { from }),
      subscriptionType: ADDRESS,
      chain: this.name,
    }
    const object = sightedObject(this.on, address)
    return { tenant, kind: ADDRESS, object, place, txId, outputs, body: JSON.stringify(body) }
  }

  /** Decimals of the amount, as this service or the block tells them. */
  private listed(tenant: TenantId, touch: Touch, height: number): number | undefined {
    const { asset, decimals: inBlock, tokenId } = touch
    if (tokenId !== undefined) return 0
    if (asset === null) return this.chain.record.decimals
    return this.assets.of(tenant, asset, height)?.scale ?? inBlock
  }

  /** The tokens whose decimals only their contracts tell. */
  private unlisted(tellings: readonly Telling[], { height }: Block): readonly TokenMove[] {
    return tellings.flatMap(({ tenant, touch }) => {
      const { address, asset } = touch
      return asset === null || this.listed(tenant, touch, height) !== undefined ? [] : [{ address, asset }]
    })
  }
}

/** The name of the chain in payloads: that of its default node in the documented API. */
export function nameOfChain({ chain, network }: FollowedChain): string {
  const own = RPC_NODES.filter((node) => node.chain.code === chain)
  const named = own.find(({ name }) => name === network) ?? own.find((node) => node.network === network)
  return named?.name ?? `${chain.toLowerCase()}-${network}`
}
