/** Deliveries on top of an engine: webhooks to URLs, events to consumers within the process, and the log of both. */
import {
  type ApiKeyId,
  BELOW_URLS,
  type EventType,
  isSubscriptionType,
  kindOf,
  type Network,
  pruneWebhooks,
  RECEIVERS,
  RECEIVERS_TENANT,
  subscribe,
  type TenantId,
  unsubscribe,
  WEBHOOKS,
  type Webhook,
  type WebhookId,
  webhookUrlOf,
} from '@tallystick/core'
import { type Daily, type Engine, Loop, requireStorable } from '@tallystick/engine'
import { applied } from './applied.js'
import { Consumers, type Handler, type Listening, type ListenOptions } from './consumers.js'
import { dailyCredits } from './daily.js'
import { type LogFilter, listWebhooks, type Replayed, replayAll, replayOne } from './log.js'
import { type TargetOptions, Targets } from './target.js'
import { type Sent, Worker } from './worker.js'

export interface DeliveryOptions extends TargetOptions {
  /**
   * Whether this process sends, and charges daily credits. Default: yes. With no, another process on the storage does, and
   * what `allow` says still decides which URLs may be subscribed.
   */
  readonly sends?: boolean
  /** Webhooks that are sent at once. Default: 256. */
  readonly atOnce?: number
  /** Webhooks of one tenant that are sent to one receiver at once. Default: 4. */
  readonly perReceiver?: number
  /** Days for which the log has webhooks that were delivered. Default: 30. Those that have failed stay. */
  readonly keepDays?: number
  /** Milliseconds until an attempt without an answer ends. Default: 10,000. */
  readonly timeoutMs?: number
  /** Milliseconds for which a receiver is leased: the same in all processes. Default: twice the time of an attempt. */
  readonly leaseMs?: number
}

/** What deliveries do now, for readiness and metrics. */
export interface DeliveryStatus extends Sent {
  readonly inFlight: number
  readonly problem: string | null
}

/** On whose behalf a consumer listens. */
interface ListeningCaller {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  readonly network: Network
}

/** Leases of consumers are among them: see `webhookUrlOf`. */
const LEASES_READ = 1_000
const CONSUMER = 'consumer:'
const NOBODY_SENDS =
  'A subscription has a URL, and nothing is sent to it: createTallystick was given no option webhooks. Give webhooks: {} to send from this process, or webhooks: { sends: false } if another process on the storage sends'

/** Milliseconds that attempts under way have at a stop. */
const GRACE_MS = 5_000
const DAY_MS = 86_400_000
/** Milliseconds between two looks for webhooks that the log has had for long enough, and until the first one. */
const PRUNE_MS = 3_600_000
const FIRST_PRUNE_MS = 60_000
/** Webhooks that are pruned in one unit of work. */
const PRUNED_AT_ONCE = 200

export class Deliveries {
  readonly targets: Targets
  /** Charged by the process that sends. */
  readonly daily: Daily
  private readonly consumers = new Consumers()
  private readonly worker: Worker
  private readonly keepMs: number
  private readonly sends: boolean
  /** Or has been asked to tell. */
  private isToldWhoSends: boolean
  private isStarted = false
  private readonly pruning: Loop

  /** @param options Undefined: this process sends nothing to URLs. */
  constructor(
    private readonly engine: Engine,
    options: DeliveryOptions | undefined,
  ) {
    const {
      atOnce = 256,
      perReceiver = 4,
      keepDays = 30,
      sends = options !== undefined,
      ...rest
    } = options ?? {}
    this.sends = sends
    this.isToldWhoSends = options !== undefined
    this.targets = new Targets(rest)
    // One tenant's reads must not keep the webhooks of others waiting.
    const { own } = engine
    this.daily = dailyCredits(own)
    this.keepMs = keepDays * DAY_MS
    const { targets, consumers } = this
    this.worker = new Worker({ ...rest, engine: own, targets, consumers, posts: sends, atOnce, perReceiver })
    this.pruning = new Loop(engine.scheduler, async () => {
      await this.prune().catch((fault: unknown) =>
        engine.warn(`The log of webhooks was not shortened: ${String(fault)}`),
      )
      return PRUNE_MS
    })
  }

  /** Begins to send, and to charge the daily credits of subscriptions, if this process is to. */
  start(): void {
    if (!this.sends) return
    this.begin()
    this.daily.start()
  }

