import { Fault, memoryStorage, type Storage } from '@tallystick/engine'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { fund, gated, registerKeys, startService, TENANT } from '../service.fixture.js'
import { faultFields } from './log.js'

function recorder(level: string) {
  const lines: string[] = []
  return { lines, logger: pino({ level }, { write: (line: string) => void lines.push(line) }) }
}

const KEY = 'canary-key-8c1f4e'
const CANARY = /canary/i

/** Everything of a request that could be somebody's secret. */
const canaries = {
  key: KEY,
  headers: { 'idempotency-key': 'canary-idempotency', cookie: 'canary=1', authorization: 'Bearer canary' },
}

async function startWithCanary(storage: Storage, level: string) {
  const { lines, logger } = recorder(level)
  const service = await startService({ storage, logger })
  const access = await service.tallystick.access()
  await access.register(KEY, { tenant: TENANT, name: 'x', network: 'testnet', plan: 'paid' })
  return { service, lines }
}

test.each(['debug', 'info'])('level %s tells the route, and nothing of the request', async (level) => {
  const { service, lines } = await startWithCanary(memoryStorage(), level)
  const { sender, recipient } = await fund(service, { key: KEY })
  const payment = {
    senderAccountId: sender,
    recipientAccountId: recipient,
    amount: '1',
    senderNote: 'canary-note',
  }
  const send = (path: string, body?: object) =>
    service.call(body === undefined ? 'GET' : 'POST', path, { ...canaries, ...(body && { body }) })
  await send('/v3/ledger/transaction', payment)
  await send('/v3/ledger/transaction', { ...payment, canary: 'canary' })
  await send('/v3/ledger/account/canary-account?canary=canary')
  await send('/canary-path/%zz?x=canary')
  await send('/canary-path')
  await service.call('POST', '/v3/ledger/transaction', { ...canaries, raw: '{"canary":' })
  await service.call('GET', '/v3/tatum/version', { ...canaries, key: 'canary-unknown-key' })
  const last = await service.call('GET', '/v3/tatum/version', {
    ...canaries,
    headers: { 'x-request-id': 'canary-id', 'request-id': 'canary-id' },
  })
  const id = last.headers.get('x-request-id')
  expect(id).toMatch(/^[\w-]{8}-[0-9a-z]+$/)
  await service.close()
  expect(lines.join('')).not.toMatch(CANARY)
  if (level === 'info') {
    expect(lines).toEqual([])
    return
  }
  const told = lines.map((line) => JSON.parse(line))
  expect(told.filter((line) => line.id === id)).toMatchObject([{ msg: 'request', status: 200 }])
  expect(told).toContainEqual(
    expect.objectContaining({
      msg: 'request',
      route: '/v3/ledger/transaction',
      method: 'POST',
      status: 200,
      ms: expect.any(Number),
    }),
  )
  expect(told).toContainEqual(expect.objectContaining({ route: '(unknown)', status: 404 }))
})

test('a failure is told with its cause and its place, without what the caller sent', async () => {
  const storage = memoryStorage()
  let broken = false
  const failing: Storage = {
    ...storage,
    async transact(keys, decide) {
      if (!broken) return storage.transact(keys, decide)
      // As drivers do, with values of the statement in the message and beside it.
      throw Object.assign(
        new Error('duplicate key: (canary-external-id) of canary-key-8c1f4e', {
          cause: new Error('at canary-code'),
        }),
        {
          code: '23505',
          detail: 'Key (external_id)=(canary-external-id)',
          parameters: ['canary-external-id'],
        },
      )
    },
  }
  const { service, lines } = await startWithCanary(failing, 'error')
  broken = true
  const answer = await service.call('POST', '/v3/ledger/account', {
    ...canaries,
    body: { currency: 'EUR', accountCode: 'canary-code', customer: { externalId: 'canary-external-id' } },
  })
  expect(answer.status).toBe(500)
  broken = false
  await service.close()
  expect(lines).toHaveLength(1)
  const [line = ''] = lines
  expect(line).not.toMatch(CANARY)
  const id = /Internal error ([\w-]+)/.exec(answer.text)?.[1]
  expect(JSON.parse(line)).toMatchObject({
    msg: 'internal error',
    route: '/v3/ledger/account',
    method: 'POST',
    id,
    error: { name: 'Fault', message: 'The memory storage failed: duplicate key: ([…]) of […]' },
    causes: [
      {
        name: 'Error',
        code: '23505',
        message: 'duplicate key: ([…]) of […]',
        stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      },
      { message: 'at […]' },
    ],
  })
})

