/**
 * Payments on a chain whose blocks are undone, behind a load balancer with two nodes, by machines that die and whose
 * clocks differ. When all is calm again, the requests are compared with the chain: no payment is on it twice, no
 * acknowledged payment is missing, each transaction has the status that the chain shows, and every sender can still
 * pay.
 */
import { type AccountId, SENDS, sendKey, WITHDRAWALS } from '@tallystick/core'
import { chargesFrom, type Engine, type Storage, unsettledSends, verify } from '@tallystick/engine'
import { seededRandom } from '../../seeded.js'
import { type Answer, Recorder } from '../call.js'
import { between, happens, oneOf } from '../chance.js'
import { Connection, type Host, SimulatedFault } from '../connection.js'
import { Difference, same } from '../difference.js'
import { Machine } from '../machine.js'
import type { Mutation } from '../mutation.js'
import { Stage } from '../stage.js'
import type { Tally } from '../tally.js'
import { Timeline } from '../timeline.js'
import type { Trace } from '../trace.js'
import { calm, drawWeather } from '../weather.js'
import { Balancer, CONFIRMATIONS, type Nodes, USUAL_PRICE } from './balancer.js'
import { MAX_FEE, simulatedChain } from './chain.js'
import { GAS, SimulatedNode, SOURCE, type Transfer, transferOf, txIdOf } from './node.js'
import {
  type Answered,
  CREDITS,
  cancelPayment,
  custodyEngine,
  makeDearer,
  makePayment,
  ON,
  openAccountOf,
  PAYER,
  type Payment,
  type Signing,
  sign,
  TENANT,
  TRANSFER_CREDITS,
} from './payments.js'

const OWNERS = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
/** Of which the key-management system has the key. */
const VAULT = `0x${'4'.repeat(40)}`
const PAYMENTS = 20
const ETHER = 10n ** 18n
/** What each owner has at first: enough for some of its payments, of one each. */
const FUNDS = 5n * ETHER
/** What the account of the ledger has at first. */
const COINS = '1000'
/** Microseconds. */
const SECOND = 1_000_000
/** In which payments are asked, and everything goes wrong. */
const STORM = 90 * SECOND
/** A caller that has heard nothing for so long asks again, or gives up. */
const PATIENCE = 60 * SECOND
const BLOCK_TIME = 15 * SECOND
/** Until then all must have come to its end: the worker looks at each every ten minutes at least. */
const CALM = 5_000 * SECOND
const MAX_DEPTH = 6
const MAX_CALLS = 4

export interface CustodyOptions {
  readonly seed: number
  readonly number: number
  readonly tally: Tally
  readonly trace: Trace
  readonly storage: Storage
  readonly mutation: Mutation
}

export class Custody {
  private readonly stage: Stage
  private readonly nodes: Nodes = {
    first: new SimulatedNode(),
    second: new SimulatedNode(),
  }
  private readonly machines: readonly CustodyMachine[]
  private readonly payments: Payment[] = []
  /** What the key-management system has signed, by payment, in the order of their nonces. */
  private readonly signed = new Map<Payment, Transfer>()
  /** Addresses to which coins came in a block that was undone. */
  private readonly poorer = new Set<string>()
  private funded = 0
  private open = 0
  /** Of the ledger: withdrawals come out of it. */
  private account = '' as AccountId
  /** Pending signatures that their callers give up: nobody signs them any more. */
  private readonly givenUp = new Set<Payment>()
  /** What a caller has heard that cannot be. */
  private wrong: Difference | null = null

  constructor(private readonly options: CustodyOptions) {
    const random = seededRandom(options.seed ^ Math.imul(options.number + 1, 0x85ebca6b))
    const weather = drawWeather(random)
    this.stage = new Stage(new Timeline(), random, options.trace, options.tally, weather)
    const recorder = new Recorder()
    const nobody = async (): Promise<void> => undefined
    this.machines = [0, 1].map((number) => {
      const connect = (host: Host) =>
        new Connection(this.stage, host, options.storage, { crashing: false }, recorder, nobody)
      return new CustodyMachine(this.stage, number, connect, this.nodes, options.mutation)
    })
  }

