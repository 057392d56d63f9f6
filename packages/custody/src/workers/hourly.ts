/** Work that is done at the start and then every hour, for example what is charged once a day. */
import type { Engine } from '@tallystick/engine'

const HOUR_MS = 3_600_000

export class Hourly {
  private cancel: () => void = () => undefined
  private stopped = false

  /** @param what For the warning if it fails; the next hour tries again */
  constructor(
    private readonly engine: Pick<Engine, 'scheduler' | 'warn'>,
    private readonly what: string,
    private readonly work: () => Promise<void>,
  ) {}

  start(): void {
    this.engine.scheduler.soon(() => void this.run())
  }

  stop(): void {
    this.stopped = true
    this.cancel()
  }

  private async run(): Promise<void> {
    if (this.stopped) return
    await this.work().catch((fault: unknown) => {
      if (!this.stopped)
        this.engine.warn(`${this.what}: ${fault instanceof Error ? fault.message : String(fault)}`)
    })
    if (!this.stopped) this.cancel = this.engine.scheduler.later(() => void this.run(), HOUR_MS)
  }
}
