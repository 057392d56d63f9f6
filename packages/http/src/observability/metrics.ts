/**
 * Metrics for Prometheus, in their own registry. Labels come only from the catalogue, so callers cannot create new
 * ones.
 */
import type { RejectionCode } from '@tallystick/core'
import type { EndpointHealth, FollowerStatus, WatchStatus } from '@tallystick/custody'
import type { PoolStatus } from '@tallystick/engine'
import type { VerifyStatus } from '@tallystick/operations'
import type { DeliveryStatus } from '@tallystick/webhooks'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { durationsOf, RouteSeries } from './route-series.js'

/** Values that are read at each scrape. */
export interface Gauges {
  /** Calls that wait for a commit. */
  queued(): number
  /** How long the call has waited that waits the longest, in milliseconds. */
  waited(): number
  /** The pools of connections of the storage, if it has any. */
  connections(): readonly PoolStatus[]
  /** Running calls. */
  running(): number
  /** The configured nodes, of which there are few. */
  nodes(): readonly EndpointHealth[]
  /** The followed chains. */
  following(): readonly FollowerStatus[]
  /** Withdrawals in progress, and since when the oldest one is, in milliseconds since 1970. */
  undecided(): Promise<{ readonly count: number; readonly oldest: number | null }>
  /** The newest comparison of the ledger with the chains; null if nobody compares. */
  reconciled(): WatchStatus | null
  /** What the last check of the books has found. */
  verified(): VerifyStatus
  /** What was sent of webhooks; null if this process sends none. */
  deliveries(): DeliveryStatus | null
  /** When the webhook was due that has waited the longest; null if none waits. */
  oldestWebhook(): Promise<number | null>
}

export class RequestMetrics {
  readonly registry = new Registry()
  /** As many series as there are codes. */
  private readonly refusals = new Counter({
    name: 'tallystick_refusals_total',
    help: 'Calls refused, by the code of the answer',
    labelNames: ['code'],
    registers: [this.registry],
  })

  /** By method and route. */
  private readonly series = new Map<string, RouteSeries>()

  constructor(gauges: Gauges) {
    this.routes()
    // Process, garbage collector, and delay of the event loop.
    collectDefaultMetrics({ register: this.registry })
    this.gauge('tallystick_queued_calls', 'Calls that wait for a commit', gauges.queued)
    this.gauge(
      'tallystick_queue_oldest_seconds',
      'How long the call has waited that waits the longest for a commit, to the second',
      () => gauges.waited() / 1_000,
    )
    this.connections(gauges.connections)
    this.gauge('tallystick_running_calls', 'Calls that run', gauges.running)
    this.nodes('calls_total', 'Requests sent to a node', gauges.nodes, ({ calls }) => calls)
    this.nodes(
      'failures_total',
      'Requests that a node did not answer as it should',
      gauges.nodes,
      ({ failures }) => failures,
    )
    this.nodes('up', 'Whether the last request was answered', gauges.nodes, ({ healthy }) => Number(healthy))
    const { following } = gauges
    this.followers('height', 'The last block that was observed', following, ({ height }) => height)
    this.followers('blocks_behind', 'Blocks that are not observed yet', following, ({ behind }) => behind)
    this.followers(
      'blocks_per_second',
      'Blocks observed each second while it catches up',
      following,
      ({ perSecond }) => perSecond,
    )
    this.followers(
      'seconds_left',
      'How long it takes to catch up at this rate',
      following,
      ({ secondsLeft }) => secondsLeft,
    )
    this.followers('up', 'Whether the last round came to its end', following, (one) =>
      Number(one.problem === null),
    )
    this.followers(
      'deepest_reorganisation_blocks',
      'Blocks of the deepest reorganisation since the start',
      following,
      ({ deepestReorganisation }) => deepestReorganisation,
    )
    this.followers(
      'switches',
      'How often another node was chosen since the start',
      following,
      (one) => one.switches,
    )
    this.withdrawals(gauges.undecided)
    this.comparisons(gauges.reconciled)
    this.checks(gauges.verified)
    this.webhooks(gauges)
  }

