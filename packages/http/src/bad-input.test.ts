/**
 * Thousands of requests that are wrong in one or two ways, against a service that listens. Whatever comes:
 * never a 5xx, never silence, always the documented error body, and a call that is refused leaves every
 * account, balance, blockage, customer, record and credit as it was.
 *
 * `FC_SEED` replays a run, `FC_RUNS` sets the number of requests, `-t SQLite` picks a storage.
 */
import { createHash } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { REJECTIONS, type TenantId } from '@tallystick/core'
import { chooseSeed, dumpStorage, seededRandom } from '@tallystick/testing'
import { expect, test } from 'vitest'
import { type BadRequest, BadRequests, type Pool } from './bad-input.fixture.js'
import {
  field,
  fund,
  KEY,
  OTHER_KEY,
  OTHER_TENANT,
  type Running,
  startService,
  TENANT,
} from './service.fixture.js'
import { storages, type TestStorage } from './storages.fixture.js'

/** As many as each can take in a few seconds. */
const REQUESTS: Readonly<Record<TestStorage['name'], number>> = {
  memory: 20_000,
  SQLite: 1_500,
  PostgreSQL: 1_000,
  'PostgreSQL that refuses': 500,
}
const RUNS = process.env['FC_RUNS']
/** Fewer, of which some may be missing in a short run. */
const SEEN_IN_LONG_RUNS = [422]
const LONG_RUN = 5_000
const TIMEOUT_MS = 10_000
const CONNECTIONS = 32
const SPARE_KEY = 'the-key-that-may-be-frozen'

test.each(storages)('on $name', { timeout: 300_000 }, async ({ name, open }) => {
  const requests = Number(RUNS ?? REQUESTS[name])
  const seed = chooseSeed()
  console.info(`bad-input on ${name}: ${requests} requests, FC_SEED=${seed}`)
  const service = await startService({
    storage: await open(),
    bodyLimit: 65_536,
    // A machine that is busy with other tests must not be taken for an overload.
    maxEventLoopDelay: Number.POSITIVE_INFINITY,
  })
  try {
    await hammer(service, seed, requests)
  } finally {
    await service.close()
  }
})

async function hammer(service: Running, seed: number, requests: number): Promise<void> {
  const chunkSize = Math.min(1_000, Math.ceil(requests / 2))
  const access = await service.tallystick.access()
  await access.register(SPARE_KEY, { tenant: TENANT, name: 'spare', network: 'testnet', plan: 'paid' })
  const pool = await furnish(service, KEY)
  const foreign = await furnish(service, OTHER_KEY)
  const source = new BadRequests(seededRandom(seed), pool, foreign, {
    own: KEY,
    stranger: OTHER_KEY,
    spare: SPARE_KEY,
  })
  const client = new Client(service.url)
  const seen = new Map<number, number>()
  let refusedTwice = 0

  for (let sent = 0; sent < requests; sent += chunkSize) {
    const chunk = Array.from({ length: Math.min(chunkSize, requests - sent) }, () => source.next())
    const answers = await client.sendAll(
      chunk,
      (request, index) => `FC_SEED=${seed}, request ${sent + index}: ${describe(request)}`,
    )
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
    for (const [index, answer] of answers.entries()) remember(pool, chunk[index], answer)

    // Sent once more, alone, what was refused must change nothing. What is accepted now, because another
    // request of the chunk made it possible, is set aside, and the rest is tried again.
    let refused = chunk.filter((_, index) => isRefusal(answers[index]?.status))
    for (;;) {
      const before = await digest(service)
      const again = await client.sendAll(
        refused,
        (request) => `FC_SEED=${seed}, again after ${sent}: ${describe(request)}`,
      )
      const still = refused.filter((_, index) => isRefusal(again[index]?.status))
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
  for (const status of [200, 204, 400, 401, 403, 404, ...(requests < LONG_RUN ? [] : SEEN_IN_LONG_RUNS)])
    expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
  expect(refusedTwice).toBeGreaterThan(requests / 2)
  expect((await service.tallystick.verify()).drift).toEqual([])
  expect((await service.call('GET', '/readyz')).status).toBe(200)
}

const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400

/** Accounts with money, a customer, a blockage and a payment. */
async function furnish(service: Running, key: string): Promise<Pool> {
  const { sender, recipient, customer } = await fund(service, { key, name: 'VC_HAMMER' })
  const send = (path: string, body: object) => service.call('POST', path, { key, body })
  const blocked = await send(`/v3/ledger/account/block/${sender}`, { amount: '1', type: 'hold' })
  const paid = await send('/v3/ledger/transaction', {
    senderAccountId: sender,
    recipientAccountId: recipient,
    amount: '400',
  })
  const euro = await send('/v3/ledger/account', { currency: 'EUR' })
  return {
    accounts: [sender, recipient, field(euro, 'id')],
    customers: [customer],
    blockages: [field(blocked, 'id')],
    references: [field(paid, 'reference')],
    currencies: ['VC_HAMMER', 'EUR', 'BTC', 'VC_NONE'],
  }
}

const POOL_SIZE = 60

/** New objects are named by later requests, while there is room: old ones get frozen and deactivated. */
function remember(pool: Pool, request: BadRequest | undefined, { status, text }: Received): void {
  if (status !== 200 || request === undefined) return
  const answer: unknown = JSON.parse(text)
  const add = (list: string[], name: string): void => {
    const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
    if (typeof value !== 'string') return
    list.push(value)
    // The first stays: it is the one that holds the money.
    if (list.length > POOL_SIZE) list.splice(1, 1)
  }
  switch (request.operation.id) {
    case 'createAccount':
    case 'createCurrency':
      add(pool.accounts, 'id')
      add(pool.customers, 'customerId')
      break
    case 'blockAmount':
      add(pool.blockages, 'id')
      break
    case 'sendTransaction':
      add(pool.references, 'reference')
  }
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

interface Received {
  readonly status: number
  readonly text: string
}

/** Keeps its connections, as a busy client does. */
class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  private readonly port: string

  constructor(url: string) {
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
        check(received, label)
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

function check({ status, text }: Received, label: string): void {
  if (status === 204) {
    expect(text, label).toBe('')
    return
  }
  const body: unknown = JSON.parse(text)
  if (status === 200) return
  if (status >= 500 || typeof body !== 'object' || body === null)
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

function describe({ method, path, headers, body, spoiled }: BadRequest): string {
  return `[${spoiled.join(', ')}] ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString('latin1').slice(0, 500) ?? ''}`
}
