import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { BigNumber } from '@tallystick/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '../faults.js'
import { type HttpRates, type HttpRatesOptions, httpRates, type RatesProblem } from './http.js'

const NOW = 1_700_000_000_000

/** Whatever a test opens; closed after it, newest first. */
const opened: (() => unknown)[] = []

// So no test waits, and none depends on speed. The timers inside node:http and node:net run on; those of
// `fetch` itself are faked too, and therefore never counted. What sets the next timer also brings about what
// a test waits for, in one turn of the event loop: afterwards the time can be moved at once.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Handler = (response: ServerResponse, request: IncomingMessage) => void

/** A source on the loopback. It answers each request with the next handler, and then with the last again. */
async function source(...handlers: readonly Handler[]) {
  const requests: IncomingMessage[] = []
  const responses: ServerResponse[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    responses.push(response)
    handlers[Math.min(requests.length, handlers.length) - 1]?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices`, requests, responses }
}

const tableOf = (timestamp: number) => ({
  source: 'CoinGecko',
  timestamp,
  base: 'EUR',
  rates: { BTC: '36000.5', USD: '0.92' },
})

const good =
  (timestamp: number): Handler =>
  (response) =>
    void response.end(JSON.stringify(tableOf(timestamp)))

const text =
  (body: string | Uint8Array): Handler =>
  (response) =>
    void response.end(body)

const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    void response.writeHead(code, headers).end(JSON.stringify(tableOf(666)))

const silent: Handler = () => undefined

function open(options: HttpRatesOptions) {
  const problems: RatesProblem[] = []
  const rates: HttpRates = httpRates({
    clock: { now: () => NOW },
    onProblem: (problem) => problems.push(problem),
    ...options,
  })
  opened.push(() => rates.close())
  return { rates, problems }
}

/** Lets the event loop turn until the network has brought about `condition`. */
async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never came about: ${condition}`)
    await new Promise(setImmediate)
  }
}

describe('prices over HTTP', () => {
  it('are fetched in the background', async () => {
    const { url, requests } = await source(good(7))
    const { rates, problems } = open({ url, headers: { 'x-api-key': 'secret' } })

    const before = rates.table()
    expect(before).toMatchObject({ source: 'none', timestamp: null, required: true })
    expect(before.rate('BTC', 'EUR')).toBeUndefined()
    expect(rates.health()).toMatchObject({ ok: false, source: 'none', timestamp: null, fetchedAt: null })

    await rates.ready()
    const table = rates.table()
    expect(table).toMatchObject({ source: 'CoinGecko', timestamp: 7, required: true })
    expect(table.rate('BTC', 'USD')).toEqual({
      numerator: new BigNumber('36000.5'),
      denominator: new BigNumber('0.92'),
    })
    expect(requests[0]?.method).toBe('GET')
    expect(requests[0]?.headers).toMatchObject({ accept: 'application/json', 'x-api-key': 'secret' })
    expect(problems).toEqual([])
    expect(rates.health()).toEqual({
      ok: true,
      source: 'CoinGecko',
      timestamp: 7,
      fetchedAt: NOW,
      failuresInARow: 0,
      lastProblem: null,
      fetched: 1,
      problems: { request: 0, timeout: 0, status: 0, oversized: 0, malformed: 0 },
    })
  })

  it('are fetched again after refreshMs, and not before', async () => {
    const { url } = await source(good(1), good(2))
    const fetch = vi.fn(globalThis.fetch)
    const { rates } = open({ url, fetch })
    await rates.ready()
    const first = rates.table()
    for (let call = 0; call < 1_000; call++) expect(rates.table()).toBe(first)

    vi.advanceTimersByTime(59_999)
    expect(fetch).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(rates.table()).toBe(first)
    await until(() => rates.table().timestamp === 2)
    // A unit of work that began with the first table goes on with it.
    expect(first.timestamp).toBe(1)
  })

  it('are the initial ones until the first good answer', async () => {
    const { url } = await source(status(503), good(2))
    const { rates, problems } = open({ url, initial: tableOf(1) })
    await rates.ready()
    expect(rates.table().timestamp).toBe(1)
    expect(rates.health()).toMatchObject({ ok: false, source: 'CoinGecko', timestamp: 1, fetchedAt: null })
    await until(() => problems.length === 1)
    expect(rates.table().timestamp).toBe(1)
    vi.advanceTimersByTime(1_000)
    await until(() => rates.table().timestamp === 2)
  })

  it('are kept while the source fails, and replaced when it is back', async () => {
    const broken = { ...tableOf(666), rates: { BTC: '1', USD: 'much' } }
    const { url } = await source(
      good(1),
      status(500),
      (response) => response.destroy(),
      text(JSON.stringify(broken)),
      good(2),
    )
    const { rates, problems } = open({ url })
    await rates.ready()
    const first = rates.table()
    for (const [index, pause] of [60_000, 1_000, 2_000].entries()) {
      vi.advanceTimersByTime(pause)
      await until(() => problems.length === index + 1)
      expect(rates.table()).toBe(first)
      expect(rates.health()).toMatchObject({ ok: false, timestamp: 1, failuresInARow: index + 1 })
    }
    expect(problems.map(({ kind }) => kind)).toEqual(['status', 'request', 'malformed'])
    vi.advanceTimersByTime(4_000)
    await until(() => rates.table().timestamp === 2)
    expect(rates.health()).toMatchObject({
      ok: true,
      failuresInARow: 0,
      fetched: 2,
      lastProblem: problems[2],
      problems: { request: 1, timeout: 0, status: 1, oversized: 0, malformed: 1 },
    })
  })
})

