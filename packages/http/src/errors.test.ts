import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { REJECTIONS } from '@tallystick/core'
import { Fault, memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { afterAll, beforeAll, describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { buildApp } from './app.js'
import {
  caller,
  type Funded,
  fund,
  gated,
  KEY,
  type Running,
  registerKeys,
  startService,
  TENANT,
} from './service.fixture.js'

let service: Running
let accounts: Funded

beforeAll(async () => {
  service = await startService()
  accounts = await fund(service)
})
afterAll(() => service.close())

const PAY = '/v3/ledger/transaction'
const payment = (more: object = {}) => ({
  senderAccountId: accounts.sender,
  recipientAccountId: accounts.recipient,
  amount: '1',
  ...more,
})

/** Whatever is refused, is refused in this shape. */
const documented = (status: number, errorCode: string) => ({
  statusCode: status,
  errorCode,
  message: expect.any(String),
})

const invalid = (...data: object[]) => ({
  ...documented(400, 'validation.failed'),
  data: data.map((violation) => expect.objectContaining(violation)),
})

describe('what a caller reads when it is refused', () => {
  test.each([
    ['no key', null],
    ['an empty key', ''],
    ['an unknown key', 'nobody'],
    ['a key longer than any', 'x'.repeat(5_000)],
  ])('%s', async (_name, key) => {
    const answer = await service.call('POST', PAY, { key, body: payment() })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(documented(401, 'subscription.invalid'))
  })

  test('a stranger is turned away before its body is read', async () => {
    const answer = await service.call('POST', PAY, { key: 'nobody', raw: '{"not json' })
    expect(answer.status).toBe(401)
  })

  test('a revoked key', async () => {
    const access = await service.tallystick.access()
    const { key, apiKey } = await access.create({
      tenant: TENANT,
      name: 'short',
      network: 'testnet',
      plan: 'paid',
    })
    expect((await service.call('GET', '/v3/tatum/version', { key })).status).toBe(200)
    await access.revoke(apiKey.tenant, apiKey.id)
    const answer = await service.call('GET', '/v3/tatum/version', { key })
    expect(answer.body).toEqual(documented(401, 'subscription.invalid'))
  })

  test('a frozen key reads, and unfreezes itself', async () => {
    const access = await service.tallystick.access()
    const { key } = await access.create({
      tenant: TENANT,
      name: 'cold',
      network: 'testnet',
      plan: 'paid',
    })
    expect((await service.call('PUT', '/v3/tatum/freeze', { key })).status).toBe(204)
    const refused = await service.call('POST', PAY, { key, body: payment() })
    expect(refused.body).toEqual(documented(401, 'subscription.not.active'))
    expect((await service.call('GET', `/v3/ledger/account/${accounts.sender}`, { key })).status).toBe(200)
    expect((await service.call('DELETE', '/v3/tatum/freeze', { key })).status).toBe(204)
    expect((await service.call('POST', PAY, { key, body: payment() })).status).toBe(200)
  })

  test('a key that may only read', async () => {
    const access = await service.tallystick.access()
    const { key } = await access.create({
      tenant: TENANT,
      name: 'audit',
      network: 'testnet',
      plan: 'paid',
      readOnly: true,
    })
    const refused = await service.call('POST', PAY, { key, body: payment() })
    expect(refused.body).toEqual(documented(403, 'key.not.allowed'))
    // Whatever is sent: it may not know.
    const misspelt = await service.call('POST', PAY, { key, body: { amount: -1 } })
    expect(misspelt.body).toEqual(documented(403, 'key.not.allowed'))
    expect((await service.call('PUT', '/v3/tatum/freeze', { key })).status).toBe(403)
    const list = { body: { id: accounts.sender } }
    expect((await service.call('POST', '/v3/ledger/transaction/account', { key, ...list })).status).toBe(200)
  })

  test('a field that does not fit, by its place', async () => {
    const amount = await service.call('POST', PAY, { body: payment({ amount: 1 }) })
    expect(amount.status).toBe(400)
    expect(amount.body).toEqual(invalid({ target: 'body', property: 'amount', value: 1 }))

    const path = '/v3/ledger/transaction/account?pageSize=51'
    const page = await service.call('POST', path, { body: { id: accounts.sender } })
    expect(page.body).toEqual(invalid({ target: 'query', property: 'pageSize', value: 51 }))

    const customer = await service.call('PUT', '/v3/ledger/customer/short/enable')
    expect(customer.body).toEqual(invalid({ target: 'param', property: 'id', value: 'short' }))

    const key = await service.call('POST', PAY, {
      body: payment(),
      headers: { 'idempotency-key': 'k'.repeat(256) },
    })
    expect(key.body).toEqual(invalid({ target: 'header', property: 'Idempotency-Key' }))
  })

  test('numbers in bodies stay numbers, and text stays text', async () => {
    const number = await service.call('POST', PAY, {
      raw: JSON.stringify(payment()).replace('"1"', '12345678901234567890'),
    })
    expect(number.body).toEqual(invalid({ property: 'amount' }))
    const flag = await service.call('POST', PAY, { body: payment({ anonymous: 'true' }) })
    expect(flag.body).toEqual(invalid({ property: 'anonymous', value: 'true' }))
  })

  test('a refusal of the rules', async () => {
    const answer = await service.call('POST', PAY, { body: payment({ amount: '5000' }) })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(documented(403, 'balance.insufficient'))
  })

  test('a refusal within a batch names the item', async () => {
    const { senderAccountId, ...item } = payment()
    const answer = await service.call('POST', `${PAY}/batch`, {
      body: { senderAccountId, transaction: [item, { ...item, amount: '5000' }] },
    })
    expect(answer.body).toMatchObject({
      errorCode: 'balance.insufficient',
      message: expect.stringMatching(/^Item 1: /),
    })
  })

  test('a key that was used for another call', async () => {
    const headers = { 'idempotency-key': 'used-twice' }
    expect((await service.call('POST', PAY, { body: payment(), headers })).status).toBe(200)
    const answer = await service.call('POST', PAY, { body: payment({ amount: '2' }), headers })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(documented(422, 'idempotency.key.reused'))
  })
})

describe('bodies', () => {
  const post = (raw: string | Uint8Array, type = 'application/json') =>
    service.call('POST', PAY, { raw, headers: { 'content-type': type } })
  const notJson = invalid({ target: 'body' })
  const notTyped = invalid({ target: 'header', property: 'content-type' })

  test.each([
    ['cut off', '{"senderAccountId":'],
    ['of another syntax', "{'a': 1}"],
    ['with a byte order mark', '\ufeff{}'],
    ['nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['nested 100,000 deep, and cut off', '{"a":'.repeat(100_000)],
    ['an array', '[]'],
    ['a text', '"text"'],
    ['a number', '1e400'],
    ['null', 'null'],
    ['none at all', ''],
  ])('%s', async (_name, raw) => {
    const answer = await post(raw)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(notJson)
  })

  test('not UTF-8', async () => {
    const text = Buffer.from(JSON.stringify(payment({ senderNote: '@' })))
    text[text.indexOf('@')] = 0xff
    expect((await post(text)).body).toEqual(notJson)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    '/',
  ])('of type %s', async (type) => {
    const answer = await post(JSON.stringify(payment()), type)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(notTyped)
  })

  test.each(['application/json; charset=utf-8', 'application/json;x=1', 'Application/JSON'])(
    'of type %s is read',
    async (type) => {
      expect((await post(JSON.stringify(payment()), type)).status).toBe(200)
    },
  )

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'a field named %s',
    async (name) => {
      const top = await post(JSON.stringify(payment()).replace('{', `{"${name}":{"amount":"1"},`))
      expect(top.body).toEqual(invalid({ target: 'body', property: name }))
      const nested = await service.call('POST', '/v3/ledger/account', {
        raw: `{"currency":"EUR","customer":{"externalId":"x","${name}":{"externalId":"y"}}}`,
      })
      expect(nested.body).toEqual(invalid({ target: 'body', property: `customer.${name}` }))
    },
  )

  test.each([
    ['NUL', '\\u0000'],
    ['half of a surrogate pair', '\\ud800'],
    ['the other half', 'a\\udfffb'],
    ['both halves in the wrong order', '\\udc00\\ud800'],
  ])('text with %s', async (_name, text) => {
    const raw = JSON.stringify(payment({ senderNote: '@' })).replace('@', text)
    expect((await post(raw)).body).toEqual(invalid({ target: 'body', property: 'senderNote' }))
  })

  test('text with a whole surrogate pair, escaped, comes back as it was', async () => {
    const raw = JSON.stringify(payment({ senderNote: '@' })).replace('@', '\\ud83d\\ude00 \\u00e9')
    const answer = await post(raw)
    expect(answer.status).toBe(200)
    const list = await service.call('POST', `${PAY}/account?pageSize=1`, { body: { id: accounts.sender } })
    expect(list.body).toEqual([expect.objectContaining({ senderNote: '😀 é' })])
  })

  test('larger than the limit', async () => {
    const answer = await post(`"${'x'.repeat(1_048_577)}"`)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(documented(400, 'request.too.large'))
  })

  test('a bodyless call takes an empty body of whatever type, and none', async () => {
    const path = `/v3/ledger/account/${accounts.recipient}`
    const steps = [
      ['freeze', { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
      ['unfreeze', { raw: '', headers: { 'content-type': 'application/json' } }],
      ['freeze', { raw: '', headers: { 'content-type': 'text/plain' } }],
      ['unfreeze', {}],
      ['freeze', { body: {} }],
      ['unfreeze', { raw: '' }],
    ] as const
    for (const [verb, options] of steps) {
      const answer = await service.call('PUT', `${path}/${verb}`, options)
      expect([verb, answer.status, answer.text]).toEqual([verb, 204, ''])
    }
  })
})

describe('paths', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/v3'],
    ['GET', '/v3/nothing'],
    ['PATCH', '/v3/ledger/account'],
    ['DELETE', '/v3/ledger/account'],
    ['OPTIONS', '/v3/ledger/account'],
    ['GET', '/v3/ledger/transaction'],
    ['GET', '/V3/LEDGER/ACCOUNT'],
    ['GET', '/v3/ledger/account/a/b/c/d'],
  ])('%s %s is unknown', async (method, path) => {
    for (const raw of [undefined, '{"a":1}', 'not json']) {
      if (raw !== undefined && method === 'GET') continue
      const answer = await service.call(method, path, raw === undefined ? {} : { raw })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(documented(404, 'operation.not.found'))
    }
  })

  test('a static path goes before one with a parameter', async () => {
    expect((await service.call('GET', '/v3/ledger/account/count')).body).toEqual({
      total: expect.any(Number),
    })
  })

  test.each([
    ['an escape that is none', '/v3/ledger/account/%zz'],
    ['an escape that is not UTF-8', '/v3/ledger/account/%ff'],
    ['NUL', '/v3/ledger/account/%00'],
    ['NUL in the query', '/v3/ledger/account?currency=%00'],
    ['a part that is too long', `/v3/ledger/account/${'x'.repeat(4_000)}`],
    ['a part that is a little too long', `/v3/ledger/account/${'x'.repeat(101)}`],
  ])('%s', async (_name, path) => {
    const answer = await service.call('GET', path)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ statusCode: 400, errorCode: 'validation.failed' })
  })

  test('an ID is decoded once', async () => {
    const created = await service.call('POST', '/v3/ledger/account', {
      body: { currency: 'EUR', customer: { externalId: 'a/b%2Fc é' } },
    })
    expect(created.status).toBe(200)
    const found = await service.call('GET', `/v3/ledger/customer/${encodeURIComponent('a/b%2Fc é')}`)
    expect(found.body).toMatchObject({ externalId: 'a/b%2Fc é' })
  })

  test('a parameter of the query that comes twice', async () => {
    const answer = await service.call('GET', '/v3/ledger/customer?pageSize=1&pageSize=2')
    expect(answer.body).toEqual(invalid({ target: 'query', property: 'pageSize' }))
  })

  test('a parameter of the query that is misspelt', async () => {
    const { body } = await service.call('GET', '/v3/ledger/account?pageSize=1&curency=EUR')
    expect(body).toMatchObject(invalid({ target: 'query', property: 'curency', value: 'EUR' }))
    expect(JSON.stringify(body)).toContain('did you mean currency?')
    // A separator too many is no parameter.
    expect((await service.call('GET', '/v3/ledger/account?&pageSize=1&')).status).toBe(200)
    expect((await service.call('GET', '/v3/ledger/account?')).status).toBe(200)
  })
})

