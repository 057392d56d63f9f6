/**
 * Rounds of payments while the chain is reorganised, transactions are dropped, connections break, a balancer repeats,
 * a node lags behind, and processes of the service die. Everything follows from a seed, but for the order in which a
 * real node answers. At the end all is calm, and what was asked is held against the chain.
 */
import { type AccountId, formatDecimal, WITHDRAWALS } from '@tallystick/core'
import { Rejected, type Storage, unsettledSends } from '@tallystick/engine'
import type { Operations } from '@tallystick/operations'
import { type Dump, dumpStorage, type SeededRandom, seededRandom } from '@tallystick/testing'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { CALM, type Gateway } from './gateway.fixture.js'
import { ask, asksAgain, keyOfCall, type Pay, type Payment, type Sender } from './payers.fixture.js'
import { Crashed, fastTime, freshStorage, Service } from './service.fixture.js'

/** What a process or the chain does, which is counted here. */
const COUNTED = ['reorgs', 'drops', 'crashes', 'bumps', 'signatures', 'withdrawals'] as const
/** What may go wrong; `FAULT_KINDS=reorgs,drops` leaves the others out, to find out which of them it takes. */
export const KINDS = ['storms', 'lag', 'breaks', ...COUNTED] as const
export type Kind = (typeof KINDS)[number]

/** A chain with two nodes that nobody else uses. */
export interface Stage {
  readonly gateway: Gateway
  readonly config: Parameters<typeof readChainsConfig>[0]
  readonly senders: readonly Sender[]
  readonly pay: Pay
  /** Of an `isAsked` payment: asks for its signature, once, and does the key-management system's part. */
  readonly sign: Pay
  /** Of an `isWithdrawn` payment: as `pay`, out of the account of a customer. */
  withdraw?(account: string): Pay
  /** The same payment with a higher fee, in the place of a transaction of it that waits. */
  bump(
    calls: Operations,
    payment: Payment,
    waiting: Dump['sends'][number],
  ): Promise<{ readonly txId: string }>
  recipient(number: number): string
  mine(blocks: number): Promise<void>
  /** Another branch takes the place of the last blocks, with none of their transactions, or with some. */
  reorganise(depth: number, random: SeededRandom): Promise<void>
  /** The first node forgets transactions that wait. */
  drop(random: SeededRandom): Promise<void>
  /** The second node comes to know what the first does, and tells it what itself has. */
  meet(): Promise<void>
  /** How often each of them has been paid. */
  paid(recipients: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Gives a sender what a plain payment takes. */
  provide(sender: Sender): Promise<void>
  close(): Promise<void>
}

export interface Outcome {
  readonly counts: Readonly<Record<Count, number>>
  readonly problems: readonly string[]
}

export const COUNTS = [
  'asked',
  'acknowledged',
  'unknown',
  'on chain',
  'doubled',
  'lost',
  'stuck',
  ...COUNTED,
  'resets',
  'repeats',
  'lagging',
] as const
export type Count = (typeof COUNTS)[number]

const MAX_DEPTH = 6
/** Blocks in which everything must have come to its end. */
const CALM_BLOCKS = 800
const BLOCKS_AT_ONCE = 5
/** Blocks after which each sender gets money for whatever it has asked for. */
const MONEY_COMES = 200
const CALM_MS = 40
/** A caller waits so long for an answer, and no longer. */
const PATIENCE_MS = 20_000

const MNEMONIC = `${'abandon '.repeat(11)}about`
/** Coins of the customer. */
const DEPOSITED = '1000'

const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms))

interface Actor {
  service: Service
  calls: Operations
}

export class Drama {
  private readonly random: SeededRandom
  private readonly storage: Storage = freshStorage()
  private readonly clock = fastTime()
  private readonly actors: Actor[] = []
  private readonly payments: Payment[] = []
  private readonly counts: Record<Count, number> = Object.fromEntries(
    COUNTS.map((count) => [count, 0]),
  ) as Record<Count, number>
  private readonly problems: string[] = []
  private key: string | undefined
  /** Of the customer who withdraws. */
  private account = ''

