/**
 * One HTTP exchange with one endpoint, limited in time and size, from connecting to the last byte. It knows nothing of
 * JSON, chains or other endpoints. Every redirect is an error, because the body may be a transaction and the headers
 * may contain a key.
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { Turns } from '@tallystick/engine'
import { Patience, within } from './patience.js'

/** The destination. Made from a checked configuration. */
export interface Target {
  /** `http:` or `https:`, without user name, query and fragment. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** For connecting and for the head of the answer; for a `whole` exchange also for its body. */
  readonly timeoutMs: number
  /** Longest accepted body. */
  readonly maxBytes: number
  /** Nobody has configured `maxBytes`: the service's own work may read more, see `limitOf`. */
  readonly isDefault?: true
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Appended to the path of the target; begins with `/` or is empty. */
  readonly path: string
  readonly body: string | null
  readonly contentType?: string
  /** Cancels it; the promise then rejects with `Cancelled`. */
  readonly signal?: AbortSignal
  /** It may arrive twice. */
  readonly repeatable: boolean
  /** Use a new connection: a kept one may be closed by now, and nobody could tell whether the request arrived. */
  readonly alone?: boolean
  /** For the whole exchange, including the body, once it has a connection. The service's own work adds `PER_MIB_MS`. */
  readonly deadlineMs: number
  /** For the wait for a connection and the exchange together. Default: the wait is limited by itself. */
  readonly limitMs?: number
  /** Nobody holds the whole body. */
  readonly inParts?: boolean
}

export interface Incoming {
  readonly status: number
  /** Empty if the endpoint sends none. */
  readonly contentType: string
  /** One that the answer has once. @param name In lower case */
  header(name: string): string | undefined
  /** Throws an `ExchangeFault` if it breaks off, is too long or takes too long. */
  readonly body: AsyncIterable<Uint8Array>
  /** Cancels a body that nobody wants. */
  discard(): void
}

/** The exchange failed. `message` names the host and the cause, never the URL, a header or a body. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault'
  constructor(
    message: string,
    /** True: the endpoint may have got the request. False: it certainly has not. */
    readonly sent: boolean,
  ) {
    super(message)
  }
}

/** The caller has gone. This says nothing about the endpoint. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
  constructor(
    /** See `ExchangeFault`. */
    readonly sent: boolean,
  ) {
    super('Whoever asked has gone')
  }
}

/** No connection came free in time. This says nothing about the endpoint, which got nothing. */
export class Busy extends Error {
  override readonly name = 'Busy'
  readonly sent = false
}

/** Connections to one host. A thousand of them do not help a node. */
const MOST = 64
const AGENT = { keepAlive: true, maxSockets: MOST, maxFreeSockets: 8, scheduling: 'lifo' } as const
/** A tenant may have as many of them as the others leave: alone, half. */
const TURNS = { atOnce: MOST, perTurn: Number.POSITIVE_INFINITY, share: 1 } as const
const PATIENCE_MS = 10_000

/** Connections to all nodes, kept alive between calls. At each host, tenants take turns. */
export class Connections {
  /** @param tenant Whose turn it is that a call takes. The service's own work is of no tenant */
  constructor(
    private readonly tenant = '',
    private readonly http = new HttpAgent(AGENT),
    private readonly https = new HttpsAgent(AGENT),
    private readonly hosts = new Map<string, Turns>(),
  ) {}

  /** The same connections, for the calls of a tenant. */
  of(tenant: string): Connections {
    return new Connections(tenant, this.http, this.https, this.hosts)
  }

  agent(url: URL): HttpAgent {
    return url.protocol === 'https:' ? this.https : this.http
  }

  /** Waits for one of the host's connections. The result gives it back. @throws Busy */
  async take({ origin, host }: URL, limitMs: number): Promise<() => void> {
    const turns = this.hosts.get(origin) ?? new Turns(TURNS)
    this.hosts.set(origin, turns)
    const turn = new Promise<(() => void) | undefined>((resolve) => {
      turns
        .run(this.tenant, 1, () => new Promise<void>((leave) => resolve(leave)))
        .catch(() => resolve(undefined))
    })
    const leave = await within(turn, limitMs)
    if (leave !== undefined) return leave
    // Its turn may still come.
    void turn.then((late) => late?.())
    throw new Busy(`too many calls wait for ${host}`)
  }

