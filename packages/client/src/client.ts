/** The operations over HTTP, with the interface that they have in process. */
import {
  atCaller,
  type CallOptions,
  continued,
  type Groups,
  grouped,
  type Operations,
  requireOptions,
} from '@tallystick/api'
import { exactNumber, Fault, holdsLongNumber, isExact, parseExact, Rejected } from '@tallystick/core'
import { keyOf, type Sending, sent } from './attempts.js'
import { ROUTES } from './generated/routes.js'
import { type Route, requestOf, routeOf } from './request.js'

export interface ClientOptions {
  /** Where the service is, with the prefix under which it is mounted: `https://bank.example/ledger`. */
  readonly url: string
  readonly apiKey: string
  /** Most further attempts of a call that may be sent again. Default: 5. */
  readonly retries?: number
  /** Milliseconds that one attempt may take. Default: 30,000. */
  readonly timeoutMs?: number
  /** Sends the requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch
}

/**
 * The operations as typed calls, and the same under nouns. Errors are rejections of class `Rejected` (refused) or `Fault`
 * (failed, or not answered).
 */
export type Client = Operations & Groups

const DEFAULT_RETRIES = 5
const DEFAULT_TIMEOUT_MS = 30_000

/** @throws TypeError if an option cannot be used. It repeats none, because a URL may have a password in it. */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, apiKey } = options
  if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey must not be empty')
  if (!isCount(retries, 0)) throw new TypeError('retries is a whole number from 0')
  if (!isCount(timeoutMs, 1)) throw new TypeError('timeoutMs is a whole number of milliseconds from 1')
  const sending = {
    fetch: options.fetch ?? fetch,
    url: placeOf(options.url),
    timeoutMs,
    retries,
  }
  const calls = Object.entries<string>(ROUTES).map(([id, line]) => {
    const route = routeOf(line)
    const call = (args: unknown = {}, how: CallOptions = {}): Promise<unknown> =>
      perform(sending, apiKey, route, args, how).then(undefined, atCaller)
    return [id, call]
  })
  // Written from the same catalogue as the type.
  const operations: Operations = Object.fromEntries(calls)
  return { ...operations, ...grouped(operations) }
}

/** Where the service is, without a slash at the end. @throws TypeError */
function placeOf(url: string): string {
  // The error of `URL` itself has the text.
  const found = URL.canParse(url) ? new URL(url) : undefined
  if (found === undefined || !/^https?:$/.test(found.protocol))
    throw new TypeError('url must begin with https:// or http://, such as http://127.0.0.1:3000')
  const { origin, pathname, username, password } = found
  if (username !== '' || password !== '') throw new TypeError('url must have no user name and no password')
  const path = pathname.replace(/\/+$/, '')
  if (path.endsWith('/v3')) throw new TypeError('url must end before the paths of the calls: leave /v3 out')
  return `${origin}${path}`
}

/** Of what is not, such as NaN, no comparison is true: it would be tried for ever. */
const isCount = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value < 2 ** 31

async function perform(
  sending: Omit<Sending, 'headers'>,
  apiKey: string,
  route: Route,
  args: unknown,
  options: CallOptions,
): Promise<unknown> {
  requireOptions(options)
  const request = requestOf(route, args)
  const isRead = route.method === 'GET'
  const key = options.idempotencyKey ?? (isRead ? undefined : crypto.randomUUID())
  const headers = headersOf({
    'x-api-key': apiKey,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  })
  const { text, cursor } = await sent({ ...sending, headers }, request, isRead || !route.passes)
  return text === null ? null : continued(read(text, route.passes, keyOf(headers)), cursor)
}

/** @throws Rejected if a header cannot have the text: one byte for each character, and no line breaks */
function headersOf(fields: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(fields)
  } catch {
    const constraints = {
      header: 'Idempotency-Key and the API key must be text that an HTTP header can have',
    }
    throw new Rejected({ code: 'validation.failed', violations: [{ target: 'header', constraints }] })
  }
}

/** Every digit counts: a number that a double cannot hold becomes an `ExactNumber`, as in process; of a node, text. */
function read(text: string, passes: boolean, key: ReturnType<typeof keyOf>): unknown {
  const number = passes ? numberOrText : exactNumber
  try {
    return holdsLongNumber(text) ? parseExact(text, number, MAX_DEPTH) : JSON.parse(text)
  } catch (cause) {
    if (passes) return text
    throw new Fault('The answer is no JSON: is the url that of a Tallystick service?', key, { cause })
  }
}

const numberOrText = (literal: string): number | string => (isExact(literal) ? Number(literal) : literal)

/** A trace of an EVM call nests as its calls do, up to 1,024 deep, each within two brackets. */
const MAX_DEPTH = 2_500
