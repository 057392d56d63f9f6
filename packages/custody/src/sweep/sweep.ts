/**
 * Sweeps deposit addresses: moves what they have of one currency to a master address, and sends coins ahead where a token
 * needs them for its fee. The ledger stays as it is. A run does what can be done now and tells what waits; run it again
 * until nothing is left.
 */
import {
  type ApiKeyId,
  type Cursor,
  cursorKey,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  type DepositAddress,
  formatDecimal,
  HOLDINGS,
  type Holding,
  holdingKey,
  homeNetworkKey,
  type OnChain,
  parseDecimal,
  WITHDRAWALS,
} from '@tallystick/core'
import { type Engine, Rejected, uncharged } from '@tallystick/engine'
import { type AssetOf, assetOf } from '../assets.js'
import { BadKey, BadTransaction, type Chain, NodeFault, type Signer } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { watchAddress } from '../reconcile/watch-address.js'
import type { Pipeline } from '../send/pipeline.js'
import type { Order, Plan, ToSign } from '../send/plan.js'
import { placeOf, type Sends } from '../send/sends.js'
import { keysAtHand } from '../send/sign.js'
import type { Turns } from '../send/turns.js'
import type { SweepKeys } from './keys.js'
import type { Mover } from './mover.js'
import { moverOf } from './movers.js'
import type { SweepOptions, SweepReport, Swept } from './report.js'
import { readSteps, type Step } from './steps.js'

interface Parts {
  readonly engine: Engine
  readonly chains: Chains
  readonly turns: Turns
  readonly pipeline: Pipeline
  readonly sends: Sends
}

/** Addresses that are read at once. */
const PAGE = 500

/** What is to be done now. */
interface Action {
  readonly kind: 'swept' | 'ahead'
  readonly amount: bigint
  readonly ahead: bigint
  readonly fee: bigint
  readonly next: { readonly owner: string; readonly index: bigint }
  plan(): Promise<Plan<ToSign>>
}

/** Nothing is to be done now. */
class Not extends Error {
  override readonly name = 'Not'
  constructor(
    readonly kind: 'waits' | 'left',
    readonly why: string,
    readonly amount = 0n,
    readonly fee = 0n,
  ) {
    super(why)
  }
}

/**
 * @throws NodeFault if the chain is not followed or a node does not answer; BadTransaction `malformed` for an amount or a
 * master that is none; BadKey
 */
export async function sweep(parts: Parts, options: SweepOptions): Promise<SweepReport> {
  const { engine, chains } = parts
  const { tenant, currency } = options
  const home = await engine.query.find(homeNetworkKey(tenant))
  const network = home?.network === 'mainnet' ? 'mainnet' : 'testnet'
  const caller = { tenant, network, apiKey: '' as ApiKeyId } as const
  const asset = home && (await assetOf({ chains, caller }, engine, currency))
  if (asset === undefined) {
    throw new NodeFault(
      'unconfigured',
      `the tenant has no deposit address of ${currency} on a configured chain`,
    )
  }
  const order: Order = { chain: asset.chain, caller }
  const run = new Run(parts, order, asset, options, await options.keys(asset.chain))
  return run.all()
}

class Run {
  private readonly place: OnChain
  private readonly mover: Mover
  private readonly chain: Chain
  private readonly to: string
  private readonly payer: string
  private readonly minimum: bigint
  private readonly maxFee: bigint
  private readonly leave: bigint

  constructor(
    private readonly parts: Parts,
    private readonly order: Order,
    private readonly asset: AssetOf,
    private readonly options: SweepOptions,
    private readonly keys: SweepKeys,
  ) {
    const { chain } = order
    const { decimals } = chain.record
    this.chain = chain
    this.place = placeOf(order)
    this.mover = moverOf(parts, order)
    this.payer = chain.codec.canonical(keys.payer.address)
    const { to = this.payer, minimum, maxFee, leave = '0' } = options
    if (!chain.codec.isAddress(to)) throw malformed('the master is no address of the chain')
    this.to = chain.codec.canonical(to)
    this.minimum = unitsIn('the minimum', minimum, asset.decimals)
    this.maxFee = unitsIn('the limit of the fee', maxFee, decimals)
    this.leave = unitsIn('what stays', leave, decimals)
    if (this.minimum === 0n) throw malformed('the minimum is not above zero')
  }

