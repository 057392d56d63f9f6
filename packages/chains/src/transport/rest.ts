/** JSON over HTTP by path, for Blockbook. Requests and transactions can also be posted, as forms or JSON. */

import { parseExact } from '@tallystick/core'
import { type Connections, ExchangeFault, exchange, type Outgoing, textOf } from './exchange.js'
import { type Endpoint, NoSuchMethod, type Way } from './pool.js'
import { type Rest, type RestBody, type RestHow, type RestReply, RpcError } from './transport.js'

/** Statuses that concern the endpoint and not the request. */
const NOT_OURS: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

export function rest(connections: Connections, pool: Way): Rest {
  const asked = (
    question: RestQuestion,
    { read = (answer) => answer, answers, routed = false }: RestHow = {},
  ): Promise<unknown> => {
    const attempt = async (endpoint: Endpoint, limitMs: number) => {
      const { answer, reply } = await exchanged(
        connections,
        endpoint,
        { ...question, answers, routed },
        limitMs,
      )
      return read(answer, reply)
    }
    return question.once === true ? pool.callOnce(attempt) : pool.call(attempt)
  }
  return {
    get: (path, how) => asked({ path }, how),
    post: (path, body, how) => asked({ path, body, once: how?.repeatable !== true }, how),
    pinned: () => rest(connections, pool.pinned()),
  }
}

interface RestQuestion {
  readonly path: string
  /** Without a body it is a GET. */
  readonly body?: RestBody | undefined
  /** It must not arrive twice. */
  readonly once?: boolean
  /** See `RestHow`. */
  readonly answers?: readonly number[] | undefined
  /** See `RestHow`. */
  readonly routed?: boolean
}

/** Asks one endpoint. @throws RpcError, NoSuchMethod, ExchangeFault */
export const askRest = async (...question: Parameters<typeof exchanged>): Promise<unknown> =>
  (await exchanged(...question)).answer

async function exchanged(
  connections: Connections,
  { target, host }: Endpoint,
  { path, body, once = false, answers = [], routed = false }: RestQuestion,
  limitMs: number,
): Promise<{ readonly answer: unknown; readonly reply: RestReply }> {
  const incoming = await exchange(connections, target, {
    method: body === undefined ? 'GET' : 'POST',
    path,
    ...written(body),
    deadlineMs: target.timeoutMs,
    limitMs,
    repeatable: !once,
    alone: once,
  })
  const { status } = incoming
  const isAnswer = answers.includes(status)
  if (!isAnswer && (status >= 500 || NOT_OURS.has(status))) {
    incoming.discard()
    throw new ExchangeFault(`${host} answered ${status}`, status >= 500)
  }
  if (routed && (status === 404 || status === 405)) {
    incoming.discard()
    throw new NoSuchMethod(`it has no ${path.split('?')[0]?.replace(/[A-Za-z0-9]{30,}/g, '…')}`)
  }
  const answer = parse(await textOf(incoming, host), status, host)
  if (status >= 400 && !isAnswer) throw new RpcError(status, errorText(answer), answer)
  return { answer, reply: incoming }
}

function written(body: RestBody | undefined): Pick<Outgoing, 'body' | 'contentType'> {
  if (body === undefined) return { body: null }
  if (typeof body === 'string') return { body, contentType: 'text/plain' }
  if ('json' in body) return { body: JSON.stringify(body.json), contentType: 'application/json' }
  const form = new URLSearchParams({ ...body.form }).toString()
  return { body: form, contentType: 'application/x-www-form-urlencoded' }
}

function parse(text: string, status: number, host: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The status of a refusal is enough; many servers send a page with it.
    if (status >= 400) return text
    throw new ExchangeFault(`${host} answered something that is not JSON`, true)
  }
}

/** Blockbook: `{"error":"…"}`, or in newer interfaces `{"error":{"message":"…"}}`. */
function errorText(answer: unknown): string {
  if (typeof answer === 'string') return answer.slice(0, 200)
  if (answer === null || typeof answer !== 'object' || !('error' in answer)) return ''
  const { error } = answer
  if (typeof error === 'string') return error
  if (error === null || typeof error !== 'object' || !('message' in error)) return ''
  return typeof error.message === 'string' ? error.message : ''
}