  constructor(
    private readonly stage: Stage,
    seed: number,
    private readonly kinds: ReadonlySet<Kind> = new Set(KINDS),
  ) {
    this.random = seededRandom(seed)
  }

  async play(rounds: number): Promise<Outcome> {
    this.actors.push(await this.open(), await this.open())
    if (this.stage.withdraw !== undefined) await this.fund()
    try {
      for (let round = 0; round < rounds; round += 1) await this.round(round)
      await this.calm()
      await this.judge()
      if (this.account !== '') await this.judgeWithdrawals()
      await this.askEachSender()
    } finally {
      for (const { service } of this.actors) await service.crash()
    }
    const { counts: actions } = this.stage.gateway
    const done = (...names: readonly string[]) =>
      names.reduce((sum, name) => sum + (actions.get(name) ?? 0), 0)
    this.counts.resets = done('lose', 'reset, refuse', 'drop', 'breaks')
    this.counts.repeats = done('reset, refuse', 'repeat', 'repeat, refuse')
    this.counts.lagging = done('lag', 'second')
    return { counts: this.counts, problems: this.problems }
  }

  private async open(): Promise<Actor> {
    const chains = createChains(readChainsConfig(this.stage.config))
    const service = new Service({ storage: this.storage, chains, clock: this.clock })
    const { key, calls } = await service.as(this.key)
    this.key = key
    return { service, calls }
  }

  private async fund(): Promise<void> {
    const { service, calls } = this.actors[0] ?? never()
    const { xpub } = await calls.ethGenerateWallet({ mnemonic: MNEMONIC })
    const { id } = await calls.createAccountXpub({ currency: 'ETH', xpub })
    const [{ address = '' } = {}] = await calls.getAllDepositAddresses({ id })
    const came = { txId: `0x${'0'.repeat(64)}`, vout: 0, address, from: null, derivationKey: 1 }
    const block = { blockHeight: 1, blockHash: null, status: 'Done' } as const
    const account = id as AccountId
    await service.ledger.recordDeposit({ ...came, ...block, account, currency: 'ETH', amount: DEPOSITED })
    this.account = id
  }

  private async round(round: number): Promise<void> {
    const { random, stage } = this
    const upTo = (kind: Kind, percent: number) =>
      (random.below(percent) / 100) * (this.kinds.has(kind) ? 1 : 0)
    const climate = { storms: upTo('storms', 80), lag: upTo('lag', 50), breaks: upTo('breaks', 8) }
    stage.gateway.climate = random.below(4) === 0 ? CALM : climate
    const asking = Array.from({ length: 1 + random.below(3) }, (_, place) =>
      this.insist(this.begin(`${round}.${place}`), random.below(40), random.below(3)),
    )
    if (this.kinds.has('bumps')) asking.push(this.bumpOne(random.below(60), random.below(2)))
    for (let events = 1 + random.below(4); events > 0; events -= 1) {
      await sleep(random.below(25))
      await this.event()
    }
    await Promise.all(asking)
  }

  private async event(): Promise<void> {
    const { random, stage } = this
    const lot = random.below(20)
    if (lot < 8) return stage.mine(1 + random.below(2))
    const depth = 1 + random.below(MAX_DEPTH)
    if (lot < 12) {
      if (!this.kinds.has('reorgs')) return stage.mine(1)
      this.counts.reorgs += 1
      return stage.reorganise(depth, random)
    }
    if (lot < 15) {
      if (!this.kinds.has('drops')) return stage.mine(1)
      this.counts.drops += 1
      return stage.drop(random)
    }
    if (lot < 19) return stage.meet()
    if (!this.kinds.has('crashes')) return
    this.counts.crashes += 1
    const place = random.below(this.actors.length)
    const fresh = await this.open()
    const dying = this.actors.splice(place, 1, fresh)
    for (const { service } of dying) await service.crash()
  }

