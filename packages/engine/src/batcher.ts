import { type Scheduler, systemScheduler } from './ports/scheduler.js'

/**
 * Group commit without a timer: what queues while one batch commits is the next batch. An idle engine
 * commits a lone job at the end of the current turn of the event loop; a busy one fills its batches by
 * itself.
 */
export class Batcher<Job> {
  private queue: Job[] = []
  private running = false
  private offered = 0
  private processed = 0
  /** In the order of their counts. */
  private waiting: { readonly count: number; readonly resolve: () => void }[] = []

  /**
   * @param process Takes a batch to its end and settles each job itself; it never rejects.
   * @param maxQueued Jobs that may wait; `offer` refuses more.
   * @param maxBatch Jobs of one commit: bounds how long the event loop is held.
   * @param scheduler Says when the next batch is cut.
   */
  constructor(
    private readonly process: (jobs: readonly Job[]) => Promise<void>,
    private readonly maxQueued: number,
    private readonly maxBatch: number,
    private readonly scheduler: Scheduler = systemScheduler,
  ) {}

  get queued(): number {
    return this.queue.length
  }

  /** False when the queue is full: back-pressure, nothing was accepted. */
  offer(job: Job): boolean {
    if (this.queue.length >= this.maxQueued) return false
    this.queue.push(job)
    this.offered += 1
    if (!this.running) {
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
    while (this.queue.length > 0) {
      const jobs = this.queue.length <= this.maxBatch ? this.queue : this.queue.slice(0, this.maxBatch)
      this.queue = jobs === this.queue ? [] : this.queue.slice(this.maxBatch)
      await this.process(jobs)
      this.processed += jobs.length
      this.wake()
      // Let sockets be read and answers be written before the next batch is cut.
      await new Promise<void>((resolve) => this.scheduler.soon(resolve))
    }
    this.running = false
  }

  private wake(): void {
    while (this.waiting[0] !== undefined && this.waiting[0].count <= this.processed) {
      this.waiting.shift()?.resolve()
    }
  }
}
