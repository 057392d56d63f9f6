/**
 * Headers that must be there, or must not be repeated (Node joins repeated ones to a value that nobody sent), or that name
 * the testnet.
 */
import type { IncomingMessage } from 'node:http'
import type { Rejection } from '@tallystick/core'
import { malformed } from './errors.js'

const ONCE = ['x-api-key', 'idempotency-key', 'x-testnet-type'] as const

/** Node ignores those behind so many, and tells nobody. */
const MOST_HEADERS = 1_000

/**
 * Refuses a request that repeats one of them: two idempotency keys joined would be a new key. Refuses one with so many
 * headers that Node may have ignored the key: a repeated payment would then be made twice.
 */
export function repeatedHeader({ headers, rawHeaders }: IncomingMessage): Rejection | null {
  // Names and values alternate.
  if (rawHeaders.length >= 2 * MOST_HEADERS) {
    return { code: 'request.head.too.large', detail: `${MOST_HEADERS} headers or more` }
  }
  for (const name of ONCE) {
    // The separator that Node joins with (lib/_http_incoming.js, `_addHeaderLine`). Without it there is nothing to
    // count.
    if (headers[name]?.includes(', ') !== true) continue
    const count = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length
    if (count > 1) return malformed('header', name, `${name} was sent ${count} times: send it once`)
  }
  return null
}

const MAX_TESTNET = 50

/** The testnet may be named in a header too. The query takes precedence. */
export function withTestnet(
  query: Record<string, unknown>,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Record<string, unknown> {
  const header = headers['x-testnet-type']
  // A value longer than any name means the default, like any unknown name.
  if (query['testnetType'] !== undefined || typeof header !== 'string' || header.length > MAX_TESTNET)
    return query
  return { ...query, testnetType: header }
}

/** RFC 9112, section 3.2. */
export function missingHost({ headers, httpVersion }: IncomingMessage): Rejection | null {
  if (headers.host !== undefined || httpVersion !== '1.1') return null
  return malformed('header', 'host', 'HTTP/1.1 needs the header host')
}
