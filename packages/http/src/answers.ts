/** Writes answers. Only this class counts and logs them. */
import { Readable } from 'node:stream'
import { type Rejection, writeExact } from '@tallystick/core'
import { nextCursor } from '@tallystick/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnswerRoom } from './answer-room.js'
import {
  type ErrorBody,
  faultBody,
  hostErrorBody,
  isTransient,
  RETRY_AFTER_SECONDS,
  rejectionBody,
  rejectionOf,
} from './errors.js'
import { faultFields, type HttpLogger, logsDebug } from './observability/log.js'
import type { RequestMetrics } from './observability/metrics.js'
import type { Repeats } from './observability/repeats.js'
import type { RouteSeries } from './observability/route-series.js'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Items of a list that are written in one turn of the event loop. Of lists, only reports are longer. */
const LONG = 1_000
/** About as many as an item of a long list has. */
const ITEM_CHARACTERS = 500

/** The JSON of a long list, as fast as its reader takes it. */
async function* inParts(list: readonly unknown[]): AsyncGenerator<string> {
  for (let from = 0; from < list.length; from += LONG) {
    const part = JSON.stringify(list.slice(from, from + LONG)).slice(1, -1)
    yield `${from === 0 ? '[' : ','}${part}`
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield ']'
}

/** The route of a request that matches no route. */
const UNKNOWN_ROUTE = '(unknown)'

export class Answers {
  private readonly room = new AnswerRoom()

  constructor(
    private readonly logger: HttpLogger,
    private readonly faults: Repeats,
    private readonly metrics: RequestMetrics,
    /** True once the service is stopping. Connections are then closed after the answer. */
    private readonly closing: () => boolean,
  ) {}

  /** @param exact Whether the result may contain numbers that JSON.stringify cannot write */
  result(request: FastifyRequest, reply: FastifyReply, result: unknown, exact = false): void {
    if (result === null || result === undefined) {
      this.finish(request, reply, 204)
      reply.send()
      return
    }
    this.finish(request, reply, 200)
    const cursor = nextCursor(result)
    if (cursor !== undefined) reply.header('x-next-cursor', cursor)
    const isLong = !exact && Array.isArray(result) && result.length > LONG
    const text = isLong ? '' : exact ? writeExact(result) : JSON.stringify(result)
    // The call may have taken effect, so no refusal can be its answer.
    const characters = isLong ? ITEM_CHARACTERS * result.length : text.length
    if (!this.room.take(request, reply, characters)) request.raw.socket.destroy()
    reply.header('content-type', JSON_TYPE).send(isLong ? Readable.from(inParts(result)) : text)
  }

  /** Streams a node's answer. If it breaks off, the connection ends, so nobody mistakes it for a complete one. */
  stream(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    contentType: string,
    body: Readable,
  ): void {
    this.finish(request, reply, status)
    reply.header('content-type', contentType).send(body)
  }

  failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const rejection = rejectionOf(error, request.raw.complete)
    if (isTransient(error)) this.log('warn', 'storage does not answer', request, error)
    if (rejection !== null) {
      // Fastify would close the connection while the client is still sending, and the client could not read the reason.
      // Node reads and drops the rest, for at most the time of a request.
      if (rejection.code === 'request.too.large') reply.removeHeader('connection')
      this.rejection(request, reply, rejection)
      return
    }
    const hostError = hostErrorBody(error)
    if (hostError !== null) {
      this.error(request, reply, hostError)
      return
    }
    this.log('error', 'internal error', request, error)
    this.error(request, reply, faultBody(request.id))
  }

  rejection(request: FastifyRequest, reply: FastifyReply, rejection: Rejection): void {
    this.metrics.refused(rejection.code)
    this.error(request, reply, rejectionBody(rejection))
  }

  private log(level: 'warn' | 'error', message: string, request: FastifyRequest, error: unknown): void {
    const { method, id } = request
    const fields = (): object => ({ route: routeOf(request), method, id, ...faultFields(error, request) })
    this.faults.tell(level, message, error, fields, id)
  }

  private error(request: FastifyRequest, reply: FastifyReply, body: ErrorBody): void {
    this.finish(request, reply, body.statusCode)
    // A hook has set it, unless no route took the request.
    reply.header('x-request-id', request.id)
    const isForLater = body.statusCode === 429 || body.statusCode === 503
    // If the host turned the call away, its own header takes precedence.
    if (isForLater && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(RETRY_AFTER_SECONDS))
    }
    reply.header('content-type', JSON_TYPE).send(JSON.stringify(body))
  }

  private finish(request: FastifyRequest, reply: FastifyReply, status: number): void {
    reply.code(status)
    // Answers are financial data of a customer, so no cache may store them.
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    if (this.closing()) reply.header('connection', 'close')
    const started = request.tallystickStarted
    const duration = started > 0 ? performance.now() - started : null
    const series = request.tallystickSeries ?? this.seriesOf(request)
    series.observe(status, duration)
    if (logsDebug(this.logger)) {
      this.logger.debug(
        {
          route: routeOf(request),
          method: request.method,
          id: request.id,
          status,
          ms: duration === null ? null : Math.round(duration * 1_000) / 1_000,
        },
        'request',
      )
    }
  }

  private seriesOf(request: FastifyRequest): RouteSeries {
    const route = routeOf(request)
    // If no route matches, the method may be any text.
    return this.metrics.of(route === UNKNOWN_ROUTE ? '(any)' : request.method, route)
  }
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.config.tallystickRoute ?? UNKNOWN_ROUTE
}
