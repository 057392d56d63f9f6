/**
 * Mounts the catalogue: one route per method and path. The body selects between overloads. The operations check
 * arguments, meter credits and handle idempotency; nothing of it is repeated here.
 */
import type { Rejection } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import {
  type AnyOperation,
  chooseOverload,
  holdsExact,
  type Method,
  operations,
} from '@tallystick/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unreadable } from './body.js'
import { malformed } from './errors.js'
import { withTestnet } from './headers.js'
import type { InFlight } from './in-flight.js'
import type { RouteSeries } from './observability/route-series.js'
import type { Service } from './service.js'

/** Operations with the same method and path. */
export interface Route {
  readonly method: Method
  /** The path in the catalogue's form, with `{name}`. */
  readonly path: string
  readonly operations: readonly AnyOperation[]
}

/** The catalogue by method and path, in its own order. */
export function routesOf(list: readonly AnyOperation[] = operations): readonly Route[] {
  const routes = new Map<string, { method: Method; path: string; operations: AnyOperation[] }>()
  for (const operation of list) {
    const { method, path } = operation
    const route = routes.get(`${method} ${path}`)
    if (route === undefined) routes.set(`${method} ${path}`, { method, path, operations: [operation] })
    else route.operations.push(operation)
  }
  return [...routes.values()]
}

/** @throws Error if the route has no operation */
export function chooser({ method, path, operations }: Route): (body: unknown) => AnyOperation {
  const [first, ...others] = operations
  if (first === undefined) throw new Error(`${method} ${path} has no operation`)
  return chooseOverload([first, ...others])
}

const NO_KEY = {}
const LATE: Rejection = { code: 'unavailable', detail: 'calls have waited too long for a commit already' }
const NUL_IN_URL = malformed('param', null, 'path and query hold no NUL')
const EMPTY_ID = malformed('param', null, 'the path has a slash at its end, where an ID may be missing')

export function mountOperations(scope: FastifyInstance, service: Service): void {
  const { tallystick, answers, inFlight, metrics } = service

  const routes = routesOf(tallystick.operations.filter(({ stream }) => stream === null))
  for (const route of routes) {
    const choose = chooser(route)
    let series: RouteSeries | null = null
    const takesTestnet = route.operations.some(({ query }) => Object.hasOwn(query, 'testnetType'))
    const isCut = isCutForm(route, routes)
    const writesExact = once(() => route.operations.some(({ output }) => holdsExact(output)))

    const call = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const tenant = request.tallystickCaller?.tenant ?? ''
      inFlight.enter(tenant)
      try {
        const key = request.headers['idempotency-key']
        // find-my-way and the query parser make objects of text.
        const params = request.params as Record<string, unknown>
        const query = request.query as Record<string, unknown>
        const result = await tallystick.request(
          choose(request.body),
          {
            params,
            query: takesTestnet ? withTestnet(query, request) : query,
            body: request.body,
          },
          callerOf(request),
          typeof key === 'string' ? { idempotencyKey: key } : NO_KEY,
        )
        answers.result(request, reply, result, writesExact())
      } catch (error) {
        answers.failure(request, reply, error)
      } finally {
        inFlight.leave(tenant)
      }
    }

    scope.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      logLevel: 'silent',
      config: { tallystickRoute: route.path },
      handler(request, reply) {
        series ??= metrics.of(route.method, route.path)
        request.tallystickSeries = series
        const isLate = service.isLate && choose(request.body).kind === 'command'
        const refusal = isLate ? LATE : refuse(inFlight, request, isCut)
        if (refusal === null) void call(request, reply)
        else answers.rejection(request, reply, refusal)
      },
    })
  }
}

function refuse(
  inFlight: InFlight,
  { body, raw, params, tallystickCaller }: FastifyRequest,
  isCut: boolean,
): Rejection | null {
  if (!inFlight.hasRoomFor(tallystickCaller?.tenant ?? '')) return { code: 'overloaded' }
  if (endsInBatch(params)) return { code: 'operation.not.found' }
  if (body instanceof Unreadable) return body.rejection
  if (isCut && SLASH_AT_END.test(raw.url ?? '')) return EMPTY_ID
  return raw.url?.includes('%00') === true ? NUL_IN_URL : null
}

const SLASH_AT_END = /^[^?#]*\/(?:[?#]|$)/

/**
 * Whether a command with an empty ID would arrive here that was meant for another route: `DELETE /v3/subscription/{id}`
 * would end the digests of all webhooks.
 */
function isCutForm({ method, path, operations }: Route, routes: readonly Route[]): boolean {
  return (
    operations.some(({ kind }) => kind === 'command') &&
    routes.some(
      (other) =>
        other.method === method &&
        other.path.startsWith(`${path}/{`) &&
        other.path.lastIndexOf('/') === path.length,
    )
  )
}

function callerOf(request: FastifyRequest) {
  const { tallystickCaller } = request
  // A hook sets it before any handler runs. A call without a caller must not run.
  if (tallystickCaller === null) throw new Rejected({ code: 'subscription.invalid' })
  return tallystickCaller
}

/**
 * Some routes that end in an address have a documented sibling that ends in `batch`. If that operation does not exist
 * here, the path is unknown, not a misspelt address.
 */
function endsInBatch(params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return false
  return Reflect.get(params, 'address') === 'batch' || Reflect.get(params, 'account') === 'batch'
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
