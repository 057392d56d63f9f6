/**
 * One ledger from its first command to its last: a storage, machines, clients and the oracle, in a weather of
 * their own. All of it follows from the seed and the number of the chapter.
 */
import { memoryStorage, type Storage } from '@tallystick/engine'
import { OPENING_SCOPE, opening, TENANTS } from '../arbitraries.js'
import type { SimulatedCommand } from '../command.js'
import { Labels } from '../labels.js'
import { Model } from '../model/model.js'
import { seededRandom } from '../seeded.js'
import { ApprovingGenerator } from './approving-generator.js'
import { type Call, Recorder, type Request } from './call.js'
import { Cast } from './cast.js'
import { ChainGenerator } from './chain-generator.js'
import { between, happens, oneOf } from './chance.js'
import { Clients } from './clients.js'
import { CoinGenerator } from './coin-generator.js'
import { compareAll, compareJournal } from './comparison.js'
import { Connection, type Moment } from './connection.js'
import { Custody } from './custody/custody.js'
import { Difference, same } from './difference.js'
import { Generator } from './generator.js'
import { Machine, MIDNIGHT } from './machine.js'
import { MultiGenerator } from './multi-generator.js'
import { type Mutation, NO_MUTATION } from './mutation.js'
import { Oracle } from './oracle.js'
import { ReceivingGenerator } from './receiving-generator.js'
import { requestOf } from './request.js'
import { Stage } from './stage.js'
import type { Fault, Tally } from './tally.js'
import { everyoneHasHeard, Timeline } from './timeline.js'
import { TokenGenerator } from './token-generator.js'
import { Trace } from './trace.js'
import { TradingGenerator } from './trading-generator.js'
import { calm, drawWeather } from './weather.js'

export interface ChapterOptions {
  readonly seed: number
  readonly number: number
  /** With those of the opening. */
  readonly commands: number
  readonly tally: Tally
  readonly open?: () => Storage | Promise<Storage>
  readonly mutation?: Mutation
  /** Called now and then. */
  readonly progress?: () => void
}

/** Commands between two comparisons of everything. What a unit of work has touched is compared after each. */
const COMPARED_EVERY = 10_000
const PROGRESS_EVERY = 1_024
/** Events after which a call that still has no answer will never have one. */
const LAST_STEPS = 500_000
/** Keys of so many calls back are used again. */
const REUSED = 200

export class Chapter {
  readonly trace = new Trace()
  private readonly stage: Stage
  private readonly labels = new Labels()
  private readonly model = new Model()
  private readonly recorder = new Recorder()
  private readonly machines: readonly Machine[]
  private readonly clients: Clients
  private readonly generator: Generator
  private readonly oracle: Oracle
  private readonly script: SimulatedCommand[] = [...opening]
  private readonly mutation: Mutation
  private asked = 0
  private begun = false
  private lastStep = Number.POSITIVE_INFINITY

  /** @param storage Empty, and of this ledger alone. */
  private constructor(
    private readonly options: ChapterOptions,
    private readonly storage: Storage,
    moment: Moment,
  ) {
    const random = seededRandom(options.seed ^ Math.imul(options.number + 1, 0x9e3779b1))
    const weather = drawWeather(random)
    const stage = new Stage(new Timeline(), random, this.trace, options.tally, weather)
    const named = { accounts: OPENING_SCOPE.accounts.length, blockages: OPENING_SCOPE.blockages.length }
    this.stage = stage
    this.mutation = options.mutation ?? NO_MUTATION
    const cast = new Cast(random, weather, this.model.state)
    const { state, chain, outputs, receiving: addresses } = this.model
    const coins = new CoinGenerator(random, chain, outputs, addresses)
    const multi = new MultiGenerator(random, this.model.multi)
    const onChain = new ChainGenerator(random, cast, chain, coins)
    const receiving = new ReceivingGenerator(random, cast, state, addresses, coins, multi)
    const approving = new ApprovingGenerator(random, cast, this.model.approving)
    const tokens = new TokenGenerator(random, cast, this.model.tokens, onChain)
    const now = () => MIDNIGHT + Math.trunc(stage.timeline.now / 1_000)
    const trading =
      options.number % 2 === 0 ? null : new TradingGenerator(random, cast, this.model.trading, now)
    const others = { onChain, receiving, approving, tokens, trading }
    this.generator = new Generator(random, cast, this.model.state, others, named)
    const oracle = new Oracle(stage, storage, this.model, this.labels, cast)
    this.oracle = oracle
    this.machines = Array.from({ length: weather.engines }, (_, number) => {
      return new Machine(
        stage,
        number,
        (host) =>
          new Connection(stage, host, storage, moment, this.recorder, (machine, decided, changes) =>
            oracle.committed(machine, decided, changes),
          ),
        (machine, tenant, credits) => oracle.meter(machine, tenant, credits),
      )
    })
    this.clients = new Clients(stage, this.machines, {
      next: () => this.next(),
      answered: (call, answer) => oracle.answered(call, answer),
    })
  }

  /** A world in which nothing has happened yet. */
  static async open(options: ChapterOptions): Promise<Chapter> {
    const moment: Moment = { crashing: false }
    const storage = await (options.open ?? memoryStorage)()
    return new Chapter(options, (options.mutation ?? NO_MUTATION).storage(storage, moment), moment)
  }

  get steps(): number {
    return this.stage.timeline.steps
  }

