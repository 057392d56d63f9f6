/** What blocks change: from blocks to commands, each of which is one rule of the core. */
import {
  type Cursor,
  DEPOSITS,
  type Deposit,
  type DepositAddress,
  type DepositName,
  depositKey,
  depositOutput,
  type FollowedChain,
  isFollowed,
  MAX_WEBHOOKS,
  type Made,
  type MultiUndone,
  type ObserveBlock,
  type Receipt,
  type Sighted,
  type TenantId,
  type UndoBlock,
} from '@tallystick/core'
import type { Engine, Queries } from '@tallystick/engine'
import type { Block, Blocks, Movement } from '../ports/blocks.js'
import type { Chain, ChainRecord } from '../ports/chain.js'
import { isStepElsewhere, isSweep } from '../sweep/steps.js'
import type { Coins } from './coins.js'
import { type Depths, windowOf } from './depth.js'
import type { Group } from './groups.js'
import { Hearers } from './hearers.js'
import { changedAt, changesOf, OwnSends } from './holdings.js'
import type { KnownAssets } from './known-assets.js'
import { MultiTokens } from './multi-tokens.js'
import { withoutChange } from './own-change.js'
import { type Most, type Part, partsOf, sightedSlices, weightOf } from './parts.js'
import { slicesOf } from './sighted.js'
import { type SightedChain, Sightings } from './sightings.js'
import { unrecorded } from './unrecorded.js'
import { type ObservedAddresses, pages, type Watched, watchedIn } from './watched.js'

interface ObserverOptions {
  readonly engine: Pick<Engine, 'query' | 'scheduler'>
  readonly on: FollowedChain
  readonly record: Pick<ChainRecord, 'id' | 'family' | 'tag' | 'decimals'>
  /** Reads what sweeps have sent. Default: none are looked for that somebody has sent elsewhere. */
  readonly codec?: Chain['codec']
  readonly blocks: Pick<Blocks, 'depositTag' | 'payers'>
  readonly assets: KnownAssets
  readonly depths: Depths
  /** UTXO: which coins are ours. */
  readonly coins?: Coins
  /** Whose tokens have decimals. Default: base units are told of tokens that are no currencies. */
  readonly tokens?: SightedChain['tokens']
  /** Default: AT_ONCE. */
  readonly atOnce?: number
}

/**
 * Payments, outputs or credits of one commit. So many take some hundredths of a second, and meanwhile no other call is
 * served; an exchange can pay thousands of customers in one transaction.
 */
const AT_ONCE = 250

interface Observing {
  /** A command for each of the first blocks. Each expects the cursor as the one before it leaves it. */
  readonly commands: readonly ObserveBlock[]
  /** More deposits are deep enough than they credit: see `due`. */
  readonly hasMore: boolean
}

const NO_COINS = { made: [], spent: [] }

/** When coins may be spent that no block has yet. */
const NEVER = (): number => Number.MAX_SAFE_INTEGER

export class Observer {
  private readonly atOnce: number
  /** Absent where contracts have no tokens with ids. */
  private readonly multi: MultiTokens | undefined
  private readonly sightings: Sightings
  /** How many delayed deposits come before the next ones to be looked at. */
  private delayed = 0

  constructor(private readonly options: ObserverOptions) {
    this.atOnce = options.atOnce ?? AT_ONCE
    const { engine, on, record, assets } = options
    this.sightings = new Sightings(engine, on, options, assets)
    this.multi = record.family === 'evm' ? new MultiTokens(engine.query, on) : undefined
  }

  /** Which addresses of the blocks are ours. */
  look(blocks: readonly Block[]): Promise<Watched> {
    return watchedIn(this.addresses, blocks, (movement) => this.tagOf(movement))
  }

