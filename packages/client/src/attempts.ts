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
/** Of the service, and of proxies before it. */
const TURNED_AWAY = new Set([429, 503])
const NOT_ANSWERED = new Set([502, 504])

/**
 * @param repeatable Whether it may be sent again although it may have taken effect
 * @returns The text of the answer; null if it is empty
 */
export async function sent(sending: Sending, request: Request, repeatable: boolean): Promise<string | null> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await once(sending, request)
    if (typeof outcome === 'string' || outcome === null) return outcome
    const { error, again, afterMs } = outcome
    const wait = afterMs ?? Math.min(FIRST_WAIT_MS * 2 ** attempt, LAST_WAIT_MS) * (0.5 + Math.random() / 2)
    const mayRepeat = again === 'refused' || (again === 'unknown' && repeatable)
    if (!mayRepeat || attempt >= sending.retries || wait > MAX_WAIT_MS) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function once(
  sending: Sending,
  { method, target, body, passes }: Request,
): Promise<string | null | Failed> {
  const { fetch, url, headers, timeoutMs } = sending
  let response: Response
  let text: string
  try {
    response = await fetch(`${url}${target}`, {
      method,
      headers,
      // A redirect would carry the API key to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    text = await response.text()
  } catch (cause) {
    const error = new Fault(
      'The service did not answer. Whether the call took effect is unknown: repeat it with the same idempotencyKey',
      keyOf(headers),
      { cause },
    )
    return { error, again: 'unknown', afterMs: undefined }
  }
  if (response.status === 204) return null
  if (response.ok || (passes && isNodes(response, text))) return text
  return failed(response, text)
}

function failed({ status, headers }: Response, text: string): Failed {
  const error = errorOf(status, text)
  const isLasting = error instanceof Rejected && !error.transient
  const again = NOT_ANSWERED.has(status)
    ? 'unknown'
    : TURNED_AWAY.has(status) && !isLasting
      ? 'refused'
      : 'no'
  return { error, again, afterMs: waitOf(headers.get('retry-after')) }
}

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

function keyOf(headers: Headers): Readonly<Record<string, string>> {
  const key = headers.get('idempotency-key')
  return key === null ? {} : { idempotencyKey: key }
}
