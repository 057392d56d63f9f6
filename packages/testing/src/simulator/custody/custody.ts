/**
 * Payments on a chain whose blocks are undone, behind a balancer with two nodes, by machines that die and whose clocks
 * are apart. When all is calm again, what was asked is held against the chain: no payment is there twice, none that was
 * acknowledged is missing, each transaction is settled as the chain has it, and every sender can still pay.
 */
import { SENDS, sendKey } from '@tallystick/core'
import { type Chain, NodeFault } from '@tallystick/custody'
import { chargesFrom, type Storage, unsettledSends, verify } from '@tallystick/engine'
import { callerOf } from '../../driver.js'
import { fakeChain, fakeChains } from '../../fake-chain.js'
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
import { Balancer, CONFIRMATIONS, type Nodes } from './balancer.js'
import { SimulatedNode, transferOf, txIdOf } from './node.js'
import { CREDITS, CustodyEngine, makeDearer, makePayment, ON, type Payment, TENANT } from './payments.js'

const OWNERS = ['hot', 'warm', 'cold'] as const
const PAYMENTS = 14
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
  private readonly nodes: Nodes = { first: new SimulatedNode(), second: new SimulatedNode() }
  private readonly machines: readonly CustodyMachine[]
  private readonly payments: Payment[] = []
  private open = 0

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
    const { stage, nodes } = this
    for (let block = 0; block < CONFIRMATIONS; block++) nodes.first.mine()
    nodes.second.meet(nodes.first)
    for (const machine of this.machines) machine.start()
    for (let number = 0; number < PAYMENTS; number++) {
      stage.timeline.after(between(stage.random, 0, STORM), () => void this.begin(`payment ${number}`))
    }
    for (let at = 0; at < STORM; at += between(stage.random, 1, 4 * SECOND)) {
      stage.timeline.after(at, () => this.disturb())
    }
    await this.until(() => stage.timeline.now >= STORM)
    stage.weather = calm(stage.weather)
    const begun = stage.timeline.now
    this.everyBlock()
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
    }
  }

  private everyBlock(): void {
    const { nodes, stage } = this
    nodes.first.mine()
    nodes.second.meet(nodes.first)
    stage.timeline.after(BLOCK_TIME, () => this.everyBlock())
  }

  private isAtRest(): boolean {
    return this.open === 0 && this.payments.every((payment) => !asksAgain(payment))
  }

  // ---- what callers do

  private begin(to: string, owner: string = oneOf(this.stage.random, OWNERS)): Payment {
    const { random, tally } = this.stage
    const payment: Payment = {
      to,
      owner,
      isKeyed: random.below(4) > 0,
      isMalformed: random.below(12) === 0,
      fate: 'unpaid',
      calls: 0,
      told: '',
      txId: null,
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
        async (engine) => makePayment(engine as CustodyEngine, payment),
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
  private bump({ to, txId }: Payment): void {
    const { stage } = this
    if (txId === null) return
    stage.note(`caller pays more for ${to}`, 0)
    const machine = oneOf(stage.random, this.machines)
    stage.timeline.after(between(stage.random, 100, 30 * SECOND), () => {
      const bumped = machine.take(
        async (engine) => {
          const send = await engine.query.find(sendKey(ON, txId))
          if (send !== undefined) await makeDearer(engine as CustodyEngine, transferOf(send.raw))
        },
        // Whatever it is told: the payment was acknowledged before.
        () => undefined,
      )
      return bumped === false || bumped === true ? undefined : bumped
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
      case 'done':
        payment.fate = 'acknowledged'
        payment.txId = JSON.parse(answer.body)
        payment.told = 'done'
        if (this.stage.random.below(3) > 0) this.bump(payment)
        return
      case 'fault': {
        // What its caller is told nothing by: a node, or the storage, did not answer.
        const { fault } = answer
        payment.told = String(fault)
        // No node could be asked, so nothing was recorded; of a storage that fell silent nobody can tell.
        if (fault instanceof NodeFault) payment.fate = before
        else if (!(fault instanceof SimulatedFault)) {
          throw new Difference(`Answer to ${payment.to}`, 'no fault', fault)
        }
        return
      }
      case 'refused': {
        const { code } = answer.rejection
        payment.told = code
        if (code === 'broadcast.unknown') return
        const isPassing = ['overloaded', 'unavailable', 'claim.taken'].includes(code)
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
        first.reorganise(between(random, 1, MAX_DEPTH), () => !keepsNone && half())
        // The other branch comes from the network, and so does what other nodes have waiting.
        if (half()) second.meet(first)
        return
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
    for (const { txId, raw, status, due } of sends) {
      const isThere = nodes.first.placeOf(txId) !== undefined
      same(`${txId}, which is ${isThere ? '' : 'not '}in a block`, isThere, status === 'final')
      const { owner, to } = transferOf(raw)
      // What fills a gap costs nothing.
      charged += to === owner ? 0 : CREDITS - due
    }
    for (const { to, fate, told } of payments) {
      const times = nodes.first.timesPaid(to)
      const isRight = fate === 'unknown' ? times <= 1 : times === (fate === 'acknowledged' ? 1 : 0)
      if (isRight) continue
      const expected = fate === 'unknown' ? 'once at most' : fate === 'acknowledged' ? 'once' : 'never'
      throw new Difference(
        `${to}, whose caller was told ${told}, is on the chain`,
        expected,
        `${times} times`,
      )
    }
    const charges = await chargesFrom(storage.query, TENANT, callerOf(TENANT).apiKey, '0000-01-01')
    same(
      'Credits of payments on a chain',
      charged,
      charges.reduce((sum, { credits }) => sum + credits, 0),
    )
    same('What verify finds after payments on a chain', [], (await verify(storage)).drift)
  }

  /** A plain payment of each comes into a block. */
  private async askEachOwner(): Promise<void> {
    const { stage, nodes } = this
    const end = stage.timeline.now + CALM
    const last = OWNERS.map((owner) => this.begin(`last payment of ${owner}`, owner))
    await this.until(() => last.every(({ to }) => nodes.first.timesPaid(to) > 0) || stage.timeline.now > end)
    for (const { to, told } of last) {
      const times = nodes.first.timesPaid(to)
      if (times !== 1) throw new Difference(`${to}, told ${told}, is on the chain`, 'once', `${times} times`)
    }
  }
}

const EVENTS = [
  ...['block', 'block', 'block', 'block', 'block', 'meeting'],
  ...['reorganisation', 'reorganisation', 'loss', 'crash', 'clock'],
] as const

const asksAgain = ({ fate, isKeyed, calls }: Payment): boolean =>
  fate === 'unpaid' ? calls < MAX_CALLS : fate === 'unknown' && isKeyed

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

  protected override make(...[options, host]: Parameters<Machine['make']>): CustodyEngine {
    const node = new Balancer(this.stage, this.nodes, host.alive, this.number)
    const fake = fakeChain(Object.assign(node, { confirmations: CONFIRMATIONS }), ON.chain)
    const codec: Pick<Chain['codec'], 'inspect'> = {
      inspect(raw) {
        const { owner, nonce: index } = transferOf(raw)
        return { txId: txIdOf(transferOf(raw)), claims: [{ owner, index }], outputs: [] }
      },
    }
    const broken = this.mutation.chain({ ...fake, codec: codec as Chain['codec'] })
    const chains = { ...fakeChains(broken.node as never), chain: async () => broken as never }
    return new CustodyEngine(options, chains, broken, node, this.mutation)
  }
}
