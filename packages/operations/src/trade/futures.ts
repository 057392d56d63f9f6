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
  TRADES,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'

/** The longest pause between two looks. Other processes may take orders that this one does not hear of. */
const MOST_MS = 60_000
/** The shortest one: while the clock is set back, what is due stays due. */
const LEAST_MS = 50
/** Futures that are settled at the same time. */
const PAGE = 100

export interface Sealed {
  readonly settled: number
  readonly expired: number
}

export class Futures {
  private cancel: (() => void) | null = null
  private running: Promise<void> | null = null
  private begun = false
  private stopped = false

  constructor(private readonly engine: Engine) {}

  /** From now on this process settles what is due. */
  begin(): void {
    if (this.begun) return
    this.begun = true
    this.plan(0)
  }

  /** A future was placed: it may be due before the others. */
  wake(): void {
    this.begun = true
    if (this.running === null) this.plan(0)
  }

  /** Settles all that is due now. It is safe to call at any time. */
  async settle(): Promise<Sealed> {
    const where = { due: { to: this.engine.now() } }
    const page = { where, by: 'due', limit: PAGE } as const
    const [done, list] = [{ settled: 0, expired: 0 }, this.engine.query]
    // Orders first: one that is still being matched ends here.
    for (;;) {
      const trades = await list.list(TRADES, page)
      const ends = trades.map(({ tenant, id }) => this.apply(tenant, expireTrade, { tenant, trade: id }))
      const ended = await Promise.all(ends)
      done.expired += ended.reduce((sum, { count }) => sum + count, 0)
      if (this.stopped || !ended.some(({ count, more }) => more || count > 0)) break
    }
    for (;;) {
      const open = await list.list(AGREEMENTS, page)
      const ends = open.map(({ tenant, id }) =>
        this.apply(tenant, settleAgreement, { tenant, agreement: id }),
      )
      const settled = (await Promise.all(ends)).filter((did) => did).length
      done.settled += settled
      if (this.stopped || settled === 0) return done
    }
  }

  /** Resolves when nothing is settled any more. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel?.()
    await this.running
  }

  private plan(ms: number): void {
    this.cancel?.()
    if (this.stopped) return
    this.cancel = this.engine.scheduler.later(() => {
      this.running = this.look().then((pause) => {
        this.running = null
        this.plan(pause)
      })
    }, ms)
  }

  /** Settles what is due. @returns How long nothing is */
  private async look(): Promise<number> {
    try {
      await this.settle()
      const next = { where: { due: { from: 0 } }, by: 'due', limit: 1 } as const
      const [[trade], [agreement]] = await Promise.all([
        this.engine.query.list(TRADES, next),
        this.engine.query.list(AGREEMENTS, next),
      ])
      const due = [trade?.due, agreement?.due].filter((one) => one !== undefined && one !== null)
      return Math.max(LEAST_MS, Math.min(MOST_MS, ...due.map((one) => one - this.engine.now())))
    } catch (fault) {
      if (!this.stopped) this.engine.warn(`Futures are settled later: ${String(fault)}`)
      return MOST_MS / 60
    }
  }

  private apply<Command, Output>(tenant: TenantId, rule: Rule<Command, Output>, command: Command) {
    return this.engine.execute({
      // Nobody pays for it.
      caller: { tenant, apiKey: '' as ApiKeyId },
      rule,
      command,
      price: () => 0,
      present: (output): Output => output,
      idempotency: null,
    })
  }
}
