/** The service in somebody else's app: both keep to themselves. */
import helmet from '@fastify/helmet'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tallystickPlugin } from './plugin.js'
import { caller, fund, KEY, type Running, registerKeys, urlOf } from './service.fixture.js'

let tallystick: Tallystick
let host: FastifyInstance
let call: Running['call']
let seen: string[] = []

beforeAll(async () => {
  tallystick = createTallystick({ storage: memoryStorage() })
  await registerKeys(tallystick)
  host = Fastify({ logger: false })
  // The service uses it too.
  await host.register(helmet)
  host.addContentTypeParser('text/x-shout', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body).toUpperCase()),
  )
  host.setErrorHandler((error, _request, reply) => {
    reply.code(418).send({ host: error instanceof Error ? error.message : 'unknown' })
  })
  host.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ host: 'no such page' })
  })
  host.addHook('onRequest', async (request, reply) => {
    seen.push(request.url)
    if (request.headers['x-too-often'] === undefined) return
    reply.header('retry-after', '60')
    throw Object.assign(new Error('Not so often'), { statusCode: 429 })
  })
  host.post('/echo', async (request) => ({ body: request.body }))
  host.get('/fail', async () => {
    throw new Error('the host fails')
  })
  host.get('/v3/ledger/account', async () => 'the host has one too')
  await host.register(tallystickPlugin, { tallystick, prefix: '/bank' })
  await host.register(tallystickPlugin, { tallystick, prefix: '/second' })
  await host.listen({ host: '127.0.0.1', port: 0 })
  call = caller(urlOf(host))
})
afterAll(async () => {
  await host.close()
  await tallystick.close()
})

describe('the host', () => {
  test('keeps its parsers', async () => {
    const shout = await call('POST', '/echo', { raw: 'hello', headers: { 'content-type': 'text/x-shout' } })
    expect(shout.body).toEqual({ body: 'HELLO' })
    const text = await call('POST', '/echo', { raw: 'hello', headers: { 'content-type': 'text/plain' } })
    expect(text.body).toEqual({ body: 'hello' })
    expect((await call('POST', '/echo', { raw: '' })).status).toBe(418)
  })

  test('keeps its error handler and its page for unknown paths', async () => {
    expect((await call('GET', '/fail')).body).toEqual({ host: 'the host fails' })
    expect((await call('GET', '/nowhere')).body).toEqual({ host: 'no such page' })
    expect((await call('POST', '/echo', { raw: '{' })).status).toBe(418)
  })

  test('asks no key for its own paths, and gets none of our headers', async () => {
    const answer = await call('GET', '/v3/ledger/account', { key: null })
    expect(answer.text).toBe('the host has one too')
    expect(answer.headers.get('cache-control')).toBe(null)
    expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })

  test("has its hooks run for the service's paths too", async () => {
    seen = []
    await call('GET', '/bank/livez')
    expect(seen).toEqual(['/bank/livez'])
  })
})

describe('the service', () => {
  test('works under its prefix, and twice', async () => {
    const { sender, recipient } = await fund({
      call: (method, path, options) => call(method, `/bank${path}`, options),
    })
    const paid = await call('POST', '/second/v3/ledger/transaction', {
      body: { senderAccountId: sender, recipientAccountId: recipient, amount: '1' },
    })
    expect(paid.status).toBe(200)
  })

  test('answers in its own shape', async () => {
    for (const [status, errorCode, answer] of [
      [401, 'subscription.invalid', await call('GET', '/bank/v3/tatum/version', { key: null })],
      [404, 'operation.not.found', await call('GET', '/bank/nowhere')],
      [404, 'operation.not.found', await call('POST', '/bank/nowhere', { raw: '{' })],
      [400, 'validation.failed', await call('POST', '/bank/v3/ledger/account', { raw: '{' })],
      [
        400,
        'validation.failed',
        await call('POST', '/bank/v3/ledger/account', {
          raw: 'a',
          headers: { 'content-type': 'text/x-shout' },
        }),
      ],
    ] as const) {
      expect([answer.status, answer.body]).toEqual([
        status,
        expect.objectContaining({ statusCode: status, errorCode }),
      ])
    }
  })

  test("passes on what a hook of the host's refuses", async () => {
    const answer = await call('GET', '/bank/v3/tatum/version', { headers: { 'x-too-often': '1' } })
    expect(answer.status).toBe(429)
    expect(answer.body).toEqual({ statusCode: 429, message: 'Not so often' })
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  test('shows its pages under the prefix', async () => {
    const document = await call('GET', '/bank/openapi.json', { key: null })
    expect(document.body).toMatchObject({ servers: [{ url: '/bank' }] })
    const docs = await call('GET', '/bank/docs', { key: null })
    expect(docs.text).toContain('src="docs/try.js"')
    expect(docs.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect((await call('GET', '/bank/docs/try.js', { key: null })).status).toBe(200)
    expect((await call('GET', '/bank/readyz', { key: null })).status).toBe(200)
    expect((await call('GET', '/bank/metrics', { key: null })).text).toContain(
      'tallystick_http_requests_total',
    )
  })
})

test("without a prefix, unknown paths are the host's", async () => {
  const app = Fastify()
  app.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ host: 'no such page' })
  })
  await app.register(tallystickPlugin, { tallystick })
  expect((await app.inject('/nowhere')).json()).toEqual({ host: 'no such page' })
  const version = await app.inject({ url: '/v3/tatum/version', headers: { 'x-api-key': KEY } })
  expect(version.statusCode).toBe(200)
  await app.close()
  expect(tallystick.engine.closed).toBe(false)
})
