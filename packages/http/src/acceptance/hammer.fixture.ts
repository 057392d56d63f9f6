/** Sends bad requests to a service that listens, and holds it to its word: see bad-input.test.ts. */
import { createHash } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { REJECTIONS, type TenantId } from '@tallystick/core'
import { operations } from '@tallystick/operations'
import { dumpStorage } from '@tallystick/testing'
import { expect } from 'vitest'
import { OTHER_TENANT, type Running, TENANT } from '../service.fixture.js'
import type { BadRequest, BadRequests } from './bad-input.fixture.js'

const TIMEOUT_MS = 10_000
const CONNECTIONS = 32

export interface Hammering {
  readonly service: Running
  readonly source: BadRequests
  /** Names the run. */
  readonly seed: number
  readonly requests: number
  /** Statuses that a run of this length always sees. */
  readonly seen: readonly number[]
  /** Answers of 503 that are no failure: what a node that does not answer is told as. */
  readonly later?: ReadonlySet<string>
  /** Refusals that leave a trace by their nature: a transaction that a network turned down was recorded first. */
  readonly traced?: ReadonlySet<string>
  /** Told of what was answered to each request. */
  remember?(request: BadRequest | undefined, answer: Received): void
}

/** @returns How many requests were refused, and refused again without a trace. */
export async function hammer({
  service,
  source,
  seed,
  requests,
  seen: expected,
  later = new Set(),
  traced = new Set(),
  remember = () => undefined,
}: Hammering): Promise<number> {
  const chunkSize = Math.min(1_000, Math.ceil(requests / 2))
  const client = new Client(service.url, later)
  const seen = new Map<number, number>()
  let refusedTwice = 0

  for (let sent = 0; sent < requests; sent += chunkSize) {
    const chunk = Array.from({ length: Math.min(chunkSize, requests - sent) }, () => source.next())
    const answers = await client.sendAll(
      chunk,
      (request, index) => `FC_SEED=${seed}, request ${sent + index}: ${describe(request)}`,
    )
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
    for (const [index, answer] of answers.entries()) remember(chunk[index], answer)

    // Sent once more, alone, what was refused must change nothing. What is accepted now, because another
    // request of the chunk made it possible, is set aside, and the rest is tried again.
    let refused = chunk.filter((_, index) => isRefusal(answers[index], traced))
    for (;;) {
      const before = await digest(service)
      const again = await client.sendAll(
        refused,
        (request) => `FC_SEED=${seed}, again after ${sent}: ${describe(request)}`,
      )
      const still = refused.filter((_, index) => isRefusal(again[index], traced))
      if (still.length === refused.length) {
        expect(
          await digest(service),
          `FC_SEED=${seed}: a refused request near ${sent} changed the state`,
        ).toBe(before)
        refusedTwice += refused.length
        break
      }
      refused = still
    }
  }
  client.close()

  console.info(
    `bad-input: ${[...seen]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}; refused without a trace: ${refusedTwice}`,
  )
  // The generator would prove little if it never got past the door, or never was turned away.
  for (const status of expected) expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
  expect((await service.tallystick.verify()).discrepancies).toEqual([])
  return refusedTwice
}

function isRefusal(answer: Received | undefined, traced: ReadonlySet<string>): boolean {
  return answer !== undefined && answer.status >= 400 && !traced.has(codeOf(answer))
}

function codeOf({ text }: Received): string {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, 'errorCode')) : ''
}

async function digest({ storage, tallystick }: Running): Promise<string> {
  // What earlier reads cost is written now, and not between two looks.
  await tallystick.engine.settleMeter()
  const tenants: readonly TenantId[] = [TENANT, OTHER_TENANT]
  const dump = await dumpStorage(storage, { tenants, currencies: ['VC_HAMMER'] })
  const text = JSON.stringify(dump, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

export interface Received {
  readonly status: number
  readonly text: string
}

/** Keeps its connections, as a busy client does. */
class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  private readonly port: string

  constructor(
    url: string,
    private readonly later: ReadonlySet<string>,
  ) {
    this.port = new URL(url).port
  }

  async sendAll(
    requests: readonly BadRequest[],
    name: (request: BadRequest, index: number) => string,
  ): Promise<Received[]> {
    return Promise.all(
      requests.map(async (request, index) => {
        const label = name(request, index)
        const received = await this.send(request, label)
        check(received, label, this.later)
        if (!isDeclared(request, received))
          throw new Error(`No refusal of ${request.operation.id}: ${received.text}. ${label}`)
        return received
      }),
    )
  }

  close(): void {
    this.agent.destroy()
  }

  private send({ method, path, headers, body }: BadRequest, label: string): Promise<Received> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: this.port,
        agent: this.agent,
        method,
        path,
        // Beyond Latin 1 no header can be sent at all.
        headers: { ...headers, ...(body === null ? {} : { 'content-length': body.length }) },
      })
      const timer = setTimeout(
        () => outgoing.destroy(new Error(`No answer in ${TIMEOUT_MS} ms. ${label}`)),
        TIMEOUT_MS,
      )
      outgoing.on('error', (cause) => reject(new Error(`${cause.message}. ${label}`, { cause })))
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', (cause) => reject(new Error(`${cause.message}. ${label}`, { cause })))
        response.on('end', () => {
          clearTimeout(timer)
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        })
      })
      outgoing.end(body ?? undefined)
    })
  }
}

function check({ status, text }: Received, label: string, later: ReadonlySet<string>): void {
  if (status === 204) {
    expect(text, label).toBe('')
    return
  }
  const body: unknown = JSON.parse(text)
  if (status === 200) return
  const isLater = status === 503 && later.has(codeOf({ status, text }))
  if ((status >= 500 && !isLater) || typeof body !== 'object' || body === null)
    throw new Error(`${status} ${text}. ${label}`)
  const { statusCode, errorCode, message, data, ...others } = body as Record<string, unknown>
  const documented =
    statusCode === status &&
    typeof errorCode === 'string' &&
    Object.entries(REJECTIONS).some(([code, row]) => code === errorCode && row.status === status) &&
    typeof message === 'string' &&
    Object.keys(others).length === 0 &&
    (errorCode === 'validation.failed' ? Array.isArray(data) && data.length > 0 : data === undefined)
  if (!documented) throw new Error(`Not a documented error: ${status} ${text}. ${label}`)
  if (/\bat .*:\d+:\d+|node_modules/.test(text)) throw new Error(`Internals in an answer: ${text}. ${label}`)
}

/** What any call may be answered with. */
const OF_ANY_CALL: ReadonlySet<string> = new Set(['key.not.allowed', 'subscription.not.active'])

const ROUTES = operations.map(({ method, path, errors }) => ({
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  errors: errors as readonly string[],
}))

/** Whether a refusal by a rule is declared by an operation that the request may have meant. */
function isDeclared({ method, path }: BadRequest, answer: Received): boolean {
  if (answer.status !== 403) return true
  const code = codeOf(answer)
  const place = (path.split('?')[0] ?? '').replace(/\/+/g, '/').replace(/\/$/, '')
  const meant = ROUTES.filter((route) => route.method === method && route.path.test(place))
  return OF_ANY_CALL.has(code) || meant.length === 0 || meant.some(({ errors }) => errors.includes(code))
}

function describe({ method, path, headers, body, spoiled }: BadRequest): string {
  return `[${spoiled.join(', ')}] ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString('latin1').slice(0, 500) ?? ''}`
}