  async all(): Promise<SweepReport> {
    const { place, to, payer, options, asset } = this
    const { id, decimals } = this.chain.record
    for (const own of new Set([to, payer])) await this.mustBeOurs(own)
    const shallow = await this.shallow(await this.cursor())
    const paying = await this.paying()
    const addresses: Swept[] = []
    for await (const holding of this.candidates()) {
      if (options.signal?.aborted === true) break
      const rows = await this.rowsOf(holding.address)
      // Other wallets that are watched.
      if (rows.length > 0) addresses.push(await this.one(holding, rows, shallow, paying))
    }
    return {
      currency: asset.currency,
      scale: asset.decimals,
      chain: place.chain,
      network: place.network,
      coin: { currency: id, scale: decimals },
      to,
      payer,
      isSent: options.send,
      isStopped: options.signal?.aborted === true,
      addresses,
    }
  }

  /**
   * What moves to a deposit address would stay there, and that of somebody else would be credited. A wallet that is
   * watched counts as ours, so a comparison with the chain knows where the coins are.
   */
  private async mustBeOurs(address: string): Promise<void> {
    const { engine } = this.parts
    if ((await this.rowsOf(address)).length > 0)
      throw malformed(`${address} is a deposit address: name one that no account has`)
    const known = await engine.query.find(holdingKey({ ...this.place, address, asset: '' }))
    if (this.options.send && known?.watched !== true) {
      await watchAddress(engine, this.chain, { ...this.place, address })
    }
  }

  private async cursor(): Promise<Cursor> {
    const { chain, network } = this.place
    const cursor = await this.parts.engine.query.find(cursorKey(this.place))
    if (cursor !== undefined) return cursor
    throw new NodeFault(
      'unconfigured',
      `${chain} ${network} is not followed: what its addresses have is not known`,
    )
  }

  /** Addresses with deposits that are not deep enough: a reorganisation may take them back. */
  private async shallow({ height }: Cursor): Promise<ReadonlySet<string>> {
    const { tenant: _, ...on } = this.place
    const deposits = await this.parts.engine.query.list(DEPOSITS, {
      part: 'following',
      where: { ...on, matures: { from: height + 1 } },
      by: 'matures',
    })
    return new Set(deposits.map(({ address }) => address))
  }

  /** What blocks have shown at addresses, by pages: a balance that only a node or a token tells is not believed. */
  private async *candidates(): AsyncGenerator<Holding> {
    const { query } = this.parts.engine
    const asset = this.asset.asset ?? ''
    for (let last = ''; ; ) {
      const where = { ...this.place, asset, address: { from: last } }
      const page = await query.list(HOLDINGS, { where, by: 'address', limit: PAGE })
      for (const holding of page) {
        if (holding.address !== last && heldIn(holding) >= this.minimum) yield holding
      }
      last = page.at(-1)?.address ?? last
      if (page.length < PAGE) return
    }
  }

  private async one(
    holding: Holding,
    rows: readonly DepositAddress[],
    shallow: ReadonlySet<string>,
    paying: ReadonlySet<string>,
  ): Promise<Swept> {
    const { address } = holding
    const none = { address, amount: heldIn(holding), ahead: 0n, fee: 0n, txId: null }
    try {
      const signer = await this.signerOf(rows)
      mustBeFree(rows, paying)
      const action = await this.decide(holding, shallow)
      const { kind, amount, ahead, fee } = action
      const planned = { ...none, kind, amount, ahead, fee, why: null }
      if (!this.options.send) return planned
      return await this.done(planned, signer, rows, () => this.decide(holding, shallow))
    } catch (error) {
      if (error instanceof Not) {
        return {
          ...none,
          kind: error.kind,
          amount: error.amount || none.amount,
          fee: error.fee,
          why: error.why,
        }
      }
      if (error instanceof NodeFault) return { ...none, kind: 'waits', why: error.message }
      if (error instanceof BadTransaction || error instanceof BadKey) {
        return { ...none, kind: 'left', why: error.message }
      }
      if (error instanceof Rejected) return { ...none, kind: 'waits', why: error.code }
      throw error
    }
  }

