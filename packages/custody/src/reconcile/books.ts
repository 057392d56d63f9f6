/**
 * What the database says of each currency, on one snapshot: what the ledger owes, what its deposits and withdrawals explain,
 * and what the observed blocks have changed at our addresses.
 */
import {
  type AccountId,
  CURSORS,
  type Cursor,
  DEPOSITS,
  type Deposit,
  depositKey,
  depositOutput,
  HOLDINGS,
  type Holding,
  holdingKey,
  isOver,
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
import { NodeFault } from '../ports/chain.js'
import { paidElsewhere, paysFromOurs } from './elsewhere.js'
import { listsOf, PAGE, pagesOf } from './pages.js'
import { type FollowedPlace, type Placed, Places } from './places.js'
import { countWithdrawal, NO_SUMS, type Sums } from './sums.js'

/** What came to an address of ours and is no deposit: dust, without a known tag, or of a currency that no account there has. */
export interface Unassigned {
  readonly tenant: TenantId
  readonly chain: string
  readonly network: string
  readonly address: string
  readonly currency: string
  readonly scale: number
  /** Null: the sum of older payments to the address, which account-based chains do not keep one by one. */
  readonly txId: string | null
  /** Units of the currency. */
  readonly amount: bigint
}

/** The first ones show where to look. */
const MAX_UNASSIGNED = 1_000

interface Books {
  readonly sums: readonly Sums[]
  readonly cursors: readonly Cursor[]
  /** The chains of which it is not known what blocks have, and why. */
  readonly unanswered: ReadonlyMap<FollowedPlace, NodeFault>
}

/** Only a node knows whether the observed blocks have the transaction. */
interface Unsettled {
  readonly send: Send
  readonly place: FollowedPlace
  /** @param isIn Whether they have it. @param isOk Whether they do, and it has not failed */
  readonly count: (isIn: boolean, isOk: boolean) => void | Promise<void>
}

type Reads = Pick<Engine, 'query' | 'currencies'>

export class BookReader {
  private readonly sums = new Map<string, Sums>()
  private readonly cursors: Cursor[] = []
  private readonly unsettled: Unsettled[] = []
  /** By tenant: ids under which blocks have transactions of ours that were recorded under others. */
  private readonly minedAs = new Set<string>()
  /** At most MAX_UNASSIGNED. */
  readonly unassigned: Unassigned[] = []
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
    for await (const page of listsOf(audit, DEPOSITS)) await this.deposits(page, places)
    for await (const page of listsOf(audit, HOLDINGS)) await this.holdings(page, places)
    for await (const page of listsOf(audit, SENDS)) await this.sends(page, places)
    for await (const page of listsOf(audit, OUTPUTS)) await this.outputs(page, places)
    for await (const page of listsOf(audit, WITHDRAWALS)) await this.withdrawals(page, places)
  }

  /** Asks the nodes about transactions that are not final in an observed block. Call it after the snapshot. */
  async settled(): Promise<Books> {
    const unanswered = new Map<FollowedPlace, NodeFault>()
    for (const { send, place, count } of this.unsettled) {
      const seen = await this.seen(send, place, unanswered)
      const isIn = seen?.kind === 'confirmed' && seen.height <= this.observed(send)
      await count(isIn, isIn && seen.ok)
    }
    return { sums: [...this.sums.values()], cursors: this.cursors, unanswered }
  }

  /** A chain whose nodes do not answer is asked once, and the others are compared all the same. */
  private async seen({ raw, txId }: Send, place: FollowedPlace, unanswered: Map<FollowedPlace, NodeFault>) {
    if (unanswered.has(place)) return undefined
    try {
      return await place.chain.node.status({ raw, txId })
    } catch (fault) {
      if (!(fault instanceof NodeFault)) throw fault
      unanswered.set(place, fault)
      return undefined
    }
  }

  /** The height of the last observed block. */
  private observed({ chain, network }: OnChain): number {
    return this.cursors.find((one) => one.chain === chain && one.network === network)?.height ?? 0
  }

  /** Whether an observed block has it for good. It may be final before the follower has read its block. */
  private isFinal(send: Send): boolean {
    const { status, height = Number.POSITIVE_INFINITY } = send
    return status === 'final' && height <= this.observed(send)
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

  private async deposits(page: readonly Deposit[], places: Places): Promise<void> {
    const { query } = this.engine
    const keyOf = ({ tenant, chain = '', network = '', txId }: Deposit) =>
      sendKey({ tenant, chain, network }, txId)
    const followed = page.filter(({ chain, status }) => chain !== undefined && status !== 'Failed')
    const sends = await query.findAll(followed.map(keyOf))
    const plain = sends.filter(({ withdrawal }) => withdrawal === undefined)
    const named = new Map(plain.map((send) => [JSON.stringify(sendKey(send, send.txId)), send]))
    for (const deposit of page) {
      const { tenant, currency, status, amount, chain } = deposit
      const sums = this.of(tenant, places.ofCurrency(tenant, currency))
      if (sums === undefined) continue
      if (chain !== undefined && status !== 'Failed') await this.supply(deposit, sums)
      if (status === 'InProgress') sums.inProgress += amount
      else if (status === 'Done' && chain === undefined) sums.reported += amount
      else if (status === 'Done') sums.credited += amount
      const send = named.get(JSON.stringify(keyOf(deposit)))
      if (send !== undefined && (await paysFromOurs(query, send, sums.place.chain))) sums.moved += amount
    }
    this.tell(page.length)
  }

  /** What the holder of a registered token had before. Such a deposit has the hash of its block in place of a transaction. */
  private async supply({ tenant, amount, address, txId, blockHash }: Deposit, sums: Sums): Promise<void> {
    if (txId !== blockHash) return
    const { asset, place } = sums
    const holder = place.chain.codec.canonical(address)
    const on = { tenant, chain: place.id, network: place.network, address: holder, asset }
    const held = await this.engine.query.find(holdingKey(on))
    sums.supplied += amount
    if ((held?.opening ?? 0n) < amount) sums.unseen += amount
  }

  /** What came to an address, and is on nobody's account. */
  private list(
    { tenant, currency, scale, place }: Sums,
    address: string,
    txId: string | null,
    amount: bigint,
  ) {
    if (amount === 0n || this.unassigned.length === MAX_UNASSIGNED) return
    const { id: chain, network } = place
    this.unassigned.push({ tenant, chain, network, address, currency, scale, txId, amount })
  }

  /** A transaction that was a stranger's in its block is ours if it was told of since. */
  private async holdings(page: readonly Holding[], places: Places): Promise<void> {
    const strays = page.flatMap((holding) =>
      holding.recent.flatMap(([, , , , , own = []]) =>
        own.map(([txId, taken]) => ({ holding, txId, taken })),
      ),
    )
    const sends = await this.engine.query.findAll(strays.map(({ holding, txId }) => sendKey(holding, txId)))
    const nameOf = ({ tenant, chain, network }: OnChain, txId: string) =>
      JSON.stringify([tenant, chain, network, txId])
    const ours = new Set(sends.map((send) => nameOf(send, send.txId)))
    for (const holding of page) {
      const { tenant, chain, network, address, asset, observed, opening, unassigned, taken } = holding
      const sums = this.of(tenant, places.ofAsset(tenant, chain, network, asset))
      if (sums === undefined) continue
      sums.held += observed + opening
      sums.opening += opening
      sums.unassigned += unassigned
      let rest = unassigned
      for (const [txId, amount] of holding.recent.flatMap(([, , , , , , payments = []]) => payments)) {
        this.list(sums, address, txId, BigInt(amount))
        rest -= BigInt(amount)
      }
      this.list(sums, address, null, rest)
      sums.taken += taken
    }
    for (const { holding, txId, taken } of strays) {
      if (!ours.has(nameOf(holding, txId))) continue
      const { tenant, chain, network, asset } = holding
      const sums = this.of(tenant, places.ofAsset(tenant, chain, network, asset))
      if (sums !== undefined) sums.taken -= BigInt(taken)
    }
    this.tell(page.length)
  }

  /** What a wallet has, and whether its outputs came and went as deposits and transactions of ours say. */
  private async outputs(page: readonly Output[], places: Places): Promise<void> {
    const { query } = this.engine
    const place = ({ tenant, chain, network }: Output): OnChain => ({ tenant, chain, network })
    const named = page.flatMap((output) =>
      [output.txId, output.spentBy ?? output.txId].map((txId) => ({ output, txId })),
    )
    const sends = await query.findAll(named.map(({ output, txId }) => sendKey(place(output), txId)))
    const ours = new Set([...this.minedAs, ...sends.map(({ tenant, txId }) => `${tenant} ${txId}`)])
    const outputOf = ({ chain, txId, index, address }: Output) =>
      depositOutput({ currency: chain, txId, vout: index, address })
    const deposits = await query.findAll(page.map((output) => depositKey(output.tenant, outputOf(output))))
    const deposited = new Set(deposits.map((deposit) => `${deposit.tenant} ${depositOutput(deposit)}`))
    for (const output of page) {
      const { tenant, chain, network, txId, value, height, spentBy, spentHeight } = output
      const sums = this.of(tenant, places.ofAsset(tenant, chain, network, ''))
      if (sums === undefined || height === null) continue
      const isDeposit = deposited.has(`${tenant} ${outputOf(output)}`)
      if (!isDeposit && !ours.has(`${tenant} ${txId}`)) {
        sums.unassigned += value
        this.list(sums, output.address, txId, value)
      }
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
      if (send === undefined || isOver(send)) countWithdrawal(sums, withdrawal, false, false)
      // Of one that failed, the fee was kept.
      else if (this.isFinal(send)) countWithdrawal(sums, withdrawal, true, withdrawal.reverted !== 'amount')
      else {
        const count = (isIn: boolean, isOk: boolean) => countWithdrawal(sums, withdrawal, isIn, isOk)
        this.unsettled.push({ send, place: sums.place, count })
      }
    }
    this.tell(page.length)
  }

  /** Counts those that belong to no withdrawal. One that failed has paid nothing but its fee. */
  private async sends(page: readonly Send[], places: Places): Promise<void> {
    for (const send of page) {
      if (send.minedAs !== undefined) this.minedAs.add(`${send.tenant} ${send.minedAs}`)
      const coin = places.ofAsset(send.tenant, send.chain, send.network, '')
      if (coin === undefined || send.withdrawal !== undefined || isOver(send)) continue
      const count = async (_: boolean, isOk: boolean) => {
        if (!isOk) return
        await paidElsewhere(this.engine.query, send, coin.place.chain, (asset, amount) => {
          const sums = this.of(send.tenant, places.ofAsset(send.tenant, send.chain, send.network, asset))
          if (sums !== undefined) sums.elsewhere += amount
        })
      }
      if (this.isFinal(send)) await count(true, send.reason === null)
      else this.unsettled.push({ send, place: coin.place, count })
    }
    this.tell(page.length)
  }

  private of(tenant: TenantId, placed: Placed | undefined): Sums | undefined {
    if (placed === undefined) return undefined
    const name = JSON.stringify([tenant, placed.currency])
    const known = this.sums.get(name) ?? { ...placed, tenant, ...NO_SUMS }
    this.sums.set(name, known)
    return known
  }

  private tell(rows: number): void {
    this.read += rows
    this.progress(this.read)
  }
}
