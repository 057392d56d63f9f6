/**
 * More than the service can take, and clients that take for ever: it turns away what it must, in the documented
 * way, loses nothing, and is itself again within seconds.
 */
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_TENANT } from '@tallystick/engine'
import type { FloodAnswer, FloodQuestion } from '@tallystick/harness'
import { Nursery, type Serving, Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { afterAll, expect, it } from 'vitest'
import { fund, KEY, startService } from './service.fixture.js'

/** Calls under way at once; one more is turned away. */
const QUEUE = 64
const CONNECTIONS = 400
const CAPACITY_MS = 2_500
const OVERLOAD_MS = 6_000
const RECOVERY_MS = 5_000
const QUICK_MS = 1_000

const place = new Workplace()
const nursery = new Nursery()
afterAll(async () => {
  place.clear()
  await nursery.clear()
})

interface Look {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** One call over a connection of its own, as somebody makes it who comes just now. */
function look(url: string, path: string, body?: object): Promise<Look> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      `${url}${path}`,
      {
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - start }),
        )
      },
    )
    sending.once('error', reject)
    sending.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** A service with accounts to pay between, and the process that floods it. */
class Scene {
  private readonly child = nursery.start('flood')
  private floods = 0
  /** How many lines the child had said when it was asked for the latest flood. */
  private asked = 0
  /** Of every call that was answered 200, its paymentId and its reference. */
  readonly accepted = new Map<string, string>()

  private constructor(
    readonly serving: Serving,
    private readonly sender: string,
    private readonly recipient: string,
  ) {}

  static async of(database: string): Promise<Scene> {
    const args = ['--database', database, '--max-queue', String(QUEUE)]
    const serving = await place.serve(args, { TALLYSTICK_API_KEY: KEY })
    const { sender, recipient } = await fund({
      async call(_method, path, { body } = {}) {
        const { status, text } = await look(serving.url, path, body as object)
        return { status, text, headers: new Headers(), body: JSON.parse(text) }
      },
    })
    return new Scene(serving, sender, recipient)
  }

  async flood(
    question: Pick<FloodQuestion, 'kind' | 'ms' | 'connections' | 'perSecond'>,
  ): Promise<FloodAnswer> {
    const name = `${this.floods++}`
    const file = nursery.path(`accepted-${name}`)
    const { sender, recipient } = this
    const port = Number(new URL(this.serving.url).port)
    const asked: FloodQuestion = { ...question, name, port, key: KEY, sender, recipient, accepted: file }
    this.asked = this.child.lines.length
    const from = this.asked
    this.child.tell(JSON.stringify(asked))
    const answer = (await this.child.line('answered', from)).slice('answered '.length)
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const [id = '', reference = ''] = line.split(' ')
      this.accepted.set(id, reference)
    }
    return JSON.parse(answer) as FloodAnswer
  }

  /** Resolves when the flood sends no more; tells when that was. */
  async over(): Promise<number> {
    await this.child.line('over', this.asked)
    return performance.now()
  }
}

it('twice what it can take: it sheds, loses nothing, and recovers', { timeout: 120_000 }, async () => {
  const database = place.path('overload.db')
  const scene = await Scene.of(database)
  const { url } = scene.serving

  const closed = { kind: 'closed', connections: QUEUE - 16, perSecond: 0 } as const
  await scene.flood({ ...closed, ms: 1_000 })
  const calm = await scene.flood({ ...closed, ms: CAPACITY_MS })
  expect(Object.keys(calm.answers)).toEqual(['200'])
  const capacity = (calm.sent / calm.ms) * 1_000

  const readiness: Look[] = []
  let watching = true
  const watch = (async () => {
    while (watching) {
      readiness.push(await look(url, '/readyz'))
      await sleep(100)
    }
  })()
  let perSecond = 2 * capacity
  let flooded: FloodAnswer | null = null
  let recovered: number | null = null
  let single: Look | null = null
  // On a machine that others use, the capacity may have been measured while it was low.
  for (let attempt = 0; attempt < 3 && !shed(flooded); attempt++) {
    if (attempt > 0) perSecond *= 2
    const storm = scene.flood({ kind: 'open', ms: OVERLOAD_MS, perSecond, connections: CONNECTIONS })
    // What the flood had not yet sent when it was over still comes: the load ends with its last answer.
    let ended = Number.POSITIVE_INFINITY
    const drained = storm.then(() => {
      ended = performance.now()
    })
    const over = await scene.over()
    recovered = null
    while (recovered === null && performance.now() - ended < RECOVERY_MS) {
      single = await look(url, '/v3/ledger/account', { currency: 'EUR' })
      if (single.status === 200 && single.ms < QUICK_MS) recovered = performance.now() - over
      else await sleep(50)
    }
    await drained
    flooded = await storm
  }
  if (flooded === null) throw new Error('There was no flood')
  watching = false
  await watch
  const ready = await look(url, '/readyz')
  scene.serving.signal('SIGTERM')
  const { code } = await scene.serving.ended

  const storage = await openSqlite({ file: database })
  const written = new Map<string, string[]>()
  for (const { entry } of await storage.query.journal(DEFAULT_TENANT, {}, 1_000_000)) {
    const id = entry.details?.paymentId
    if (id !== undefined) written.set(id, [...(written.get(id) ?? []), entry.reference])
  }
  const tallystick = createTallystick({ storage })
  const { discrepancies } = await tallystick.verify()
  await tallystick.close()
  const lost = [...scene.accepted].filter(([id, reference]) => written.get(id)?.join() !== reference)
  const unasked = [...written.keys()].filter((id) => !scene.accepted.has(id))

  const { 200: paid = 0, 429: refused = 0, 503: late = 0, ...others } = flooded.answers
  const notReady = readiness.filter(({ status }) => status !== 200)
  console.info(
    [
      `overload: ${Math.round(capacity)}/s alone, ${Math.round(perSecond)}/s sent over ${flooded.connections} connections`,
      `${paid} accepted (${Math.round((paid / flooded.ms) * 1_000)}/s), ${refused} got 429, ${late} got 503, ${flooded.unanswered} no answer`,
      `accepted in ${Math.round(flooded.medianMs)} ms, p99 ${Math.round(flooded.p99Ms)} (in ${Math.round(flooded.inServiceP99Ms)} once sent), refused p99 ${Math.round(flooded.refusedP99Ms)}`,
      `${readiness.length} looks at /readyz, ${notReady.length} not ready, slowest ${Math.round(Math.max(...readiness.map(({ ms }) => ms)))} ms`,
      `itself again after ${recovered === null ? 'never' : `${Math.round(recovered)} ms`}`,
      `${lost.length} lost, ${unasked.length} written of those refused, ${discrepancies.length} discrepancies`,
    ].join('; '),
  )
  expect(others).toEqual({})
  expect(refused + late, 'calls turned away').toBeGreaterThan(0)
  expect(paid).toBeGreaterThan(0)
  expect(flooded).toMatchObject({ undocumented: 0, example: null, unanswered: 0, reason: null })
  expect(recovered, JSON.stringify(single)).not.toBeNull()
  expect(ready.status).toBe(200)
  for (const { text } of notReady) expect(text).toContain('"errorCode":"unavailable"')
  expect({ lost, unasked, discrepancies, code }).toEqual({
    lost: [],
    unasked: [],
    discrepancies: [],
    code: 0,
  })
})

