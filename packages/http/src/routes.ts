/**
 * Mounts the catalogue: one route per method and path. Siblings on one route are told apart by the body.
 * Checking the arguments, metering and idempotency are the operations' own; nothing of it is repeated here.
 */
import type { Rejection } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import { type AnyOperation, type Method, operations } from '@tallystick/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unreadable } from './body.js'
import { malformed } from './errors.js'
import type { Service } from './service.js'

/** Operations that share a method and a path. */
export interface Route {
  readonly method: Method
  /** As the catalogue writes it, with `{name}`. */
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

/** The sibling whose telling fields are all there, or else the one that has none. */
export function chooser(route: Route): (body: unknown) => AnyOperation {
  const [first, ...others] = route.operations
  if (first === undefined) throw new Error(`${route.method} ${route.path} has no operation`)
  if (others.length === 0) return () => first
  const told = route.operations.filter((operation) => operation.toldBy.length > 0)
  const plain = route.operations.find((operation) => operation.toldBy.length === 0) ?? first
  return (body) => {
    if (typeof body !== 'object' || body === null) return plain
    return told.find(({ toldBy }) => toldBy.every((field) => Object.hasOwn(body, field))) ?? plain
  }
}

const NO_KEY = {}
const NUL_IN_URL = malformed('param', null, 'path and query hold no NUL')

export function mountOperations(scope: FastifyInstance, service: Service): void {
  const { tallystick, answers, maxInFlight } = service

  for (const route of routesOf()) {
    const choose = chooser(route)

    const call = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      service.running++
      try {
        const key = request.headers['idempotency-key']
        const result = await tallystick.request(
          choose(request.body),
          {
            // As find-my-way and the query parser make them: objects of text.
            params: request.params as Record<string, unknown>,
            query: request.query as Record<string, unknown>,
            body: request.body,
          },
          callerOf(request),
          typeof key === 'string' ? { idempotencyKey: key } : NO_KEY,
        )
        answers.result(request, reply, result)
      } catch (error) {
        answers.failure(request, reply, error)
      } finally {
        service.running--
      }
    }

    scope.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      logLevel: 'silent',
      config: { tallystickRoute: route.path },
      handler(request, reply) {
        const refusal = refuse(request)
        if (refusal === null) void call(request, reply)
        else answers.rejection(request, reply, refusal)
      },
    })
  }

  function refuse({ body, raw }: FastifyRequest): Rejection | null {
    if (service.running >= maxInFlight) return { code: 'overloaded' }
    if (body instanceof Unreadable) return body.rejection
    return raw.url?.includes('%00') === true ? NUL_IN_URL : null
  }
}

function callerOf(request: FastifyRequest) {
  const { tallystickCaller } = request
  // Set before any handler runs; a call without a caller must not run as anybody.
  if (tallystickCaller === null) throw new Rejected({ code: 'subscription.invalid' })
  return tallystickCaller
}