  /** Somebody is tired of waiting: two processes may be asked at once. */
  private async bumpOne(delay: number, also: number): Promise<void> {
    await sleep(delay)
    const waiting = new Map((await this.unsettled()).map((send) => [send.txId, send]))
    const isWaiting = ({ fate, isAsked, txId, bumps }: Payment) =>
      fate === 'acknowledged' && !isAsked && bumps < 3 && waiting.get(txId ?? '')?.status === 'sent'
    const payment = this.payments.find(isWaiting)
    const send = waiting.get(payment?.txId ?? '')
    if (payment === undefined || send === undefined) return
    await Promise.all(
      this.actors.slice(0, 1 + also).map(async ({ service, calls }, at) => {
        payment.bumps += 1
        try {
          const { txId } = await service.call(this.stage.bump(calls, { ...payment }, send))
          if (at === 0) payment.txId = txId
          this.counts.bumps += 1
        } catch (error) {
          // Refused, or unknown: it was acknowledged before.
          if (!(error instanceof Rejected || error instanceof Crashed)) throw error
        }
      }),
    )
  }

  private begin(id: string): Payment {
    const { random, stage } = this
    const isAsked = random.below(4) === 0 && this.kinds.has('signatures')
    const isWithdrawn =
      random.below(2) === 0 && !isAsked && stage.withdraw !== undefined && this.kinds.has('withdrawals')
    const payment: Payment = {
      id,
      sender: random.below(stage.senders.length),
      recipient: stage.recipient(this.payments.length + 1),
      isKeyed: random.below(4) > 0 || isAsked,
      isAsked,
      isWithdrawn,
      signatureId: null,
      bumps: 0,
      fate: 'unpaid',
      calls: 0,
      told: '',
      txId: null,
    }
    this.payments.push(payment)
    this.counts.asked += 1
    if (isAsked) this.counts.signatures += 1
    if (isWithdrawn) this.counts.withdrawals += 1
    return payment
  }

  /** Asks, and asks again a few times; one that asks twice at once does so by both processes. */
  private async insist(payment: Payment, delay: number, again: number): Promise<void> {
    await sleep(delay)
    await this.askOne(payment)
    for (let times = 0; times < again && asksAgain(payment); times += 1) {
      await sleep(5)
      await this.askOne(payment)
    }
  }

  private async askOne(payment: Payment, place = this.placeFor(payment)): Promise<void> {
    const { service, calls } = this.actors[place] ?? this.actors[0] ?? never()
    const late = sleep(PATIENCE_MS).then(() => 'late' as const)
    const { sign, pay: plain, withdraw } = this.stage
    const withdrawn = payment.isWithdrawn ? withdraw?.(this.account) : undefined
    const pay = payment.isAsked ? sign : (withdrawn ?? plain)
    const outcome = await Promise.race([ask(payment, service, calls, pay), late])
    if (outcome !== 'late') return
    this.problems.push(`${payment.id}: no answer within ${PATIENCE_MS} ms`)
    await service.crash()
  }

  /** Not by the run of chance: payments of a round are asked side by side. */
  private placeFor({ id, calls, told }: Payment): number {
    return (id.length + calls + told.length) % this.actors.length
  }

  private async calm(): Promise<void> {
    const { stage } = this
    stage.gateway.calm()
    await stage.meet()
    for (let blocks = 0; blocks < CALM_BLOCKS; blocks += BLOCKS_AT_ONCE) {
      for (const payment of this.payments.filter(asksAgain)) await this.askOne(payment)
      // A node that lags behind may have told of money that was spent: such a payment waits until it is there.
      if (blocks === MONEY_COMES) for (const sender of stage.senders) await stage.provide(sender)
      await stage.mine(BLOCKS_AT_ONCE)
      await sleep(CALM_MS)
      if (!this.payments.some(asksAgain) && (await this.unsettled()).length === 0) break
    }
  }

