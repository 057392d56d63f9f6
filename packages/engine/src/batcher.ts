import type { Key } from '@tallystick/core'
import { Lanes, type Waiting } from './lanes.js'
import { type Scheduler, systemScheduler } from './ports/scheduler.js'

/** How a job is queued. */
export interface InLane {
  /** The tenant. Lanes are served in turn. */
  readonly lane: string
  /** The approximate number of keys that it loads. */
  readonly weight: number
}

/**
 * Keys whose limit is far above what they find: an object has few subscribers as a rule. With the limit as its weight,
 * each deposit would have a commit of its own. More than 1, because each of a thousand subscribers is written to.
 */
const LIKELY: Readonly<Partial<Record<Key['type'], number>>> = { subscriptionsTo: 24 }

/** @param brings Items that the keys bring, besides those that they name */
export function inLane(lane: string, keys: readonly Key[], brings = 0): InLane {
  let weight = brings
  for (const key of keys) weight += LIKELY[key.type] ?? ('limit' in key ? key.limit : 1)
  return { lane, weight }
}

const ANYBODY: InLane = { lane: '', weight: 1 }

interface Queued<Job> extends InLane {
  readonly job: Job
}

/** Keys per job that a batch may load: a payment has two, and one more if it has an idempotency key. */
const KEYS_PER_JOB = 3

/** Length of a tick, the unit of waiting times. */
const TICK_MS = 1_000
/** Ticks within which a job must be answered, including one for the time between two ticks. */
const PATIENCE = 14

/**
 * Group commit without a timer: jobs that arrive while one batch commits form the next batch. An idle engine commits a
 * single job at the end of the current turn of the event loop. A busy one fills its batches by itself.
 */
export class Batcher<Job> {
  private readonly queue: Lanes<Queued<Job>>
  private running = false
  /** The tick at which the oldest job of the batch under way was offered; null between batches. */
  private underWay: number | null = null
  private offered = 0
  private processed = 0
  private tick = 0
  /** Ticks that the oldest job has waited; null when it must be looked up, because there may be very many lanes. */
  private waited: number | null = 0
  private cancelTick: (() => void) | null = null
  /** Sorted by their counts. */
  private waiting: { readonly count: number; readonly resolve: () => void }[] = []

  /**
   * @param process Processes a batch within so many milliseconds; never rejects. It settles one job after the other,
   *   at least one, and resolves to their number; the rest waits for the next batch, beside what has come meanwhile
   * @param maxQueued Jobs that may wait; `offer` refuses more
   * @param maxBatch Jobs per commit: limits how long the event loop is blocked
   * @param scheduler Decides when the next batch starts
   * @param expire Settles a job that has waited too long to be started
   * @param brings What a job of the lane brings besides its weight, as its last batches have shown
   */
  constructor(
    private readonly process: (jobs: readonly Job[], patienceMs: number) => Promise<number>,
    maxQueued: number,
    private readonly maxBatch: number,
    private readonly scheduler: Scheduler = systemScheduler,
    private readonly expire: (job: Job) => void = () => undefined,
    private readonly brings: (lane: string) => number = () => 0,
  ) {
    this.queue = new Lanes(maxQueued)
  }

  get queued(): number {
    return this.queue.size
  }

  /**
   * How long the job has waited that waits the longest, in the queue or in the batch under way, in milliseconds, to the
   * second; 0 if none waits.
   */
  get waitedMs(): number {
    this.waited ??= this.tick - Math.min(this.queue.oldest ?? this.tick, this.underWay ?? this.tick)
    return this.waited * TICK_MS
  }

  /** False if the queue is full, or the lane has its share of it. The job was not accepted. */
  offer(job: Job, { lane, weight }: InLane = ANYBODY): boolean {
    if (!this.queue.offer(lane, { job, lane, weight }, this.tick)) return false
    this.offered += 1
    if (!this.running) {
      this.running = true
      this.scheduler.soon(() => void this.run())
    }
    this.watch()
    return true
  }

  /** Resolves when all jobs offered before have been processed, whatever has been offered since. */
  drained(): Promise<void> {
    const count = this.offered
    if (this.processed === count) return Promise.resolve()
    return new Promise((resolve) => this.waiting.push({ count, resolve }))
  }

  private async run(): Promise<void> {
    while (this.queue.size > 0) {
      const { batch, patienceMs } = this.cut()
      const done = await this.process(
        batch.map(({ item }) => item.job),
        patienceMs,
      )
      this.underWay = null
      this.processed += done
      if (done < batch.length) this.queue.putBack(batch.slice(done), ({ lane }) => lane)
      this.expireOld()
      // Lets sockets be read and answers be written before the next batch starts.
      await new Promise<void>((resolve) => this.scheduler.soon(resolve))
    }
    this.running = false
    this.cancelTick?.()
    this.cancelTick = null
  }

  private cut(): { readonly batch: readonly Waiting<Queued<Job>>[]; readonly patienceMs: number } {
    const batch: Waiting<Queued<Job>>[] = []
    const room = this.maxBatch * KEYS_PER_JOB
    let load = 0
    let oldest = this.tick
    while (batch.length < this.maxBatch) {
      const { next } = this.queue
      if (next !== undefined) load += next.weight + this.brings(next.lane)
      if (load > room && batch.length > 0) break
      const waiting = this.queue.take()
      if (waiting === undefined) break
      oldest = Math.min(oldest, waiting.since)
      batch.push(waiting)
    }
    this.underWay = oldest
    this.waited = null
    return { batch, patienceMs: Math.max(1, PATIENCE - (this.tick - oldest)) * TICK_MS }
  }

  /** Counts time while jobs wait or are processed: some of a batch may wait for the next one. */
  private watch(): void {
    if (this.cancelTick !== null || !this.running) return
    this.cancelTick = this.scheduler.later(() => {
      this.cancelTick = null
      this.tick++
      this.expireOld()
      this.watch()
    }, TICK_MS)
  }

  /** Expires the jobs that have waited too long and have not been started. */
  private expireOld(): void {
    const late = this.queue.takeOlder(this.tick - PATIENCE + 2)
    this.waited = null
    this.processed += late.length
    for (const { job } of late) this.expire(job)
    this.wake()
  }

  private wake(): void {
    while (this.waiting[0] !== undefined && this.waiting[0].count <= this.processed) {
      this.waiting.shift()?.resolve()
    }
  }
}