  /**
   * To call once a subscription has a URL. It warns, once, if nobody has said who sends, and no process has sent anything
   * yet: a process that has, has left the lease of a receiver. One that has only just begun cannot be known.
   */
  async requireSender(): Promise<void> {
    if (this.isToldWhoSends) return
    this.isToldWhoSends = true
    const leased = await this.engine.query.list(RECEIVERS, { limit: LEASES_READ }).catch(() => [])
    if (leased.every(({ name }) => name.startsWith(CONSUMER))) this.engine.warn(NOBODY_SENDS)
  }

  /** Tells a consumer within this process. @param url See `webhookUrlOf` in the core. @returns Ends it */
  listen(url: string, handler: Handler): () => void {
    const end = this.consumers.add(url, handler)
    this.begin()
    this.worker.wake()
    return end
  }

  /**
   * Tells a consumer within this process of every event of a type, at least once. Its cursor is in the database: what
   * happens while nobody listens, or while the process ends, is told later. A handler that rejects is called again after
   * the delays of webhooks. Any number of processes may listen with one name; one of them is told.
   */
  async on<Type extends EventType>(
    caller: ListeningCaller,
    type: Type,
    handler: Handler<Type>,
    options: ListenOptions = {},
  ): Promise<Listening> {
    const { consumer = 'default', object = '', network = caller.network, mempool } = options
    if (!isSubscriptionType(type) || kindOf(type).about === 'report') {
      throw new TypeError(`No event has the type ${String(type)}: see docs/webhooks.md`)
    }
    if (consumer.length === 0 || consumer.length > 100) {
      throw new TypeError('The name of a consumer has 1 to 100 characters')
    }
    requireStorable('body', { consumer, object })
    const { tenant, apiKey } = caller
    const { subscription } = await applied(this.engine, tenant, subscribe, {
      ...{ tenant, apiKey, network, type, object, consumer, plan: 'paid', attr: {}, url: null },
      // Nothing is sent, so nothing is signed.
      secret: '',
      ...(mempool === undefined ? {} : { mempool }),
    })
    // Its address is of events of this type only.
    const end = this.listen(webhookUrlOf(subscription), handler as Handler)
    const { id } = subscription
    return {
      end,
      forget: async () => {
        end()
        await applied(this.engine, tenant, unsubscribe, { tenant, id, network, consumer })
      },
    }
  }

  /** Has a webhook sent once more, byte for byte as before. @throws Rejected: see `replayOne` */
  async replay(tenant: TenantId, id: WebhookId): Promise<Webhook> {
    const webhook = await replayOne(this.engine, tenant, id)
    if (this.isStarted) this.worker.wake()
    return webhook
  }

  /** Has all these webhooks sent once more. Those that are written meanwhile are left alone. */
  async replayAll(filter: LogFilter): Promise<Replayed> {
    const replayed = await replayAll(this.engine, filter)
    if (this.isStarted) this.worker.wake()
    return replayed
  }

  /** The log, the newest first. */
  list(filter: LogFilter, limit = 100): Promise<readonly Webhook[]> {
    return listWebhooks(this.engine, filter, limit)
  }

  /** Null if this process sends nothing. */
  status(): DeliveryStatus | null {
    if (!this.isStarted) return null
    const { sent, inFlight, problem } = this.worker
    return { ...sent, inFlight, problem }
  }

  /** When the webhook was due that has waited the longest; null if none waits. */
  async oldest(): Promise<number | null> {
    const where = { nextAt: { to: this.engine.now() } }
    const [first] = await this.engine.query.list(WEBHOOKS, { part: 'posted', where, by: 'nextAt', limit: 1 })
    return first?.nextAt ?? null
  }

  /**
   * Deletes from the log what it has had for long enough. What was sent to URLs is left to a process that sends.
   * @returns How many webhooks that were
   */
  async prune(): Promise<number> {
    const before = this.engine.now() - this.keepMs
    const where = { finished: { to: before }, ...(this.sends ? {} : { url: { to: BELOW_URLS } }) }
    for (let pruned = 0; ; ) {
      const query = { part: 'delivered', where, by: 'finished', limit: PRUNED_AT_ONCE } as const
      const webhooks = await this.engine.query.list(WEBHOOKS, query)
      const command = { webhooks: webhooks.map(({ tenant, id }) => ({ tenant, id })), before: before + 1 }
      pruned +=
        webhooks.length === 0 ? 0 : await applied(this.engine, RECEIVERS_TENANT, pruneWebhooks, command)
      if (webhooks.length < PRUNED_AT_ONCE) return pruned
    }
  }

  async stop(): Promise<void> {
    void this.pruning.stop()
    await this.daily.stop()
    if (this.isStarted) await this.worker.stop(GRACE_MS)
  }

  private begin(): void {
    if (this.isStarted) return
    this.isStarted = true
    this.worker.start()
    this.pruning.start(FIRST_PRUNE_MS)
  }
}
