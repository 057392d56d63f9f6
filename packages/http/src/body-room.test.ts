/** Bodies that are being sent: their bytes have room by tenant, before the calls count as running. */
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { gated, KEY, OTHER_KEY, type Running, startService } from './service.fixture.js'

const LIMIT = 16 * 1_024
/** Of the room for 256, a tenant alone may take eight ninths. */
const OF_ONE = 227

let service: Running
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await service.close()
})

/** Sends a call whose body never ends; resolves with the status of its answer. */
function unfinished(
  path: string,
  headers: readonly string[],
): { readonly socket: Socket; readonly answered: Promise<number> } {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  sockets.push(socket)
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...headers, '', '']
  socket.write(lines.join('\r\n'))
  return {
    socket,
    answered: new Promise((resolve, reject) => {
      socket.once('data', (piece) => resolve(Number(String(piece).split(' ')[1])))
      socket.once('error', reject)
    }),
  }
}

const long = (key: string) => ({ key, raw: JSON.stringify({ currency: 'EUR' }).padEnd(LIMIT) })
const open = (options: object) => service.call('POST', '/v3/ledger/account', options)

it.each([
  ['announced', '/v3/ledger/account', `content-length: ${LIMIT}`],
  ['of unknown length', '/v3/ledger/account', 'transfer-encoding: chunked'],
  ['for a node', '/v3/blockchain/node/ETH', `content-length: ${LIMIT}`],
])(
  'bodies %s: a tenant has its share, others and short bodies theirs, until the connection closes',
  async (_name, path, length) => {
    service = await startService({ bodyLimit: LIMIT })
    const kept = Array.from({ length: OF_ONE }, () => unfinished(path, [`x-api-key: ${KEY}`, length]))
    await expect.poll(async () => (await open(long(KEY))).status).toBe(429)
    const refused = await open(long(KEY))
    expect(refused.body).toMatchObject({ errorCode: 'overloaded' })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await unfinished(path, [`x-api-key: ${KEY}`, length]).answered).toBe(429)
    expect((await open(long(OTHER_KEY))).status).toBe(200)
    expect((await open({ body: { currency: 'EUR' } })).status).toBe(200)
    for (const socket of sockets.splice(0, kept.length)) socket.destroy()
    await expect.poll(async () => (await open(long(KEY))).status).toBe(200)
  },
)

it('a stranger’s body takes no room, and one that is too long neither', async () => {
  service = await startService({ bodyLimit: LIMIT })
  const answers = [
    ...Array.from({ length: 300 }, () =>
      unfinished('/v3/ledger/account', ['x-api-key: unknown', `content-length: ${LIMIT}`]),
    ),
    ...Array.from({ length: 300 }, () =>
      unfinished('/v3/ledger/account', [`x-api-key: ${KEY}`, `content-length: ${LIMIT + 1}`]),
    ),
  ]
  const statuses = await Promise.all(answers.map(({ answered }) => answered))
  expect(new Set(statuses)).toEqual(new Set([401, 400]))
  expect((await open(long(KEY))).status).toBe(200)
})

it('a body has its room until its call is answered; one of unknown length only what it needed', async () => {
  const gate = gated()
  service = await startService({ bodyLimit: LIMIT, storage: gate.storage })
  gate.hold()
  const waiting = Array.from({ length: OF_ONE + 1 }, () => open(long(KEY)))
  await expect.poll(async () => (await open(long(KEY))).status).toBe(429)
  gate.release()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(OF_ONE).fill(200), 429])

  gate.hold()
  const chunk = '{"currency":"EUR"}'
  const chunked: Promise<number>[] = []
  while (chunked.length < OF_ONE + 50) {
    const call = unfinished('/v3/ledger/account', [`x-api-key: ${KEY}`, 'transfer-encoding: chunked'])
    call.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`)
    chunked.push(call.answered)
    // The first is in the unit of work that is held.
    const queued = chunked.length - 1
    if (queued % 100 === 0) await expect.poll(() => service.tallystick.engine.queued).toBe(queued)
  }
  gate.release()
  expect(new Set(await Promise.all(chunked))).toEqual(new Set([200]))
})

it('the room is given back after each answer, also to calls that are injected', async () => {
  service = await startService({ bodyLimit: LIMIT })
  const { raw: payload } = long(KEY)
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const inject = () => service.app.inject({ method: 'POST', url: '/v3/ledger/account', headers, payload })
  for (let round = 0; round < 13; round++) {
    const called = Array.from({ length: 20 }, async () => (await open(long(KEY))).status)
    const injected = Array.from({ length: 20 }, async () => (await inject()).statusCode)
    expect(new Set(await Promise.all([...called, ...injected]))).toEqual(new Set([200]))
  }
})
