/** Credits: summed up by API key, and those of reads collected until they are written. */
import type { Batcher } from './batcher.js'
import type { Job } from './call.js'
import type { Charged } from './caller.js'
import type { Scheduler } from './ports/scheduler.js'

interface Sum {
  readonly caller: Charged
  credits: number
}

/** The sum of each API key. */
export class Credits {
  private readonly byKey = new Map<string, Sum>()
  private latest: Sum | undefined

  readonly add = (caller: Charged, credits: number): void => {
    if (credits === 0) return
    // Most calls have the same caller as the one before.
    if (this.latest?.caller !== caller) {
      const id = `${caller.tenant} ${caller.apiKey}`
      this.latest = this.byKey.get(id)
      if (this.latest === undefined) {
        this.latest = { caller, credits: 0 }
        this.byKey.set(id, this.latest)
      }
    }
    this.latest.credits += credits
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0
  }

  get sums(): readonly Readonly<Sum>[] {
    return [...this.byKey.values()]
  }
}

/** How long charges of reads may wait until they are written. */
const INTERVAL_MS = 500

/** Collects the charges of reads, and writes them together. */
export class Meter {
  private collected = new Credits()
  private cancel: (() => void) | null = null
  private closing = false

  constructor(
    private readonly batcher: Batcher<Job>,
    private readonly scheduler: Scheduler,
    private readonly warn: (message: string) => void,
  ) {}

  add(caller: Charged, credits: number): void {
    this.collected.add(caller, credits)
    if (!this.collected.isEmpty) this.cancel ??= this.scheduler.later(() => this.flush(), INTERVAL_MS)
  }

  /** Queues what has been collected. */
  flush(): void {
    this.cancel?.()
    this.cancel = null
    if (this.collected.isEmpty) return
    const gathered = this.collected.sums
    this.collected = new Credits()
    // Certainly nothing was written, so they are collected again.
    const keep = (): void => {
      if (this.closing) this.warn('Metered reads were not written: the storage took nothing before the end')
      else for (const { caller, credits } of gathered) this.add(caller, credits)
    }
    const offered = this.batcher.offer({
      tenant: '',
      keys: [],
      run(_view, _env, charge) {
        for (const { caller, credits } of gathered) charge(caller, credits)
        return { kind: 'done', result: null }
      },
      settle: (outcome) => {
        if (outcome.kind === 'rejected') keep()
        // They may have been written. Nobody is charged twice, and they are not money: they are dropped.
        if (outcome.kind === 'fault') this.warn(`Metered reads were not written: ${String(outcome.fault)}`)
      },
    })
    // The queue is full.
    if (!offered) keep()
  }

  /** Writes what has been collected; what the storage does not take now is lost. */
  close(): void {
    this.closing = true
    this.flush()
  }
}
