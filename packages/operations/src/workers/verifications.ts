/** The last check of the books, and checks that come time and again. */
import {
  type Engine,
  Loop,
  type Storage,
  type Verification,
  type VerifyOptions,
  verify,
} from '@tallystick/engine'

export interface VerifyWatchOptions {
  /** Milliseconds between the end of one check and the beginning of the next. */
  readonly everyMs: number
  /** Told of books that are wrong. Default: the ledger's `warn`. */
  readonly alarm?: (message: string) => void
}

/** After the start, which has enough to do: a check reads everything. */
const FIRST_MS = 60_000
/** After a check that failed, for example because the database was away. */
const RETRY_MS = 900_000

/** What the last check of this process has found. */
export interface VerifyStatus {
  /** Milliseconds since 1970; null before the first check. */
  readonly at: number | null
  readonly last: Verification | null
  /** Why the newest check failed; null if it did not. */
  readonly problem: string | null
  /** Whether checks come by themselves. */
  readonly isPlanned: boolean
}

export class Verifications {
  private state: VerifyStatus
  private readonly loop?: Loop

  constructor(
    private readonly engine: Pick<Engine, 'scheduler' | 'warn' | 'now'>,
    private readonly storage: Storage,
    options?: VerifyWatchOptions,
  ) {
    this.state = { at: null, last: null, problem: null, isPlanned: options !== undefined }
    if (options === undefined) return
    const { everyMs } = options
    this.loop = new Loop(engine.scheduler, async () => {
      await this.round(options)
      return this.state.problem === null ? everyMs : Math.min(RETRY_MS, everyMs)
    })
    this.loop.start(Math.min(FIRST_MS, everyMs))
  }

  get status(): VerifyStatus {
    return this.state
  }

  async verify(options?: VerifyOptions): Promise<Verification> {
    try {
      const last = await verify(this.storage, options)
      this.state = { ...this.state, at: this.engine.now(), last, problem: null }
      return last
    } catch (fault) {
      const problem = `the check failed: ${fault instanceof Error ? fault.message : String(fault)}`
      this.state = { ...this.state, problem }
      throw fault
    }
  }

  stop(): void {
    void this.loop?.stop()
  }

  /** Never rejects. */
  private async round({ alarm = this.engine.warn }: VerifyWatchOptions): Promise<void> {
    try {
      const { discrepancies } = await this.verify()
      const [first] = discrepancies
      if (first === undefined) return
      const { check, subject, stored, computed } = first
      alarm(
        `The books are wrong in ${discrepancies.length} places, of which the first is ${check} of ${subject}: ${stored} is stored, ${computed} is right. tallystick verify lists them`,
      )
    } catch {
      // While the ledger closes, nobody needs the check any more.
      if (!this.loop?.isStopped) this.engine.warn(`The books were not checked: ${this.state.problem}`)
    }
  }
}