  private async unsettled(): Promise<Dump['sends']> {
    return unsettledSends(this.storage.query, undefined, 1_000)
  }

  private async judge(): Promise<void> {
    const { counts, payments, problems, stage } = this
    const paid = await stage.paid(payments.map(({ recipient }) => recipient))
    const { sends } = await dumpStorage(this.storage, { tenants: ['default' as never] })
    const statusOf = new Map(sends.map((send) => [send.txId, send.status]))
    for (const send of await this.unsettled()) problems.push(`never settled: ${send.status} ${send.txId}`)
    for (const payment of payments) {
      const { id, fate, recipient, txId, told } = payment
      const times = paid.get(recipient) ?? 0
      const status = statusOf.get(txId ?? '') ?? 'none'
      const words = `payment ${id} of sender ${payment.sender}, ${fate} (${told}), its transaction ${status}`
      if (times > 0) counts['on chain'] += 1
      if (fate === 'acknowledged') counts.acknowledged += 1
      if (fate === 'unknown') counts.unknown += 1
      if (times > 1) {
        counts.doubled += 1
        problems.push(`doubled: ${words}, paid ${times} times`)
      }
      if (times > 0 && fate === 'unpaid') problems.push(`told that nothing is paid: ${words}, and it is paid`)
      if (fate !== 'acknowledged' || times > 0) continue
      counts.lost += 1
      problems.push(`lost: ${words} ${keyOfCall(payment)}`)
    }
  }

  /** The account has paid for what the chain has, and for nothing else. */
  private async judgeWithdrawals(): Promise<void> {
    const { payments, problems, stage, storage } = this
    const rows = await storage.query.list(WITHDRAWALS, {})
    const paid = await stage.paid(payments.map(({ recipient }) => recipient))
    for (const { id, recipient } of payments.filter(({ isWithdrawn }) => isWithdrawn)) {
      const own = rows.filter(({ address }) => address === recipient)
      const done = own.filter(({ status }) => status === 'Done').length
      if (done !== (paid.get(recipient) ?? 0) || own.some(({ status }) => status === 'InProgress')) {
        const statuses = own.map(({ status, txId }) => `${status} ${txId}`)
        problems.push(`withdrawal ${id}, which the chain has ${paid.get(recipient)} times: ${statuses}`)
      }
    }
    const { ledger } = (this.actors[0] ?? never()).service
    const { accountBalance } = await ledger.getAccountBalance({ id: this.account })
    const charged = rows.reduce((sum, { status, charged: one }) => (status === 'Done' ? sum + one : sum), 0n)
    const left = formatDecimal(BigInt(DEPOSITED) * 10n ** 18n - charged, 18)
    if (accountBalance !== left) problems.push(`the account has ${accountBalance}, and should have ${left}`)
    for (const one of (await ledger.verify()).discrepancies) problems.push(JSON.stringify(one))
  }

  /** A plain payment of each sender is mined. */
  private async askEachSender(): Promise<void> {
    const { stage } = this
    for (const [place, sender] of stage.senders.entries()) {
      await stage.provide(sender)
      const payment = { ...this.begin(`last ${place}`), sender: place, isAsked: false, isWithdrawn: false }
      this.counts.asked -= 1
      for (let blocks = 0; blocks < CALM_BLOCKS / 20; blocks += 1) {
        if (payment.fate !== 'acknowledged') await this.askOne(payment)
        await stage.mine(1)
        await sleep(CALM_MS)
        if ((await stage.paid([payment.recipient])).get(payment.recipient) === 1) break
      }
      if ((await stage.paid([payment.recipient])).get(payment.recipient) === 1) continue
      this.counts.stuck += 1
      this.problems.push(`stuck: sender ${place}, whose last payment is ${payment.fate} (${payment.told})`)
    }
  }
}

function never(): never {
  throw new TypeError('there is no process')
}