  close(): void {
    this.http.destroy()
    this.https.destroy()
  }
}

/** For the service's own work. Of answers that are longer than those of callers it reads one at a time, because they fill memory. */
export class OwnConnections extends Connections {
  private last: Promise<void> = Promise.resolve()

  /** Waits until no other long answer is read. The result ends this one. */
  async alone(): Promise<() => void> {
    const before = this.last
    let leave = (): void => undefined
    this.last = new Promise((resolve) => (leave = resolve))
    await before
    return leave
  }
}

/** Resolves with the head of the answer. @throws ExchangeFault, Busy, Cancelled */
export async function exchange(
  connections: Connections,
  target: Target,
  outgoing: Outgoing,
): Promise<Incoming> {
  const { limitMs = Number.POSITIVE_INFINITY, deadlineMs, signal, repeatable } = outgoing
  const began = performance.now()
  // Half of the time is left for the answer.
  const leave = await connections.take(target.url, Math.min(PATIENCE_MS, limitMs / 2))
  if (signal?.aborted === true) {
    leave()
    throw new Cancelled(false)
  }
  const left = Math.ceil(limitMs - (performance.now() - began))
  const timeoutMs = Math.min(target.timeoutMs, left)
  const limited = { ...outgoing, deadlineMs: Math.min(deadlineMs, left) }
  try {
    return await attempt(connections, { ...target, timeoutMs }, limited, repeatable, leave)
  } catch (fault) {
    leave()
    throw fault
  }
}

/**
 * @param again Whether it may be sent again if a kept connection turns out to be closed
 * @param over When the body of the answer has ended
 */
function attempt(
  connections: Connections,
  target: Target,
  outgoing: Outgoing,
  again: boolean,
  over: () => void,
): Promise<Incoming> {
  const { url } = target
  const { host } = url
  return new Promise((resolve, reject) => {
    let sent = false
    let response: IncomingMessage | null = null
    /** It has failed or is sent again, so later events of its connection are ignored. */
    let isOver = false
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(optionsOf(connections, target, outgoing, again))
    const fail = (message: string): void => {
      const fault = new ExchangeFault(`${host} ${message}`, sent)
      isOver = true
      reject(fault)
      if (response === null) request.destroy(fault)
      else response.destroy(fault)
    }
    const head = setTimeout(fail, target.timeoutMs, `did not answer within ${target.timeoutMs} ms`)
    const { deadlineMs } = outgoing
    const patience = new Patience(deadlineMs, () => fail(`did not finish its answer within ${deadlineMs} ms`))
    const settle = (): void => {
      clearTimeout(head)
      patience.end()
    }
    request.once('socket', (socket) => {
      heard(socket)
      whenConnected(socket, url, () => (sent = true))
    })
    request.on('error', (error) => {
      settle()
      if (isOver) return
      isOver = true
      const isStale = request.reusedSocket && response === null && codeOf(error) === 'ECONNRESET'
      if (isStale && again) resolve(attempt(connections, target, outgoing, false, over))
      else reject(faultOf(error, host, sent, outgoing.signal))
    })
    request.on('response', (incoming) => {
      response = incoming
      clearTimeout(head)
      incoming.once('close', settle).once('close', over)
      // A failure between two reads has no reader yet. The next read reports it.
      incoming.on('error', () => undefined)
      const status = incoming.statusCode ?? 0
      if (status >= 300 && status < 400) fail(`redirects (${status}), which is refused`)
      else resolve(readable(incoming, target, outgoing, { connections, patience }))
    })
    request.end(outgoing.body ?? undefined)
  })
}

function optionsOf(
  connections: Connections,
  target: Target,
  outgoing: Outgoing,
  again: boolean,
): RequestOptions {
  const { url } = target
  return {
    // The second attempt uses a new connection, because all kept ones may be closed.
    agent: outgoing.alone === true || (outgoing.repeatable && !again) ? false : connections.agent(url),
    // In a URL, an IPv6 address has brackets.
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    method: outgoing.method,
    path: pathOf(url, outgoing.path),
    headers: headersOf(target, outgoing),
    ...(outgoing.signal === undefined ? {} : { signal: outgoing.signal }),
  }
}