  async commands(cursor: Cursor, { blocks, watched }: Group): Promise<Observing> {
    const { atOnce } = this
    const { coins, depths, engine, on } = this.options
    const [{ maturing, hasMore }, multi, sends, sighted, [forgotten]] = await Promise.all([
      this.maturing(cursor, blocks),
      this.multi?.of(blocks),
      OwnSends.of(this.addresses, watched.touched.flat(), watched.owners),
      this.sightings.of(blocks),
      this.sightings.forgotten(cursor, 1, atOnce),
    ])
    const most = await this.most(watched, sighted.flat())
    const commands: ObserveBlock[] = []
    const recent: Receipt[] = []
    const made: Made[] = []
    let weight = 0
    for (const [index, block] of blocks.entries()) {
      const touched = watched.touched[index] ?? []
      const paid = await this.receipts(block, touched, watched, sends)
      // The next group has the others.
      weight += weightOf(paid, sighted[index], most)
      if (commands.length > 0 && (recent.length + paid.length > atOnce || weight > 1)) break
      const coined =
        (await coins?.of(block, watched.places, made, (movement) => this.maturesAt(block, movement))) ??
        NO_COINS
      const receipts = await withoutChange(engine.query, on, paid, coined.spent)
      const recorded = { receipts, ...coined, multi: multi?.[index], sighted: sighted[index] }
      const [first, ...others] = partsOf(recorded, most)
      commands.push({
        ...on,
        revision: cursor.revision + index,
        block: { height: block.height, hash: block.hash },
        parent: block.parent,
        window: windowOf(depths.deepest),
        ...first,
        maturing: [...(maturing[index] ?? []), ...dueOf(recent, block)],
        holdings: changesOf(this.addresses, touched, receipts, watched.owners, sends),
        ...(index > 0 || forgotten === undefined ? {} : { forgotten }),
      })
      if (others.length > 0) break
      recent.push(...receipts)
      made.push(...coined.made)
    }
    return { commands, hasMore }
  }

  /**
   * What transactions that wait would pay to deposit addresses, with whose these are, and what they show of watched ones.
   * @param block One that has all of them
   */
  async waiting(block: Block): Promise<Expected> {
    const { coins, engine, on } = this.options
    const watched = await this.look([block])
    const touched = watched.touched[0] ?? []
    const sends = await OwnSends.of(this.addresses, touched, watched.owners)
    const paid = await this.payments(block, touched, watched, sends)
    const payments = paid.flatMap(({ row, receipt }) =>
      row.removed ? [] : [{ ...receipt, account: row.account }],
    )
    // Of a long mempool, little is ours.
    const ours = { ...block, movements: touched }
    const coined = payments.length === 0 ? undefined : await coins?.of(ours, watched.places, [], NEVER)
    return {
      payments: await withoutChange(engine.query, on, payments, coined?.spent ?? []),
      sighted: await this.sightings.waiting(block),
    }
  }

  /** @param block That of the cursor, which is not recorded whole. @returns What is still to be recorded, in parts */
  async rest(cursor: Cursor, block: Block): Promise<readonly Part[]> {
    const { coins, engine, on } = this.options
    const watched = await this.look([block])
    const touched = watched.touched[0] ?? []
    const sends = await OwnSends.of(this.addresses, touched, watched.owners)
    const coined =
      (await coins?.of(block, watched.places, [], (movement) => this.maturesAt(block, movement))) ?? NO_COINS
    const paid = await this.receipts(block, touched, watched, sends)
    const receipts = await withoutChange(engine.query, on, paid, coined.spent)
    const [multi] = (await this.multi?.of([block])) ?? []
    const [sighted] = await this.sightings.of([block])
    const left = await unrecorded(engine.query, cursor, { ...coined, receipts, multi, sighted })
    const parts = partsOf(left, await this.most(watched, left.sighted))
    // Each forgets as many as it may record.
    const forgotten = await this.sightings.forgotten(cursor, parts.length, this.atOnce)
    return parts.map((part, index) => {
      const old = forgotten[index]
      return old === undefined ? part : { ...part, forgotten: old }
    })
  }

  /**
   * Deposits that are deep enough, in the order of their ids.
   * @param after The last one that was returned
   */
  async due({ height }: Cursor, after: string | undefined): Promise<readonly Deposit[]> {
    const { engine, on } = this.options
    const due = await engine.query.list(DEPOSITS, {
      part: 'following',
      where: { ...on, matures: { to: height } },
      limit: this.atOnce,
      ...(after === undefined ? {} : { after }),
    })
    return this.first(due)
  }