  /** @throws Difference */
  async play(): Promise<void> {
    const { stage, nodes, options } = this
    this.account = await openAccountOf(options.storage, seededRandom(options.seed), COINS)
    for (const owner of [...OWNERS, VAULT]) this.fund(owner, FUNDS)
    for (let block = 0; block < CONFIRMATIONS; block++) nodes.first.mine()
    nodes.second.meet(nodes.first)
    for (const machine of this.machines) machine.start()
    for (let payment = 0; payment < PAYMENTS; payment++) {
      stage.timeline.after(between(stage.random, 0, STORM), () => void this.begin())
    }
    for (let at = 0; at < STORM; at += between(stage.random, 1, 3 * SECOND)) {
      stage.timeline.after(at, () => this.disturb())
    }
    await this.until(() => stage.timeline.now >= STORM)
    stage.weather = calm(stage.weather)
    const begun = stage.timeline.now
    // Nobody looks whether what is signed elsewhere is covered. All others have what they had when they were asked.
    for (const owner of new Set([VAULT, ...this.poorer])) this.fund(owner, 10n * FUNDS)
    this.everyBlock()
    this.everySignature()
    await this.until(() => this.isAtRest() || stage.timeline.now > begun + CALM)
    await this.settled(begun + CALM)
    await this.judge()
    await this.askEachOwner()
    for (const machine of this.machines) machine.end()
    stage.tally.elapsed += stage.timeline.now
  }

  private async until(isEnough: () => boolean): Promise<void> {
    const { timeline, tally } = this.stage
    while (!isEnough()) {
      const happening = timeline.next()?.()
      tally.steps++
      if (happening !== undefined) await happening
      if (this.wrong !== null) throw this.wrong
    }
  }

  private everyBlock(): void {
    const { nodes, stage } = this
    nodes.first.mine()
    nodes.second.meet(nodes.first)
    stage.timeline.after(BLOCK_TIME, () => this.everyBlock())
  }

  /** All that waits for the key-management system comes to its turn. */
  private everySignature(): void {
    const { stage } = this
    const waiting = this.payments.find(isWaiting)
    if (waiting !== undefined && this.givenUp.has(waiting)) this.giveUp(waiting)
    else if (waiting !== undefined) this.haveSigned(waiting, 'broadcasts')
    stage.timeline.after(between(stage.random, SECOND, 20 * SECOND), () => this.everySignature())
  }

  private isAtRest(): boolean {
    return this.open === 0 && this.payments.every((payment) => !asksAgain(payment) && !isWaiting(payment))
  }

  /** Coins come to an address. */
  private fund(to: string, value: bigint): void {
    const { first } = this.nodes
    const nonce = first.pendingNonceOf(SOURCE)
    // No two are alike, so that one which was forgotten is not taken for another.
    const price = USUAL_PRICE + BigInt(this.funded++)
    first.take({ owner: SOURCE, nonce, to, value, price, malformed: false })
  }

  // ---- what callers do

  private begin(owner?: string): Payment {
    const { random, tally } = this.stage
    const isSignedElsewhere = owner === undefined ? random.below(5) === 0 : owner === VAULT
    const payment: Payment = {
      to: `0x${(0xa000_0000 + this.payments.length * 0x1_0000).toString(16).padStart(40, '0')}`,
      owner: isSignedElsewhere ? VAULT : (owner ?? oneOf(random, OWNERS)),
      isKeyed: random.below(4) > 0,
      isMalformed: random.below(12) === 0,
      isSignedElsewhere,
      isWithdrawal: random.below(2) === 0,
      fate: 'unpaid',
      calls: 0,
      told: '',
      answer: null,
    }
    tally.payments++
    this.payments.push(payment)
    this.ask(payment)
    return payment
  }

  private ask(payment: Payment): void {
    const { stage } = this
    const machine = oneOf(stage.random, this.machines)
    const before = payment.fate
    let isHeard = false
    const hear = (what: () => void): void => {
      if (isHeard) return
      isHeard = true
      this.open--
      what()
      stage.note(`caller of ${payment.to} hears`, machine.number, payment.told)
      if (asksAgain(payment)) this.later(payment)
    }
    this.open++
    payment.fate = 'unknown'
    stage.note(`caller asks for ${payment.to}`, machine.number)
    stage.timeline.after(PATIENCE, () =>
      hear(() => {
        payment.told = 'nothing'
      }),
    )
    stage.timeline.after(between(stage.random, 100, 5_000), () => {
      const taken = machine.take(
        (engine) => makePayment(engine, payment, this.account),
        (answer) => hear(() => this.heard(payment, answer, before)),
      )
      if (taken !== false) return taken === true ? undefined : taken
      return hear(() => {
        payment.fate = before
        payment.told = 'nobody is there'
      })
    })
  }

