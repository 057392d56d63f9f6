/**
 * Prices from a JSON source over HTTP. It fetches in the background and keeps the last good table: no payment waits for
 * a request, and a failing source does not remove prices. An answer replaces the whole table or nothing.
 */
import type { RateTable, Timestamp } from '@tallystick/core'
import { Fault } from '../faults.js'
import { type Clock, systemClock } from '../ports/clock.js'
import type { Rates } from '../ports/rates.js'
import { LONGEST_TIMER_MS } from '../ports/scheduler.js'
import { urlIn } from '../url.js'
import { staticRates } from './static.js'
import { type PriceTable, readPriceTable, unpriced } from './table.js'

export interface HttpRatesOptions {
  /** `http:` or `https:`, without a user name. Redirects are refused. */
  readonly url: string | URL
  /** Milliseconds from a good answer to the next request. Default: 60,000. */
  readonly refreshMs?: number
  /** Milliseconds for a whole request, including the body. Default: 5,000. */
  readonly timeoutMs?: number
  /** Longest accepted body in bytes, after decompression. Default: 1 MiB. */
  readonly maxBytes?: number
  /** Sent with every request, for example with an API key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Used until the first good answer. */
  readonly initial?: PriceTable
  /** Called for every failed request. Default: a process warning. */
  readonly onProblem?: (problem: RatesProblem) => void
  readonly fetch?: typeof globalThis.fetch
  /** The time in what `health` reports. */
  readonly clock?: Clock
}

/**
 * `request`: there was no answer, or a redirect. `timeout`: no answer within `timeoutMs`. `status`: another status than
 * 200. `oversized`: longer than `maxBytes`. `malformed`: not a price table.
 */
export type RatesProblemKind = 'request' | 'timeout' | 'status' | 'oversized' | 'malformed'

export interface RatesProblem {
  readonly kind: RatesProblemKind
  readonly message: string
  readonly at: Timestamp
}

export interface RatesHealth {
  /** Whether the last request returned a table. */
  readonly ok: boolean
  /** Source of the current prices; `none` if there are none. */
  readonly source: string
  /** Time that the source states for the current prices; null if there are none. */
  readonly timestamp: Timestamp | null
  /** Time of the last good answer; null before the first. */
  readonly fetchedAt: Timestamp | null
  /** Failed requests since the last good answer. */
  readonly failuresInARow: number
  readonly lastProblem: RatesProblem | null
  /** Good answers so far. */
  readonly fetched: number
  /** Failed requests so far. */
  readonly problems: Readonly<Record<RatesProblemKind, number>>
}

export interface HttpRates extends Rates {
  /**
   * Resolves when there are prices: at once with an `initial` table. It waits as long as the source fails, and keeps
   * the process alive meanwhile.
   * @throws Fault if it is closed before there are prices
   */
  ready(): Promise<void>
  health(): RatesHealth
}

/**
 * Starts fetching at once. Without an `initial` table, payments that need a price are refused until the first good
 * answer.
 * @throws Fault if an option is invalid, or `initial` is malformed
 */
export function httpRates(options: HttpRatesOptions): HttpRates {
  return new HttpSource(options)
}

const MAX_BYTES = 1024 * 1024

/** Pause after a failed request. It doubles with each further failure. */
const FIRST_RETRY_MS = 1_000

/** Longest pause between requests to a failing source, unless `refreshMs` is longer. */
const LAST_RETRY_MS = 60_000

/** A message quotes at most this many problems of a malformed table, which may have one in every line. */
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
  /** The current request. */
  private abort: AbortController | null = null
  /** Ends the current request, or the pause before the next one. Only one of them exists at a time. */
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
    // Otherwise a process with nothing else to do would end during its start.
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

  /** Stops fetching. `table()` continues to return the last prices. */
  close(): void {
    this.closed = true
    this.disarm()
    this.abort?.abort()
    const waiting = this.waiting
    this.waiting = []
    for (const waiter of waiting) waiter.reject(closedEarly())
  }

  /** Makes one request and sets the timer for the next one. Never rejects. */
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
      // An error in a listener must not end the fetching.
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
      // An unread body would keep its connection.
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

/** Reads the body; null as soon as it is longer than `maxBytes`. */
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

/** Undefined if the text is not JSON. No JSON text means undefined. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** Rejects when the signal fires, even if the given `fetch` ignores it. */
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

/** `fetch` says only "fetch failed". The reason is in the cause, sometimes only as a code. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return cause.message === '' ? code : cause.message
}

// The messages below quote neither the URL nor the headers, because both may contain API keys.

function readUrl(text: string | URL): URL {
  const url = urlIn(String(text))
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
  if (Number.isInteger(value) && value >= 1 && value <= LONGEST_TIMER_MS) return value
  throw unusable(`${name} is ${value}, not a whole number from 1 to ${LONGEST_TIMER_MS}`)
}

function unusable(problem: string): Fault {
  return new Fault(`The rates cannot be fetched: ${problem}`, {}, { docs: 'docs/rates.md' })
}

function closedEarly(): Fault {
  return new Fault('The rates were closed before there were any', {}, { docs: 'docs/rates.md' })
}
