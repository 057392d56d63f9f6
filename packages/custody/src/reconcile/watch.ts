/** Compares the ledger with the chains time and again, and holds withdrawals of currencies whose difference is not explained. */
import type { Engine } from '@tallystick/engine'
import type { Intent } from '../ports/policy.js'
import type { Reconciliation } from './reconcile.js'

export interface WatchOptions {
  /** Milliseconds between the end of one comparison and the beginning of the next. */
  readonly everyMs: number
  /** Refuses withdrawals of a currency until its difference is explained, and before the first comparison. */
  readonly hold: boolean
}

export interface WatchStatus {
  /** Milliseconds since 1970; null before the first comparison. */
  readonly at: number | null
  readonly last: Reconciliation | null
  /** Why the newest comparison failed; null if it did not. */
  readonly problem: string | null
}

export class ReconcileWatch {
  private state: WatchStatus = { at: null, last: null, problem: null }
  private cancel: () => void = () => undefined
  private stopped = false

  constructor(
    private readonly engine: Pick<Engine, 'scheduler' | 'warn' | 'now'>,
    private readonly options: WatchOptions,
    private readonly compare: () => Promise<Reconciliation>,
  ) {}

  get status(): WatchStatus {
    return this.state
  }

  start(): void {
    this.engine.scheduler.soon(() => void this.run())
  }

  stop(): void {
    this.stopped = true
    this.cancel()
  }

  /** Why withdrawals of the intent's currency are held; null if they are not. */
  held({ caller: { tenant }, currency }: Intent): string | null {
    if (!this.options.hold) return null
    const { last, problem } = this.state
    if (last === null) return problem ?? 'the ledger was not compared with the chain since the start'
    const found = last.currencies.find((one) => one.tenant === tenant && one.currency === currency)
    const line = found?.lines.find(({ isExplained }) => !isExplained)
    return line === undefined ? null : line.what
  }

  /** Never rejects. */
  async round(): Promise<void> {
    try {
      const last = await this.compare()
      this.state = { at: this.engine.now(), last, problem: null }
      for (const { tenant, currency, lines } of last.currencies.filter(({ isExplained }) => !isExplained)) {
        const what = lines.find(({ isExplained }) => !isExplained)?.what
        this.engine.warn(`The ledger and the chain differ: ${currency} of the tenant ${tenant}: ${what}`)
      }
    } catch (fault) {
      const problem = `the comparison failed: ${fault instanceof Error ? fault.message : String(fault)}`
      this.state = { ...this.state, problem }
      this.engine.warn(`The ledger and the chains: ${problem}`)
    }
  }

  private async run(): Promise<void> {
    await this.round()
    if (!this.stopped) {
      this.cancel = this.engine.scheduler.later(() => void this.run(), this.options.everyMs)
    }
  }
}
