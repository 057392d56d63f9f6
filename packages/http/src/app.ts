/**
 * The service as a Fastify app of its own: what `tallystick serve` listens with. Adds to the plugin what
 * belongs to a whole server: unknown paths, broken HTTP, slow clients, and the orderly stop.
 */
import { type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type ErrorBody, malformed, rejectionBody } from './errors.js'
import { answerUnknownPaths, mountService, type TallystickHttpOptions } from './plugin.js'
import { Service } from './service.js'

export interface AppOptions extends TallystickHttpOptions {
  /** How long a stop waits for clients that do not finish their request or read their answer; 10 s. */
  readonly closeGraceMs?: number
  /** How long a client may send one request, in milliseconds; looked at every 2 s. */
  readonly clientTimeouts?: ClientTimeouts
}

export interface ClientTimeouts {
  /** For its head. */
  readonly head: number
  /** For the whole of it; no less than for its head. */
  readonly request: number
}

const CLIENT_TIMEOUTS: ClientTimeouts = { head: 10_000, request: 30_000 }
const TIMEOUT_CHECK_MS = 2_000
/** A connection on which nothing moves. */
const CONNECTION_TIMEOUT_MS = 120_000
/** More than the minute after which load balancers close theirs: the side that closes first must be they. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** Built at once; `listen` starts it. `close` finishes what was accepted, then closes the ledger. */
export function buildApp(options: AppOptions): FastifyInstance {
  const service = new Service(options)
  const timeouts = options.clientTimeouts ?? CLIENT_TIMEOUTS
  const app = Fastify({
    // Fastify's own lines show URLs; ours are written by the plugin.
    logger: false,
    // Refused by the plugin instead, in the documented shape.
    return503OnClosing: false,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: timeouts.request,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: { headersTimeout: timeouts.head, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: {
      // An external customer ID of 100 characters is up to 1,200 when it is escaped.
      maxParamLength: 2_048,
      // Clients put a base URL and a path together in every way there is.
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: (error, request, reply: FastifyReply) => service.answers.failure(request, reply, error),
    clientErrorHandler: answerBrokenHttp,
  })
  answerOnEveryServer(app)
  mountService(app, service)
  answerUnknownPaths(app, service)
  closeInOrder(app, options)
  return app
}

/** On every server: where `localhost` is two addresses, Fastify has two, and a `clientErrorHandler` on the first alone. */
function answerOnEveryServer(app: FastifyInstance): void {
  const known = new WeakSet<Server>([app.server])
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // As node:http sets it; a request that is injected has none.
    const { server } = raw.socket as Socket & { readonly server?: Server }
    if (server !== undefined && !known.has(server)) {
      known.add(server)
      server.on('clientError', answerBrokenHttp)
    }
    done()
  })
}

/** Requests under way get their answers; then, and only then, the ledger is closed. */
function closeInOrder(app: FastifyInstance, { tallystick, closeGraceMs = 10_000 }: AppOptions): void {
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', (done) => {
    // Node gives up its own watch over slow clients once a server closes.
    timers.push(
      setInterval(() => app.server.closeIdleConnections(), 100),
      setTimeout(() => app.server.closeAllConnections(), closeGraceMs),
    )
    done()
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
    await tallystick.close()
  })
}

/** Connections on which an answer goes out before what was broken behind it is told. */
const deferred = new WeakSet<Socket>()

/**
 * Whether there is something that has come whole, and so may be carried out by now: then `then` runs behind its
 * answer, once however often this is asked meanwhile. The answer that a connection waits for is known to Node alone,
 * which looks at the same property before it tells of what is broken (lib/_http_server.js, `socketOnError`).
 */
function defers(socket: Socket, then: () => void): boolean {
  if (deferred.has(socket)) return true
  const response: unknown = Reflect.get(socket, '_httpMessage')
  if (!(response instanceof ServerResponse) || response.writableFinished || !response.req.complete)
    return false
  deferred.add(socket)
  // By then Node waits for the next one, if there is one.
  response.once('close', () => {
    deferred.delete(socket)
    then()
  })
  return true
}

/**
 * What is not HTTP never becomes a request; it is answered on the bare socket, once. Each piece that the client sends
 * after it is reported again until the socket is closed: it is not writable then, and nothing more is to be done.
 * A payment before it gets its own answer first: a caller who reads a refusal in its place would pay again.
 */
function answerBrokenHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (defers(socket, () => answerBrokenHttp(error, socket))) return
  const body = brokenHttpBody(error.code)
  const text = JSON.stringify(body)
  socket.write(
    `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
  socket.destroySoon()
}

function brokenHttpBody(code: string | undefined): ErrorBody {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { statusCode: 408, message: 'The request did not arrive in time. Send it again.' }
    case 'HPE_HEADER_OVERFLOW':
      return rejectionBody({ code: 'request.head.too.large' })
    default:
      return rejectionBody(malformed('header', null, 'the request is not HTTP/1.1'))
  }
}