describe('an answer is refused and counted', () => {
  const big = JSON.stringify({ ...tableOf(1), filler: 'x'.repeat(2_000) })

  it.each<[string, Handler, Partial<RatesProblem>]>([
    ['no JSON', text('<html>busy</html>'), { kind: 'malformed', message: 'The answer is not JSON' }],
    ['cut JSON', text('{"source":"C'), { kind: 'malformed', message: 'The answer is not JSON' }],
    ['empty', text(''), { kind: 'malformed', message: 'The answer is not JSON' }],
    [
      'broken UTF-8',
      text(Buffer.from(JSON.stringify({ ...tableOf(1), source: 'é' }), 'latin1')),
      { kind: 'malformed', message: 'The answer is not JSON' },
    ],
    [
      'null',
      text('null'),
      { kind: 'malformed', message: 'The price table is malformed: the table is null, not an object' },
    ],
    [
      'numbers instead of strings',
      text('{"source":"C","timestamp":1,"base":"EUR","rates":{"BTC":36000.123456789012345678}}'),
      {
        kind: 'malformed',
        message:
          'The price table is malformed: rates.BTC is the number 36000.12345678901; ' +
          'write it in quotes, because a JSON number may have lost digits',
      },
    ],
    [
      'a problem in every line',
      text(
        JSON.stringify({
          ...tableOf(1),
          rates: Object.fromEntries('ABCDEFG'.split('').map((code) => [code, '?'])),
        }),
      ),
      {
        kind: 'malformed',
        message: `The price table is malformed: ${['A', 'B', 'C', 'D', 'E']
          .map((code) => `rates.${code} is "?", not a plain decimal such as "36000.5"`)
          .join('; ')}; and 2 more`,
      },
    ],
    [
      'oversized, as it says itself',
      text(big),
      { kind: 'oversized', message: 'The answer is longer than 1000 bytes' },
    ],
    [
      'oversized without end',
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(500))) {}
        }
        response.on('drain', more)
        more()
      },
      { kind: 'oversized', message: 'The answer is longer than 1000 bytes' },
    ],
    [
      'oversized once decompressed',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big)),
      { kind: 'oversized', message: 'The answer is longer than 1000 bytes' },
    ],
    ['not found', status(404), { kind: 'status', message: 'The source answered 404' }],
    [
      'an error page without end',
      (response) => void response.writeHead(500).write('<html>'),
      { kind: 'status', message: 'The source answered 500' },
    ],
    ['another success', status(203), { kind: 'status', message: 'The source answered 203' }],
    ['not modified', status(304), { kind: 'status', message: 'The source answered 304' }],
    ['cut off', (response) => response.destroy(), { kind: 'request' }],
    [
      'cut off in the body',
      (response) => response.write('{"source"', () => response.destroy()),
      { kind: 'request' },
    ],
  ])('%s', async (_name, handler, problem) => {
    const { url, responses } = await source(handler)
    const { rates, problems } = open({ url, maxBytes: 1_000 })
    await until(() => problems.length > 0)
    expect(problems).toEqual([expect.objectContaining({ ...problem, at: NOW })])
    expect(rates.health().problems).toEqual({
      request: 0,
      timeout: 0,
      status: 0,
      oversized: 0,
      malformed: 0,
      [problem.kind ?? '']: 1,
    })
    expect(rates.health()).toMatchObject({ ok: false, failuresInARow: 1, lastProblem: problems[0] })
    expect(rates.table().timestamp).toBeNull()
    // Nothing of it is still being read.
    await until(() => responses[0]?.closed === true)
  })

  it('exactly maxBytes long is accepted', async () => {
    const { url } = await source(good(1))
    const { rates } = open({ url, maxBytes: JSON.stringify(tableOf(1)).length })
    await rates.ready()
    expect(rates.table().timestamp).toBe(1)
  })

  it('a redirect, wherever it leads', async () => {
    const elsewhere = await source(good(666))
    const { url, requests } = await source(
      status(302, { location: elsewhere.url }),
      status(301, { location: '/other' }),
      status(307, { location: elsewhere.url }),
    )
    const { problems } = open({ url })
    for (const [index, pause] of [0, 1_000, 2_000].entries()) {
      vi.advanceTimersByTime(pause)
      await until(() => problems.length === index + 1)
    }
    expect(problems.map(({ kind }) => kind)).toEqual(['request', 'request', 'request'])
    expect(problems[0]?.message).toContain('redirect')
    expect(requests.map((request) => request.url)).toEqual(['/prices', '/prices', '/prices'])
    expect(elsewhere.requests).toEqual([])
  })

  it.each<[string, Handler]>([
    ['none at all', silent],
    ['stopping in the body', (response) => void response.write('{"source":')],
  ])('too slow: %s', async (_name, handler) => {
    const { url, requests, responses } = await source(handler)
    const { rates, problems } = open({ url, timeoutMs: 5_000 })
    await until(() => requests.length === 1)
    vi.advanceTimersByTime(4_999)
    expect(problems).toEqual([])
    vi.advanceTimersByTime(1)
    await until(() => problems.length > 0)
    expect(problems).toEqual([{ kind: 'timeout', message: 'No complete answer within 5000 ms', at: NOW }])
    expect(rates.health().problems.timeout).toBe(1)
    await until(() => responses[0]?.closed === true)
  })

  it('none, because nobody listens', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { problems } = open({ url: `http://127.0.0.1:${port}` })
    await until(() => problems.length > 0)
    expect(problems[0]).toMatchObject({ kind: 'request' })
    expect(problems[0]?.message).toContain('ECONNREFUSED')
  })
})

