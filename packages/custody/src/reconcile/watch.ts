/** Compares the ledger with the chains time and again, and holds withdrawals of currencies whose difference is not explained. */
import type { FollowedChain, OnChain } from '@tallystick/core'
import { type Engine, Loop } from '@tallystick/engine'
import type { ReconciledCurrency, Reconciliation } from './reconcile.js'

export interface WatchOptions {
  /** Milliseconds between the end of one comparison and the beginning of the next. */
  readonly everyMs: number
  /** Refuses withdrawals of a currency until a comparison explains its difference; all while the newest one failed or is old. */
  readonly hold: boolean
}

interface Watched extends WatchOptions {
  /** The chains that were not read to their heads since the start. Default: none. */
  readonly unread?: () => readonly FollowedChain[]
}

export interface WatchStatus {
  /** Milliseconds since 1970; null before the first comparison. */
  readonly at: number | null
  readonly last: Reconciliation | null
  /** Why the newest comparison failed; null if it did not. */
  readonly problem: string | null
}

/** After a comparison that failed or that a node did not answer, the next one comes sooner. */
const RETRY_MS = 60_000
/** A comparison is old when so many more should have ended. */
const ROUNDS = 3

export class ReconcileWatch {
  /** When the last comparison ended, and how long it took: milliseconds of the scheduler. */
  private ended = 0
  private took = 0
  /** Chains that were not read to their heads before the last comparison. */
  private late: readonly FollowedChain[] = []
  private state: WatchStatus = { at: null, last: null, problem: null }
  private readonly loop: Loop

  constructor(
    private readonly engine: Pick<Engine, 'scheduler' | 'warn' | 'now'>,
    private readonly options: Watched,
    private readonly compare: () => Promise<Reconciliation>,
  ) {
    this.loop = new Loop(engine.scheduler, () => this.round().then(() => this.pauseMs))
  }

  get holds(): boolean {
    return this.options.hold
  }

  get status(): WatchStatus {
    return this.state
  }

  start(): void {
    this.loop.start()
  }

  stop(): void {
    void this.loop.stop()
  }

  /**
   * Why withdrawals of a currency are held; null if they are not.
   * @param on Its chain, which alone holds it
   */
  held(on: OnChain, currency: string): string | null {
    if (!this.options.hold) return null
    const { last, problem } = this.state
    if (last === null) return problem ?? 'the ledger was not compared with the chain since the start'
    if (problem !== null) return problem
    const age = this.engine.scheduler.elapsed() - this.ended
    if (age > ROUNDS * (this.options.everyMs + this.took)) return 'the last comparison with the chains is old'
    const found = last.currencies.find((one) => one.tenant === on.tenant && one.currency === currency)
    // A ledger that is older than its chain agrees with the block that it has observed last, or has no coins yet.
    if (this.late.some((place) => isSame(place, on)))
      return 'its chain was not read to the head before it was compared'
    return found === undefined || found.isExplained ? null : whyNot(found)
  }

  /** Never rejects. */
  async round(): Promise<void> {
    const begun = this.engine.scheduler.elapsed()
    try {
      const late = this.options.unread?.() ?? []
      const last = await this.compare()
      this.ended = this.engine.scheduler.elapsed()
      this.took = this.ended - begun
      this.late = late
      this.state = { at: this.engine.now(), last, problem: null }
      for (const found of last.currencies.filter(({ isExplained }) => !isExplained)) {
        const { tenant, currency } = found
        this.engine.warn(
          `The ledger and the chain differ: ${currency} of the tenant ${tenant}: ${whyNot(found)}`,
        )
      }
    } catch (fault) {
      const problem = `the comparison failed: ${fault instanceof Error ? fault.message : String(fault)}`
      this.state = { ...this.state, problem }
      this.engine.warn(`The ledger and the chains: ${problem}`)
    }
  }

  private get pauseMs(): number {
    const { everyMs } = this.options
    // A long comparison is not begun again at once.
    return this.isWhole() ? everyMs : Math.min(everyMs, Math.max(RETRY_MS, ROUNDS * this.took))
  }

  /** Whether it came to its end, and what is not explained has a line of its own. */
  private isWhole(): boolean {
    const { last, problem } = this.state
    return (
      problem === null &&
      this.late.length === 0 &&
      last?.currencies.every((one) => one.isExplained || lineOf(one) !== undefined) === true
    )
  }
}

const isSame = (one: FollowedChain, other: FollowedChain): boolean =>
  one.chain === other.chain && one.network === other.network

const lineOf = ({ lines }: ReconciledCurrency) => lines.find(({ isExplained }) => !isExplained)

const whyNot = (found: ReconciledCurrency): string =>
  lineOf(found)?.what ?? 'not every address was compared with its node, or some differ'
