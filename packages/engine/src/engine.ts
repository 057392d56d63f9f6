/**
 * Runs the rules. It owns the queue, the decisions of a batch, idempotency records and the metering of credits. It
 * knows no operation, no wire format and no concrete storage. When `execute` resolves, the effect is durable. When it
 * rejects with `Rejected`, nothing was written.
 */
import {
  type Change,
  type Currencies,
  type Currency,
  currenciesWith,
  dayOf,
  type Env,
  type Key,
  type Rejection,
  type TenantId,
  type View,
} from '@tallystick/core'
import { Batcher, inLane } from './batcher.js'
import { Brought } from './brought.js'
import { Call, type Execution, type Job, type Outcome } from './call.js'
import type { Caller } from './caller.js'
import { Credits, Meter } from './credits.js'
import { asFault, Rejected, Unwritable } from './faults.js'
import { IdGenerator } from './id-generator.js'
import { type Clock, type Random, systemClock, systemRandom } from './ports/clock.js'
import type { PoolStatus } from './ports/pool.js'
import { noRates, type Rates } from './ports/rates.js'
import { type Scheduler, systemScheduler } from './ports/scheduler.js'
import type { Queries, Storage } from './ports/storage.js'

export interface EngineOptions {
  readonly storage: Storage
  readonly rates?: Rates
  /** Currencies besides the built-in ones: those of chains that an embedder adds. */
  readonly currencies?: readonly Currency[]
  readonly clock?: Clock
  readonly random?: Random
  readonly scheduler?: Scheduler
  /** Called if background work is dropped. Default: a process warning. */
  readonly warn?: (message: string) => void
  /** Called with what a long background work has achieved so far. Default: nobody is told. */
  readonly inform?: (message: string) => void
  /** Calls that may wait for a commit. Further calls are refused as `overloaded`. */
  readonly maxQueued?: number
  /** Calls per commit. */
  readonly maxBatch?: number
}

interface Folded {
  readonly outcomes: readonly Outcome[]
  /** There are webhooks to send. */
  readonly tells: boolean
}

/** A unit of work with more changes decides no more calls. A full batch of payments under keys has so many. */
const MAX_CHANGES = 2_048

export class Engine {
  readonly rates: Rates
  /** The currencies that every tenant has. */
  readonly currencies: Currencies
  readonly random: Random
  readonly scheduler: Scheduler
  readonly warn: (message: string) => void
  readonly inform: (message: string) => void
  private readonly storage: Storage
  private readonly ids: IdGenerator
  private readonly batcher: Batcher<Job>
  private readonly brought = new Brought()
  private readonly metered: Meter
  /**
   * The newest batch with each type of change. V8 forgets what it knows of a kind of objects once a collection finds none
   * of them, and throws away all code that it compiled for them: the next thousands of calls would take twice the processor
   * time. So it is also kept of trades while only payments are made, and of calls with an idempotency key.
   */
  private readonly kept = new Map<Change['type'], object>()
  private readonly listeners = new Set<() => void>()
  private closing: Promise<void> | null = null

  constructor(options: EngineOptions) {
    this.storage = options.storage
    this.rates = options.rates ?? noRates
    this.currencies = currenciesWith(options.currencies ?? [])
    this.random = options.random ?? systemRandom
    this.ids = new IdGenerator(options.clock ?? systemClock, this.random)
    this.scheduler = options.scheduler ?? systemScheduler
    this.warn = caught(options.warn ?? ((message) => process.emitWarning(message)))
    this.inform = caught(options.inform ?? (() => undefined))
    this.batcher = new Batcher(
      (jobs, patienceMs) => this.commit(jobs, patienceMs),
      options.maxQueued ?? 16_384,
      options.maxBatch ?? 1_024,
      this.scheduler,
      (job) => job.settle({ kind: 'rejected', rejection: NOT_BEGUN }),
      (tenant) => this.brought.of(tenant),
    )
    this.metered = new Meter(this.batcher, this.scheduler, this.warn)
  }

  /** Reads of committed state. It gets them from the storage each time, because the storage may be opened late. */
  get query(): Queries {
    return this.storage.query
  }

  /** For answers that show something, never for a decision: they may be older by as much as the storage was told. */
  reads(tenant: TenantId): Queries {
    return this.storage.reads?.(tenant) ?? this.storage.query
  }

  /** This engine for the service's own work: its reads wait for no tenant, whomever they are about. */
  readonly own: Engine = new Proxy(this, {
    get: (engine, name) =>
      name === 'query' ? (engine.storage.own ?? engine.storage.query) : Reflect.get(engine, name),
  })

  /** The number of calls that wait for a commit. */
  get queued(): number {
    return this.batcher.queued
  }

  /** How long the call has waited for its commit that waits the longest, in milliseconds, to the second. */
  get waitedMs(): number {
    return this.batcher.waitedMs
  }

  /** The connections of the storage, if it has any. */
  connections(): readonly PoolStatus[] {
    return this.storage.connections?.() ?? []
  }

  get closed(): boolean {
    return this.closing !== null
  }

