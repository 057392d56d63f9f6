/**
 * All endpoints of one chain on one network, and the choice among them. An endpoint that fails is tried last
 * for a while, longer each time. A call asks each endpoint at most twice, the second time only when the first
 * round failed fast and some endpoint was not known to be failing: a node that is down is not beaten further.
 */
import { type EndpointHealth, NodeFault } from '@tallystick/engine'
import { ExchangeFault, type Target } from './exchange.js'
import { RpcError } from './transport.js'

/** The endpoint lives, and has no such method. */
export class NoSuchMethod extends Error {
  override readonly name = 'NoSuchMethod'
}

/** A failing endpoint is tried last for this long, then for twice as long each time it fails again. */
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 60_000

/** Between the two rounds of a call. */
const RETRY_MS = 100
/** A first round that took longer is not followed by a second. */
const FAST_MS = 1_000

/** For a whole call, whatever the endpoints' own limits. */
export const CALL_MS = 30_000

export class Endpoint {
  calls = 0
  failures = 0
  private failuresInARow = 0
  /** Of the monotonic clock; until then it is tried last. */
  private pausedUntil = 0

  constructor(readonly target: Target) {}

  get host(): string {
    return this.target.url.host
  }

  get healthy(): boolean {
    return this.failuresInARow === 0
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now
  }

  /** One call finds out for the others whether it is back: they go on trying it last meanwhile. */
  began(now: number): void {
    this.calls += 1
    if (!this.healthy) this.pausedUntil = Math.max(this.pausedUntil, now + this.target.timeoutMs)
  }

  succeeded(): void {
    this.failuresInARow = 0
    this.pausedUntil = 0
  }

  failed(now: number): void {
    this.failures += 1
    this.failuresInARow += 1
    this.pausedUntil = now + Math.min(FIRST_PAUSE_MS * 2 ** (this.failuresInARow - 1), LAST_PAUSE_MS)
  }
}

export interface PoolOptions {
  /** For messages and health: `BTC`, or the name of a pass-through. */
  readonly chain: string
  readonly network: string
  readonly endpoints: readonly Endpoint[]
  /** Monotonic milliseconds. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
}

type Failure = { readonly message: string; readonly sent: boolean } | NoSuchMethod

export class Pool {
  private readonly now: () => number
  private readonly sleep: (milliseconds: number) => Promise<void>

  constructor(private readonly options: PoolOptions) {
    this.now = options.now ?? (() => performance.now())
    this.sleep = options.sleep ?? ((milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds)))
  }

  health(): readonly EndpointHealth[] {
    const { chain, network, endpoints } = this.options
    return endpoints.map(({ host, healthy, calls, failures }) => ({
      chain,
      network,
      host,
      healthy,
      calls,
      failures,
    }))
  }

  /**
   * The first answer that an endpoint gives, an `RpcError` among them.
   * @param attempt Asks one endpoint, in at most so many milliseconds. What it throws beside `RpcError`,
   *   `NoSuchMethod` and `ExchangeFault` ends the call.
   * @throws NodeFault
   */
  async call<Result>(attempt: (endpoint: Endpoint, limitMs: number) => Promise<Result>): Promise<Result> {
    const began = this.now()
    // Read before the first round, which marks those that fail.
    const someWell = this.options.endpoints.some(({ healthy }) => healthy)
    const failures: Failure[] = []
    for (const round of [1, 2]) {
      for (const endpoint of this.inOrder()) {
        const limitMs = began + CALL_MS - this.now()
        if (limitMs <= 0) break
        const outcome = await this.ask(endpoint, attempt, limitMs, failures)
        if (outcome !== null) return outcome.result
      }
      const lives = failures.some((failure) => failure instanceof NoSuchMethod)
      if (round === 2 || lives || !someWell || this.now() - began > FAST_MS) break
      await this.sleep(RETRY_MS)
    }
    throw this.fault(failures)
  }

  /**
   * For a request that must not be repeated: another endpoint is asked only when the one before surely did not
   * get it.
   */
  async callOnce<Result>(attempt: (endpoint: Endpoint) => Promise<Result>): Promise<Result> {
    const failures: Failure[] = []
    for (const endpoint of this.inOrder()) {
      const outcome = await this.ask(endpoint, attempt, CALL_MS, failures)
      if (outcome !== null) return outcome.result
      const last = failures.at(-1)
      if (last === undefined || last instanceof NoSuchMethod || last.sent) break
    }
    throw this.fault(failures)
  }

  private async ask<Result>(
    endpoint: Endpoint,
    attempt: (endpoint: Endpoint, limitMs: number) => Promise<Result>,
    limitMs: number,
    failures: Failure[],
  ): Promise<{ readonly result: Result } | null> {
    endpoint.began(this.now())
    try {
      const result = await attempt(endpoint, limitMs)
      endpoint.succeeded()
      return { result }
    } catch (error) {
      if (error instanceof ExchangeFault) {
        endpoint.failed(this.now())
        failures.push({ message: error.message, sent: error.sent })
        return null
      }
      if (error instanceof NoSuchMethod) {
        endpoint.succeeded()
        failures.push(error)
        return null
      }
      if (!(error instanceof RpcError)) throw error
      endpoint.succeeded()
      if (failures.some((one) => !(one instanceof NoSuchMethod) && one.sent)) {
        throw new RpcError(error.code, error.message, error.data, true)
      }
      throw error
    }
  }

  /** As configured, those that fail last. */
  private inOrder(): readonly Endpoint[] {
    const now = this.now()
    const { endpoints } = this.options
    return [
      ...endpoints.filter((endpoint) => !endpoint.isPaused(now)),
      ...endpoints.filter((endpoint) => endpoint.isPaused(now)),
    ]
  }

  private fault(failures: readonly Failure[]): NodeFault {
    const { chain, network } = this.options
    const where = `${chain} on ${network}`
    const messages = [...new Set(failures.map(({ message }) => message))].join('; ')
    return failures.length > 0 && failures.every((failure) => failure instanceof NoSuchMethod)
      ? new NodeFault('unsupported', `No node of ${where} can answer this: ${messages}`)
      : new NodeFault('unreachable', `No node of ${where} answered: ${messages}`)
  }
}
