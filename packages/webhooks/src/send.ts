/** One attempt to deliver a webhook: one POST, to no forbidden address, along no redirect, answered in time or not. */
import { setMaxListeners } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { signed, type ToSign } from './sign.js'
import { ForbiddenTarget, type Targets } from './target.js'

/** A webhook as it is sent. */
export interface ToSend extends ToSign {
  readonly url: string
  /** The number of the event among those of its subscription. */
  readonly sequence: number
}

/** What a receiver answered. */
export interface Answer {
  /** Null: nothing, within the time. */
  readonly code: number | null
  /** The body of the answer, cut; or why there was none. */
  readonly response: string
}

export interface SendOptions {
  readonly targets: Targets
  /** Epoch milliseconds. */
  readonly now: number
  /** For the whole attempt, in milliseconds. */
  readonly timeoutMs?: number
  /** Ends the attempt. */
  readonly signal?: AbortSignal
  readonly userAgent?: string
}

export const TIMEOUT_MS = 10_000
/** The log keeps so much of an answer. */
const KEPT_CHARACTERS = 1_000
/** Enough for as many characters, whatever they are. The rest is not read. */
const READ_BYTES = 4 * KEPT_CHARACTERS

/** What ends all attempts at once. Each of them listens to it, and Node warns of more than ten. */
export function endOfAll(): AbortController {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  return end
}

/** Never rejects. */
export async function send(webhook: ToSend, options: SendOptions): Promise<Answer> {
  const { targets, timeoutMs = TIMEOUT_MS, signal } = options
  let isLate = false
  const end = new AbortController()
  const stop = (): void => end.abort()
  const deadline = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  // By hand: of each signal that `AbortSignal.any` makes, Node keeps something for as long as the process runs.
  if (signal?.aborted === true) stop()
  else signal?.addEventListener('abort', stop)
  try {
    const url = targets.parse(webhook.url)
    return await exchange(post(url, webhook, options, end.signal), webhook.body)
  } catch (error) {
    const response = isLate ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error)
    return { code: null, response }
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', stop)
  }
}

function post(url: URL, webhook: ToSend, options: SendOptions, signal: AbortSignal): ClientRequest {
  const { targets, now, userAgent = 'Tallystick' } = options
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return request(url, {
    method: 'POST',
    agent: targets.agent(url),
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(webhook.body),
      'user-agent': userAgent,
      ...signed(webhook, now),
      'webhook-sequence': String(webhook.sequence),
    },
  })
}

function exchange(request: ClientRequest, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The status is the answer: it stands, however the body ends.
    let hasStatus = false
    const fail = (error: Error): void => {
      if (!hasStatus) reject(error)
    }
    request.on('error', fail)
    request.on('close', () => fail(new TypeError('the connection was closed before an answer')))
    request.on('upgrade', ({ statusCode = null }, socket) => {
      socket.destroy()
      resolve({ code: statusCode, response: '' })
    })
    request.on('response', (message) => {
      hasStatus = true
      const { statusCode = null } = message
      void beginningOf(message).then((response) => {
        request.destroy()
        resolve({ code: statusCode, response })
      })
    })
    request.end(body)
  })
}

/** The beginning of a body. Never rejects: what has arrived by the deadline, or by the end of the connection, counts. */
async function beginningOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= READ_BYTES) break
    }
  } catch {
    // The connection has ended.
  }
  return cut(new TextDecoder().decode(Buffer.concat(chunks)))
}

/** As every storage can hold it: without NUL and halves of characters. */
export function cut(text: string): string {
  const kept = text.replaceAll('\0', '\uFFFD').slice(0, KEPT_CHARACTERS)
  return kept.toWellFormed().replace(/\uFFFD$/, '')
}

/** For the subscriber: what the matter is, without an address of our network. */
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'no answer'
}
