import type { Key } from '@tallystick/core'
import { Lanes } from './lanes.js'
import { type Scheduler, systemScheduler } from './ports/scheduler.js'

/** What a job asks of its batch. */
export interface Place {
  /** Whose it is: lanes are served in turn. */
  readonly lane: string
  /** Keys that it loads, about. */
  readonly weight: number
}

export function placeOf(lane: string, keys: readonly Key[]): Place {
  let weight = 0
  for (const key of keys) weight += key.type === 'blockagesOf' ? key.limit : 1
  return { lane, weight }
}

const ANYBODY: Place = { lane: '', weight: 1 }

/** Keys of a batch, for each job that it may have: a payment has three or four. */
const KEYS_PER_JOB = 4

/** Time is told in ticks of so long. */
const TICK_MS = 1_000
/** Ticks within which a job is to be answered, with one for what lies between two. */
const PATIENCE = 14

/**
 * Group commit without a timer: what queues while one batch commits is the next batch. An idle engine
 * commits a lone job at the end of the current turn of the event loop; a busy one fills its batches by
 * itself.
 */
export class Batcher<Job> {
  private readonly queue: Lanes<{ readonly job: Job; readonly weight: number }>
  private running = false
  private offered = 0
  private processed = 0
  private tick = 0
  private cancelTick: (() => void) | null = null
  /** In the order of their counts. */
  private waiting: { readonly count: number; readonly resolve: () => void }[] = []

  /**
   * @param process Takes a batch to its end, within so many milliseconds, and settles each job itself; it never rejects.
   * @param maxQueued Jobs that may wait; `offer` refuses more.
   * @param maxBatch Jobs of one commit: bounds how long the event loop is held.
   * @param scheduler Says when the next batch is cut.
   * @param expire Settles a job that has waited too long to be begun.
   */
  constructor(
    private readonly process: (jobs: readonly Job[], patienceMs: number) => Promise<void>,
    maxQueued: number,
    private readonly maxBatch: number,
    private readonly scheduler: Scheduler = systemScheduler,
    private readonly expire: (job: Job) => void = () => undefined,
  ) {
    this.queue = new Lanes(maxQueued)
  }

  get queued(): number {
    return this.queue.size
  }

  /** False when the queue is full, or the lane has its share of it: back-pressure, nothing was accepted. */
  offer(job: Job, { lane, weight }: Place = ANYBODY): boolean {
    if (!this.queue.offer(lane, { job, weight }, this.tick)) return false
    this.offered += 1
    if (this.running) this.watch()
    else {
      this.running = true
      this.scheduler.soon(() => void this.run())
    }
    return true
  }

  /** Resolves when everything offered before has been processed, whatever has been offered since. */
  drained(): Promise<void> {
    const count = this.offered
    if (this.processed === count) return Promise.resolve()
    return new Promise((resolve) => this.waiting.push({ count, resolve }))
  }

  private async run(): Promise<void> {
    while (this.queue.size > 0) {
      const { jobs, patienceMs } = this.cut()
      await this.process(jobs, patienceMs)
      this.processed += jobs.length
      this.wake()
      // Let sockets be read and answers be written before the next batch is cut.
      await new Promise<void>((resolve) => this.scheduler.soon(resolve))
    }
    this.running = false
    this.cancelTick?.()
    this.cancelTick = null
  }

  private cut(): { readonly jobs: readonly Job[]; readonly patienceMs: number } {
    const jobs: Job[] = []
    const room = this.maxBatch * KEYS_PER_JOB
    let load = 0
    let oldest = this.tick
    for (
      let next = this.queue.next;
      next !== undefined && jobs.length < this.maxBatch;
      next = this.queue.next
    ) {
      load += next.weight
      if (load > room && jobs.length > 0) break
      oldest = Math.min(oldest, this.queue.take()?.since ?? oldest)
      jobs.push(next.job)
    }
    return { jobs, patienceMs: Math.max(1, PATIENCE - (this.tick - oldest)) * TICK_MS }
  }

  /** Counts the time while anybody waits, and gives up what has waited for too long: nobody has begun it. */
  private watch(): void {
    if (this.cancelTick !== null || this.queue.size === 0) return
    this.cancelTick = this.scheduler.later(() => {
      this.cancelTick = null
      this.tick++
      const late = this.queue.takeOlder(this.tick - PATIENCE + 2)
      this.processed += late.length
      for (const { job } of late) this.expire(job)
      this.wake()
      this.watch()
    }, TICK_MS)
  }

  private wake(): void {
    while (this.waiting[0] !== undefined && this.waiting[0].count <= this.processed) {
      this.waiting.shift()?.resolve()
    }
  }
}
