/**
 * Prices from a JSON source over HTTP. Fetches in the background and keeps the last good table: no payment
 * waits for a request, and no failure of the source takes prices away. An answer replaces the table whole
 * or not at all.
 */
import type { RateTable, Timestamp } from '@tallystick/core'
import { Fault } from '../faults.js'
import { type Clock, systemClock } from '../ports/clock.js'
import type { Rates } from '../ports/rates.js'
import { staticRates } from './static.js'
import { type PriceTable, readPriceTable, unpriced } from './table.js'

export interface HttpRatesOptions {
  /** `http:` or `https:`, without a user name. A redirect is refused wherever it leads. */
  readonly url: string | URL
  /** From one good answer to the next request. 60 000 when left out. */
  readonly refreshMs?: number
  /** For a whole request, the body included. 5 000 when left out. */
  readonly timeoutMs?: number
  /** Longest body accepted, after decompression. 1 MiB when left out. */
  readonly maxBytes?: number
  /** Sent with every request: the place for an API key. */
  readonly headers?: Readonly<Record<string, string>>
  /** In use until the first good answer. */
  readonly initial?: PriceTable
  /** Told of every failed request; a process warning when left out. */
  readonly onProblem?: (problem: RatesProblem) => void
  readonly fetch?: typeof globalThis.fetch
  /** Dates what `health` reports. */
  readonly clock?: Clock
}

/**
 * `request`: no answer came, or a redirect did. `timeout`: not within `timeoutMs`. `status`: other than 200.
 * `oversized`: beyond `maxBytes`. `malformed`: not a price table.
 */
export type RatesProblemKind = 'request' | 'timeout' | 'status' | 'oversized' | 'malformed'

export interface RatesProblem {
  readonly kind: RatesProblemKind
  readonly message: string
  readonly at: Timestamp
}

export interface RatesHealth {
  /** The last request brought a table. */
  readonly ok: boolean
  /** Source of the prices in use; `none` while there are none. */
  readonly source: string
  /** When the prices in use were stated; null while there are none. */
  readonly timestamp: Timestamp | null
  /** When the last good answer came; null before the first. */
  readonly fetchedAt: Timestamp | null
  /** Requests that failed since the last good answer. */
  readonly failuresInARow: number
  readonly lastProblem: RatesProblem | null
  /** Good answers so far. */
  readonly fetched: number
  /** Failed requests so far. */
  readonly problems: Readonly<Record<RatesProblemKind, number>>
}

export interface HttpRates extends Rates {
  /**
   * Resolves once there are prices: at once with an `initial` table. Waits as long as the source fails, and
   * keeps the process alive meanwhile.
   * @throws Fault closed before there were any
   */
  ready(): Promise<void>
  health(): RatesHealth
}

/**
 * Starts fetching at once. Until the first good answer, and without an `initial` table, a payment that
 * needs a price is refused.
 * @throws Fault an option is unusable, or `initial` is malformed
 */
export function httpRates(options: HttpRatesOptions): HttpRates {
  return new HttpSource(options)
}

const MAX_BYTES = 1024 * 1024

/** A failed request is repeated after this, then after twice as long each time. */
const FIRST_RETRY_MS = 1_000

/** Longest pause between requests to a failing source, unless `refreshMs` is longer still. */
const LAST_RETRY_MS = 60_000

/** A longer delay would fire at once (Node, "setTimeout"). */
const MAX_DELAY_MS = 2_147_483_647

/** A message quotes this many problems of a malformed table; there may be one in every line of it. */
const QUOTED_PROBLEMS = 5

type Attempt =
  | { readonly ok: true; readonly table: RateTable }
  | { readonly ok: false; readonly kind: RatesProblemKind; readonly message: string }

interface Waiter {
  resolve(): void
  reject(fault: Fault): void
}

class HttpSource implements HttpRates {
  private readonly url: URL
  private readonly headers: Headers
  private readonly refreshMs: number
  private readonly timeoutMs: number
  private readonly maxBytes: number
  private readonly fetch: typeof globalThis.fetch
  private readonly clock: Clock
  private readonly onProblem: (problem: RatesProblem) => void

  private current: RateTable
  private fetchedAt: Timestamp | null = null
  private fetched = 0
  private failuresInARow = 0
  private lastProblem: RatesProblem | null = null
  private readonly problems = { request: 0, timeout: 0, status: 0, oversized: 0, malformed: 0 }

  private closed = false
  /** The request under way. */
  private abort: AbortController | null = null
  /** Ends the request under way, or the pause before the next one: there is never more than one of them. */
  private timer: NodeJS.Timeout | null = null
  private waiting: Waiter[] = []

  constructor(options: HttpRatesOptions) {
    this.url = readUrl(options.url)
    this.headers = readHeaders(options.headers ?? {})
    this.refreshMs = readCount('refreshMs', options.refreshMs ?? 60_000)
    this.timeoutMs = readCount('timeoutMs', options.timeoutMs ?? 5_000)
    this.maxBytes = readCount('maxBytes', options.maxBytes ?? MAX_BYTES)
    this.fetch = options.fetch ?? globalThis.fetch
    this.clock = options.clock ?? systemClock
    this.onProblem = options.onProblem ?? (({ message }) => process.emitWarning(`Rates: ${message}`))
    this.current = options.initial === undefined ? unpriced : staticRates(options.initial).table()
    void this.refresh()
  }

  table(): RateTable {
    return this.current
  }