  private routes(): void {
    const { series, registry } = this
    new Counter({
      name: 'tallystick_http_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { method, route, byStatus } of series.values()) {
          for (const [status, count] of byStatus) this.inc({ method, route, status: String(status) }, count)
        }
      },
    })
    registry.registerMetric(durationsOf(series))
  }

  private connections(read: Gauges['connections']): void {
    new Gauge({
      name: 'tallystick_storage_connections',
      help: 'Connections to the server of the storage that are used or idle, and calls that wait for one',
      labelNames: ['pool', 'state'],
      registers: [this.registry],
      collect() {
        for (const { pool, used, idle, waiting } of read()) {
          this.set({ pool, state: 'used' }, used)
          this.set({ pool, state: 'idle' }, idle)
          this.set({ pool, state: 'waiting' }, waiting)
        }
      },
    })
  }

  private withdrawals(read: Gauges['undecided']): void {
    const registers = [this.registry]
    new Gauge({
      name: 'tallystick_withdrawals_in_progress',
      help: 'Withdrawals that are neither done nor cancelled',
      registers,
      async collect() {
        this.set((await read()).count)
      },
    })
    new Gauge({
      name: 'tallystick_withdrawals_oldest_seconds',
      help: 'Age of the oldest withdrawal in progress; 0 without one',
      registers,
      async collect() {
        const { oldest } = await read()
        this.set(oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1_000))
      },
    })
  }

  private comparisons(read: Gauges['reconciled']): void {
    const registers = [this.registry]
    new Gauge({
      name: 'tallystick_reconciliation_unexplained',
      help: 'Whether the ledger and the chain differ without an explanation',
      labelNames: ['tenant', 'currency'],
      registers,
      collect() {
        this.reset()
        for (const { tenant, currency, isExplained } of read()?.last?.currencies ?? []) {
          this.set({ tenant, currency }, Number(!isExplained))
        }
      },
    })
    new Gauge({
      name: 'tallystick_reconciliation_addresses_that_differ',
      help: 'Addresses whose balance is not what the observed blocks say',
      registers,
      collect() {
        this.set(read()?.last?.addresses.length ?? 0)
      },
    })
    new Gauge({
      name: 'tallystick_reconciliation_age_seconds',
      help: 'Time since the last comparison that came to its end; before the first, since the start',
      registers,
      collect() {
        const status = read()
        if (status === null) this.remove()
        else this.set(ageOf(status))
      },
    })
  }

  private checks(read: Gauges['verified']): void {
    const registers = [this.registry]
    new Gauge({
      name: 'tallystick_verification_discrepancies',
      help: 'Places where the last check has found the books wrong; none before the first check',
      registers,
      collect() {
        const { last } = read()
        if (last === null) this.remove()
        else this.set(last.discrepancies.length)
      },
    })
    new Gauge({
      name: 'tallystick_verification_age_seconds',
      help: 'Time since the last check of the books that came to its end; before the first, since the start',
      registers,
      collect() {
        const status = read()
        if (!status.isPlanned && status.at === null) this.remove()
        else this.set(ageOf(status))
      },
    })
  }

  private webhooks({ deliveries, oldestWebhook }: Gauges): void {
    const registers = [this.registry]
    new Counter({
      name: 'tallystick_webhook_attempts_total',
      help: 'Attempts of this process to deliver a webhook; failed: those after which none follows',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        const status = deliveries()
        if (status === null) return
        const { delivered, unsuccessful, failed } = status
        this.inc({ outcome: 'delivered' }, delivered)
        this.inc({ outcome: 'again' }, unsuccessful - failed)
        this.inc({ outcome: 'failed' }, failed)
      },
    })
    this.gauge('tallystick_webhooks_in_flight', 'Webhooks that this process is sending', () => {
      return deliveries()?.inFlight ?? 0
    })
    new Gauge({
      name: 'tallystick_webhooks_oldest_seconds',
      help: 'How long the webhook has waited that was due first; 0 if none waits',
      registers,
      async collect() {
        const due = await oldestWebhook()
        this.set(due === null ? 0 : Math.max(0, (Date.now() - due) / 1_000))
      },
    })
  }

  /** @param value Null: not known yet */
  private followers(
    name: string,
    help: string,
    read: Gauges['following'],
    value: (follower: FollowerStatus) => number | null,
  ): void {
    new Gauge({
      name: `tallystick_follower_${name}`,
      help,
      labelNames: ['chain', 'network'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const follower of read()) {
          const { chain, network } = follower
          const number = value(follower)
          if (number !== null) this.set({ chain, network }, number)
        }
      },
    })
  }

  /** Read at a scrape instead of counted here, because the transport of the chains counts itself. */
  private nodes(
    name: string,
    help: string,
    read: Gauges['nodes'],
    value: (node: EndpointHealth) => number,
  ): void {
    const Metric = name.endsWith('_total') ? Counter : Gauge
    new Metric({
      name: `tallystick_node_${name}`,
      help,
      labelNames: ['chain', 'network', 'host'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const node of read()) {
          const { chain, network, host } = node
          this.inc({ chain, network, host }, value(node))
        }
      },
    })
  }

  of(method: string, route: string): RouteSeries {
    const name = `${method} ${route}`
    let series = this.series.get(name)
    if (series === undefined) {
      series = new RouteSeries(method, route)
      this.series.set(name, series)
    }
    return series
  }

  refused(code: RejectionCode): void {
    this.refusals.inc({ code })
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }
}

/** In seconds. Before the first time it counts from the start: it must not look fresh. */
const ageOf = ({ at }: { readonly at: number | null }): number =>
  at === null ? process.uptime() : (Date.now() - at) / 1_000