  /** Its caller names the nonce of its transaction, and a higher fee. */
  private bump({ to, answer }: Payment): void {
    this.stage.note(`caller pays more for ${to}`, 0)
    // Whatever it is told: the answer to the payment stands.
    this.tell(5 * SECOND, async (engine) => {
      const send = answer === null ? undefined : await engine.query.find(sendKey(ON, answer))
      if (send !== undefined) await makeDearer(engine, transferOf(send.raw))
    })
  }

  /** The key-management system takes one that waits; whoever completes it says that it is paid. */
  private haveSigned(payment: Payment, how: Signing): void {
    const { stage, nodes } = this
    const isHonest = how === 'broadcasts' || how === 'sends by itself'
    if (!isHonest) this.struck('signer that completes with something else', 0)
    stage.note(`signer ${how} for ${payment.to}`, 0)
    const others = nodes.first.transfers.filter(({ to }) => to !== payment.to)
    const other = others.length === 0 ? payment.to : txIdOf(oneOf(stage.random, others))
    if (isHonest && !this.signed.has(payment)) this.signed.set(payment, this.transferOf(payment))
    const transfer = this.signed.get(payment) ?? this.transferOf(payment)
    this.tell(
      30 * SECOND,
      (engine) => sign(engine, payment, transfer, how, other),
      () => {
        payment.fate = 'acknowledged'
        stage.note(`signer is told that ${payment.to} is done`, 0)
      },
    )
  }

  /** Its caller cancels what waits for the key-management system, which has not signed it. */
  private giveUp(payment: Payment): void {
    const { stage } = this
    this.givenUp.add(payment)
    stage.note(`caller cancels ${payment.to}`, 0)
    this.tell(
      5 * SECOND,
      async (engine) => {
        if (!(await cancelPayment(engine, payment))) throw new TypeError(`No withdrawal pays ${payment.to}`)
      },
      () => {
        payment.answer = null
        payment.calls = MAX_CALLS
        payment.told = 'cancelled'
      },
    )
  }

  /** Nonces of the vault follow one another: only what is signed here uses them. */
  private transferOf({ owner, to }: Payment): Transfer {
    return { owner, nonce: this.signed.size, to, value: ETHER, price: USUAL_PRICE, malformed: false }
  }

  /** Some time from now, to whichever machine is there. */
  private tell(
    within: number,
    what: (engine: Engine) => Promise<void>,
    done: () => void = () => undefined,
  ): void {
    const { stage } = this
    const machine = oneOf(stage.random, this.machines)
    stage.timeline.after(between(stage.random, 100, within), () => {
      const taken = machine.take(what, ({ kind }) => {
        if (kind === 'done') done()
      })
      return typeof taken === 'boolean' ? undefined : taken
    })
  }

  private later(payment: Payment): void {
    this.open++
    this.stage.timeline.after(between(this.stage.random, SECOND, 20 * SECOND), () => {
      this.open--
      this.ask(payment)
    })
  }

  private heard(payment: Payment, answer: Answer, before: Payment['fate']): void {
    switch (answer.kind) {
      case 'done': {
        const { id, completed }: Answered = JSON.parse(answer.body)
        payment.answer = id
        payment.told = completed ? 'done' : 'not completed'
        // One that is to be signed elsewhere is made when it is.
        payment.fate = payment.isSignedElsewhere ? 'unpaid' : completed ? 'acknowledged' : 'left'
        if (!payment.isSignedElsewhere && this.stage.random.below(3) > 0) this.bump(payment)
        return
      }
      case 'fault': {
        // What its caller is told nothing by: of a storage that fell silent nobody can tell.
        const { fault } = answer
        payment.told = String(fault)
        if (!(fault instanceof SimulatedFault)) {
          this.wrong ??= new Difference(`Answer to ${payment.to}`, 'no fault', fault)
        }
        return
      }
      case 'refused': {
        const { code } = answer.rejection
        payment.told = code
        if (code === 'broadcast.unknown') return
        // Of a node that could not be asked, too: nothing was recorded.
        const isPassing = ['overloaded', 'unavailable', 'claim.taken', 'chain.unavailable'].includes(code)
        payment.fate = isPassing ? before : 'unpaid'
        if (!isPassing) payment.calls++
      }
    }
  }