  /** What the cursor's block has changed; if many hear of it, the first deposits and sightings alone. */
  async undoing(cursor: Cursor): Promise<UndoBlock> {
    const { on, coins } = this.options
    const [deposits, sighted] = await Promise.all([this.recorded(cursor), this.sightings.undone(cursor)])
    const at = { ...on, revision: cursor.revision }
    const firsts = await this.first(deposits)
    const [shown = []] = sightedSlices(sighted, this.atOnce, await Hearers.of(this.query, sighted))
    if (firsts.length < deposits.length || shown.length < sighted.length) {
      const nothing = { ...NO_COINS, holdings: [] }
      return { ...at, ...nothing, deposits: firsts, sighted: shown, unfinished: true }
    }
    const coined = (await coins?.undone(cursor.hash)) ?? NO_COINS
    const holdings = await changedAt(this.addresses, cursor.height)
    const multi: MultiUndone | undefined = await this.multi?.undone(cursor)
    return {
      ...at,
      deposits,
      holdings,
      ...coined,
      ...(multi === undefined ? {} : { multi }),
      ...(sighted.length === 0 ? {} : { sighted }),
    }
  }

  /** Deposits of the cursor's block, without those that were undone. */
  private async recorded({ hash }: Cursor): Promise<readonly Deposit[]> {
    const where = { ...this.options.on, blockHash: hash }
    const all = await this.query.list(DEPOSITS, { where, by: 'blockHeight' })
    return all.filter(({ status }) => status !== 'Failed')
  }

  /** As many as one commit may tell of. */
  private async first(deposits: readonly Deposit[]): Promise<readonly Deposit[]> {
    const accounts = deposits.map(({ tenant, account }) => ({ tenant, object: account }))
    const hearers = await Hearers.of(this.query, accounts)
    const most = { count: this.atOnce, size: MAX_WEBHOOKS }
    return slicesOf(deposits, most, (deposit) => hearers.ofDeposit(deposit))[0] ?? []
  }

  private async most({ places, touched }: Watched, sighted: readonly Sighted[] = []): Promise<Most> {
    const rows = new Set(touched.flat().flatMap(({ address }) => places.get(address) ?? []))
    const accounts = [...rows].map(({ tenant, account }) => ({ tenant, object: account }))
    const hearers = await Hearers.of(this.query, [...accounts, ...sighted])
    const heard = ({ tenant, address, tag, currency }: Receipt): number => {
      const row = places
        .get(address)
        ?.find((one) => one.tenant === tenant && one.tag === tag && one.currency === currency)
      return row === undefined ? 0 : hearers.ofDeposit(row)
    }
    return { atOnce: this.atOnce, hearers, heard }
  }

  private get query(): Queries {
    return this.options.engine.query
  }

  private get addresses(): ObservedAddresses {
    const { engine, on, record } = this.options
    return { query: engine.query, on, record }
  }

  /** For each block the deposits that are deep enough with it; for the first also those that could not be credited before. */
  private async maturing(
    cursor: Cursor,
    blocks: readonly Block[],
  ): Promise<{ readonly maturing: readonly (readonly Deposit[])[]; readonly hasMore: boolean }> {
    const { query } = this
    const { on } = this.options
    const limit = this.atOnce
    const following = { part: 'following', by: 'matures' } as const
    const last = blocks.at(-1)?.height ?? cursor.height
    const within = { ...on, matures: { from: cursor.height + 1, to: last } }
    // Which a deactivated account or a missing rate has delayed, in turn: many may never be credited.
    const before = { ...on, matures: { to: cursor.height } }
    const [allNow, allLate] = await Promise.all([
      query.list(DEPOSITS, { ...following, where: within, limit }),
      query.list(DEPOSITS, { ...following, where: before, order: 'desc', limit, offset: this.delayed }),
    ])
    const [now, late] = await Promise.all([this.first(allNow), this.first(allLate)])
    const isMore = allLate.length === limit || late.length < allLate.length
    this.delayed = isMore ? this.delayed + late.length : 0
    let from = cursor.height
    const maturing = blocks.map(({ height }, index) => {
      const due = now.filter(({ matures = 0 }) => matures > from && matures <= height)
      from = height
      return index === 0 ? [...due, ...late] : due
    })
    return { maturing, hasMore: allNow.length === limit || now.length < allNow.length }
  }

