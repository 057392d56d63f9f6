/**
 * What the database says of each currency, on one snapshot: what the ledger owes, what its deposits and withdrawals explain,
 * and what the observed blocks have changed at our addresses.
 */
import {
  type AccountId,
  CURSORS,
  type Cursor,
  DEPOSITS,
  depositKey,
  depositOutput,
  HOLDINGS,
  type OnChain,
  OUTPUTS,
  type Output,
  SENDS,
  type Send,
  sendKey,
  type TenantId,
  WITHDRAWALS,
  type Withdrawal,
} from '@tallystick/core'
import type { Audit, Engine } from '@tallystick/engine'
import { paidElsewhere } from './elsewhere.js'
import { listsOf, PAGE, pagesOf } from './pages.js'
import { type FollowedPlace, type Placed, Places } from './places.js'

/** Sums of one currency of one tenant, in its units. */
export interface Sums extends Placed {
  readonly tenant: TenantId
  /** What customers have. */
  customers: bigint
  /** The ledger's own accounts. */
  clearing: bigint
  fees: bigint
  shortfall: bigint
  world: bigint
  /** What our addresses have, according to the observed blocks. */
  held: bigint
  /** Of that: what was there before; what came in and is no deposit; what others sent with our keys (below zero). */
  opening: bigint
  unassigned: bigint
  taken: bigint
  /** Deposits of followed chains: credited, and not yet. */
  credited: bigint
  inProgress: bigint
  /** Credited deposits that programs have reported: no block was seen with them. */
  reported: bigint
  /** What left the ledger for withdrawals, fees included. */
  left: bigint
  /** Of withdrawals whose transaction is in a block: what the recipients got, and what accounts were charged for fees. */
  paid: bigint
  charged: bigint
  /** Done withdrawals whose transaction is in no block yet, with fees; and paid ones that are in progress. */
  notYetPaid: bigint
  paidEarly: bigint
  /** Of cancelled withdrawals: an operator has forced it, and a block has paid them after all. */
  paidCancelled: bigint
  /** What transactions of ours paid to others, and belongs to no withdrawal. */
  elsewhere: bigint
}

export interface Books {
  readonly sums: readonly Sums[]
  readonly cursors: readonly Cursor[]
}

/** A withdrawal whose transaction is not final: only a node knows whether the observed blocks have it. */
interface Unsettled {
  readonly withdrawal: Withdrawal
  readonly send: Send
  readonly sums: Sums
}

type Reads = Pick<Engine, 'query' | 'currencies'>

export class BookReader {
  private readonly sums = new Map<string, Sums>()
  private readonly cursors: Cursor[] = []
  private readonly unsettled: Unsettled[] = []
  private read = 0

  constructor(
    private readonly engine: Reads,
    private readonly followed: readonly FollowedPlace[],
    private readonly progress: (rows: number) => void,
  ) {}

  async books(audit: Audit): Promise<void> {
    const places = await Places.read(audit, this.engine, this.followed)
    for await (const cursor of pagesOf(audit, CURSORS)) this.cursors.push(cursor)
    await this.accounts(audit, places)
    for await (const page of listsOf(audit, DEPOSITS)) {
      for (const { tenant, currency, status, amount, chain } of page) {
        const sums = this.of(tenant, places.ofCurrency(tenant, currency))
        if (sums === undefined) continue
        if (status === 'InProgress') sums.inProgress += amount
        else if (status === 'Done' && chain === undefined) sums.reported += amount
        else if (status === 'Done') sums.credited += amount
      }
      this.tell(page.length)
    }
    for await (const page of listsOf(audit, HOLDINGS)) {
      for (const { tenant, chain, network, asset, observed, opening, unassigned, taken } of page) {
        const sums = this.of(tenant, places.ofAsset(tenant, chain, network, asset))
        if (sums === undefined) continue
        sums.held += observed + opening
        sums.opening += opening
        sums.unassigned += unassigned
        sums.taken += taken
      }
      this.tell(page.length)
    }
    for await (const page of listsOf(audit, OUTPUTS)) await this.outputs(page, places)
    for await (const page of listsOf(audit, WITHDRAWALS)) await this.withdrawals(page, places)
    for await (const page of listsOf(audit, SENDS)) {
      await paidElsewhere(this.engine.query, page, places, (tenant, placed) => this.of(tenant, placed))
      this.tell(page.length)
    }
  }

  /** Asks the nodes about transactions that are not final. Call it after the snapshot. */
  async settled(): Promise<Books> {
    for (const { withdrawal, send, sums } of this.unsettled) {
      const seen = await sums.place.chain.node.status({ raw: send.raw, txId: send.txId })
      const cursor = this.cursors.find((one) => one.chain === send.chain && one.network === send.network)
      const isPaid = seen.kind === 'confirmed' && seen.height <= (cursor?.height ?? 0)
      count(sums, withdrawal, isPaid, isPaid && seen.ok)
    }
    return { sums: [...this.sums.values()], cursors: this.cursors }
  }

