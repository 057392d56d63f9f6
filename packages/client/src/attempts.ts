/** Sends a request until it is answered. The idempotency key makes a repeated command take effect once. */
import { Fault, Rejected } from '@tallystick/core'
import { errorOf } from './errors.js'
import type { Request } from './request.js'

export interface Sending {
  readonly fetch: typeof fetch
  /** Without a slash at its end. */
  readonly url: string
  readonly headers: Headers
  readonly timeoutMs: number
  readonly retries: number
}

export interface Answer {
  /** Null if it is empty. */
  readonly text: string | null
  /** Of the next page. */
  readonly cursor: string | undefined
}

/** What was not answered, or shall be sent again. */
interface Failed {
  readonly error: Rejected | Fault
  /** Whether it may be sent again: not at all, as the service says, or as nobody knows what became of it. */
  readonly again: 'no' | 'refused' | 'unknown'
  readonly afterMs: number | undefined
}

/** Waits longer than this are the program's own affair. */
const MAX_WAIT_MS = 60_000
const [FIRST_WAIT_MS, LAST_WAIT_MS] = [100, 5_000]
/** Of the service, and of proxies before it: later it may be answered. */
const NOT_ANSWERED = new Set([429, 502, 503, 504])

/**
 * @param repeatable Whether it may be sent again although it may have taken effect
 */
export async function sent(sending: Sending, request: Request, repeatable: boolean): Promise<Answer> {
  let unknown: Fault | undefined
  for (let attempt = 0; ; attempt++) {
    const outcome = await once(sending, request, attempt + 1)
    if ('text' in outcome) return outcome
    const { error, again, afterMs } = outcome
    if (again === 'unknown' && error instanceof Fault) unknown = error
    const wait = afterMs ?? Math.min(FIRST_WAIT_MS * 2 ** attempt, LAST_WAIT_MS) * (0.5 + Math.random() / 2)
    const mayRepeat = again === 'refused' || (again === 'unknown' && repeatable)
    if (!mayRepeat || attempt >= sending.retries || wait > MAX_WAIT_MS) {
      // That a later attempt was turned away says nothing of the one whose end nobody knows.
      throw isTurnedAway(error) ? (unknown ?? error) : error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function once(sending: Sending, request: Request, attempts: number): Promise<Answer | Failed> {
  const { method, target, body, passes } = request
  const { fetch, url, headers, timeoutMs } = sending
  let response: Response
  let text: string
  try {
    response = await fetch(`${url}${target}`, {
      method,
      headers,
      // One that is followed would carry the API key to another place.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    text = await response.text()
  } catch (cause) {
    const error = unanswered(cause, sending, request, attempts)
    return { error, again: 'unknown', afterMs: undefined }
  }
  if (isRedirect(response)) return { error: redirected(response, sending), again: 'no', afterMs: undefined }
  const cursor = response.headers.get('x-next-cursor') ?? undefined
  if (response.status === 204) return { text: null, cursor }
  if (response.ok || (passes && isNodes(response, text))) return { text, cursor }
  return failed(response, text, keyOf(headers))
}

/** Names the place without its path, and no text of the cause: a `fetch` of somebody else may have anything in it. */
function unanswered(
  cause: unknown,
  { url, headers, timeoutMs }: Sending,
  { method, passes }: Request,
  attempts: number,
): Fault {
  const why = isTimeout(cause) ? `${timeoutMs / 1_000} s` : codeOf(cause)
  const said = `No answer from ${new URL(url).origin}${why === undefined ? '' : ` (${why})`}, ${attempts} attempt${attempts === 1 ? '' : 's'}.`
  const next =
    method === 'GET'
      ? ''
      : passes
        ? ' Whether a node has run the call is unknown.'
        : ' Whether the call took effect is unknown: repeat it with the same idempotencyKey.'
  return new Fault(`${said}${next}`, keyOf(headers), { cause })
}

const isTimeout = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError'

/** Such as ECONNREFUSED. Where `fetch` is that of Node, the cause of its error has it. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 3) return undefined
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : codeOf(error.cause, depth + 1)
}

function failed({ status, headers }: Response, text: string, key: ReturnType<typeof keyOf>): Failed {
  const error = errorOf(status, text, key)
  const afterMs = waitOf(headers.get('retry-after'))
  if (!NOT_ANSWERED.has(status) || isLasting(error)) return { error, again: 'no', afterMs }
  return { error, again: isTurnedAway(error) ? 'refused' : 'unknown', afterMs }
}

/** In a browser, a redirect that is not followed has no status. */
const isRedirect = ({ status, type }: Response): boolean =>
  (status >= 300 && status < 400) || type === 'opaqueredirect'

/** Names the place without its path, which may hold a secret of the call. */
function redirected({ headers }: Response, { url, headers: given }: Sending): Fault {
  const location = headers.get('location')
  const target = location === null || !URL.canParse(location, url) ? null : new URL(location, url).origin
  const to = target === null ? 'another place' : target === new URL(url).origin ? 'another path' : target
  return new Fault(
    `The call is redirected to ${to}, and the API key is not sent there: give the address of the service itself as url`,
    keyOf(given),
  )
}

const isLasting = (error: Rejected | Fault): boolean => error instanceof Rejected && !error.transient

/** What the service says before it looks for the idempotency key. */
const TURNED_AWAY: ReadonlySet<string> = new Set(['overloaded', 'unavailable', 'subscription.invalid'])

/** Only the service's own word says that nothing has happened: a proxy, or a node, may have had the call already. */
const isTurnedAway = (error: Rejected | Fault): boolean =>
  error instanceof Rejected && TURNED_AWAY.has(error.code)

/** Whether it is a node's own error, which in process is an answer like any other. */
function isNodes({ headers }: Response, text: string): boolean {
  return (
    headers.get('content-type')?.startsWith('application/json') === true && !text.includes('"statusCode"')
  )
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** What a failure tells its caller, who must not lose a key that the client has made. */
export function keyOf(headers: Headers): Readonly<Record<string, string>> {
  const key = headers.get('idempotency-key')
  return key === null ? {} : { idempotencyKey: key }
}