function readable(response: IncomingMessage, target: Target, outgoing: Outgoing, how: Reading): Incoming {
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    header: (name) => {
      const value = response.headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: bounded(response, target, outgoing, how),
    discard: () => response.destroy(),
  }
}

/**
 * Node listens for errors of a connection only while an exchange or its pool has it. An error in between, for example
 * when a caller leaves while an answer without a body ends, would be unhandled and end the process.
 */
function heard(socket: Socket): void {
  if (!socket.listeners('error').includes(unconcerned)) socket.on('error', unconcerned)
}

const unconcerned = (): void => undefined

function whenConnected(socket: Socket, { protocol }: URL, run: () => void): void {
  if (socket.connecting) socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', run)
  else run()
}

/** The whole body as text. @throws ExchangeFault if it breaks off, is too long, too late, or not UTF-8 */
export async function textOf(incoming: Incoming, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming.body) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  // A long answer needs this memory again as text.
  chunks.length = 0
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole)
  } catch {
    throw new ExchangeFault(`${host} answered something that is not text`, true)
  }
}

interface Reading {
  readonly connections: Connections
  readonly patience: Patience
}

async function* bounded(
  response: IncomingMessage,
  target: Target,
  { signal, inParts = false }: Outgoing,
  { connections, patience }: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { host } = target.url
  const maxBytes = limitOf(target, connections, inParts)
  let length = 0
  let leave: (() => void) | undefined
  try {
    for await (const chunk of response) {
      // A message without an encoding returns buffers.
      const bytes = chunk as Uint8Array
      length += bytes.byteLength
      if (length > maxBytes) {
        throw new ExchangeFault(
          `${host} answered more than ${maxBytes} bytes: raise its maxAnswerBytes`,
          true,
        )
      }
      if (!(connections instanceof OwnConnections)) {
        yield bytes
        continue
      }
      patience.pause()
      if (length > LONG_BYTES && !inParts) leave ??= await connections.alone()
      yield bytes
      patience.resume((bytes.byteLength / MIB) * PER_MIB_MS)
    }
  } catch (error) {
    throw faultOf(error, host, true, signal)
  } finally {
    if (!response.complete) response.destroy()
    // What was read is parsed by then.
    if (leave !== undefined) setImmediate(leave)
  }
}

const MIB = 1024 * 1024
/** `maxAnswerBytes` where it is not configured. */
export const LONG_BYTES = 32 * MIB
/** Parsed, an answer takes some four times as much of the heap. */
const OWN_BYTES = Math.max(
  LONG_BYTES,
  Math.min(256 * MIB, Math.floor(getHeapStatistics().heap_size_limit / 8)),
)
const IN_PARTS_BYTES = 8_192 * MIB
/** Whoever sends a long answer may take longer. */
const PER_MIB_MS = 1_000

function limitOf({ maxBytes, isDefault }: Target, connections: Connections, inParts: boolean): number {
  if (isDefault !== true || !(connections instanceof OwnConnections)) return maxBytes
  return inParts ? IN_PARTS_BYTES : OWN_BYTES
}

function pathOf(url: URL, path: string): string {
  return path === '' ? url.pathname : `${url.pathname.replace(/\/$/, '')}${path}`
}

function headersOf(target: Target, { body, contentType }: Outgoing): Record<string, string | number> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...target.headers,
    ...(body === null
      ? {}
      : { 'content-type': contentType ?? 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
}

function faultOf(
  error: unknown,
  host: string,
  sent: boolean,
  signal: AbortSignal | undefined,
): ExchangeFault | Cancelled {
  if (error instanceof ExchangeFault) return error
  if (signal?.aborted === true) return new Cancelled(sent)
  return new ExchangeFault(`${host} failed (${codeOf(error)})`, sent)
}

/** The kind of error without the address: ECONNREFUSED, ECONNRESET, ENOTFOUND, CERT_HAS_EXPIRED, …. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