  ready(): Promise<void> {
    if (this.current !== unpriced) return Promise.resolve()
    if (this.closed) return Promise.reject(closedEarly())
    // Without this a process that has nothing else to do yet would end in the middle of its own start.
    this.timer?.ref()
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  health(): RatesHealth {
    return {
      ok: this.fetched > 0 && this.failuresInARow === 0,
      source: this.current.source,
      timestamp: this.current.timestamp,
      fetchedAt: this.fetchedAt,
      failuresInARow: this.failuresInARow,
      lastProblem: this.lastProblem,
      fetched: this.fetched,
      problems: { ...this.problems },
    }
  }

  /** Stops fetching. `table()` goes on answering the last prices. */
  close(): void {
    this.closed = true
    this.disarm()
    this.abort?.abort()
    const waiting = this.waiting
    this.waiting = []
    for (const waiter of waiting) waiter.reject(closedEarly())
  }

  /** One request, and the timer for the next one. Never rejects. */
  private async refresh(): Promise<void> {
    const attempt = await this.attempt()
    if (this.closed) return
    if (attempt.ok) this.accept(attempt.table)
    else this.refuse(attempt.kind, attempt.message)
    // `onProblem` may have closed it.
    if (!this.closed) this.arm(this.pauseMs(), () => void this.refresh())
  }

  private accept(table: RateTable): void {
    this.current = table
    this.fetchedAt = this.clock.now()
    this.fetched += 1
    this.failuresInARow = 0
    const waiting = this.waiting
    this.waiting = []
    for (const waiter of waiting) waiter.resolve()
  }

  private refuse(kind: RatesProblemKind, message: string): void {
    this.failuresInARow += 1
    this.problems[kind] += 1
    this.lastProblem = { kind, message, at: this.clock.now() }
    try {
      this.onProblem(this.lastProblem)
    } catch (cause) {
      // A listener's own mistake must not end the fetching.
      process.emitWarning(`onProblem of the rates threw: ${reasonOf(cause)}`)
    }
  }

  private pauseMs(): number {
    if (this.failuresInARow === 0) return this.refreshMs
    const first = Math.min(FIRST_RETRY_MS, this.refreshMs)
    return Math.min(first * 2 ** (this.failuresInARow - 1), Math.max(LAST_RETRY_MS, this.refreshMs))
  }

  private async attempt(): Promise<Attempt> {
    const abort = new AbortController()
    this.abort = abort
    let late = false
    this.arm(this.timeoutMs, () => {
      late = true
      abort.abort()
    })
    try {
      return await Promise.race([this.request(abort.signal), aborted(abort.signal)])
    } catch (cause) {
      return late
        ? { ok: false, kind: 'timeout', message: `No complete answer within ${this.timeoutMs} ms` }
        : { ok: false, kind: 'request', message: `The request failed: ${reasonOf(cause)}` }
    } finally {
      this.disarm()
      // A body that was refused unread would hold its connection.
      abort.abort()
      this.abort = null
    }
  }

  private async request(signal: AbortSignal): Promise<Attempt> {
    const response = await this.fetch(this.url, { headers: this.headers, redirect: 'error', signal })
    if (response.status !== 200) {
      return { ok: false, kind: 'status', message: `The source answered ${response.status}` }
    }
    const body = await readAtMost(response, this.maxBytes)
    if (body === null) {
      return { ok: false, kind: 'oversized', message: `The answer is longer than ${this.maxBytes} bytes` }
    }
    const value = parseJson(body)
    if (value === undefined) return { ok: false, kind: 'malformed', message: 'The answer is not JSON' }
    const read = readPriceTable(value)
    return read.ok ? read : { ok: false, kind: 'malformed', message: describe(read.problems) }
  }

  private arm(delayMs: number, then: () => void): void {
    this.timer = setTimeout(then, delayMs)
    if (this.waiting.length === 0) this.timer.unref()
  }

  private disarm(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}

/** The body, or null as soon as it is longer than `maxBytes`. */
async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

/** Undefined, which no JSON text stands for, when it is none. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** Rejects when the signal fires, whether or not the `fetch` that was given heeds it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function describe(problems: readonly string[]): string {
  const more = problems.length - QUOTED_PROBLEMS
  const quoted = problems.slice(0, QUOTED_PROBLEMS).join('; ')
  return `The price table is malformed: ${quoted}${more > 0 ? `; and ${more} more` : ''}`
}

/** `fetch` says only "fetch failed"; what happened is in the cause, at times only as its code. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return cause.message === '' ? code : cause.message
}

// Neither the URL nor the headers are quoted below: both are places where API keys are kept.

function readUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw unusable('url is not an http: or https: URL')
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable('url has a user name or password; send it in headers instead')
  }
  return url
}

function readHeaders(given: Readonly<Record<string, string>>): Headers {
  try {
    const headers = new Headers(given)
    if (!headers.has('accept')) headers.set('accept', 'application/json')
    return headers
  } catch {
    throw unusable('headers are not valid HTTP headers')
  }
}

function readCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MAX_DELAY_MS) return value
  throw unusable(`${name} is ${value}, not a whole number from 1 to ${MAX_DELAY_MS}`)
}

function unusable(problem: string): Fault {
  return new Fault(`The rates cannot be fetched: ${problem}`, {}, { docs: 'docs/rates.md' })
}

function closedEarly(): Fault {
  return new Fault('The rates were closed before there were any', {}, { docs: 'docs/rates.md' })
}
