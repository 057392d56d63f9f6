/**
 * Sends webhooks that are due, and settles what was answered. Any number of processes may run it on one storage: each
 * leases the receivers that it sends to. It remembers only what it is sending; all else stays in the database.
 *
 * Of one object (an account, a customer), a webhook is sent when no earlier one of its subscription is being sent, so
 * first attempts come in the order in which they are due. That is the order of their numbers. One that has failed waits for
 * its next attempt, and holds up no later one.
 */
import {
  BELOW_URLS,
  forwardWebhook,
  isDelivered,
  settleWebhook,
  type TenantId,
  WEBHOOKS,
  type Webhook,
  type WebhookId,
  webhookUrlOf,
} from '@tallystick/core'
import type { Engine } from '@tallystick/engine'
import { applied } from './applied.js'
import type { Consumers } from './consumers.js'
import { grouped, laneOfWebhook, lineOf, receiverOf } from './lane.js'
import { Leases } from './leases.js'
import { othersSubscribe } from './others.js'
import { Places } from './places.js'
import { ownerOf, type Secrets, secretsOf } from './secrets.js'
import { type Answer, endOfAll, send, TIMEOUT_MS } from './send.js'
import type { Targets } from './target.js'

interface WorkerOptions {
  readonly engine: Pick<Engine, 'execute' | 'query' | 'scheduler' | 'now' | 'newId' | 'warn' | 'whenTold'>
  readonly targets: Targets
  readonly consumers: Consumers
  /** False: only consumers within this process hear of anything. */
  readonly posts: boolean
  /** Webhooks that are sent at once. */
  readonly atOnce: number
  /** Those of one tenant to one receiver among them. */
  readonly perReceiver: number
  /** Milliseconds for an attempt. */
  readonly timeoutMs?: number
  /** Milliseconds for which a receiver is leased: the same in all processes. */
  readonly leaseMs?: number
}

/** What a worker has done since its process began. */
export interface Sent {
  /** Attempts that were answered with 2xx, and all others. */
  readonly delivered: number
  readonly unsuccessful: number
  /** Webhooks whose last attempt was unsuccessful. */
  readonly failed: number
}

/** Milliseconds between two looks, when nothing happens in this process: another one may have written webhooks. */
const POLL_MS = 1_000
/** Milliseconds between two looks, when much happens. */
const GAP_MS = 10
/** Milliseconds until a storage is asked again that has not written. */
const AGAIN_MS = 1_000
/** Webhooks that are read at once. */
const PAGE = 256
/** A tenant with more of them has its places filled, and what is due of others may come after its whole backlog. */
const CROWD = PAGE / 8
/** URLs that are looked at one by one in a round, if there is more than a page. */
const URLS = 64
/** A look past a long backlog reads all of it. For each millisecond of that, so many go by until the next. */
const REST = 20

/** Those that are due at the same time, by their numbers. */
const inOrder = (one: Webhook, other: Webhook): number =>
  one.nextAt - other.nextAt || one.sequence - other.sequence

/** Webhooks of one tenant to one receiver that wait for a place, in their order, and what signs them. */
interface Queue {
  readonly receiver: string
  webhooks: readonly Webhook[]
  readonly secrets: Secrets
}

export class Worker {
  private readonly places: Places
  private readonly leases: Leases
  private readonly sending = new Map<WebhookId, Promise<void>>()
  /** Settled since the current round began, so what it has read of them may be older. */
  private readonly settled = new Set<WebhookId>()
  /** Read in the current round, of receivers of this worker, by `laneOf`. */
  private readonly queues = new Map<string, Queue>()
  private readonly end = endOfAll()
  private readonly counts = { delivered: 0, unsuccessful: 0, failed: 0 }
  private running: Promise<void> | null = null
  /** Somebody has asked for a round since this one began. */
  private asked = false
  /** More is due than was read, so a queue that becomes empty asks for a round. */
  private behind = false
  /** When backlogs are looked past again, by the scheduler's time; how long that took in this round, and what it left. */
  private looksFrom = 0
  private looked = 0
  private looksLater = false
  private stopped = false
  private cancel: () => void = () => undefined
  private unlisten: () => void = () => undefined
  /** Of the URLs that were looked at one by one, the last. */
  private url = BELOW_URLS
  private trouble: string | null = null