describe('closing', () => {
  it('during a request aborts it, in silence', async () => {
    const { url, requests, responses } = await source(silent)
    const fetch = vi.fn(globalThis.fetch)
    const { rates, problems } = open({ url, fetch })
    const ready = expect(rates.ready()).rejects.toThrow('closed before there were any')
    await until(() => requests.length === 1)
    rates.close()
    await ready
    await until(() => responses[0]?.closed === true)
    vi.advanceTimersByTime(600_000)
    expect(problems).toEqual([])
    expect(fetch).toHaveBeenCalledTimes(1)
    await expect(rates.ready()).rejects.toBeInstanceOf(Fault)
  })

  it('during the body keeps the last prices', async () => {
    const { url, responses } = await source(good(1), (response) => void response.write('{"source":'))
    const fetch = vi.fn(globalThis.fetch)
    const { rates, problems } = open({ url, fetch })
    await rates.ready()
    vi.advanceTimersByTime(60_000)
    await until(() => responses[1]?.headersSent === true)
    rates.close()
    await until(() => responses[1]?.closed === true)
    vi.advanceTimersByTime(600_000)
    expect(rates.table().timestamp).toBe(1)
    expect(problems).toEqual([])
    expect(fetch).toHaveBeenCalledTimes(2)
    await rates.ready()
  })

  it('between requests stops the timer, and twice is once', async () => {
    const { url } = await source(good(1))
    const fetch = vi.fn(globalThis.fetch)
    const { rates } = open({ url, fetch })
    await rates.ready()
    rates.close()
    rates.close()
    vi.advanceTimersByTime(600_000)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('from the listener is heeded', async () => {
    const { url } = await source(status(500))
    const fetch = vi.fn(globalThis.fetch)
    const { rates } = open({ url, fetch, onProblem: () => rates.close() })
    await until(() => rates.health().failuresInARow === 1)
    vi.advanceTimersByTime(600_000)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
