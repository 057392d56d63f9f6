/** Work that a process does again and again, with a pause between two rounds. */
import type { Scheduler } from './ports/scheduler.js'

export class Loop {
  private cancel: () => void = () => undefined
  private running: Promise<void> = Promise.resolve()
  private started = false
  private stopped = false

  /** @param round Answers the milliseconds until the next round. It must not reject: nobody would hear of it */
  constructor(
    private readonly scheduler: Pick<Scheduler, 'soon' | 'later'>,
    private readonly round: () => Promise<number>,
  ) {}

  /** Long rounds ask this, to end early. */
  get isStopped(): boolean {
    return this.stopped
  }

  /** A second call has no effect. @param inMs Until the first round; absent: it begins at once */
  start(inMs?: number): void {
    if (this.started) return
    this.started = true
    if (inMs === undefined) this.scheduler.soon(() => this.run())
    else this.plan(inMs)
  }

  /** No round begins any more. Resolves when the one under way has ended. */
  stop(): Promise<void> {
    this.stopped = true
    this.cancel()
    return this.running
  }

  private run(): void {
    if (!this.stopped) this.running = this.round().then((ms) => this.plan(ms))
  }

  private plan(ms: number): void {
    if (!this.stopped) this.cancel = this.scheduler.later(() => this.run(), ms)
  }
}
