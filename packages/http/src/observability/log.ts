/**
 * What the transport says to the log. A line names the route as the catalogue writes it, the method, the
 * status and the time taken; never the URL, a header, a body or a key.
 */
import { Fault } from '@tallystick/engine'
import { looksSecret } from '@tallystick/operations'
import type { FastifyRequest } from 'fastify'

/** What is used of a pino logger. */
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

/** Asked before the fields of a line are put together. */
export function logsDebug(logger: HttpLogger): boolean {
  return logger.level === 'debug' || logger.level === 'trace'
}

/** Causes of a failure that are looked at. */
const MAX_CAUSES = 5

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let cause = error; causes.length < MAX_CAUSES && cause instanceof Error; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}

/** What failures of one kind have in common: where they began, and what their causes are. Holds nothing of a call. */
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
 * A failure as the log may have it: an error's own fields may hold values of the call, so they are left out.
 * @param request Null: it belongs to no call, and nobody can say which of its words came with one. They are left out
 *   where they may be a key.
 */
export function faultFields(error: unknown, request: FastifyRequest | null): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const told = request === null ? null : toldBy(request)
  const causes = causesOf(error).map((cause) => {
    return {
      name: cause.name,
      ...('code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}),
      message: told === null && looksSecret(cause.message) ? '[…]' : scrub(cause.message, told ?? []),
      ...(cause instanceof Fault ? { details: cause.details, docs: cause.docs } : {}),
      stack: framesOf(cause),
    }
  })
  return { error: causes[0], ...(causes.length > 1 ? { causes: causes.slice(1) } : {}) }
}

const MAX_TOLD = 10_000
const MAX_MESSAGE = 2_000

/** Every text that came with a request. */
function toldBy(request: FastifyRequest): readonly string[] {
  const told: string[] = []
  const rest: unknown[] = [request.body, request.params, request.query, request.headers, request.url]
  while (rest.length > 0 && told.length < MAX_TOLD) {
    const value = rest.pop()
    if (typeof value === 'string') told.push(value)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) rest.push(name, inner)
    }
  }
  // The longest first, or a part of it would be blotted out and the rest be left readable.
  return told.filter((text) => text.length >= 4).sort((a, b) => b.length - a.length)
}

function scrub(message: string, told: readonly string[]): string {
  let text = message.slice(0, 2 * MAX_MESSAGE)
  for (const value of told) if (text.includes(value)) text = text.replaceAll(value, '[…]')
  // Cut where it was searched to the end of every value that begins before.
  return text.slice(0, MAX_MESSAGE)
}