  private async done(
    planned: Swept,
    signer: Signer,
    rows: readonly DepositAddress[],
    decide: () => Promise<Action>,
  ): Promise<Swept> {
    const { pipeline } = this.parts
    const { kind, address } = planned
    const isAhead = kind === 'ahead'
    let done = planned
    const plan: Plan<ToSign> = {
      turn: isAhead ? this.payer : address,
      build: async () => {
        // Another process may have been first.
        const action = await decide()
        if (action.kind !== kind) throw new Not('waits', 'something has changed meanwhile')
        const { amount, ahead, fee, next } = action
        done = { ...planned, amount, ahead, fee }
        const made = await (await action.plan()).build()
        // The first claim is that of the family, which tells where others wait behind it.
        const unsigned = { ...made.unsigned, claims: [...made.unsigned.claims, next] }
        const check: ToSign['check'] = async (signed) => {
          await made.check?.(signed)
          // As late as can be: another process may have stored a withdrawal since the run began.
          mustBeFree(rows, await this.paying())
        }
        return { ...made, unsigned, check }
      },
    }
    const terms = uncharged(this.order.caller)
    const source = keysAtHand([isAhead ? this.keys.payer : signer])
    const recorded = await pipeline.sign(this.order, terms, plan, source, 0)
    const { txId } = recorded
    try {
      await pipeline.deliver(this.order, recorded)
      return { ...done, txId }
    } catch (error) {
      // It is recorded, so it will be sent, unless it was refused: a later run sees which.
      if (!(error instanceof Rejected)) throw error
      return { ...done, txId, why: error.message }
    }
  }

  /** @throws Not */
  private async decide({ address }: Pick<Holding, 'address'>, shallow: ReadonlySet<string>): Promise<Action> {
    const { to, options, maxFee, minimum, leave, asset } = this
    // Before anything is read that the last step changes.
    const { next, taken } = await readSteps(this.parts.engine.query, this.chain, {
      ...this.place,
      owner: address,
    })
    const holding = await this.parts.engine.query.find(
      holdingKey({ ...this.place, address, asset: asset.asset ?? '' }),
    )
    const cursor = await this.cursor()
    await this.mustBeEnded(taken[0], cursor)
    if (holding === undefined) throw new Not('left', 'no block has shown anything here')
    const { confirmations } = this.chain.record
    const depth = holding.changed === null ? confirmations : cursor.height - holding.changed + 1
    if (shallow.has(address) || depth < confirmations)
      throw new Not('waits', 'its newest payment is not deep enough')
    if (options.again !== true) await this.mustBeOfUse(taken, holding)
    const quote = await this.mover.quote({ from: address, to }, asset.asset, heldIn(holding), leave)
    const { amount, fee, missing, doubt } = quote
    if (amount < minimum) throw new Not('left', 'it has less than the minimum, after the fee', amount, fee)
    if (doubt !== null && options.again !== true) throw new Not('left', doubt, amount, fee)
    const ahead = missing === 0n ? null : await this.mover.ahead({ from: this.payer, to: address }, missing)
    const whole = fee + (ahead?.fee ?? 0n)
    if (whole > maxFee) {
      const { id, decimals } = this.chain.record
      throw new Not(
        'waits',
        `it costs ${formatDecimal(whole, decimals)} ${id}, which is above the limit`,
        amount,
        whole,
      )
    }
    return ahead === null
      ? { kind: 'swept', amount, ahead: 0n, fee: whole, next, plan: () => quote.plan() }
      : { kind: 'ahead', amount, ahead: missing, fee: whole, next, plan: () => ahead.plan() }
  }