  private async accounts(audit: Audit, places: Places): Promise<void> {
    let after: AccountId | undefined
    for (;;) {
      const page = await audit.accounts(after, PAGE)
      for (const { account } of page) {
        const { tenant, currency, role, balance } = account
        const sums = this.of(tenant, places.ofCurrency(tenant, currency))
        if (sums === undefined) continue
        if (role === null) sums.customers += balance
        else if (role !== 'mint') sums[role] += balance
      }
      this.tell(page.length)
      after = page.at(-1)?.account.id
      if (page.length < PAGE) return
    }
  }

  /** What a wallet has, and whether its outputs came and went as deposits and transactions of ours say. */
  private async outputs(page: readonly Output[], places: Places): Promise<void> {
    const { query } = this.engine
    const place = ({ tenant, chain, network }: Output): OnChain => ({ tenant, chain, network })
    const named = page.flatMap((output) =>
      [output.txId, output.spentBy ?? output.txId].map((txId) => ({ output, txId })),
    )
    const sends = await query.findAll(named.map(({ output, txId }) => sendKey(place(output), txId)))
    const ours = new Set(sends.map(({ tenant, txId }) => `${tenant} ${txId}`))
    const outputOf = ({ chain, txId, index, address }: Output) =>
      depositOutput({ currency: chain, txId, vout: index, address })
    const deposits = await query.findAll(page.map((output) => depositKey(output.tenant, outputOf(output))))
    const deposited = new Set(deposits.map((deposit) => `${deposit.tenant} ${depositOutput(deposit)}`))
    for (const output of page) {
      const { tenant, chain, network, txId, value, height, spentBy, spentHeight } = output
      const sums = this.of(tenant, places.ofAsset(tenant, chain, network, ''))
      if (sums === undefined || height === null) continue
      const isDeposit = deposited.has(`${tenant} ${outputOf(output)}`)
      if (!isDeposit && !ours.has(`${tenant} ${txId}`)) sums.unassigned += value
      if (spentHeight === null) sums.held += value
      else if (!ours.has(`${tenant} ${spentBy}`)) sums.taken -= value
    }
    this.tell(page.length)
  }

  private async withdrawals(page: readonly Withdrawal[], places: Places): Promise<void> {
    const keys = page.flatMap((one) => (one.txId === null ? [] : [sendKey(one, one.txId)]))
    const sends = new Map(
      (await this.engine.query.findAll(keys)).map((send) => [
        `${send.tenant} ${send.chain} ${send.txId}`,
        send,
      ]),
    )
    for (const withdrawal of page) {
      const { tenant, chain, currency, txId } = withdrawal
      const sums = this.of(tenant, places.ofCurrency(tenant, currency))
      if (sums === undefined) continue
      const send = txId === null ? undefined : sends.get(`${tenant} ${chain} ${txId}`)
      if (send === undefined || send.status === 'dead' || send.status === 'refused') {
        count(sums, withdrawal, false, false)
      } else if (send.status === 'final') {
        // Of one that failed, the fee was kept.
        count(sums, withdrawal, true, withdrawal.reverted !== 'amount')
      } else this.unsettled.push({ withdrawal, send, sums })
    }
    this.tell(page.length)
  }

  private of(tenant: TenantId, placed: Placed | undefined): Sums | undefined {
    if (placed === undefined) return undefined
    const name = JSON.stringify([tenant, placed.currency])
    const known = this.sums.get(name) ?? { ...placed, tenant, ...NOTHING }
    this.sums.set(name, known)
    return known
  }

  private tell(rows: number): void {
    this.read += rows
    this.progress(this.read)
  }
}

const NOTHING = {
  customers: 0n,
  clearing: 0n,
  fees: 0n,
  shortfall: 0n,
  world: 0n,
  held: 0n,
  opening: 0n,
  unassigned: 0n,
  taken: 0n,
  credited: 0n,
  inProgress: 0n,
  reported: 0n,
  left: 0n,
  paid: 0n,
  charged: 0n,
  notYetPaid: 0n,
  paidEarly: 0n,
  paidCancelled: 0n,
  elsewhere: 0n,
}

/**
 * @param isIn Whether the observed blocks have its transaction
 * @param paysIt Whether the transaction has paid its recipients
 */
function count(sums: Sums, withdrawal: Withdrawal, isIn: boolean, paysIt: boolean): void {
  const { status, amount, charged, reverted } = withdrawal
  const fee = charged - amount
  if (status === 'Done') sums.left += charged
  if (status === 'Cancelled' && reverted === 'amount') sums.left += fee
  if (status === 'Done' && !isIn) sums.notYetPaid += charged
  else if (status === 'Done' && !paysIt) sums.notYetPaid += amount
  if (paysIt) sums.paid += amount
  if (status === 'InProgress' && paysIt) sums.paidEarly += amount
  if (status === 'Cancelled' && paysIt) sums.paidCancelled += amount
  if ((status === 'Done' && isIn) || (status === 'Cancelled' && reverted === 'amount')) sums.charged += fee
}
