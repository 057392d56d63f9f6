/** An orderly stop: what was accepted is answered, and what was not has had no effect. */
import { connect, type Socket } from 'node:net'
import type { AccountId } from '@tallystick/core'
import { expect, test } from 'vitest'
import { fund, gated, KEY, type Running, startService, TENANT } from './service.fixture.js'

const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface RawClient {
  readonly socket: Socket
  /** All that has come, once the connection is closed. */
  readonly answer: Promise<string>
}

async function raw(service: Running): Promise<RawClient> {
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const answer = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(text))
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, answer }
}

test('under load, every payment that was answered is written, and no other', async () => {
  const service = await startService()
  const { sender, recipient } = await fund(service)
  const answered = new Set<string>()
  const refused: number[] = []
  let stopped = false
  const client = async (): Promise<void> => {
    while (!stopped) {
      try {
        const { status, body } = await service.call('POST', '/v3/ledger/transaction', {
          body: { senderAccountId: sender, recipientAccountId: recipient, amount: '0.001' },
        })
        if (status === 200) answered.add((body as { reference: string }).reference)
        else refused.push(status)
      } catch {
        // The connection was refused or closed before the service took the request.
        return
      }
    }
  }
  const clients = Array.from({ length: 32 }, client)
  while (answered.size < 200) await tick(10)
  await service.close()
  stopped = true
  await Promise.all(clients)

  expect(refused.every((status) => status === 503)).toBe(true)
  const records = await service.storage.query.records(TENANT, recipient as AccountId, 1_000_000, 1_000_000)
  expect(new Set(records.map(({ entry }) => entry.reference))).toEqual(answered)
  expect((await service.tallystick.verify()).discrepancies).toEqual([])
})

test('a call under way is finished and answered; one that comes now is told to go elsewhere', async () => {
  const gate = gated()
  const service = await startService({ storage: gate.storage })
  gate.hold()
  const first = service.call('POST', '/v3/ledger/account', { body: { currency: 'EUR' } })
  await gate.held()
  const late = await raw(service)
  late.socket.write(`GET /v3/tatum/version HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\n`)
  const probe = await raw(service)
  probe.socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n')
  const alive = await raw(service)
  alive.socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n')
  await tick(50)

  let closed = false
  const closing = service.close().then(() => {
    closed = true
  })
  await tick(50)
  for (const { socket } of [late, probe, alive]) socket.write('\r\n')
  const [refused, notReady, living] = await Promise.all([late.answer, probe.answer, alive.answer])
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toMatch(/^connection: close/im)
  expect(refused).toMatch(/^retry-after: 1/im)
  expect(JSON.parse(refused.slice(refused.indexOf('\r\n\r\n')))).toEqual({
    statusCode: 503,
    errorCode: 'unavailable',
    message: expect.any(String),
  })
  expect(notReady).toMatch(/^HTTP\/1\.1 503 [\s\S]*it is stopping/)
  expect(living).toMatch(/^HTTP\/1\.1 200 /)
  await expect(fetch(`${service.url}/livez`)).rejects.toThrow()
  expect(closed).toBe(false)

  gate.release()
  const { status, headers } = await first
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await closing
  expect(service.tallystick.engine.closed).toBe(true)
})

test('clients that never finish do not hold it up for ever', async () => {
  const service = await startService({ closeGraceMs: 300 })
  const silent = await raw(service)
  const half = await raw(service)
  half.socket.write('POST /v3/ledger/account HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
  await tick(50)
  const start = performance.now()
  await service.close()
  expect(performance.now() - start).toBeLessThan(2_000)
  await Promise.all([silent.answer, half.answer])
})

test('an idle connection is closed at once', async () => {
  const service = await startService()
  await service.call('GET', '/livez')
  const start = performance.now()
  await service.close()
  expect(performance.now() - start).toBeLessThan(1_000)
})
