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
    const count = countOf(rawHeaders, name)
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

/** How often a header was sent. Names and values alternate. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at] ?? ''
    if (text.length === name.length && text.toLowerCase() === name) count++
  }
  return count
}

/** RFC 9112, section 3.2: one host. Of two, a proxy and this service may each read another. */
export function wrongHost({ headers, httpVersion, rawHeaders }: IncomingMessage): Rejection | null {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? malformed('header', 'host', 'HTTP/1.1 needs the header host') : null
  }
  const count = countOf(rawHeaders, 'host')
  return count > 1 ? malformed('header', 'host', `host was sent ${count} times: send it once`) : null
}

/** Bodies are read as they come: nothing unpacks them. */
export function encodedBody({ headers }: Pick<IncomingMessage, 'headers'>): Rejection | null {
  const { 'content-encoding': coding = '', 'content-length': length, 'transfer-encoding': transfer } = headers
  if (/^(?:identity)?$/i.test(coding) || (transfer === undefined && Number(length ?? 0) === 0)) return null
  return malformed('header', 'content-encoding', 'a body is sent as it is, without content-encoding')
}