  constructor(private readonly options: WorkerOptions) {
    const { engine, atOnce, perReceiver, timeoutMs = TIMEOUT_MS, leaseMs = 2 * timeoutMs } = options
    this.places = new Places({ atOnce, perReceiver })
    this.leases = new Leases(engine, () => engine.newId(), { lasts: leaseMs, left: 0.6 * leaseMs })
  }

  start(): void {
    this.unlisten = this.options.engine.whenTold(() => this.wake())
    this.wake()
  }

  /** There may be something to send. */
  wake(): void {
    this.asked = true
    if (this.running === null) this.plan(0)
  }

  /** Webhooks that are read at once for one URL. */
  private get pageAt(): number {
    return 2 * this.options.perReceiver
  }

  get sent(): Sent {
    return this.counts
  }

  get inFlight(): number {
    return this.places.inFlight
  }

  /** Why it cannot go on; null if it can. */
  get problem(): string | null {
    return this.trouble
  }

  /**
   * Begins nothing more, and gives the attempts under way a time to end. Those that are then cut off count as not made:
   * somebody makes them again.
   */
  async stop(graceMs: number): Promise<void> {
    if (this.stopped) return
    this.stopped = true
    this.unlisten()
    this.cancel()
    await this.running
    const cut = this.options.engine.scheduler.later(() => this.end.abort(), graceMs)
    await Promise.all(this.sending.values())
    cut()
    // Whoever is next waits until the leases have run out, if this fails.
    await this.leases.release().catch(() => undefined)
  }

  private plan(ms: number): void {
    this.cancel()
    if (!this.stopped) this.cancel = this.options.engine.scheduler.later(() => this.run(), ms)
  }

  private run(): void {
    if (this.running !== null) return
    this.asked = false
    this.running = this.round()
      .then(() => {
        this.trouble = null
      })
      .catch((fault: unknown) => this.complain(fault))
      .then(() => {
        this.running = null
        this.plan(this.asked ? GAP_MS : this.looksLater ? this.rest() : POLL_MS)
      })
  }

  /** Milliseconds until backlogs are looked past again. */
  private rest(): number {
    return Math.min(POLL_MS, Math.max(GAP_MS, this.looksFrom - this.options.engine.scheduler.elapsed()))
  }

  private complain(fault: unknown): void {
    const trouble = fault instanceof Error ? fault.message : String(fault)
    if (trouble !== this.trouble && !this.stopped) this.options.engine.warn(`Webhooks wait: ${trouble}`)
    this.trouble = trouble
  }

  /** Looks once for what is due, and begins to send it. */
  private async round(): Promise<void> {
    const { consumers, posts, engine } = this.options
    this.queues.clear()
    this.settled.clear()
    this.behind = false
    this.looksLater = false
    this.looked = 0
    for (const url of consumers.urls) {
      const due = await this.dueAt(url)
      if (due.length >= this.pageAt) this.behind = true
      await this.begin(due)
    }
    if (posts) {
      const oldest = await this.due(PAGE)
      if (oldest.length === PAGE) this.behind = true
      await this.begin(oldest)
      if (oldest.length === PAGE && this.places.free > 0) {
        await this.begin(await this.dueOfOthers(oldest))
        // The oldest may all be of a few receivers that are slow. So every URL gets its turn.
        await this.begin(await this.inTurns())
      }
    }
    if (this.looked > 0) this.looksFrom = engine.scheduler.elapsed() + REST * this.looked
    await this.leases.hold(this.places.receivers)
  }

