/**
 * All endpoints of one chain on one network, and the choice among them. A failing endpoint is tried last for a while,
 * longer each time. A call asks each endpoint at most twice; the second time only if the first round failed fast and
 * some endpoint was healthy before, so a node that is down gets no additional load.
 *
 * Every endpoint must first pass the network check, and again after each failure, because another node may answer then.
 * Until it has passed, nothing else is sent to it.
 */
import { type EndpointHealth, NodeBusy, NodeFault } from '@tallystick/custody'
import { Busy, ExchangeFault, type Target } from './exchange.js'
import { within } from './patience.js'
import { RpcError } from './transport.js'

/** The endpoint works, and lacks the method. */
export class NoSuchMethod extends Error {
  override readonly name = 'NoSuchMethod'
}

/** A failing endpoint is tried last for this long, and twice as long after each further failure. */
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 60_000

/** Pause between the two rounds of a call. */
const RETRY_MS = 100
/** If the first round took longer, there is no second one. */
const FAST_MS = 1_000

/** Limit of a whole call, whatever the endpoints' own limits. */
export const CALL_MS = 30_000

/**
 * Checks the network of an endpoint. Null: it is the right one. Otherwise the problem and its remedy, in words that any
 * caller may read. @throws ExchangeFault if it does not answer
 */
export type Identify = (endpoint: Endpoint, limitMs: number) => Promise<string | null>

/** Asks one endpoint, within this many milliseconds. */
export type Attempt<Result> = (endpoint: Endpoint, limitMs: number) => Promise<Result>

/** A pool, or one of its endpoints. */
export type Way = Pick<Pool, 'call' | 'callOnce' | 'pinned' | 'failures'>

export class Endpoint {
  /** It has passed the network check, and has not failed since. */
  isKnown = false
  /** Its last problem in the network check. */
  problem: string | null = null
  /** One check for all calls that wait for it. */
  identifying: Promise<string | Busy | null> | null = null
  calls = 0
  failures = 0
  private failuresInARow = 0
  /** By the monotonic clock; until then it is tried last. */
  private pausedUntil = 0

  constructor(
    readonly target: Target,
    /** Its position in the configuration, for operators. */
    readonly place = target.url.host,
  ) {}

  get host(): string {
    return this.target.url.host
  }

  get healthy(): boolean {
    return this.failuresInARow === 0
  }

  isPaused(now: number): boolean {
    return this.pausedUntil > now
  }

  /** One call finds out whether it is back; meanwhile the others continue to try it last. */
  began(now: number): void {
    this.calls += 1
    if (!this.healthy) this.pausedUntil = Math.max(this.pausedUntil, now + this.target.timeoutMs)
  }

  succeeded(): void {
    this.failuresInARow = 0
    this.pausedUntil = 0
  }

