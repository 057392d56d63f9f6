/** When `httpRates` asks, and what it does with a `fetch` of any manners. Without network: every timer is its own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Fault } from '../faults.js'
import { type HttpRates, type HttpRatesOptions, httpRates, type RatesProblem } from './http.js'

const TABLE = { source: 'house', timestamp: 1, base: 'EUR', rates: { BTC: '2' } }
const TIMEOUT = 77

const opened: HttpRates[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  for (const rates of opened.splice(0)) rates.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const unreachable = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('no route') }))
const good = () => Promise.resolve(Response.json(TABLE))

function open(fetch: typeof globalThis.fetch, options: Partial<HttpRatesOptions> = {}) {
  const problems: RatesProblem[] = []
  const rates = httpRates({
    url: 'http://127.0.0.1',
    timeoutMs: TIMEOUT,
    onProblem: (problem) => problems.push(problem),
    ...options,
    fetch,
  })
  opened.push(rates)
  return { rates, problems }
}

/** Lets everything go on that waits for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

describe('a failing source', () => {
  /** The first pauses between requests. */
  async function pauses(refreshMs: number, count: number): Promise<number[]> {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const fetch = vi.fn(unreachable)
    const { rates } = open(fetch, { refreshMs })
    for (let request = 1; request <= count; request++) {
      expect(fetch).toHaveBeenCalledTimes(request)
      await settle()
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersToNextTimer()
    }
    rates.close()
    const delays = timers.mock.calls.map(([, delay]) => delay ?? 0)
    timers.mockRestore()
    return delays.filter((delay) => delay !== TIMEOUT)
  }

  it.each([
    ['once a minute', 60_000, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
    [
      'refreshMs, if that is longer',
      90_000,
      [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 90_000, 90_000],
    ],
    [
      'once a minute, from a refreshMs below one second',
      400,
      [400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000],
    ],
  ])('is asked less and less often, down to %s', async (_name, refreshMs, expected) => {
    expect(await pauses(refreshMs, expected.length)).toEqual(expected)
  })

  it('is asked in a minute again after years', async () => {
    const fetch = vi.fn(unreachable)
    const { rates } = open(fetch)
    for (let request = 1; request <= 1_100; request++) {
      await new Promise(setImmediate)
      vi.advanceTimersByTime(60_000)
      expect(fetch).toHaveBeenCalledTimes(request + 1)
    }
    expect(rates.health().failuresInARow).toBe(1_100)
  })

  it('is still asked when the listener throws', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const { rates } = open(vi.fn(good).mockImplementationOnce(unreachable), {
      onProblem: () => {
        throw new Error('listener')
      },
    })
    await settle()
    expect(warnings.mock.calls).toEqual([['onProblem of the rates threw: listener']])
    vi.advanceTimersByTime(1_000)
    await rates.ready()
  })

  it('is a process warning where nobody listens', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    opened.push(httpRates({ url: 'http://127.0.0.1', fetch: unreachable }))
    await settle()
    expect(warnings.mock.calls).toEqual([['Rates: The request failed: no route']])
  })
})

describe('a fetch', () => {
  it('that never settles runs into the timeout', async () => {
    const { problems } = open(() => new Promise(() => undefined))
    vi.advanceTimersByTime(TIMEOUT)
    await settle()
    expect(problems.map(({ kind }) => kind)).toEqual(['timeout'])
  })

  it('that throws is a failed request', async () => {
    const { problems } = open(() => {
      throw undefined
    })
    await settle()
    expect(problems).toMatchObject([{ kind: 'request', message: 'The request failed: unknown' }])
  })

  it('that answers only after closing changes nothing', async () => {
    let answer: (response: Response) => void = () => undefined
    const { rates, problems } = open(() => new Promise((resolve) => (answer = resolve)))
    rates.close()
    answer(Response.json(TABLE))
    await settle()
    expect(rates.table().timestamp).toBeNull()
    expect(rates.health().fetched).toBe(0)
    expect(problems).toEqual([])
  })

  it('that answers only after the timeout changes nothing', async () => {
    let answer: (response: Response) => void = () => undefined
    const { rates } = open(() => new Promise((resolve) => (answer = resolve)))
    vi.advanceTimersByTime(TIMEOUT)
    answer(Response.json(TABLE))
    await settle()
    expect(rates.table().timestamp).toBeNull()
    expect(rates.health()).toMatchObject({ fetched: 0, failuresInARow: 1 })
  })
})

it('holds the process only while somebody waits for the first prices', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const held = (): boolean => {
    const last = timers.mock.results.at(-1)
    return last?.type === 'return' && last.value.hasRef()
  }
  const { rates } = open(vi.fn(good).mockImplementationOnce(unreachable).mockImplementationOnce(unreachable))
  expect(held()).toBe(false)
  await settle()
  expect(held()).toBe(false)

  const ready = rates.ready()
  expect(held()).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(held()).toBe(true)
  await settle()
  expect(held()).toBe(true)

  vi.advanceTimersByTime(2_000)
  await ready
  expect(held()).toBe(false)
  expect(timers).toHaveBeenLastCalledWith(expect.any(Function), 60_000)
})

describe('options are refused at once', () => {
  it.each<[string, Partial<HttpRatesOptions>, string]>([
    ['no URL', { url: 'prices' }, 'url is not an http: or https: URL'],
    ['a file', { url: 'file:///etc/passwd' }, 'url is not an http: or https: URL'],
    ['data', { url: 'data:application/json,{}' }, 'url is not an http: or https: URL'],
    ['a user name', { url: 'https://me:pw@example.org' }, 'url has a user name or password'],
    ['a header with a line break', { headers: { a: 'b\r\nc' } }, 'headers are not valid HTTP headers'],
    ['no refresh', { refreshMs: 0 }, 'refreshMs is 0, not a whole number'],
    ['a refresh that would overflow', { refreshMs: 2 ** 31 }, 'refreshMs is 2147483648, not a whole number'],
    ['no timeout', { timeoutMs: Number.NaN }, 'timeoutMs is NaN, not a whole number'],
    ['half a byte', { maxBytes: 0.5 }, 'maxBytes is 0.5, not a whole number'],
    ['a malformed initial table', { initial: { ...TABLE, base: '' } }, 'base is "", not a currency code'],
  ])('%s', (_name, options, message) => {
    const fetch = vi.fn(unreachable)
    expect(() => open(fetch, options)).toThrow(Fault)
    expect(() => open(fetch, options)).toThrow(message)
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each<[string, Partial<HttpRatesOptions>]>([
    ['url', { url: 'ftp://host/?key=secret' }],
    ['headers', { headers: { a: 'secret\n1' } }],
  ])('without quoting the secret in %s', (_name, options) => {
    let message = ''
    try {
      open(unreachable, options)
    } catch (fault) {
      message = String(fault)
    }
    expect(message).toContain('The rates cannot be fetched')
    expect(message).not.toContain('secret')
  })
})