describe('answers', () => {
  test('an object, a list, a bare number and nothing', async () => {
    const one = await service.call('GET', `/v3/ledger/account/${accounts.sender}`)
    expect(one.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(one.headers.get('cache-control')).toBe('no-store')
    expect(one.headers.get('x-content-type-options')).toBe('nosniff')
    const count = await service.call('POST', `${PAY}/account?count=true`, { body: { id: accounts.sender } })
    expect(count.text).toMatch(/^\d+$/)
    const none = await service.call('PUT', `/v3/ledger/account/${accounts.sender}`, {
      body: { accountCode: 'x' },
    })
    expect([none.status, none.text, none.headers.get('content-type')]).toEqual([204, '', null])
  })

  test('overloads on one path are told apart by the body', async () => {
    const plain = await service.call('POST', '/v3/ledger/account', { body: { currency: 'BTC' } })
    expect(plain.body).toMatchObject({ errorCode: 'account.xpub.missing' })
    const xpub = await service.call('POST', '/v3/ledger/account', {
      body: { currency: 'BTC', xpub: 'xpub1' },
    })
    expect(xpub.body).toMatchObject({ currency: 'BTC', xpub: 'xpub1' })
    const empty = await service.call('POST', '/v3/ledger/account', { body: { currency: 'BTC', xpub: '' } })
    expect(empty.body).toEqual(invalid({ target: 'body', property: 'xpub' }))
  })
})

describe('what is not HTTP', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(service.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
    })

  test.each([
    ['no request at all', 'hello\r\n\r\n', 'validation.failed'],
    ['a header without a colon', 'GET /livez HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n', 'validation.failed'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      'validation.failed',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      'validation.failed',
    ],
    [
      'a head that is too large',
      `GET /livez HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(40_000)}\r\n\r\n`,
      'request.head.too.large',
    ],
    [
      'a path that is too long',
      `GET /v3/ledger/account/${'x'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      'request.head.too.large',
    ],
    ...['/livez', '/v3/tatum/version', '/v3/blockchain/node/ETH', '/nowhere'].flatMap((path) =>
      ['', 'host: x\r\nHost: y\r\n'].map(
        (hosts) =>
          [
            `${hosts === '' ? 'no host' : 'two hosts'}: ${path}`,
            `GET ${path} HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`,
            'validation.failed',
          ] as const,
      ),
    ),
    ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n', 'operation.not.found'],
  ] as const)('%s', async (_name, text, code) => {
    const answer = await send(text)
    const { status } = REJECTIONS[code]
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/\r\nx-request-id: [\w-]+\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject(documented(status, code))
  })

  test('an expectation that is not met is answered as everything else is, and the call is not made', async () => {
    const answer = await send(
      `PUT /v3/tatum/freeze HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nexpect: 200-ok\r\ncontent-length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 417 .*\r\nx-request-id: [\w-]+\r\n/s)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(body).toEqual({ statusCode: 417, message: expect.stringContaining('expectation') })
    // As HTTP/1.0 has none, none is asked for.
    expect(await send('GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('is answered once, however much of it comes before the answer can go out', async () => {
    const app = buildApp({ tallystick: createTallystick({ storage: memoryStorage() }) })
    // More than the system keeps for a client that reads none of it.
    app.get('/large', (_request, reply) => reply.send('x'.repeat(32_000_000)))
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const { server } = app
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const socket: Socket = (await once(server, 'connection'))[0]
    client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(client, 'data')
    client.pause()
    const kept: number[] = []
    for (let piece = 0; piece < 20; piece++) {
      const noticed = once(server, 'clientError')
      client.write('z')
      await noticed
      kept.push(socket.listenerCount('finish'))
    }
    expect(socket.writableFinished).toBe(false)
    expect(new Set(kept).size).toBe(1)

    let answer = ''
    client.on('data', (chunk) => {
      answer += chunk
    })
    client.resume()
    await once(client, 'end')
    expect(answer.match(/HTTP\/1\.1 400 /g)).toHaveLength(1)
  })

  const paymentText = ({ sender, recipient }: Pick<Funded, 'sender' | 'recipient'>): string => {
    const body = JSON.stringify({ senderAccountId: sender, recipientAccountId: recipient, amount: '1' })
    return `POST ${PAY} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }

  const GARBAGE = '"}\r\n\r\n'
  test.each([
    ['at once', (request: string) => [request + GARBAGE], 'clientError', 400],
    ['in many pieces', (request: string) => [request, ...GARBAGE], 'clientError', 400],
    ['a tunnel', (request: string) => [`${request}CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n`], 'connect', 404],
  ])(
    'behind a payment, %s, is refused only after the payment’s own answer',
    async (_, piecesOf, event, status) => {
      const gate = gated()
      const slow = await startService({ storage: gate.storage })
      const { sender, recipient } = await fund(slow)
      const { port, hostname } = new URL(slow.url)
      const client = connect(Number(port), hostname)
      let answer = ''
      client.on('data', (chunk) => {
        answer += chunk
      })
      const noticed = once(slow.app.server, event)
      gate.hold()
      for (const piece of piecesOf(paymentText({ sender, recipient }))) client.write(piece)
      await gate.held()
      await noticed
      gate.release()
      await once(client, 'end')
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`])
      expect(answer).toMatch(/\{"reference":"[0-9a-f-]{36}"\}/)
      await slow.close()
    },
  )

  test('behind a payment, so too at the second address of localhost', async () => {
    // On machines without ::1 as well.
    const second = '127.0.0.2'
    const lookup = vi.spyOn(dns, 'lookup') as unknown as MockInstance<(...given: unknown[]) => void>
    lookup.mockImplementation((name, options, then = options) => {
      const address = name === 'localhost' ? '127.0.0.1' : name
      const isAll = typeof options === 'object' && options !== null && 'all' in options
      if (typeof then !== 'function') return
      if (isAll) then(null, [{ address }, { address: second }])
      else then(null, address, 4)
    })
    const gate = gated()
    const tallystick = createTallystick({ storage: gate.storage })
    await registerKeys(tallystick)
    const app = buildApp({ tallystick })
    await app.listen({ host: 'localhost', port: 0 })
    lookup.mockRestore()
    const { port } = app.server.address() as AddressInfo
    const payment = paymentText(await fund({ call: caller(`http://${second}:${port}`) }))
    const client = connect(port, second)
    let answer = ''
    client.on('data', (chunk) => {
      answer += chunk
    })
    gate.hold()
    client.write(`${payment}"}\r\n\r\n`)
    await gate.held()
    gate.release()
    await once(client, 'end')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    await app.close()
  })

  test('a key in two headers is refused with what is wrong', async () => {
    const answer = await send(
      `GET /v3/tatum/version HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('x-api-key was sent 2 times')
  })
})

describe('overload and failure', () => {
  const open = (running: Running) => running.call('POST', '/v3/ledger/account', { body: { currency: 'EUR' } })

  test('429 when more calls run than may', async () => {
    const gate = gated()
    const limited = await startService({ storage: gate.storage, maxInFlight: 1 })
    gate.hold()
    const first = open(limited)
    await gate.held()
    const second = await open(limited)
    expect(second.status).toBe(429)
    expect(second.body).toEqual(documented(429, 'overloaded'))
    expect(second.headers.get('retry-after')).toBe('1')
    gate.release()
    expect((await first).status).toBe(200)
    expect((await open(limited)).status).toBe(200)
    await limited.close()
  })

  test('429 when the queue of the engine is full', async () => {
    const gate = gated()
    const limited = await startService({ storage: gate.storage, engine: { maxQueued: 1 } })
    gate.hold()
    const first = open(limited)
    await gate.held()
    const others = [open(limited), open(limited), open(limited)]
    const refused = await Promise.race(others)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    gate.release()
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429, 429])
    await limited.close()
  })

  test('500 tells nothing, and the service goes on', async () => {
    const gate = gated()
    const broken = await startService({ storage: gate.storage })
    gate.fail(new Error('disk on fire at /var/secret/path'))
    const answer = await open(broken)
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      statusCode: 500,
      message: expect.stringMatching(/^Internal error [\w-]{8}-\w+\. /),
    })
    expect(answer.text).not.toMatch(/fire|secret|stack/)
    gate.fail(null)
    expect((await open(broken)).status).toBe(200)
    await broken.close()
  })

  test('500 for a connection of the service that is lost: no body was too short', async () => {
    const storage = memoryStorage()
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const query = Object.create(storage.query)
    const broken = await startService({ storage: { ...storage, query } })
    query.list = () => Promise.reject(lost)
    expect((await broken.call('GET', '/v3/ledger/account?pageSize=10')).status).toBe(500)
    await broken.close()
  })

  test('503 for a failure that wrote nothing and may pass, 500 for one whose outcome is unknown', async () => {
    const gate = gated()
    const broken = await startService({ storage: gate.storage })
    gate.fail(new Fault('no answer from 10.0.0.7', { code: 'ECONNREFUSED' }, { transient: true }))
    const turned = await open(broken)
    expect(turned.status).toBe(503)
    expect(turned.body).toEqual(documented(503, 'unavailable'))
    expect(turned.headers.get('retry-after')).toBe('1')
    expect(turned.text).toContain('nothing was written')
    expect(turned.text).not.toContain('10.0.0.7')
    gate.fail(new Fault('no answer to the commit'))
    const unknown = await open(broken)
    expect(unknown.status).toBe(500)
    expect(unknown.text).toContain('unknown')
    gate.fail(null)
    expect((await open(broken)).status).toBe(200)
    await broken.close()
  })
})