  private due(limit: number, without: readonly TenantId[] = []): Promise<readonly Webhook[]> {
    const { engine } = this.options
    const where = {
      nextAt: { to: engine.now() },
      ...(without.length === 0 ? {} : { tenant: { notIn: without } }),
    }
    return engine.query.list(WEBHOOKS, { part: 'posted', where, by: 'nextAt', limit })
  }

  /**
   * The oldest that are due of tenants that have places left, and not most of the page. It reads past the backlogs of the
   * others.
   */
  private async dueOfOthers(page: readonly Webhook[]): Promise<readonly Webhook[]> {
    const full = new Set(this.places.fullTenants as TenantId[])
    const crowding = grouped(page, ({ tenant }) => tenant)
    for (const [tenant, { length }] of crowding) if (length > CROWD) full.add(tenant)
    if (full.size === 0 || !(await othersSubscribe(this.options.engine.query, full))) return []
    const { scheduler } = this.options.engine
    if (scheduler.elapsed() < this.looksFrom) {
      this.looksLater = true
      return []
    }
    const began = scheduler.elapsed()
    const found = await this.due(PAGE, [...full])
    this.looked += scheduler.elapsed() - began
    return found
  }

  /**
   * The oldest that are due at a URL. They may all be of a few objects, of each of which one is sent at a time: then those
   * of other objects follow, until there are enough for all places.
   */
  private async dueAt(url: string): Promise<readonly Webhook[]> {
    const { scheduler } = this.options.engine
    const found = [...(await this.oldestAt(url, []))]
    const lacks = () => !this.suffice(receiverOf({ url }), found)
    for (let read = found.length; read >= this.pageAt && lacks(); ) {
      if (scheduler.elapsed() < this.looksFrom) {
        this.looksLater = true
        break
      }
      const began = scheduler.elapsed()
      const others = await this.oldestAt(url, [...new Set(found.map(({ object }) => object))])
      this.looked += scheduler.elapsed() - began
      found.push(...others)
      read = others.length
    }
    return found
  }

  /** Whether they could take all free places that their tenants have at the receiver. */
  private suffice(receiver: string, webhooks: readonly Webhook[]): boolean {
    const byTenant = [...grouped(webhooks, ({ tenant }) => tenant)]
    return byTenant.every(([tenant, own]) => this.places.suffice(tenant, receiver, own.map(lineOf)))
  }

  private oldestAt(url: string, without: readonly string[]): Promise<readonly Webhook[]> {
    const { engine } = this.options
    const where = {
      url,
      nextAt: { to: engine.now() },
      ...(without.length === 0 ? {} : { object: { notIn: without } }),
    }
    return engine.query.list(WEBHOOKS, { part: 'pending', where, by: 'nextAt', limit: this.pageAt })
  }

  /** What is due at the next URLs, each after the other. */
  private async inTurns(): Promise<readonly Webhook[]> {
    const { query } = this.options.engine
    const found: Webhook[] = []
    for (let step = 0; step < URLS && found.length < PAGE && !this.stopped; step++) {
      const where = { url: { above: this.url } }
      const [next] = await query.list(WEBHOOKS, { part: 'pending', where, by: 'url', limit: 1 })
      this.url = next?.url ?? BELOW_URLS
      if (next === undefined) break
      const { tenant } = next
      const isOpen = this.places.hasRoomFor(tenant) && this.places.freeAt(tenant, receiverOf(next)) > 0
      if (isOpen) found.push(...(await this.dueAt(next.url)))
    }
    return found
  }

  /** Queues what is of this worker's receivers, and sends what there are places for. */
  private async begin(webhooks: readonly Webhook[]): Promise<void> {
    const held = await this.leases.hold(webhooks.map(receiverOf))
    const own = webhooks.filter((webhook) => held.has(receiverOf(webhook))).toSorted(inOrder)
    const secrets = await secretsOf(this.options.engine.query, own)
    for (const [lane, waiting] of grouped(own, laneOfWebhook)) {
      const [first] = waiting
      if (first === undefined) continue
      this.queues.set(lane, { receiver: receiverOf(first), webhooks: waiting, secrets })
      this.fill(lane)
    }
  }

