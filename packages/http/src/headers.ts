/** Headers that decide something may come once. Node joins those that are repeated, to a value that nobody sent. */
import type { IncomingMessage } from 'node:http'
import type { Rejection } from '@tallystick/core'
import { malformed } from './errors.js'

const ONCE = ['x-api-key', 'idempotency-key', 'x-testnet-type'] as const

/** The refusal of a request that repeats one of them: two idempotency keys made one would be a new one. */
export function repeatedHeader({ headers, rawHeaders }: IncomingMessage): Rejection | null {
  for (const name of ONCE) {
    // What Node joins with (lib/_http_incoming.js, `_addHeaderLine`); without it, nothing need be counted.
    if (headers[name]?.includes(', ') !== true) continue
    // Names and values take turns.
    const count = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length
    if (count > 1) return malformed('header', name, `${name} was sent ${count} times: send it once`)
  }
  return null
}