const shed = (flooded: FloodAnswer | null): boolean =>
  flooded !== null && Object.keys(flooded.answers).some((status) => status !== '200')

interface Slow {
  readonly closed: Promise<{ readonly text: string; readonly ms: number }>
}

/** Sends the head at once or at a trickle, and what follows one byte at a time, until it is cut. */
function trickle(port: number, head: string, rest: string): Slow {
  const start = performance.now()
  const socket = connect({ host: '127.0.0.1', port })
  let text = ''
  let sent = 0
  socket.on('error', () => undefined)
  socket.on('data', (piece) => {
    text += String(piece)
  })
  if (head !== '') socket.write(head)
  const timer = setInterval(() => socket.write(rest[sent++ % rest.length] ?? ''), 100)
  return {
    closed: new Promise((resolve) =>
      socket.once('close', () => {
        clearInterval(timer)
        resolve({ text, ms: performance.now() - start })
      }),
    ),
  }
}

it('clients that send at a trickle stop nobody, and are cut', { timeout: 60_000 }, async () => {
  const clientTimeouts = { head: 1_000, request: 1_500 }
  const service = await startService({
    clientTimeouts,
    // Fewer than the slow clients: one that has not sent its call has no place among those that run.
    maxInFlight: 20,
  })
  const port = Number(new URL(service.url).port)
  const headOf = (key: string): string =>
    `POST /v3/ledger/account HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n`
  const slow = {
    bodies: Array.from({ length: 200 }, () => trickle(port, headOf(KEY), '{"currency":"EUR"')),
    strangers: Array.from({ length: 20 }, () => trickle(port, headOf('unknown'), ' ')),
    heads: Array.from({ length: 20 }, () => trickle(port, 'POST / HTTP/1.1\r\nhost: x\r\n', 'x-slow: x\r\n')),
  }
  await sleep(200)
  let isCut = false
  const allCut = Promise.all(
    Object.values(slow).map((clients) => Promise.all(clients.map(({ closed }) => closed))),
  )
  void allCut.then(() => {
    isCut = true
  })

  const others: Look[] = []
  while (!isCut) others.push(await look(service.url, '/v3/ledger/account', { currency: 'EUR' }))
  const [bodies = [], strangers = [], heads = []] = await allCut
  const cutAfter = Math.max(...[...bodies, ...strangers, ...heads].map(({ ms }) => ms))
  const told = (list: readonly { readonly text: string }[], status: number): number =>
    list.filter(({ text }) => text.startsWith(`HTTP/1.1 ${status} `)).length
  console.info(
    `slow clients: ${bodies.length + strangers.length + heads.length} cut after ${Math.round(cutAfter)} ms at most; ${others.length} others answered meanwhile, the slowest in ${Math.round(Math.max(...others.map(({ ms }) => ms)))} ms; ${told(bodies, 408)} bodies and ${told(heads, 408)} heads were told 408, ${told(strangers, 401)} strangers 401`,
  )
  expect(others.length).toBeGreaterThan(10)
  expect(others.filter(({ status }) => status !== 200)).toEqual([])
  // The timeouts are looked at every two seconds.
  expect(cutAfter).toBeLessThan(clientTimeouts.request + 2_000 + 5_000)
  for (const { text } of [...bodies, ...heads]) expect(text).toMatch(/^$|^HTTP\/1\.1 408 /)
  for (const { text } of strangers) expect(text).toMatch(/^HTTP\/1\.1 401 /)
  const { text: metrics } = await service.call('GET', '/metrics')
  expect(metrics).toContain('tallystick_running_calls 0')
  await service.close()
})