  /** Resolves when the storage answers; rejects with the cause if it does not. */
  ping(): Promise<void> {
    return this.storage.ping()
  }

  /** The engine's time. It never goes back. */
  now(): number {
    return this.ids.now()
  }

  /** Returns a new id of 24 hex digits. */
  newId(): string {
    this.ids.now()
    return this.ids.newId()
  }

  /**
   * Decides and commits one command.
   * @throws Rejected if the rule refuses; or `overloaded`, `unavailable`, `idempotency.key.reused`
   * @throws Fault if the storage fails
   */
  execute<Command, Output, Result>(execution: Execution<Command, Output, Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.closing !== null) reject(new Rejected({ code: 'unavailable' }))
      else {
        const call = new Call(execution, resolve, reject)
        if (!this.batcher.offer(call, inLane(call.tenant, call.keys, call.brings)))
          reject(new Rejected({ code: 'overloaded' }))
      }
    })
  }

  /**
   * Charges a read. Charges are collected and written within half a second. They are lost if the process dies before.
   */
  meter(caller: Caller, credits: number): void {
    this.metered.add(caller, credits)
  }

  /** Calls the listener after each commit of this process that has written webhooks, until it is taken away. */
  whenTold(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Accepts no more calls, finishes the accepted ones, and closes the storage. */
  close(): Promise<void> {
    this.closing ??= (async () => {
      this.metered.close()
      await this.batcher.drained()
      this.rates.close()
      await this.storage.close()
    })()
    return this.closing
  }

  /** Writes the collected charges of reads. Resolves when they are durable. */
  async settleMeter(): Promise<void> {
    this.metered.flush()
    await this.batcher.drained()
  }

  /**
   * Commits one job after the other, in one unit of work, until it is large enough. Never rejects: each of these jobs
   * gets its outcome.
   *
   * @returns How many they are
   */
  private async commit(jobs: readonly Job[], patienceMs: number): Promise<number> {
    let folded: Folded
    const begun = performance.now()
    try {
      const keys: Key[] = []
      for (const job of jobs) for (const key of job.keys) keys.push(key)
      const decide = (view: View): Folded => {
        this.brought.note(jobs, view)
        const decided = this.fold(jobs, view)
        const batch = { jobs, view }
        for (const { type } of view.changes) this.kept.set(type, batch)
        return decided
      }
      folded = await this.storage.transact(keys, decide, patienceMs)
    } catch (cause) {
      if (cause instanceof Unwritable && jobs.length > 1) return this.commitApart(jobs, begun + patienceMs)
      const fault = asFault(cause, this.storage.name)
      folded = { outcomes: jobs.map(() => ({ kind: 'fault', fault })), tells: false }
    }
    const { outcomes, tells } = folded
    if (tells) for (const listener of this.listeners) listener()
    for (const [index, outcome] of outcomes.entries()) jobs[index]?.settle(outcome)
    return outcomes.length
  }

  /**
   * Commits two halves of a batch of which some call cannot be written: in the end only that one fails.
   *
   * @returns How many have their outcome: what has not begun in time waits again
   */
  private async commitApart(jobs: readonly Job[], until: number): Promise<number> {
    const half = jobs.length >>> 1
    let all = 0
    for (const some of [jobs.slice(0, half), jobs.slice(half)]) {
      for (let done = 0; done < some.length; ) {
        if (all > 0 && performance.now() >= until) return all
        const more = await this.commit(some.slice(done), Math.max(1, until - performance.now()))
        done += more
        all += more
      }
    }
    return all
  }

  /** Decides one call after the other until the unit of work is large enough. The others get no outcome. */
  private fold(jobs: readonly Job[], view: View): Folded {
    const env: Env = {
      now: this.ids.nowFrom(view.latest),
      newId: () => this.ids.newId(),
      newReference: () => this.ids.newReference(),
      rates: this.rates.table(),
      currency: this.currencies,
    }
    const charges = new Credits()
    const outcomes: Outcome[] = []
    try {
      for (const job of jobs) {
        if (view.changes.length > MAX_CHANGES) break
        outcomes.push(job.run(view, env, charges.add))
        view.recordEvents(env, charges.add)
      }
      view.recordStatuses(env.now)
    } catch (cause) {
      // The view may have a part of a call's changes. It is dropped, and the calls are decided again, apart.
      throw new Unwritable(cause instanceof Error ? cause.message : String(cause), {}, { cause })
    }
    for (const { caller, credits } of charges.sums) {
      view.apply({
        type: 'credits.charged',
        charge: { tenant: caller.tenant, apiKey: caller.apiKey, day: dayOf(env.now), credits },
      })
    }
    return { outcomes, tells: view.tells }
  }
}

/** Calls and workers that tell something must go on, whatever an embedder does with it: no call would be answered any more. */
const caught = (tell: (message: string) => void) => (message: string) => {
  try {
    tell(message)
  } catch {
    process.emitWarning(message)
  }
}

/** The storage accepts nothing, and the calls that waited have not been started. */
const NOT_BEGUN: Rejection = {
  code: 'unavailable',
  detail: 'it was not begun in time, and nothing was written',
}
