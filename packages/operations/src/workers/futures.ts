/**
 * Settles futures at their seal date. Any number of processes may do it at the same time, any number of times: the rules
 * do each of them once.
 */
import {
  type AccountId,
  AGREEMENTS,
  type ApiKeyId,
  expireTrade,
  payerOf,
  type Rule,
  settleAgreement,
  type TenantId,
  type Timestamp,
  TRADES,
  type Trade,
} from '@tallystick/core'
import { type Engine, Fault, uncharged } from '@tallystick/engine'

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

  /**
   * Settles all that is due now. It is safe to call at any time. A future that fails holds up no other one, except those
   * that the same account has to pay for.
   */
  async settle(): Promise<Sealed> {
    const failed: string[] = []
    // One time for both: what falls due meanwhile is settled after its own orders.
    const time = this.engine.now()
    const holding = new Set<AccountId>()
    // Orders first: one that is still being matched ends here, and an open one holds money that agreements need.
    const expired = await this.each(
      (page) => this.engine.query.list(TRADES, page),
      async (trade) => {
        try {
          return await this.expire(trade)
        } catch (fault) {
          holding.add(payerOf(trade))
          throw fault
        }
      },
      time,
      failed,
    )
    const settled = await this.each(
      (page) => this.engine.query.list(AGREEMENTS, page),
      async ({ tenant, id, account1, account2 }) => {
        const holder = [account1, account2].find((account) => holding.has(account))
        if (holder !== undefined) throw new Fault(`a future of ${holder} has not ended, and holds its money`)
        return (await this.apply(tenant, settleAgreement, { tenant, agreement: id })) ? 1 : 0
      },
      time,
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

  /**
   * Does the work for each item that was due at this time, until there is none left that was not tried: another process
   * may be ahead of this one.
   * @returns How often it was done
   */
  private async each<Item extends { readonly id: string }>(
    list: (page: DuePage) => Promise<readonly Item[]>,
    work: (item: Item) => Promise<number>,
    time: Timestamp,
    failed: string[],
  ): Promise<number> {
    const where = { due: { to: time } }
    const tried = new Set<string>()
    let done = 0
    for (let offset = 0, found = 0; !this.stopped; ) {
      const items = await list({ where, by: 'due', limit: PAGE, offset })
      const left = items.filter(({ id }) => !tried.has(id))
      const ends = await Promise.allSettled(left.map(work))
      for (const [place, end] of ends.entries()) {
        const id = left[place]?.id ?? ''
        if (end.status === 'fulfilled') done += end.value
        else failed.push(`${id}: ${String(end.reason)}`)
        if (end.status === 'rejected' || end.value === 0) tried.add(id)
      }
      found += left.length
      // What was tried in vain stays due, before what was not tried.
      offset += items.length - left.length
      if (items.length > 0) continue
      if (found === 0) break
      // Some of that may be done by now, so that others have its places.
      offset = 0
      found = 0
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
