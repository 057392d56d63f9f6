/**
 * The transport's log. A line contains the route in the catalogue's form, the method, the status and the duration;
 * never the URL, a header, a body or a key.
 */
import { Fault } from '@tallystick/engine'
import { withoutSecrets } from '@tallystick/operations'
import type { FastifyRequest } from 'fastify'

/** The methods of a pino logger that are used. */
export interface HttpLogger {
  readonly level: string
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLogger: HttpLogger = {
  level: 'silent',
  debug: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Checked before the fields of a line are built. */
export function logsDebug(logger: HttpLogger): boolean {
  return logger.level === 'debug' || logger.level === 'trace'
}

/** How many nested causes of a failure are read. */
const MAX_CAUSES = 5

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let cause = error; causes.length < MAX_CAUSES && cause instanceof Error; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}

/** Identifies failures of one kind: by where they began and by their causes. It contains nothing of a call. */
export function kindOf(error: unknown): string {
  const causes = causesOf(error)
  const names = causes.map((cause) => {
    return 'code' in cause && typeof cause.code === 'string' ? `${cause.name} ${cause.code}` : cause.name
  })
  const [place = typeof error] = framesOf(causes[0])
  return [...names, place.trim()].join(', ')
}

/** The first lines of a stack repeat the message. */
function framesOf(error: Error | undefined): readonly string[] {
  return (error?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
}

/**
 * A failure for the log. The error's own fields may contain values of the call, so they are left out.
 * @param request Null if it belongs to no call. Then nobody can tell which words came with a call, and only what may be a
 *   key is left out
 */
export function faultFields(error: unknown, request: FastifyRequest | null): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const told = request === null ? [] : toldBy(request)
  const causes = causesOf(error).map((cause) => {
    return {
      name: cause.name,
      ...('code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}),
      message: scrub(cause.message, told),
      ...(cause instanceof Fault ? { details: cause.details, docs: cause.docs } : {}),
      stack: framesOf(cause),
    }
  })
  return { error: causes[0], ...(causes.length > 1 ? { causes: causes.slice(1) } : {}) }
}

const MAX_TOLD = 10_000
const MAX_MESSAGE = 2_000

/** Headers that say how a request is sent and not who sends it or what: their values are words of any message. */
const TECHNICAL = /^(accept|connection|content-|host|keep-alive|transfer-encoding|user-agent|x-testnet-type)/

/** A name of a field, such as ours are: no key, and nothing about anybody. */
const NAME = /^[a-z][A-Za-z]{0,15}$/

/** Every value of a request, and every name that may be a value in the wrong place. */
function toldBy({ body, params, query, headers, url }: FastifyRequest): readonly string[] {
  const told: string[] = []
  const own = Object.entries(headers).flatMap(([name, value]) => (TECHNICAL.test(name) ? [] : [value]))
  const rest: unknown[] = [body, params, query, own, url]
  while (rest.length > 0 && told.length < MAX_TOLD) {
    const value = rest.pop()
    if (typeof value === 'string') told.push(value)
    else if (Array.isArray(value)) rest.push(...value.slice(0, MAX_TOLD))
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) rest.push(inner, ...(NAME.test(name) ? [] : [name]))
    }
  }
  // The longest first; otherwise removing a part of a text could leave the rest readable.
  return told.filter((text) => text.length >= 4).sort((a, b) => b.length - a.length)
}

const HIDDEN = '[…]'

/** A value that is a word is hidden as a word; within longer words it is a coincidence. */
const WORD = /^[A-Za-z]{4,16}$/

export function scrub(message: string, told: readonly string[]): string {
  let text = message.slice(0, 2 * MAX_MESSAGE)
  for (const value of told) {
    if (!text.includes(value)) continue
    text = WORD.test(value)
      ? text.replace(new RegExp(`(?<![A-Za-z])${value}(?![A-Za-z])`, 'g'), HIDDEN)
      : text.replaceAll(value, HIDDEN)
  }
  // Truncated, after the search has covered every value that begins before the limit.
  return withoutSecrets(text, HIDDEN).slice(0, MAX_MESSAGE)
}