  /** Sends what of a tenant waits for a receiver, while there are places. */
  private fill(lane: string): void {
    const queue = this.queues.get(lane)
    if (queue === undefined || this.stopped || !this.leases.has(queue.receiver)) return
    const { receiver } = queue
    queue.webhooks = queue.webhooks.filter((webhook) => {
      if (this.sending.has(webhook.id) || this.settled.has(webhook.id)) return false
      const object = lineOf(webhook)
      if (!this.places.take(webhook.tenant, receiver, object)) return true
      const sending = this.deliver(webhook, receiver, queue.secrets).finally(() =>
        this.leave(webhook, receiver),
      )
      this.sending.set(webhook.id, sending)
      return false
    })
  }

  private leave(webhook: Webhook, receiver: string): void {
    const wasFull = this.places.free === 0 || this.places.fullTenants.length > 0
    this.places.leave(webhook.tenant, receiver, lineOf(webhook))
    this.sending.delete(webhook.id)
    this.settled.add(webhook.id)
    const { inFlight } = this.places
    const lane = laneOfWebhook(webhook)
    for (const waiting of wasFull ? [...this.queues.keys()] : [lane]) this.fill(waiting)
    const left = this.queues.get(lane)?.webhooks.length ?? 0
    // What is left may wait for its objects, while others could be sent.
    if (this.behind && (left === 0 || this.places.inFlight === inFlight)) this.wake()
  }

  /** Never rejects. */
  private async deliver(webhook: Webhook, receiver: string, secrets: Secrets): Promise<void> {
    const subscription = secrets.subscriptions.get(webhook.subscription)
    if (subscription !== undefined && webhookUrlOf(subscription) !== webhook.url) return this.forward(webhook)
    const answer = await this.attempt(webhook, secrets)
    if (answer === null || (this.end.signal.aborted && answer.code === null)) return
    this.places.learn(webhook.tenant, receiver, answer.code !== null)
    await this.settle(webhook, answer)
  }

  /** The subscription has another URL since the webhook was written. */
  private async forward({ tenant, id }: Webhook): Promise<void> {
    try {
      if (await applied(this.options.engine, tenant, forwardWebhook, { tenant, id })) this.wake()
    } catch (fault) {
      this.complain(fault)
    }
  }

  /** @returns Null if there was none: somebody makes it later */
  private async attempt(webhook: Webhook, { subscriptions, hmacSecrets }: Secrets): Promise<Answer | null> {
    const { consumers, engine, targets, timeoutMs } = this.options
    const { id, url, body, sequence, subscription: of } = webhook
    const subscription = subscriptions.get(of)
    if (subscription === undefined) return { code: null, response: 'The subscription was deleted' }
    const { signal } = this.end
    if (subscription.url === null) return consumers.tell(webhook, signal)
    const hmacSecret = hmacSecrets.get(ownerOf(subscription)) ?? null
    const toSend = { id, url, body, sequence, secret: subscription.secret, hmacSecret }
    return send(toSend, {
      targets,
      now: engine.now(),
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
  }

  /** Until it is written: a webhook that is not settled would be sent again at once. */
  private async settle(webhook: Webhook, answer: Answer): Promise<void> {
    const { tenant, id, attempts: before, nextAt: due } = webhook
    const { engine } = this.options
    for (;;) {
      try {
        const settled = await applied(engine, tenant, settleWebhook, { tenant, id, before, due, ...answer })
        this.counts[isDelivered(answer.code) ? 'delivered' : 'unsuccessful']++
        if (settled?.status === 'failed') this.counts.failed++
        return
      } catch (fault) {
        this.complain(fault)
        if (this.end.signal.aborted) return
        await new Promise<void>((resolve) => {
          engine.scheduler.later(resolve, AGAIN_MS)
        })
      }
    }
  }
}
