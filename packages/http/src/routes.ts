/**
 * Mounts the catalogue: one route per method and path. Overloads on one route are told apart by the body.
 * Checking the arguments, metering and idempotency are the operations' own; nothing of it is repeated here.
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

/** @throws Error when the route has no operation */
export function chooser({ method, path, operations }: Route): (body: unknown) => AnyOperation {
  const [first, ...others] = operations
  if (first === undefined) throw new Error(`${method} ${path} has no operation`)
  return chooseOverload([first, ...others])
}

const NO_KEY = {}
const NUL_IN_URL = malformed('param', null, 'path and query hold no NUL')

export function mountOperations(scope: FastifyInstance, service: Service): void {
  const { tallystick, answers, inFlight } = service

  for (const route of routesOf(tallystick.operations.filter(({ stream }) => stream === null))) {
    const choose = chooser(route)
    const takesTestnet = route.operations.some(({ query }) => Object.hasOwn(query, 'testnetType'))
    const writesExact = once(() => route.operations.some(({ output }) => holdsExact(output)))

    const call = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const tenant = request.tallystickCaller?.tenant ?? ''
      inFlight.enter(tenant)
      try {
        const key = request.headers['idempotency-key']
        // As find-my-way and the query parser make them: objects of text.
        const params = request.params as Record<string, unknown>
        const query = request.query as Record<string, unknown>
        const result = await tallystick.request(
          choose(request.body),
          {
            params,
            query: takesTestnet ? withTestnet(query, request.headers['x-testnet-type']) : query,
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
        const refusal = refuse(request)
        if (refusal === null) void call(request, reply)
        else answers.rejection(request, reply, refusal)
      },
    })
  }

  function refuse({ body, raw, params, tallystickCaller }: FastifyRequest): Rejection | null {
    if (!inFlight.hasRoomFor(tallystickCaller?.tenant ?? '')) return { code: 'overloaded' }
    if (isOverload(params)) return { code: 'operation.not.found' }
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

/** Which testnet is meant may stand in a header as well; the query is the nearer word. */
function withTestnet(query: Record<string, unknown>, header: unknown): Record<string, unknown> {
  // Longer than the name of any; what it names is then the default, as of any unknown name.
  if (query['testnetType'] !== undefined || typeof header !== 'string' || header.length > MAX_TESTNET)
    return query
  return { ...query, testnetType: header }
}

/**
 * Beside a route that ends in an address, the wire has one that ends in `batch`. Where that is no operation here, it is
 * an unknown one, and no address that is misspelt.
 */
function isOverload(params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return false
  return Reflect.get(params, 'address') === 'batch' || Reflect.get(params, 'account') === 'batch'
}

const MAX_TESTNET = 50

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
