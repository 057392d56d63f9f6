/**
 * The service as a Fastify app: the server of `tallystick serve`. It adds to the plugin what belongs to a whole server:
 * unknown paths, broken HTTP, slow clients, and a clean stop.
 */
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { mostConnections } from './connections.js'
import { type ErrorBody, malformed, rejectionBody } from './errors.js'
import { answerUnknownPaths, mountService, type TallystickHttpOptions } from './plugin.js'
import { Service } from './service.js'

export interface AppOptions extends TallystickHttpOptions {
  /** How long a stop waits for clients that do not finish their request or read their answer. Default: 10 s. */
  readonly closeGraceMs?: number
  /** How long a client may take to send one request, in milliseconds; checked every 2 s. */
  readonly clientTimeouts?: ClientTimeouts
  /** Connections of clients; more are closed at once. Default: three quarters of the files that the process may open. */
  readonly maxConnections?: number
  /**
   * Addresses and networks of proxies: from these, `X-Forwarded-For` says who calls. Default: none, and the header is
   * ignored, because every caller can write it.
   */
  readonly trustProxy?: readonly string[]
}

export interface ClientTimeouts {
  /** For its head. */
  readonly head: number
  /** For the whole request; at least as long as for its head. */
  readonly request: number
}

const CLIENT_TIMEOUTS: ClientTimeouts = { head: 10_000, request: 30_000 }
const TIMEOUT_CHECK_MS = 2_000
/** Closes a connection without traffic after this time. */
const CONNECTION_TIMEOUT_MS = 120_000
/** More than a minute, after which load balancers close connections: the balancer must close first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000

/** Builds the app; `listen` starts it. `close` finishes the accepted calls, then closes the ledger. */
export function buildApp(options: AppOptions): FastifyInstance {
  const service = new Service(options)
  const timeouts = options.clientTimeouts ?? CLIENT_TIMEOUTS
  // Of no other process, so that one line of several engines' logs is found. The caller's own id is not used: it may
  // be anything, even a key in the wrong place.
  const nextId = requestIds()
  const brokenHttp: BrokenHttp = (error, socket) => answerBrokenHttp(error, socket, nextId)
  const app = Fastify({
    // Fastify's own lines contain URLs. The plugin writes ours.
    logger: false,
    // The plugin refuses these calls instead, in the documented format.
    return503OnClosing: false,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: timeouts.request,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    genReqId: nextId,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    http: {
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // The plugin refuses a request without one instead: Node's own refusal has no body.
      requireHostHeader: false,
    },
    routerOptions: {
      // An external customer ID of 100 characters has up to 1,200 when it is escaped.
      maxParamLength: 2_048,
      // Clients join base URL and path with missing or doubled slashes.
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: (error, request, reply: FastifyReply) => service.answers.failure(request, reply, error),
    clientErrorHandler: brokenHttp,
  })
  const most = options.maxConnections ?? mostConnections()
  if (most !== undefined) app.server.maxConnections = most
  const expected = (_request: IncomingMessage, response: ServerResponse): void =>
    answerExpectation(response, nextId())
  const tunnel = (_request: IncomingMessage, socket: Duplex): void => answerTunnel(socket as Socket, nextId)
  app.server.on('checkExpectation', expected).on('connect', tunnel)
  answerOnEveryServer(app, (server) =>
    server.on('clientError', brokenHttp).on('checkExpectation', expected).on('connect', tunnel),
  )
  mountService(app, service)
  answerUnknownPaths(app, service)
  closeInOrder(app, options)
  return app
}

function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/**
 * Prepares every server but the first: if `localhost` has two addresses, Fastify makes two servers and sets a
 * `clientErrorHandler` only on the first.
 */
function answerOnEveryServer(app: FastifyInstance, prepare: (server: Server) => void): void {
  const known = new WeakSet<Server>([app.server])
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    // node:http sets it. An injected request has none.
    const { server } = raw.socket as Socket & { readonly server?: Server }
    if (server !== undefined && !known.has(server)) {
      known.add(server)
      prepare(server)
    }
    done()
  })
}

/** Current requests get their answers. Only then is the ledger closed. */
function closeInOrder(app: FastifyInstance, { tallystick, closeGraceMs = 10_000 }: AppOptions): void {
  const timers: NodeJS.Timeout[] = []
  app.addHook('preClose', (done) => {
    // Node stops its own check for slow clients when a server closes.
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

type BrokenHttp = (error: Error & { readonly code?: string }, socket: Socket) => void

/** Connections on which an answer is sent before an error after it is reported. */
const deferred = new WeakSet<Socket>()

/**
 * Whether a complete request precedes, which may already be carried out. In that case `then` runs once after its
 * answer, however often this is called meanwhile. Only Node knows which answer a connection waits for; it checks the
 * same property before it reports an error (lib/_http_server.js, `socketOnError`).
 */
function defers(socket: Socket, then: () => void): boolean {
  if (deferred.has(socket)) return true
  const response: unknown = Reflect.get(socket, '_httpMessage')
  if (!(response instanceof ServerResponse) || response.writableFinished || !response.req.complete)
    return false
  deferred.add(socket)
  // By then Node waits for the next answer, if there is one.
  response.once('close', () => {
    deferred.delete(socket)
    then()
  })
  return true
}

/**
 * Broken HTTP never becomes a request. It is answered on the bare socket, once. Every further piece from the client is
 * reported again until the socket is closed; the socket is then not writable, and nothing more is done. A payment
 * before it gets its own answer first: a caller who read a refusal in its place would pay again.
 */
function answerBrokenHttp(error: Parameters<BrokenHttp>[0], socket: Socket, nextId: () => string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (defers(socket, () => answerBrokenHttp(error, socket, nextId))) return
  answerSocket(socket, brokenHttpBody(error.code), nextId())
}

/** CONNECT: Node leaves the socket to whoever listens, and closes it otherwise, also if an answer is still to come. */
function answerTunnel(socket: Socket, nextId: () => string): void {
  // A client that has gone. Nobody else listens any more.
  socket.on('error', () => socket.destroy())
  const answer = (): void => {
    if (socket.writable) answerSocket(socket, rejectionBody({ code: 'operation.not.found' }), nextId())
  }
  if (!defers(socket, answer)) answer()
}

function answerSocket(socket: Socket, body: ErrorBody, id: string): void {
  const text = JSON.stringify(body)
  const headers = Object.entries(headersOf(text, id)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}\r\n${headers.join('')}\r\n${text}`,
  )
  socket.destroySoon()
}

/** Node answers it before there is a request, so that a client does not send its body. */
function answerExpectation(response: ServerResponse, id: string): void {
  const body: ErrorBody = {
    statusCode: 417,
    message: 'The service meets no expectation but 100-continue. Leave the header expect out.',
  }
  const text = JSON.stringify(body)
  response.writeHead(body.statusCode, headersOf(text, id)).end(text)
}

const headersOf = (text: string, id: string): Readonly<Record<string, string>> => ({
  connection: 'close',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(text)),
  'x-request-id': id,
})

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
