/**
 * Reads a request body: only JSON. An unreadable body becomes an `Unreadable` instead of an exception, so that a
 * caller's mistake does not close the connection.
 *
 * A number that a double would round becomes an `ExactNumber`. A field for an exact amount reads its digits; any other
 * field refuses it. Nothing is rounded silently.
 *
 * Text that some storages could not return unchanged is refused here, where the search for it can usually be skipped.
 */
import { isUtf8 } from 'node:buffer'
import {
  ExactNumber,
  exactNumber,
  findUnstorable,
  holdsLongNumber,
  isShort,
  parseExact,
  type Rejection,
  UNSTORABLE_TEXT,
} from '@tallystick/core'
import { Turns } from '@tallystick/engine'
import { noteExact, shownName } from '@tallystick/operations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BodyRoom, SHORT } from './body-room.js'
import { malformed } from './errors.js'

/** Replaces a body that is invalid. */
export class Unreadable {
  constructor(readonly rejection: Rejection) {}
}

/** Bytes that are read and checked in one turn of the event loop, about 10 ms. A longer body has a turn of its own. */
const PER_TURN = 64 * 1_024

/** Reads long bodies that arrive together one after the other, in turn by tenant. */
export class BodyTurns {
  private readonly turns = new Turns({ atOnce: Number.POSITIVE_INFINITY, perTurn: PER_TURN })

  constructor(private readonly room: BodyRoom) {}

  read<Body>(
    request: FastifyRequest,
    bytes: Buffer,
    read: (bytes: Buffer) => Body,
    done: (error: null, body: Body | Unreadable) => void,
  ): void {
    this.room.arrived(request, bytes)
    if (bytes.length <= SHORT) {
      done(null, read(bytes))
      return
    }
    // The check of the body follows in the same turn.
    this.turns
      .run(request.tallystickCaller?.tenant ?? '', bytes.length, async () => done(null, read(bytes)))
      .catch(() => done(null, OVERLOADED))
  }
}

/** Replaces all other parsers, only in this scope. */
export function readJsonBodies(
  scope: FastifyInstance,
  { bodyLimit, bodies }: { readonly bodyLimit: number; readonly bodies: BodyTurns },
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit },
    (request, bytes, done) => bodies.read(request, bytes, readJson, done),
  )
  // Existing clients send calls without a body as an empty form.
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) =>
    done(null, bytes.length === 0 ? undefined : NOT_JSON),
  )
}

const OVERLOADED = new Unreadable({ code: 'overloaded' })
const NOT_JSON = new Unreadable(
  malformed('header', 'content-type', 'a body is sent as content-type application/json'),
)
const NOT_UTF8 = new Unreadable(malformed('body', null, 'the body is not UTF-8'))
/**
 * Limit of the values and names in a body, because each processing step may handle all of them at once. Names count,
 * since an object of very many is slower to make than a list. The longest valid body, a thousand payments with all
 * fields, has two fifths of this.
 */
const MAX_VALUES = 50_000
const TOO_MANY_VALUES = new Unreadable(
  malformed('body', null, `the body has more than ${MAX_VALUES} values and names`),
)
/**
 * Limit of the numbers that a double might round: reading one takes about 2 µs, twenty times as long as a short one.
 */
const MAX_LONG_NUMBERS = 2_500
const TOO_MANY_LONG_NUMBERS = new Unreadable(
  malformed('body', null, `the body has more than ${MAX_LONG_NUMBERS} numbers of more than 15 characters`),
)

/** For a body with a number that a double might round, because the search for it is recursive. */
const MAX_DEPTH = 1_000
const NESTED_TOO_DEEPLY = new Unreadable(malformed('body', null, `the body nests deeper than ${MAX_DEPTH}`))

const [QUOTE, BACKSLASH, COMMA, COLON, OPENED_LIST, OPENED_OBJECT] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b]

/** Whether it has more than the limit, by the number of commas, colons and opening brackets outside of texts. */
function isCrowded(bytes: Buffer): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || byte === COLON || byte === OPENED_LIST || byte === OPENED_OBJECT) {
      if (++values > MAX_VALUES) return true
    }
  }
  return false
}

const BROKEN_JSON = new Unreadable(malformed('body', null, 'the body is not JSON'))

export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) return NOT_UTF8
  if (bytes.length > MAX_VALUES && isCrowded(bytes)) return TOO_MANY_VALUES
  const text = bytes.toString()
  const value = holdsLongNumber(text) ? readLongNumbers(text) : parsed(text)
  if (value instanceof Unreadable) return value
  // JSON can write neither of them except by an escape, so nearly every body needs no search.
  const at = text.includes('\\u') ? findUnstorable(value) : null
  return at === null
    ? value
    : new Unreadable(malformed('body', at === '' ? null : shownName(at, false), UNSTORABLE_TEXT))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return BROKEN_JSON
  }
}

/** With an `ExactNumber` for each number that would be rounded. Not parsed before: an object of many names takes long. */
function readLongNumbers(text: string): unknown {
  let long = 0
  let found = false
  const read = (literal: string): number | ExactNumber => {
    if (isShort(literal) || ++long > MAX_LONG_NUMBERS) return Number(literal)
    const number = exactNumber(literal)
    found ||= number instanceof ExactNumber
    return number
  }
  let value: unknown
  try {
    value = parseExact(text, read, MAX_DEPTH)
  } catch {
    return parsed(text) === BROKEN_JSON ? BROKEN_JSON : NESTED_TOO_DEEPLY
  }
  if (long > MAX_LONG_NUMBERS) return TOO_MANY_LONG_NUMBERS
  if (found) noteExact(value)
  return value
}