  failed(now: number): void {
    this.isKnown = false
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
  /** Without it, endpoints are not checked. */
  readonly identify?: Identify | undefined
  /** Monotonic milliseconds. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
}

type Failure = { readonly message: string; readonly sent: boolean } | Busy | NoSuchMethod

export class Pool {
  private readonly now: () => number
  private readonly sleep: (milliseconds: number) => Promise<void>

  constructor(private readonly options: PoolOptions) {
    this.now = options.now ?? (() => performance.now())
    this.sleep = options.sleep ?? ((milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds)))
  }

  /** The sum over all endpoints. After each failure the network is checked again. */
  failures(): number {
    return this.options.endpoints.reduce((sum, { failures }) => sum + failures, 0)
  }

  health(): readonly EndpointHealth[] {
    const { chain, network, endpoints } = this.options
    return endpoints.map(({ host, healthy, calls, failures, problem }) => ({
      chain,
      network,
      host,
      healthy,
      calls,
      failures,
      ...(problem === null ? {} : { problem }),
    }))
  }

  /** Each endpoint by itself. What one of these pools learns of an endpoint, all know. */
  split(): readonly { readonly place: string; readonly pool: Pool }[] {
    return this.options.endpoints.map((endpoint) => ({
      place: endpoint.place,
      pool: new Pool({ ...this.options, endpoints: [endpoint] }),
    }))
  }

  /**
   * The first answer of an endpoint, which may be an `RpcError`.
   * @param attempt Asks one endpoint, within this many milliseconds. Any error other than `RpcError`, `NoSuchMethod`
   * and
   *   `ExchangeFault` ends the call.
   * @throws NodeFault
   */
  async call<Result>(attempt: Attempt<Result>, among = this.options.endpoints): Promise<Result> {
    const began = this.now()
    const deadline = began + CALL_MS
    // Read before the first round, which marks failing endpoints.
    const someWell = among.some(({ healthy }) => healthy)
    const failures: Failure[] = []
    for (const round of [1, 2]) {
      for (const endpoint of this.inOrder(among)) {
        if (this.now() >= deadline) break
        const outcome = await this.ask(endpoint, attempt, deadline, failures)
        if (outcome !== null) return outcome.result
      }
      const isInVain = failures.some((one) => one instanceof NoSuchMethod || one instanceof Busy)
      if (round === 2 || isInVain || !someWell || this.now() - began > FAST_MS) break
      await this.sleep(RETRY_MS)
    }
    throw this.fault(failures)
  }

  /**
   * For a request that must not be repeated: another endpoint is asked only if the previous one certainly did not get
   * it, or lacks the method.
   */
  async callOnce<Result>(attempt: Attempt<Result>, among = this.options.endpoints): Promise<Result> {
    const failures: Failure[] = []
    const deadline = this.now() + CALL_MS
    for (const endpoint of this.inOrder(among)) {
      const outcome = await this.ask(endpoint, attempt, deadline, failures)
      if (outcome !== null) return outcome.result
      const last = failures.at(-1)
      if (last === undefined || (!(last instanceof NoSuchMethod) && last.sent)) break
    }
    throw this.fault(failures)
  }

  /** For answers that must agree: after the first answer, only its endpoint is asked. */
  pinned(): Way {
    let among = this.options.endpoints
    const pinning =
      <Result>(attempt: Attempt<Result>): Attempt<Result> =>
      async (endpoint, limitMs) => {
        try {
          const result = await attempt(endpoint, limitMs)
          among = [endpoint]
          return result
        } catch (error) {
          if (error instanceof RpcError) among = [endpoint]
          throw error
        }
      }
    const way: Way = {
      call: (attempt) => this.call(pinning(attempt), among),
      callOnce: (attempt) => this.callOnce(pinning(attempt), among),
      pinned: () => way,
      failures: () => this.failures(),
    }
    return way
  }

  private async ask<Result>(
    endpoint: Endpoint,
    attempt: Attempt<Result>,
    deadline: number,
    failures: Failure[],
  ): Promise<{ readonly result: Result } | null> {
    // Not awaited if there is nothing to wait for, because the next call must see the effect of `began`.
    const unfit = this.isFit(endpoint) ? null : await this.unfit(endpoint, deadline)
    if (unfit !== null) {
      // Only the network check was sent, not the call.
      failures.push(unfit instanceof Busy ? unfit : { message: unfit, sent: false })
      return null
    }
    endpoint.began(this.now())
    try {
      const result = await attempt(endpoint, deadline - this.now())
      endpoint.succeeded()
      return { result }
    } catch (error) {
      if (error instanceof ExchangeFault) {
        endpoint.failed(this.now())
        failures.push({ message: error.message, sent: error.sent })
        return null
      }
      if (error instanceof NoSuchMethod || error instanceof Busy) {
        if (error instanceof NoSuchMethod) endpoint.succeeded()
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

  private isFit({ isKnown }: Endpoint): boolean {
    return isKnown || this.options.identify === undefined
  }

  /** Why nothing may be sent to an endpoint; null once it has passed the network check. */
  private async unfit(endpoint: Endpoint, deadline: number): Promise<string | Busy | null> {
    if (endpoint.identifying === null) {
      // It was checked just now, and not every call checks it again.
      if (endpoint.problem !== null && endpoint.isPaused(this.now())) return endpoint.problem
      endpoint.identifying = this.identified(endpoint).finally(() => {
        endpoint.identifying = null
      })
    }
    const unfit = await within(endpoint.identifying, deadline - this.now())
    if (unfit !== undefined && this.now() < deadline) return unfit
    return `${endpoint.host} did not say in time of which network it is`
  }

  private async identified(endpoint: Endpoint): Promise<string | Busy | null> {
    endpoint.began(this.now())
    const { failures } = endpoint
    try {
      endpoint.problem = (await this.options.identify?.(endpoint, CALL_MS)) ?? null
    } catch (error) {
      if (error instanceof Busy) return error
      if (!(error instanceof ExchangeFault)) throw error
      endpoint.failed(this.now())
      return error.message
    }
    // An older request may have failed meanwhile. Then the next call checks it again.
    if (endpoint.problem === null) endpoint.isKnown = endpoint.failures === failures
    else endpoint.failed(this.now())
    return endpoint.problem
  }

  /** In configured order, with failing endpoints last. */
  private inOrder(among: readonly Endpoint[]): readonly Endpoint[] {
    const now = this.now()
    return [
      ...among.filter((endpoint) => !endpoint.isPaused(now)),
      ...among.filter((endpoint) => endpoint.isPaused(now)),
    ]
  }

  private fault(failures: readonly Failure[]): NodeFault {
    const { chain, network } = this.options
    const where = `${chain} on ${network}`
    const messages = [...new Set(failures.map(({ message }) => message))].join('; ')
    if (failures.length > 0 && failures.every((failure) => failure instanceof Busy)) {
      return new NodeBusy(`No call can be made to a node of ${where} now: ${messages}`)
    }
    return failures.length > 0 && failures.every((failure) => failure instanceof NoSuchMethod)
      ? new NodeFault('unsupported', `No node of ${where} can answer this: ${messages}`)
      : new NodeFault('unreachable', `No node of ${where} answered: ${messages}`)
  }
}
