/** Clients that send very many requests at once on a connection, and may read no answer: they hold up nobody else. */
import { connect, type Socket } from 'node:net'
import { memoryStorage } from '@tallystick/engine'
import { afterEach, expect, it } from 'vitest'
import { KEY, OTHER_KEY, type Running, type ServiceSetup, startService } from './service.fixture.js'

const SLOW_MS = 2_000
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start(setup?: ServiceSetup): Promise<Running> {
  const service = await startService(setup)
  opened.push(() => service.close())
  return service
}

/** Sends a request so many times, and reads nothing. */
function send({ url }: Running, path: string, times: number, key = KEY): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
  opened.push(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost:x\r\nx-api-key:${key}\r\n\r\n`.repeat(times))
  return socket
}

/** How many of the connections that come from now on the service has closed. */
function closedBy({ app }: Running): () => number {
  let closed = 0
  app.server.on('connection', (socket) => socket.once('close', () => closed++))
  return () => closed
}

it('loses its connection when too much waits for it, and nobody else does', { timeout: 60_000 }, async () => {
  const service = await start()
  const metadata = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`name${index}`, 'x'.repeat(200)]),
  )
  const accounts = Array(50).fill({ currency: 'EUR', metadata })
  await service.tallystick.createAccountBatch({ accounts })
  const list = '/v3/ledger/account?pageSize=50'
  // Each page has 200,000 characters, and a tenant may have so many wait: half of 64 million.
  const closed = closedBy(service)
  for (let index = 0; index < 6; index++) send(service, list, 90)
  await expect.poll(closed, { timeout: 40_000 }).toBeGreaterThan(0)
  expect(await service.call('GET', list)).toMatchObject({ status: 200 })
  expect(await service.call('GET', '/v3/ledger/account', { key: OTHER_KEY })).toMatchObject({ status: 200 })
})

it('has all answers if it reads them', async () => {
  const service = await start()
  const socket = send(service, '/v3/tatum/version', 100)
  let text = ''
  socket.resume().on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  await expect.poll(() => text.split('"planCode"').length - 1, { timeout: 20_000 }).toBe(100)
})

it('loses its connection when it sends more than may wait', async () => {
  const service = await start()
  const page = '/docs/guide/index.html'
  const closed = closedBy(service)
  send(service, page, 1_000)
  await expect.poll(closed, { timeout: 20_000 }).toBe(1)
})

it.each(['/openapi.json', '/metrics', '/readyz'])(
  'takes no time for %s',
  { timeout: 60_000 },
  async (path) => {
    const service = await start()
    expect(await service.call('GET', path, { key: null })).toMatchObject({ status: 200 })
    send(service, path, 500)
    // After all of them.
    await service.call('GET', '/livez', { key: null })
    const begun = performance.now()
    for (let round = 0; round < 3; round++) {
      send(service, path, 500)
      await service.call('GET', '/livez', { key: null })
    }
    expect(performance.now() - begun).toBeLessThan(SLOW_MS)
  },
)

it('makes the storage be asked once whether it answers', async () => {
  const storage = memoryStorage()
  let pings = 0
  const service = await start({
    storage: {
      ...storage,
      async ping() {
        pings++
        await new Promise((resolve) => setTimeout(resolve, 200))
      },
    },
  })
  const asked = Array.from({ length: 50 }, () => service.call('GET', '/readyz', { key: null }))
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  expect(pings).toBeLessThan(10)
})
