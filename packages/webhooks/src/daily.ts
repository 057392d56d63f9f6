/**
 * Charges the daily credits of subscriptions. Any number of processes may do it at the same time: the rule charges each
 * object once a day, in the commit that says so.
 */
import { chargeDay, dayOf, SUBSCRIPTIONS, type Subscription, type SubscriptionId } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'

/** How often it looks whether a day has begun. */
const INTERVAL_MS = 60_000
/** Subscriptions per read. */
const PAGE = 200

export class DailyCredits {
  /** The day of which all is charged. */
  private charged = ''
  private cancel: (() => void) | null = null
  private running: Promise<void> | null = null
  private stopped = false

  constructor(private readonly engine: Engine) {}

  start(): void {
    if (this.stopped || this.cancel !== null) return
    this.cancel = this.engine.scheduler.later(() => {
      this.cancel = null
      this.running = this.charge()
        .catch((fault: unknown) => this.engine.warn(`Daily credits are charged later: ${String(fault)}`))
        .finally(() => this.start())
    }, INTERVAL_MS)
  }

  /** Resolves when nothing is charged any more. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel?.()
    await this.running
  }

  /** Charges what is not charged for today. It is safe to call at any time. */
  async charge(): Promise<void> {
    const day = dayOf(this.engine.now())
    if (day <= this.charged) return
    let after: SubscriptionId | undefined
    do {
      const page: readonly Subscription[] = await this.engine.query.list(SUBSCRIPTIONS, {
        ...(after === undefined ? {} : { after }),
        limit: PAGE,
      })
      if (this.stopped) return
      await Promise.all(page.map((one) => this.chargeOne(one)))
      after = page.length < PAGE ? undefined : page.at(-1)?.id
    } while (after !== undefined)
    this.charged = day
  }

  private chargeOne({ tenant, apiKey, id }: Subscription): Promise<null> {
    return this.engine.execute({
      caller: { tenant, apiKey },
      rule: chargeDay,
      command: { tenant, id },
      price: (credits) => credits,
      present: () => null,
      idempotency: null,
    })
  }
}
