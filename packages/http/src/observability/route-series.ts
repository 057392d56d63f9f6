/**
 * The numbers of a route, counted where they arise. A series of prom-client is found by a text of its labels, at each
 * observation, which costs a thirtieth of a payment; these become series at a scrape.
 */
import type { Histogram } from 'prom-client'

/** Upper bounds, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export class RouteSeries {
  readonly byStatus = new Map<number, number>()
  /** Answers by the bucket that they are in; the last are slower than all bounds. */
  private readonly buckets: number[] = [...BUCKETS, 0].map(() => 0)
  private seconds = 0

  constructor(
    readonly method: string,
    readonly route: string,
  ) {}

  /** @param duration In milliseconds; null if our hook has not seen the request */
  observe(status: number, duration: number | null): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    if (duration === null) return
    const seconds = duration / 1_000
    this.seconds += seconds
    let bucket = 0
    for (const bound of BUCKETS) {
      if (seconds <= bound) break
      bucket++
    }
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
  }

  /** As a histogram has them: each bucket counts those before it, too. Nothing before the first answer. */
  durations(name: string) {
    const { method, route } = this
    let count = 0
    const buckets = this.buckets.map((own, at) => {
      count += own
      return {
        metricName: `${name}_bucket`,
        labels: { le: BUCKETS[at] ?? '+Inf', method, route },
        value: count,
      }
    })
    if (count === 0) return []
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { method, route }, value: this.seconds },
      { metricName: `${name}_count`, labels: { method, route }, value: count },
    ]
  }
}

/** The histogram of all routes, for a registry, which asks a metric for these members alone. */
export function durationsOf(series: ReadonlyMap<string, RouteSeries>): Histogram {
  const name = 'tallystick_http_request_duration_seconds'
  const histogram = {
    name,
    help: 'From the head of a request to its answer',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      ...histogram,
      values: [...series.values()].flatMap((each) => each.durations(name)),
    }),
    reset: () => undefined,
  }
  return histogram as unknown as Histogram
}
