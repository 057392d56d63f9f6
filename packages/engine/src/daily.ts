/**
 * Work of a day, such as its charges. Any number of processes may do it, and each may do it again: only the rule of the
 * work says, in its commit, what is done already. So this part keeps nothing that a crash or a wrong clock could spoil.
 */
import { dayOf } from '@tallystick/core'
import type { Engine } from './engine.js'
import { Loop } from './loop.js'

/** Until it looks again whether a day has begun; and for the first time, or after a failure. */
const INTERVAL_MS = 3_600_000
const SOON_MS = 60_000

export class Daily {
  /** The last day whose work this process has done. */
  private done = ''
  private readonly loop: Loop

  /**
   * @param what For the warning if it fails; it is tried again after a minute
   * @param work Does what is not done of the days up to today; it may leave the rest once `isStopped`
   */
  constructor(
    private readonly engine: Pick<Engine, 'now' | 'scheduler' | 'warn'>,
    private readonly what: string,
    private readonly work: (isStopped: () => boolean) => Promise<void>,
  ) {
    this.loop = new Loop(engine.scheduler, () => this.round())
  }

  start(): void {
    this.loop.start(SOON_MS)
  }

  /** Resolves when nothing runs any more. */
  stop(): Promise<void> {
    return this.loop.stop()
  }

  /** Does the work of today unless this process has done it. It is safe to call at any time. */
  async run(): Promise<void> {
    const day = dayOf(this.engine.now())
    // Where the clock has been set back over midnight, the work of that day was done by an earlier run.
    if (day <= this.done) return
    await this.work(() => this.loop.isStopped)
    this.done = day
  }

  private async round(): Promise<number> {
    try {
      await this.run()
      return INTERVAL_MS
    } catch (fault) {
      if (!this.loop.isStopped) this.engine.warn(`${this.what}: ${messageOf(fault)}`)
      return SOON_MS
    }
  }
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))
