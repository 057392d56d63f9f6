/**
 * Routes of the RPC pass-through: the key may be part of the path, the rest of the path is the node's, and the answer
 * is streamed. The path is taken from the raw request, because decoding and encoding could change it.
 */
import { Readable } from 'node:stream'
import type { Rejection } from '@tallystick/core'
import type { AnyOperation } from '@tallystick/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UNKNOWN_KEY } from './auth.js'
import { readJson, Unreadable } from './body.js'
import { withTestnet } from './headers.js'
import { onceOver } from './over.js'
import type { Service } from './service.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** For a pass-through: the rest of the path after the key, still escaped. */
    tallystickRpcPath: string
  }
}

/** A parsed body with its original text. */
class Body {
  constructor(
    readonly text: string,
    readonly value: unknown,
  ) {}
}

/** The prefix of our keys. One that is not valid (any more) must not be passed on as part of a path. */
const OWN_KEY = /^tally_(test|live)_/

/** Query parameters for the service and not for the node. */
const OWN_QUERY = new Set(['nodeType', 'testnetType', 'chainType'])

export function mountPassThrough(scope: FastifyInstance, service: Service): void {
  const { answers, bodyRoom } = service
  scope.decorateRequest('tallystickRpcPath', '')
  readBodies(scope, service)
  scope.addHook('onRequest', (request, reply, done) => {
    identify(service, request).then(
      (unknown) => {
        const refused = unknown ?? bodyRoom.take(request, reply)
        if (refused === null) done()
        else answers.rejection(request, reply, refused)
      },
      (error: unknown) => answers.failure(request, reply, error),
    )
  })

  for (const operation of service.tallystick.operations.filter(({ stream }) => stream !== null)) {
    const handler = (request: FastifyRequest, reply: FastifyReply): void => {
      const { body } = request
      const unreadable = body instanceof Unreadable ? body.rejection : null
      const hasRoom = service.inFlight.hasRoomFor(request.tallystickCaller?.tenant ?? '')
      const refused = hasRoom ? unreadable : ({ code: 'overloaded' } as const)
      if (refused === null) void call(service, operation, request, reply)
      else answers.rejection(request, reply, refused)
    }
    for (const url of urlsOf(operation.path)) {
      scope.route({
        method: operation.method,
        url,
        exposeHeadRoute: false,
        logLevel: 'silent',
        config: { tallystickRoute: operation.path },
        handler,
      })
    }
  }
}

async function call(
  { tallystick, answers, inFlight }: Service,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const gone = new AbortController()
  const tenant = request.tallystickCaller?.tenant ?? ''
  inFlight.enter(tenant)
  onceOver(request, reply, () => {
    inFlight.leave(tenant)
    gone.abort()
  })
  try {
    const body = request.body instanceof Body ? request.body : null
    const caller = request.tallystickCaller
    if (caller === null) {
      answers.rejection(request, reply, UNKNOWN_KEY)
      return
    }
    const answer = await tallystick.stream(operation, partsOf(operation, request, body), caller, {
      text: body?.text,
      signal: gone.signal,
    })
    answers.stream(request, reply, answer.status, answer.contentType, Readable.from(answer.body))
  } catch (error) {
    // A caller who has gone gets no answer, and leaving is not a failure.
    if (!gone.signal.aborted) answers.failure(request, reply, error)
  }
}

/** All forms of a path with optional parts. */
function urlsOf(path: string): readonly string[] {
  if (!path.includes('{')) return [path]
  const [start = ''] = path.split('/{xApiKey}')
  const base = start.replaceAll(/\{(\w+)\}/g, ':$1')
  return [base, `${base}/*`]
}

function partsOf(operation: AnyOperation, request: FastifyRequest, body: Body | null) {
  const { chain } = request.params as Readonly<Record<string, unknown>>
  const own = Object.entries(request.query as object).filter(([name]) => Object.hasOwn(operation.query, name))
  const hasPath = Object.hasOwn(operation.params, 'rpcPath')
  const path = `${request.tallystickRpcPath}${nodesQuery(request)}`
  return {
    params: hasPath
      ? { ...(chain === undefined ? {} : { chain }), ...(path === '' ? {} : { rpcPath: path }) }
      : // Whose it is has been found out; it is not needed any more.
        { xApiKey: '' },
    query: withTestnet(Object.fromEntries(own), request),
    body: body?.value,
  }
}

/** The raw query without the service's own parameters. */
function nodesQuery({ raw }: FastifyRequest): string {
  const [, ...rest] = (raw.url ?? '').split('?')
  const fields = rest
    .join('?')
    .split('&')
    .filter((field) => field !== '' && !OWN_QUERY.has(field.split('=')[0] ?? ''))
  return fields.length === 0 ? '' : `?${fields.join('&')}`
}

/**
 * Identifies the caller by the header, or by the first path segment after the chain, or by the address of the
 * connection. A valid key is removed from the path even if the header was used.
 */
async function identify({ tallystick }: Service, request: FastifyRequest): Promise<Rejection | null> {
  const access = await tallystick.access()
  const header = request.headers['x-api-key']
  const named = typeof header === 'string' ? await access.identify(header, request.ip) : null
  if (header !== undefined && named === null) return UNKNOWN_KEY
  const rest = restOf(request)
  // A doubled slash before the key is not part of the node's path.
  const [first = '', ...path] = rest.replace(/^\/+/, '').split('/')
  // What is no key must not be looked up among what strangers try, if we know who calls.
  const inPath = first === '' ? null : await access.identify(unescaped(first), request.ip, named)
  // Behind a proxy this is the proxy's address (docs/chains.md). A connection that was reset has none, nor has a Unix socket.
  const caller = named ?? inPath ?? (await access.identifyAddress(request.ip ?? ''))
  if (inPath === null && OWN_KEY.test(unescaped(first))) return UNKNOWN_KEY
  request.tallystickRpcPath = inPath === null ? rest : path.join('/')
  request.tallystickCaller = caller
  return caller === null ? UNKNOWN_KEY : null
}

/** A request to a proxy names the host before the path (RFC 9112, 3.2.2); its route is found without it. */
const HOST = /^https?:\/\/[^/]*/i

/** The raw path after the fixed part of the route, without doubled slashes before it. */
function restOf({ raw, routeOptions }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').replace(HOST, '').split('?')
  const fixed = (routeOptions.url ?? '').replace(/\/\*$/, '').split('/').length - 1
  return path.replace(new RegExp(`^(?:/+[^/]+){${fixed}}/?`), '')
}

/** An invalid escape stays as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readBodies(scope: FastifyInstance, { bodyLimit, bodies }: Service): void {
  scope.removeAllContentTypeParsers()
  // JSON-RPC clients send many different content types.
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (request, bytes, done) =>
    bodies.read(request, bytes, readBody, done),
  )
}

function readBody(bytes: Buffer): unknown {
  const value = readJson(bytes)
  return value === undefined || value instanceof Unreadable ? value : new Body(bytes.toString('utf8'), value)
}
