/** What the parts of a mounted service share. Nothing here starts before the first request. */
import type { Tallystick } from '@tallystick/operations'
import { Answers } from './answers.js'
import { BodyTurns } from './body.js'
import { BodyRoom } from './body-room.js'
import { InFlight } from './in-flight.js'
import { type HttpLogger, silentLogger } from './observability/log.js'
import { RequestMetrics } from './observability/metrics.js'
import { Repeats } from './observability/repeats.js'

export interface ServiceOptions {
  readonly tallystick: Tallystick
  /** Receives failures and, at level debug, a line per request. Default: no log. */
  readonly logger?: HttpLogger
  /** Largest request body in bytes. Default: 1 MiB. */
  readonly bodyLimit?: number
  /** Calls that may run at once. Further calls get 429; a tenant with most of them gets it earlier. Default: 16,384. */
  readonly maxInFlight?: number
  /** Serves the console at `/console`, and the facts that it shows. Default: no. */
  readonly console?: boolean
  /**
   * How long the oldest of the calls that wait for a commit may have waited, in milliseconds, to the second. While it has
   * waited longer, further commands get 503. Default: 5,000.
   */
  readonly maxWaitMs?: number
}

export class Service {
  readonly tallystick: Tallystick
  readonly logger: HttpLogger
  readonly bodyLimit: number
  private readonly maxWaitMs: number
  readonly console: boolean
  readonly metrics: RequestMetrics
  /** Logs failures with a limit on repeats. */
  readonly faults: Repeats
  readonly answers: Answers
  readonly inFlight: InFlight
  readonly bodyRoom: BodyRoom
  readonly bodies: BodyTurns
  /** True from the moment the app starts to close. */
  closing = false

  constructor(options: ServiceOptions) {
    this.tallystick = options.tallystick
    this.logger = options.logger ?? silentLogger
    this.bodyLimit = options.bodyLimit ?? 1_048_576
    this.bodyRoom = new BodyRoom(this.bodyLimit)
    this.bodies = new BodyTurns(this.bodyRoom)
    this.inFlight = new InFlight(options.maxInFlight ?? 16_384)
    this.maxWaitMs = options.maxWaitMs ?? 5_000
    this.metrics = new RequestMetrics({
      queued: () => this.tallystick.engine.queued,
      waited: () => this.tallystick.engine.waitedMs,
      connections: () => this.tallystick.engine.connections(),
      running: () => this.inFlight.total,
      nodes: () => this.tallystick.chains.health(),
      following: () => this.tallystick.custody.following(),
      undecided: () => this.tallystick.custody.undecided(),
      reconciled: () => this.tallystick.custody.reconciled(),
      verified: () => this.tallystick.verified(),
      deliveries: () => this.tallystick.deliveries.status(),
      oldestWebhook: () => this.tallystick.deliveries.oldest(),
    })
    this.console = options.console ?? false
    this.faults = new Repeats(this.logger)
    this.answers = new Answers(this.logger, this.faults, this.metrics, () => this.closing)
  }
  /**
   * Whether commits are so late that a further command would wait in vain. The delay of the event loop says nothing of
   * this: after one stall of the disk it is long, while every call that waits can be answered.
   */
  get isLate(): boolean {
    return this.tallystick.engine.waitedMs > this.maxWaitMs
  }
}
