/** What the parts of one mounted service share. Nothing here is started before the first request. */
import type { Tallystick } from '@tallystick/operations'
import { Answers } from './answers.js'
import { type HttpLogger, silentLogger } from './observability/log.js'
import { RequestMetrics } from './observability/metrics.js'
import { Repeats } from './observability/repeats.js'

export interface ServiceOptions {
  readonly tallystick: Tallystick
  /** Gets failures, and at level debug a line per request. Silent without one. */
  readonly logger?: HttpLogger
  /** Bytes of a request body; 1 MiB. */
  readonly bodyLimit?: number
  /** Calls that may run at once; one more gets 429. 16,384. */
  readonly maxInFlight?: number
  /** Mean delay of the event loop, in milliseconds over a second, above which calls get 503; 500. */
  readonly maxEventLoopDelay?: number
}

export class Service {
  readonly tallystick: Tallystick
  readonly logger: HttpLogger
  readonly bodyLimit: number
  readonly maxInFlight: number
  readonly maxEventLoopDelay: number
  readonly metrics: RequestMetrics
  /** Through which failures reach the logger. */
  readonly faults: Repeats
  readonly answers: Answers
  /** Calls that run. */
  running = 0
  /** True from the moment the app is told to close. */
  closing = false

  constructor(options: ServiceOptions) {
    this.tallystick = options.tallystick
    this.logger = options.logger ?? silentLogger
    this.bodyLimit = options.bodyLimit ?? 1_048_576
    this.maxInFlight = options.maxInFlight ?? 16_384
    this.maxEventLoopDelay = options.maxEventLoopDelay ?? 500
    this.metrics = new RequestMetrics({
      queued: () => this.tallystick.engine.queued,
      running: () => this.running,
      nodes: () => this.tallystick.chains.health(),
    })
    this.faults = new Repeats(this.logger)
    this.answers = new Answers(this.logger, this.faults, this.metrics, () => this.closing)
  }
}
