/**
 * Reads a request's body: JSON and nothing else. A body that cannot be read is handed on as an `Unreadable`,
 * not thrown, so that a caller's slip does not cost it the connection.
 *
 * A number that a double would round arrives as an `ExactNumber`: a field that takes an exact amount reads its
 * digits, and any other refuses it. Nothing is ever rounded in silence.
 *
 * Text that not every storage could give back as it came is refused here, where the search can be spared.
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
import { malformed } from './errors.js'

/** In place of a body that is not as it should be. */
export class Unreadable {
  constructor(readonly rejection: Rejection) {}
}

/** A body that is shorter is read at once: nearly all are. */
const SHORT = 8 * 1_024
/** Bytes that are read, and then checked, in one turn of the event loop: some 10 ms. A longer body has a turn alone. */
const PER_TURN = 64 * 1_024

/** Long bodies that have come at once are read one after the other, those of each tenant in turn. */
export class BodyTurns {
  private readonly turns = new Turns({ atOnce: Number.POSITIVE_INFINITY, perTurn: PER_TURN })

  read<Body>(
    { tallystickCaller }: FastifyRequest,
    bytes: Buffer,
    read: (bytes: Buffer) => Body,
    done: (error: null, body: Body | Unreadable) => void,
  ): void {
    if (bytes.length <= SHORT) {
      done(null, read(bytes))
      return
    }
    // What checks the body follows in the same turn.
    this.turns
      .run(tallystickCaller?.tenant ?? '', bytes.length, async () => done(null, read(bytes)))
      .catch(() => done(null, OVERLOADED))
  }
}

/** Puts these parsers in place of all others, in this scope only. */
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
  // Existing clients send their bodyless calls as an empty form.
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
 * Values of a body: what is done with one may be done for each of them before anything else is. The longest body that
 * any call takes, a thousand payments with all their fields, has a fifth of it.
 */
const MAX_VALUES = 50_000
const TOO_MANY_VALUES = new Unreadable(malformed('body', null, `the body has more than ${MAX_VALUES} values`))
/** Numbers that a double might round: each costs some 2 µs to read, twenty times as much as a short one. */
const MAX_LONG_NUMBERS = 2_500
const TOO_MANY_LONG_NUMBERS = new Unreadable(
  malformed('body', null, `the body has more than ${MAX_LONG_NUMBERS} numbers of more than 15 characters`),
)

/** Of a body with a number that a double might round: whoever looks for it goes down level by level. */
const MAX_DEPTH = 1_000
const NESTED_TOO_DEEPLY = new Unreadable(malformed('body', null, `the body nests deeper than ${MAX_DEPTH}`))

const [QUOTE, BACKSLASH, COMMA, OPENED_LIST, OPENED_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Whether it has more values than that: as many as commas and opened brackets outside of texts. */
function isCrowded(bytes: Buffer): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || byte === OPENED_LIST || byte === OPENED_OBJECT) {
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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return BROKEN_JSON
  }
  if (holdsLongNumber(text)) value = readLongNumbers(text, value)
  // JSON can write neither of the two but as an escape, so nearly every body is spared the search.
  const at = text.includes('\\u') ? findUnstorable(value) : null
  return at === null
    ? value
    : new Unreadable(malformed('body', at === '' ? null : shownName(at, false), UNSTORABLE_TEXT))
}

/**
 * JSON, known to be well formed, with each number that would be rounded as an `ExactNumber`.
 * @param rounded What `JSON.parse` makes of it: the answer when there is no such number.
 */
function readLongNumbers(json: string, rounded: unknown): unknown {
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
    value = parseExact(json, read, MAX_DEPTH)
  } catch {
    return NESTED_TOO_DEEPLY
  }
  if (long > MAX_LONG_NUMBERS) return TOO_MANY_LONG_NUMBERS
  if (!found) return rounded
  noteExact(value)
  return value
}