  /** What becomes deposits. A payment to a removed address does if it comes back from an undone block. */
  private async receipts(
    block: Block,
    touched: readonly Movement[],
    watched: Watched,
    sends: OwnSends,
  ): Promise<readonly Receipt[]> {
    const { engine, on } = this.options
    const payments = await this.payments(block, touched, watched, sends)
    const removed = payments.filter(({ row }) => row.removed)
    const known = new Set<string>()
    for await (const page of pages(removed)) {
      const keys = page.map(({ receipt }) => depositKey(receipt.tenant, outputOf(receipt)))
      for (const deposit of await engine.query.findAll(keys)) {
        if (isFollowed(deposit, on)) known.add(nameOf(deposit.tenant, depositOutput(deposit)))
      }
    }
    return payments.flatMap(({ row, receipt }) =>
      row.removed && !known.has(nameOf(receipt.tenant, outputOf(receipt))) ? [] : [receipt],
    )
  }

  private async payments(
    block: Block,
    touched: readonly Movement[],
    watched: Watched,
    sends: OwnSends,
  ): Promise<readonly Payment[]> {
    const { codec, engine, on, record } = this.options
    const paid = touched.filter(({ amount, returned }) => amount > 0n && returned !== true)
    const kept: Payment[] = []
    for (const payment of paid.flatMap((movement) => this.paymentsOf(block, movement, watched, sends))) {
      const { tenant, currency, txId, from } = payment.receipt
      const isByOurs = from !== null && watched.owners.get(from)?.has(tenant) === true
      const isOpen = isByOurs && currency === record.id && sends.find(tenant, txId) === undefined
      const isStep =
        isOpen &&
        codec !== undefined &&
        (await isStepElsewhere(engine.query, { codec }, { ...on, tenant }, payment.receipt))
      if (!isStep) kept.push(payment)
    }
    return kept
  }

  /** One for each tenant with the address. What the tenant's own sweep sends there is none. */
  private paymentsOf(
    block: Block,
    movement: Movement,
    { places }: Watched,
    sends: OwnSends,
  ): readonly Payment[] {
    const { assets, depths } = this.options
    const { address, asset, amount } = movement
    const tag = this.tagOf(movement)
    return (places.get(address) ?? []).flatMap((row) => {
      const known = assets.of(row.tenant, asset, block.height)
      const send = sends.find(row.tenant, movement.txId)
      if (send !== undefined && isSweep(send)) return []
      if (row.tag !== tag || known?.currency !== row.currency) return []
      const { tenant, currency } = row
      const sized = { currency, amount, scale: known.scale }
      if (depths.isDust(sized)) return []
      const { txId, position, from } = movement
      const matures = Math.max(block.height + depths.of(sized) - 1, movement.matures ?? 0)
      const receipt = { tenant, ...sized, txId, position, address, tag: row.tag, from, matures }
      return [{ row, receipt }]
    })
  }

  /** As deposit addresses spell it; empty on chains without tags. */
  private tagOf({ tag = '' }: Movement): string {
    const { blocks, record } = this.options
    return record.tag === undefined ? '' : (blocks.depositTag?.(tag) ?? tag)
  }

  /** When the coin may be spent. */
  private maturesAt({ height }: Block, { matures = 0 }: Movement): number {
    return Math.max(height + this.options.depths.least - 1, matures)
  }
}

/** What a block would bring. */
export interface Expected {
  readonly payments: readonly (Receipt & Pick<DepositAddress, 'account'>)[]
  readonly sighted: readonly Sighted[]
}

interface Payment {
  readonly receipt: Receipt
  /** The address that is paid. */
  readonly row: DepositAddress
}

const outputOf = (receipt: Receipt): string => depositOutput({ ...receipt, vout: receipt.position })
const nameOf = (tenant: TenantId, output: string): string => `${tenant} ${output}`

/** Deposits of earlier blocks of the group, which are not in the database yet. */
function dueOf(recent: readonly Receipt[], { height }: Block): readonly DepositName[] {
  return recent
    .filter(({ matures }) => matures <= height)
    .map(({ tenant, currency, txId, position, address }) => ({
      tenant,
      currency,
      txId,
      vout: position,
      address,
    }))
}
