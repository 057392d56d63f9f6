/**
 * A machine that runs one engine at a time. It starts the engine, stops it, kills it at any instant, sets its clock
 * wrong, and cuts it off from its clients. A killed engine keeps nothing. The next one has the same clock and other
 * randomness.
 */
import type { TenantId } from '@tallystick/core'
import {
  type Clock,
  Engine,
  type EngineOptions,
  Rejected,
  type Scheduler,
  type Storage,
} from '@tallystick/engine'
import { callerOf } from '../labels.js'
import { seededRandom } from '../seeded.js'
import type { Answer, Request } from './call.js'
import { between } from './chance.js'
import type { Host } from './connection.js'
import type { Stage } from './stage.js'
import { everyoneHasHeard } from './timeline.js'

/** Virtual time begins a little before midnight UTC, so that the day of the charges turns in every run. */
export const MIDNIGHT = Date.UTC(2030, 0, 2)

export class Machine {
  private engine: Engine | null = null
  /** Which engine this is, of those that the machine has run. */
  private incarnation = 0
  private skew = 0
  private cutOffUntil = 0
  private readonly clock: Clock

  constructor(
    protected readonly stage: Stage,
    readonly number: number,
    private readonly connect: (host: Host) => Storage,
    /** Told of reads that an engine of this machine has metered. */
    private readonly onMeter: (machine: number, tenant: TenantId, credits: number) => void,
  ) {
    const start = MIDNIGHT - between(stage.random, 0, 5_000)
    this.skew = stage.weather.skew * number
    this.clock = { now: () => start + Math.trunc(stage.timeline.now / 1_000) + this.skew }
  }

  get running(): boolean {
    return this.engine !== null
  }

  /** Running, and not about to stop. */
  get accepting(): boolean {
    return this.engine?.closed === false
  }

  start(): void {
    const { stage } = this
    const { maxBatch, maxQueued } = stage.weather
    const incarnation = ++this.incarnation
    const alive = (): boolean => this.engine !== null && this.incarnation === incarnation
    const host: Host = { number: this.number, alive, kill: () => this.kill() }
    const options = {
      storage: this.connect(host),
      clock: this.clock,
      random: seededRandom(stage.random.next()),
      scheduler: this.scheduler(alive),
      warn: () => {
        stage.tally.metersGivenUp++
      },
      maxBatch,
      maxQueued,
    }
    this.engine = this.make(options, host)
    stage.note('engine starts', this.number)
  }

  protected make(options: EngineOptions, _host: Host): Engine {
    return new Engine(options)
  }

  /** All that the engine knew is gone, and what it was doing is not done. */
  kill(): void {
    this.engine = null
    this.stage.note('engine is killed', this.number)
    this.startLater()
  }

  /** The engine accepts nothing more, finishes what it has, and is started again. */
  stop(): Promise<void> | undefined {
    const { engine, incarnation } = this
    if (engine === null) return
    this.stage.note('engine stops', this.number)
    void engine.close().then(() => {
      if (this.engine === null || this.incarnation !== incarnation) return
      this.engine = null
      this.stage.note('engine has stopped', this.number)
      this.startLater()
    })
    return everyoneHasHeard()
  }

  /** For good. */
  async close(): Promise<void> {
    await this.engine?.close()
    this.engine = null
  }

  /** For good, whatever it was doing. */
  end(): void {
    this.engine = null
    this.incarnation++
  }

  setClock(skew: number): void {
    this.skew = skew
  }

  /** Nothing reaches its clients, or comes from them, for so many microseconds. */
  cutOff(duration: number): void {
    this.cutOffUntil = this.stage.timeline.now + duration
  }

  get reachable(): boolean {
    return this.stage.timeline.now >= this.cutOffUntil
  }

  meter(tenant: TenantId, credits: number): void {
    if (!this.accepting) return
    this.onMeter(this.number, tenant, credits)
    this.engine?.meter(callerOf(tenant), credits)
  }

  /**
   * A request has come in. False when nobody is there to take it.
   *
   * @param reply Called once, unless the engine dies before.
   */
  take(request: Request, reply: (answer: Answer) => void): boolean | Promise<void> {
    const { engine } = this
    if (engine === null) return false
    const { queued } = engine
    request(engine).then(
      (value) => reply({ kind: 'done', body: JSON.stringify(value ?? null) }),
      (error: unknown) => {
        reply(
          error instanceof Rejected
            ? { kind: 'refused', rejection: error.rejection }
            : { kind: 'fault', fault: error },
        )
      },
    )
    // What was not queued was refused at once.
    return engine.queued > queued ? true : everyoneHasHeard()
  }

  private startLater(): void {
    const { stage } = this
    stage.tally.restarts++
    const incarnation = this.incarnation
    stage.timeline.after(between(stage.random, 1_000, 100_000), () => {
      if (this.engine === null && this.incarnation === incarnation) this.start()
    })
  }

  /** What an engine has put off dies with it. */
  private scheduler(alive: () => boolean): Scheduler {
    const { timeline, random } = this.stage
    const run = (what: () => void): Promise<void> | undefined => {
      if (!alive()) return
      what()
      return everyoneHasHeard()
    }
    return {
      soon: (what) => timeline.after(between(random, 0, 300), () => run(what)),
      later(what, ms) {
        let cancelled = false
        timeline.after(ms * 1_000, () => (cancelled ? undefined : run(what)))
        return () => {
          cancelled = true
        }
      },
      elapsed: () => timeline.now / 1_000,
    }
  }
}