  /** The last step is in an observed block. @throws Not */
  private async mustBeEnded(step: Step | undefined, { height }: Cursor): Promise<void> {
    if (step === undefined) return
    const { send } = step
    const seen = await this.chain.node.status(send)
    if (seen.kind === 'confirmed' && seen.height <= height) return
    // A node may have forgotten what is final.
    if (seen.kind === 'absent' && send.status === 'final') return
    // It ends, or is sent again.
    if (this.options.send && seen.kind !== 'confirmed') await this.parts.sends.look(this.chain, send)
    throw new Not('waits', `${send.txId} is not in an observed block yet`)
  }

  /**
   * What pays withdrawals in progress, of any currency: a token needs coins for its fee. Of a key-management system, only
   * the index of the key counts, as `kms:1`: nobody knows whether its wallet is the one that is swept.
   */
  private async paying(): Promise<ReadonlySet<string>> {
    const { query } = this.parts.engine
    const underway = await query.list(WITHDRAWALS, { part: 'underway', where: { ...this.place } })
    return new Set(underway.map(({ wallet }) => wallet.replace(/^kms:.*:/, 'kms:')))
  }

  /** That the same was not tried in vain before, and that coins here are not for the fee of a token. @throws Not */
  private async mustBeOfUse(taken: readonly Step[], { changed }: Holding): Promise<void> {
    const { asset } = this.asset
    if (asset === null && taken[0]?.isAhead === true)
      throw new Not('left', 'it has coins for the fee of a token')
    const before = taken.find((step) => !step.isAhead && step.asset === asset)
    if (before === undefined) return
    const seen = await this.chain.node.status(before.send)
    if (seen.kind !== 'confirmed' || (changed ?? 0) >= seen.height) return
    throw new Not('left', `${before.send.txId} moved nothing: look at the token`)
  }

  /**
   * Own ones, also removed: what they have is ours all the same. Those of other tenants if they are generated and not
   * removed: anybody may assign any address, which proves nothing, but an xpub tells of a shared wallet.
   */
  private async rowsOf(address: string): Promise<readonly DepositAddress[]> {
    const { tenant, ...on } = this.place
    const { query } = this.parts.engine
    const rows = await query.list(DEPOSIT_ADDRESSES, { where: { ...on, address }, by: 'address' })
    return rows.filter((row) => row.tenant === tenant || (row.xpub !== null && !row.removed))
  }

  /** @throws Not if the address is of another wallet, or of another tenant too */
  private async signerOf(rows: readonly DepositAddress[]): Promise<Signer> {
    if (rows.some(({ tenant }) => tenant !== this.place.tenant)) {
      throw new Not('left', 'another tenant has the same address')
    }
    for (const row of rows) {
      const signer = await this.keys.of(row)
      if (signer !== undefined) return signer
    }
    throw new Not('left', 'it is of another wallet')
  }
}

/** @param paying See `Run.paying` @throws Not */
function mustBeFree(rows: readonly DepositAddress[], paying: ReadonlySet<string>): void {
  const isPaying = rows.some(
    ({ address, derivationKey }) => paying.has(address) || paying.has(`kms:${derivationKey}`),
  )
  if (isPaying) throw new Not('waits', 'a withdrawal pays from it')
}

const heldIn = ({ observed, opening }: Holding): bigint => observed + opening

const malformed = (message: string): BadTransaction => new BadTransaction('malformed', message)

/** @throws BadTransaction `malformed` */
function unitsIn(what: string, text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale)
  if (parsed.ok && parsed.amount >= 0n) return parsed.amount
  throw malformed(`${what} is no amount with ${scale} decimals at most`)
}
