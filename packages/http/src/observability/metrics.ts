/**
 * Counts for Prometheus, in a registry of their own. Labels come from the catalogue alone, so that no caller
 * can make up a new one.
 */
import type { EndpointHealth } from '@tallystick/custody'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is read at the moment of a scrape. */
export interface Gauges {
  /** Calls that wait for a commit. */
  queued(): number
  /** Calls that run. */
  running(): number
  /** The nodes of the configuration, which are few. */
  nodes(): readonly EndpointHealth[]
}

interface Series {
  readonly duration: Histogram.Internal<'method' | 'route'>
  readonly requests: Map<number, Counter.Internal>
}

export class RequestMetrics {
  readonly registry = new Registry()
  private readonly requests = new Counter({
    name: 'tallystick_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  })
  private readonly durations = new Histogram({
    name: 'tallystick_http_request_duration_seconds',
    help: 'From the head of a request to its answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  /** By method and route: finding a series by its labels costs more than counting in it. */
  private readonly series = new Map<string, Series>()

  constructor(gauges: Gauges) {
    // Process, garbage collector and the lag of the event loop.
    collectDefaultMetrics({ register: this.registry })
    this.gauge('tallystick_queued_calls', 'Calls that wait for a commit', gauges.queued)
    this.gauge('tallystick_running_calls', 'Calls that run', gauges.running)
    this.nodes('calls_total', 'Requests sent to a node', gauges.nodes, ({ calls }) => calls)
    this.nodes(
      'failures_total',
      'Requests that a node did not answer as it should',
      gauges.nodes,
      ({ failures }) => failures,
    )
    this.nodes('up', 'Whether the last request was answered', gauges.nodes, ({ healthy }) => Number(healthy))
  }

  /** Read at a scrape, and not counted here: the transport of the chains counts by itself. */
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

  /** @param duration In milliseconds; null for what came in by no route of ours. */
  observe(method: string, route: string, status: number, duration: number | null): void {
    const name = `${method} ${route}`
    let series = this.series.get(name)
    if (series === undefined) {
      series = { duration: this.durations.labels(method, route), requests: new Map() }
      this.series.set(name, series)
    }
    let requests = series.requests.get(status)
    if (requests === undefined) {
      requests = this.requests.labels(method, route, String(status))
      series.requests.set(status, requests)
    }
    requests.inc()
    if (duration !== null) series.duration.observe(duration / 1_000)
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