  // ---- what goes wrong

  private disturb(): void | Promise<void> {
    const { stage, nodes } = this
    const { random } = stage
    const { first, second } = nodes
    const machine = oneOf(random, this.machines)
    const half = (): boolean => random.below(2) === 0
    switch (oneOf(random, EVENTS)) {
      case 'block':
        return first.mine()
      case 'meeting':
        return second.meet(first)
      case 'reorganisation': {
        const keepsNone = half()
        this.struck('blocks undone', 0)
        const before = first.transfers
        first.reorganise(between(random, 1, MAX_DEPTH), () => !keepsNone && half())
        const kept = new Set(first.transfers)
        for (const { owner, to } of before.filter((transfer) => !kept.has(transfer))) {
          if (owner === SOURCE) this.poorer.add(to)
        }
        // The other branch comes from the network, and so does what other nodes have waiting.
        if (half()) second.meet(first)
        return
      }
      case 'income':
        return this.fund(oneOf(random, [...OWNERS, VAULT]), BigInt(between(random, 1, 3)) * ETHER)
      case 'signer': {
        const waiting = this.payments.filter((payment) => isWaiting(payment) && !this.givenUp.has(payment))
        if (waiting.length === 0) return
        const payment = oneOf(random, waiting)
        if (payment.isWithdrawal && !this.signed.has(payment) && random.below(4) === 0) {
          return this.giveUp(payment)
        }
        return this.haveSigned(payment, oneOf(random, SIGNINGS))
      }
      case 'loss':
        this.struck('waiting transactions forgotten', 0)
        return first.drop(half)
      case 'crash':
        if (!machine.running || !happens(random, 3_000)) return
        this.struck('crash at any time', machine.number)
        return machine.kill()
      case 'clock': {
        const isAhead = half()
        this.struck(isAhead ? 'clock jumped ahead' : 'clock jumped back', machine.number)
        return machine.setClock((isAhead ? 1 : -1) * oneOf(random, [1_000, 5_000, 60_000, 3_600_000]))
      }
    }
  }

  private struck(fault: Parameters<Tally['fault']>[0], subject: number): void {
    this.stage.tally.fault(fault)
    this.stage.note(fault, subject)
  }

  // ---- what must be

  private async settled(end: number): Promise<void> {
    const { stage, options } = this
    for (;;) {
      const [first] = await unsettledSends(options.storage.query, undefined, 1)
      if (first === undefined && this.isAtRest()) return
      if (stage.timeline.now > end) {
        if (first === undefined) throw new Difference('Calls without an answer on a chain', 0, this.open)
        const standing = `${first.status}, ${this.nodes.first.placeOf(first.txId) ?? 'in no block'}`
        throw new Difference(`${first.txId}, when all has been calm for long`, 'settled', standing)
      }
      const { now } = stage.timeline
      await this.until(() => stage.timeline.now > now + BLOCK_TIME)
    }
  }

  private async judge(): Promise<void> {
    const { payments, nodes, options } = this
    const { storage } = options
    let charged = 0
    const { sends } = await storage.audit(async (books) => ({
      sends: await books.list(SENDS, undefined, 10_000),
    }))
    for (const { txId, status, due, apiKey, raw, withdrawal } of sends) {
      const isThere = nodes.first.placeOf(txId) !== undefined
      same(`${txId}, which is ${isThere ? '' : 'not '}in a block`, isThere, status === 'final')
      const { owner, to } = transferOf(raw)
      // What fills a gap pays nobody else, and costs nothing.
      if (apiKey === PAYER.apiKey && owner !== to)
        charged += (withdrawal === undefined ? CREDITS : TRANSFER_CREDITS) - due
    }
    for (const { to, fate, told, answer, isSignedElsewhere } of payments) {
      const times = nodes.first.timesPaid(to)
      const isOnce = fate === 'acknowledged'
      // What is signed elsewhere may be sent by the signer, whatever was told of it.
      const mayBe = fate !== 'unpaid' || (isSignedElsewhere && answer !== null)
      const isRight = isOnce ? times === 1 : mayBe ? times <= 1 : times === 0
      if (isRight) continue
      const expected = isOnce ? 'once' : mayBe ? 'once at most' : 'never'
      throw new Difference(
        `${to}, whose caller was told ${told}, is on the chain`,
        expected,
        `${times} times`,
      )
    }
    await this.judgeWithdrawals()
    for (const { owner, to, price } of nodes.first.transfers) {
      const isUsual = price * GAS <= MAX_FEE
      if (!isUsual) throw new Difference(`Fee of ${to}, by ${owner}`, `${MAX_FEE} at most`, price * GAS)
    }
    const charges = await chargesFrom(storage.query, TENANT, PAYER.apiKey, '0000-01-01')
    same(
      'Credits of payments on a chain',
      charged,
      charges.reduce((sum, { credits }) => sum + credits, 0),
    )
    same('What verify finds after payments on a chain', [], (await verify(storage)).discrepancies)
  }