test('an outage is told once in full, and then once a second with the number of calls that failed', async () => {
  const { storage, fail } = gated()
  const { service, lines } = await startWithCanary(storage, 'warn')
  fail(new Fault('The storage does not answer', {}, { transient: true, cause: new Error('ECONNREFUSED') }))
  const open = () => service.call('POST', '/v3/ledger/account', { key: KEY, body: { currency: 'EUR' } })
  const outage = async (calls: number): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: calls }, open))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  }
  const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const repeated = () => told().reduce((sum, { count = 0 }) => sum + Number(count), 0)
  const began = performance.now()
  await outage(100)
  expect(told()[0]).toMatchObject({ msg: 'storage does not answer', error: { stack: expect.any(Array) } })
  await expect.poll(repeated, { timeout: 3_000 }).toBe(99)
  const seconds = Math.ceil((performance.now() - began) / 1_000)
  const first = lines.length
  expect(first).toBeLessThanOrEqual(1 + seconds)
  for (const [index, line] of lines.slice(1).entries()) {
    expect(told()[index + 1]).toMatchObject({ msg: 'storage does not answer, repeated' })
    expect(line).not.toContain('"stack"')
  }

  // Another kind of failure does not wait for its turn.
  fail(new TypeError('another'))
  expect((await open()).status).toBe(500)
  expect(told()[first]).toMatchObject({ msg: 'internal error', error: { name: 'Fault' } })
  const failed = await open()
  await service.close()
  expect(told().at(-1)).toMatchObject({
    msg: 'internal error, repeated',
    count: 1,
    ids: [/Internal error ([\w-]+)/.exec(failed.text)?.[1]],
  })
  expect(lines.length).toBe(first + 2)
})

test('every answer has the id of its request, whoever writes it', async () => {
  const service = await startService()
  const ids = new Set<string | null>()
  const paths = ['/livez', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/guide', '/nowhere', '/%zz']
  for (const path of [...paths, '/v3/ledger/account', '/v3/ledger/account?none=1', '/docs/none']) {
    const { headers } = await service.call('GET', path)
    expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(/^[\w-]{8}-[0-9a-z]+$/)])
    ids.add(headers.get('x-request-id'))
  }
  expect(ids.size).toBeGreaterThanOrEqual(paths.length)
  await service.close()
})

test('without a logger it is silent', async () => {
  const service = await startService()
  await registerKeys(service.tallystick)
  expect((await service.call('GET', '/livez')).status).toBe(200)
  await service.close()
})

describe('the message of a failure', () => {
  const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const WIF = 'L1uyy5qTuGrVXrmrsvHWHgVzW9kKdrp27wBC7Vs6nZDTF2BRUVwy'
  const headers = {
    'x-api-key': 'canary-key',
    authorization: 'Bearer canary-token',
    cookie: 'sid=canary-cookie',
    'x-forwarded-for': '203.0.113.9',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'user-agent': 'node',
    host: 'storage',
  }
  const body = { amount: '12.50', senderNote: 'Johnson', type: 'sess', privateKey: WIF, [MNEMONIC]: 'x' }
  const of = (message: string, request: object | null) => {
    const fields = faultFields(new Error(message), request as FastifyRequest | null)
    return (fields as { error: { message: string } }).error.message
  }
  const request = { headers, body, params: {}, query: { id: 'canary-id' }, url: '/v3/ledger/account' }

  test.each([
    'the connection was closed while the host was sending its content-type',
    'keep-alive of application/json by node ended; the amount and the senderNote are fields',
    'no session for this tenant: the storage did not answer',
    'The server has closed the connection because it was idle for too long a time, and nothing was written by it',
    'The server told the caller that this call did not take effect before its time was over, and that it may come back',
    'relation "account_by_number" does not exist',
  ])('keeps the words: %s', (message) => {
    expect(of(message, request)).toBe(message)
    expect(of(message, null)).toBe(message)
  })

  test.each([
    ['Key (note)=(Johnson) exists', 'Key (note)=([…]) exists'],
    ['12.50 is too much for canary-id', '[…] is too much for […]'],
    ['Bearer canary-token, sid=canary-cookie, canary-key', '[…], […], […]'],
    ['from 203.0.113.9', 'from […]'],
    [`type sess of ${WIF}`, 'type […] of […]'],
    [`unknown field ${MNEMONIC}`, 'unknown field […]'],
  ])('hides what came with the call: %s', (message, told) => expect(of(message, request)).toBe(told))

  test.each([
    [`words "${MNEMONIC}" are wrong`, 'words "[…]" are wrong'],
    [`words "${MNEMONIC.toUpperCase()}, zebra zone"!`, 'words "[…]"!'],
    [`key ${WIF} of 0x${'ab'.repeat(32)}cd, xprv${'9'.repeat(60)}`, 'key […] of 0x[…], x[…]'],
    [`seed s${'9'.repeat(28)} and S${'A2'.repeat(27)}A`, 'seed […] and […]'],
  ])('hides what may be a key wherever it comes from: %s', (message, told) => {
    expect(of(message, null)).toBe(told)
    expect(of(message, request)).toBe(told)
  })
})
