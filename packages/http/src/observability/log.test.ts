import { Fault, memoryStorage, type Storage } from '@tallystick/engine'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fund, gated, registerKeys, startService, TENANT } from '../service.fixture.js'

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
  await outage(100)
  expect(told()).toHaveLength(1)
  expect(told()[0]).toMatchObject({ msg: 'storage does not answer', error: { stack: expect.any(Array) } })
  await expect.poll(() => lines.length, { timeout: 3_000 }).toBe(2)
  expect(told()[1]).toMatchObject({ msg: 'storage does not answer, repeated', count: 99 })
  expect(lines[1]).not.toContain('"stack"')

  // Another kind of failure does not wait for its turn.
  fail(new TypeError('another'))
  expect((await open()).status).toBe(500)
  expect(told()[2]).toMatchObject({ msg: 'internal error', error: { name: 'Fault' } })
  const failed = await open()
  await service.close()
  expect(told().at(-1)).toMatchObject({
    msg: 'internal error, repeated',
    count: 1,
    ids: [/Internal error ([\w-]+)/.exec(failed.text)?.[1]],
  })
  expect(lines.length).toBe(4)
})

test('without a logger it is silent', async () => {
  const service = await startService()
  await registerKeys(service.tallystick)
  expect((await service.call('GET', '/livez')).status).toBe(200)
  await service.close()
})
