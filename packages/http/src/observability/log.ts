/**
 * What the transport says to the log. A line names the route as the catalogue writes it, the method, the
 * status and the time taken; never the URL, a header, a body or a key.
 */
import { Fault } from '@tallystick/engine'
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

/** A failure as the log may have it: an error's own fields may hold values of the call, so they are left out. */
export function faultFields(error: unknown, request: FastifyRequest): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const told = toldBy(request)
  const causes: object[] = []
  let cause: unknown = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    causes.push({
      name: cause.name,
      ...('code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}),
      message: scrub(cause.message, told),
      ...(cause instanceof Fault ? { details: cause.details, docs: cause.docs } : {}),
      // The first lines of a stack repeat the message.
      stack: (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    })
    cause = cause.cause
  }
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