  /** Each is on the chain, given back or waits for a signature, and the account has paid for all but those given back. */
  private async judgeWithdrawals(): Promise<void> {
    const { nodes, options } = this
    const { query } = options.storage
    const found = await query.list(WITHDRAWALS, { where: { tenant: TENANT }, limit: 10_000 })
    let left = BigInt(COINS) * ETHER
    for (const { address, status, txId, charged } of found) {
      const isPaid = txId !== null && nodes.first.placeOf(txId) !== undefined
      const times = nodes.first.timesPaid(address)
      const isForgotten = txId === null && this.payments.some((one) => one.to === address && isUntold(one))
      const expected = isPaid ? 'Done' : isForgotten ? 'InProgress' : 'Cancelled'
      same(`Withdrawal to ${address}, ${times} times on the chain`, expected, status)
      if (isPaid || isForgotten) left -= charged
    }
    const stored = await query.account(TENANT, this.account)
    same('What withdrawals have left on the account', left, stored?.account.balance)
  }

  /** A plain payment of each comes into a block. */
  private async askEachOwner(): Promise<void> {
    const { stage, nodes } = this
    for (const owner of OWNERS) this.fund(owner, FUNDS)
    const funded = stage.timeline.now + 2 * BLOCK_TIME
    await this.until(() => stage.timeline.now > funded)
    const end = stage.timeline.now + CALM
    const last = OWNERS.map((owner) => this.begin(owner))
    await this.until(() => last.every(({ to }) => nodes.first.timesPaid(to) > 0) || stage.timeline.now > end)
    for (const { to, told } of last) {
      const times = nodes.first.timesPaid(to)
      if (times !== 1) throw new Difference(`${to}, told ${told}, is on the chain`, 'once', `${times} times`)
    }
  }
}

const EVENTS = [
  ...['block', 'block', 'block', 'block', 'block', 'meeting', 'loss', 'crash', 'clock', 'income'],
  ...['reorganisation', 'reorganisation', 'reorganisation', 'signer', 'signer', 'signer'],
] as const

const SIGNINGS: readonly Signing[] = [
  'broadcasts',
  'broadcasts',
  'sends by itself',
  'signs another',
  'names another',
  'names nothing',
]

/** For the key-management system. */
const isWaiting = ({ fate, isSignedElsewhere, answer }: Payment): boolean =>
  isSignedElsewhere && answer !== null && fate === 'unpaid'

/** Its caller heard nothing and does not ask again: if it was stored, nobody has it signed. */
const isUntold = ({ fate, isSignedElsewhere, isKeyed, answer }: Payment): boolean =>
  isSignedElsewhere && fate === 'unknown' && !isKeyed && answer === null

const asksAgain = (payment: Payment): boolean => {
  const { fate, isKeyed, calls } = payment
  if (isWaiting(payment)) return false
  return fate === 'unpaid' ? calls < MAX_CALLS : fate === 'unknown' && isKeyed
}

/** A machine whose engines know of a chain. */
class CustodyMachine extends Machine {
  constructor(
    stage: Stage,
    number: number,
    connect: (host: Host) => Storage,
    private readonly nodes: Nodes,
    private readonly mutation: Mutation,
  ) {
    super(stage, number, connect, () => undefined)
  }

  protected override make(...[options, host]: Parameters<Machine['make']>): Engine {
    const chain = simulatedChain(new Balancer(this.stage, this.nodes, host.alive, this.number))
    return custodyEngine(options, this.mutation.chain(chain), this.mutation)
  }
}