  /**
   * From the first command to the last answer, and all comparisons.
   *
   * @throws Difference the first one found; the ledger is then of no use any more
   */
  async play(): Promise<void> {
    const { stage, storage, labels, model } = this
    for (const machine of this.machines) machine.start()
    this.clients.begin()
    await this.untilNothingHappens()
    same('Calls without an answer', 0, this.clients.open)

    let closed = false
    void Promise.all(this.machines.map((machine) => machine.close())).then(() => {
      closed = true
    })
    await everyoneHasHeard()
    await this.untilNothingHappens()
    await everyoneHasHeard()
    same('All engines have closed', true, closed)

    await this.compare()
    await compareJournal(storage, model.state, labels)
    await storage.close()
    stage.tally.elapsed += stage.timeline.now
    await this.playOnChain()
  }

  /** On a storage of its own, whose calls are none of the ledger's: in memory, where reading takes no time. */
  private async playOnChain(): Promise<void> {
    const { seed, number, tally } = this.options
    const { mutation, trace } = this
    const storage = mutation.storage(memoryStorage(), { crashing: false })
    await new Custody({ seed, number, tally, trace, storage, mutation }).play()
    await storage.close()
  }

  private async untilNothingHappens(): Promise<void> {
    const { timeline, tally } = this.stage
    let compareAt = COMPARED_EVERY
    for (;;) {
      const happen = timeline.next()
      if (happen === undefined) return
      tally.steps++
      const happening = happen()
      if (happening !== undefined) await happening
      if (this.asked >= compareAt) {
        // Rarer on a ledger that has grown large: there is more to compare.
        compareAt += Math.max(COMPARED_EVERY, Math.trunc(this.asked / 5))
        await this.compare()
      }
      if (timeline.steps % PROGRESS_EVERY === 0) {
        this.options.progress?.()
        // Whatever else this process has to do.
        await new Promise(setImmediate)
      }
      if (timeline.steps > this.lastStep) {
        throw new Difference('Calls without an answer though nothing goes wrong', 0, this.clients.open)
      }
    }
  }

  private async compare(): Promise<void> {
    this.stage.tally.fullComparisons++
    await compareAll(this.storage, this.model, this.labels, this.oracle.charged)
  }

  // ---- what is asked

  private next(): { readonly call: Call; readonly request: Request } | null {
    const { stage, script } = this
    const first = script.shift()
    if (first !== undefined) return this.call(first, `k${this.asked}`)
    if (!this.begun) {
      this.begun = true
      // Until now there was one, because each command of the opening needs the ones before it.
      for (let client = 1; client < stage.weather.clients; client++) {
        stage.timeline.after(between(stage.random, 0, 2_000), () => this.clients.begin())
      }
    }
    if (this.asked >= this.options.commands) {
      if (this.lastStep === Number.POSITIVE_INFINITY) {
        stage.weather = calm(stage.weather)
        this.lastStep = stage.timeline.steps + LAST_STEPS
      }
      return null
    }
    this.disturb()
    return this.call(this.generator.next(), this.key())
  }

  private key(): string | null {
    const { random, weather } = this.stage
    if (happens(random, weather.withoutKey)) return null
    const back = happens(random, weather.keyReused) ? random.below(Math.min(this.asked, REUSED)) : 0
    return `k${this.asked - back}`
  }

  private call(command: SimulatedCommand, key: string | null) {
    const { stage, labels } = this
    const number = this.asked++
    const blockage = 'blockage' in command ? labels.id(command.blockage) : null
    const call: Call = {
      number,
      command,
      key,
      blockage,
      sends: 0,
      settled: null,
      accepted: null,
      refusals: [],
    }
    stage.tally.commands++
    stage.note('client asks call', number, `${command.type} under ${key}`)
    return { call, request: requestOf(call, labels, this.model.state, this.recorder, this.mutation) }
  }

  // ---- what happens to the machines

  private disturb(): void {
    const { stage } = this
    const { random, weather } = stage
    if (happens(random, weather.metered)) {
      const tenant = oneOf(random, TENANTS)
      oneOf(random, this.machines).meter(tenant, between(random, 1, 5))
    }
    this.soon(weather.crash, (machine) => {
      if (!machine.running) return
      this.struck('crash at any time', machine)
      machine.kill()
    })
    this.soon(weather.stop, (machine) => {
      if (!machine.accepting) return
      this.struck('stop under load', machine)
      return machine.stop()
    })
    this.soon(weather.cutOff, (machine) => {
      this.struck('engine cut off', machine)
      machine.cutOff(between(random, 5_000, 300_000))
    })
    this.soon(weather.clockJump, (machine) => {
      const by = oneOf(random, [5, 1_000, 60_000, 25 * 3_600_000])
      const ahead = random.below(2) === 0
      this.struck(ahead ? 'clock jumped ahead' : 'clock jumped back', machine)
      machine.setClock(ahead ? by : -by)
    })
  }

  /** At some instant from now on, which falls between any two events. */
  private soon(rate: number, happen: (machine: Machine) => void | Promise<void>): void {
    const { random, timeline } = this.stage
    if (!happens(random, rate)) return
    const machine = oneOf(random, this.machines)
    timeline.after(between(random, 0, 5_000), () => happen(machine))
  }

  private struck(fault: Fault, machine: Machine): void {
    this.stage.tally.fault(fault)
    this.stage.note(fault, machine.number)
  }
}
