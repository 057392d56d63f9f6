/**
 * Settles futures at their seal date. Any number of processes may do it at the same time, any number of times: the rules
 * do each of them once.
 */
import {
  AGREEMENTS,
  type ApiKeyId,
  expireTrade,
  type Rule,
  settleAgreement,
  type TenantId,
  type Timestamp,
  TRADES,
  type Trade,
} from '@tallystick/core'
import { type Engine, uncharged } from '@tallystick/engine'

/** The longest pause between two looks. Other processes may take orders that this one does not hear of. */
const MOST_MS = 60_000
/** The shortest one: while the clock is set back, what is due stays due. */
const LEAST_MS = 50
/** After a failure: for futures that cannot be settled twice as long each time, up to the longest pause. */
const RETRY_MS = 1_000
/** Futures that are settled at the same time. */
const PAGE = 100

export interface Sealed {
  readonly settled: number
  readonly expired: number
  /** Why futures could not be settled. They are tried again. */
  readonly failed: readonly string[]
}

interface DuePage {
  readonly where: { readonly due: { readonly to: number } }
  readonly by: 'due'
  readonly limit: number
  readonly offset: number
}

export class Futures {
  private cancel: (() => void) | null = null
  private running: Promise<void> | null = null
  private begun = false
  private stopped = false
  /** When the next look is. */
  private next = Number.POSITIVE_INFINITY
  private retryMs = RETRY_MS

  constructor(private readonly engine: Engine) {}

  /** From now on this process settles what is due. */
  begin(): void {
    if (this.begun) return
    this.begun = true
    this.plan(0)
  }

  /** A future was placed: it may be due before the others. */
  wake(due: Timestamp): void {
    this.begin()
    const wait = Math.max(LEAST_MS, due - this.engine.now())
    if (this.engine.now() + wait >= this.next) return
    if (this.running === null) this.plan(wait)
    else this.next = this.engine.now() + wait
  }

  /** Settles all that is due now. It is safe to call at any time. A future that fails holds no other up. */
  async settle(): Promise<Sealed> {
    const failed: string[] = []
    // Orders first: one that is still being matched ends here.
    const expired = await this.each(
      (page) => this.engine.query.list(TRADES, page),
      (trade) => this.expire(trade),
      failed,
    )
    const settled = await this.each(
      (page) => this.engine.query.list(AGREEMENTS, page),
      async ({ tenant, id }) =>
        (await this.apply(tenant, settleAgreement, { tenant, agreement: id })) ? 1 : 0,
      failed,
    )
    return { settled, expired, failed }
  }

  /** Resolves when nothing is settled any more. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel?.()
    await this.running
  }

  /** Does the work for each item that is due, and returns how often it was done. */
  private async each<Item extends { readonly id: string }>(
    list: (page: DuePage) => Promise<readonly Item[]>,
    work: (item: Item) => Promise<number>,
    failed: string[],
  ): Promise<number> {
    const where = { due: { to: this.engine.now() } }
    let done = 0
    for (let offset = 0, before = -1; !this.stopped && done + offset > before; ) {
      before = done + offset
      const items = await list({ where, by: 'due', limit: PAGE, offset })
      const ends = await Promise.allSettled(items.map(work))
      for (const [place, end] of ends.entries()) {
        if (end.status === 'fulfilled') done += end.value
        else {
          failed.push(`${items[place]?.id}: ${String(end.reason)}`)
          // It stays due, before those that were not tried.
          offset++
        }
      }
    }
    return done
  }

  private async expire({ tenant, id }: Trade): Promise<number> {
    for (;;) {
      const { count, mustRepeat } = await this.apply(tenant, expireTrade, { tenant, trade: id })
      // An order that came before it in its pair is finished first.
      if (!mustRepeat) return count
    }
  }

  private plan(ms: number): void {
    this.cancel?.()
    if (this.stopped) return
    this.next = this.engine.now() + ms
    this.cancel = this.engine.scheduler.later(() => {
      this.next = Number.POSITIVE_INFINITY
      this.running = this.look().then((pause) => {
        this.running = null
        this.plan(Math.max(0, Math.min(pause, this.next - this.engine.now())))
      })
    }, ms)
  }

  /** Settles what is due. @returns How long nothing is */
  private async look(): Promise<number> {
    try {
      const { failed } = await this.settle()
      const [first] = failed
      if (first !== undefined) this.warn(`${failed.length} of them, among them ${first}`)
      this.retryMs = first === undefined ? RETRY_MS : Math.min(MOST_MS, 2 * this.retryMs)
      // What has failed is due, and waits longer.
      const from = first === undefined ? 0 : this.engine.now() + 1
      const next = { where: { due: { from } }, by: 'due', limit: 1 } as const
      const [[trade], [agreement]] = await Promise.all([
        this.engine.query.list(TRADES, next),
        this.engine.query.list(AGREEMENTS, next),
      ])
      const due = [trade?.due, agreement?.due].filter((one) => one !== undefined && one !== null)
      const most = first === undefined ? MOST_MS : this.retryMs
      return Math.max(LEAST_MS, Math.min(most, ...due.map((one) => one - this.engine.now())))
    } catch (fault) {
      this.warn(String(fault))
      return RETRY_MS
    }
  }

  private warn(what: string): void {
    if (!this.stopped) this.engine.warn(`Futures are settled later: ${what}`)
  }

  private apply<Command, Output>(tenant: TenantId, rule: Rule<Command, Output>, command: Command) {
    const terms = uncharged({ tenant, apiKey: '' as ApiKeyId })
    return this.engine.execute({ ...terms, rule, command, present: (output): Output => output })
  }
}
