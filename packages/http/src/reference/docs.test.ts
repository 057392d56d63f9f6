import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from '../service.fixture.js'

let service: Running
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = (path: string, headers = {}) => service.call('GET', path, { key: null, headers })

test('the page and its script name no other host', async () => {
  for (const path of ['/docs', '/docs/start.js']) {
    const { status, text } = await get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/\/\/[a-z]/i)
  }
})

test('the browser is told to ask no other host', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  for (const directive of policy.split(';')) {
    const [, ...sources] = directive.split(' ')
    for (const source of sources) {
      expect(["'none'", "'self'", "'unsafe-inline'", 'data:', 'blob:']).toContain(source)
    }
  }
  expect(policy).toMatch(/script-src 'self';/)
})

test('Scalar asks for no font, no telemetry and no proxy', async () => {
  const { text } = await get('/docs/start.js')
  const configuration: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  expect(configuration).toMatchObject({ withDefaultFonts: false, telemetry: false, hideClientButton: true })
  expect(configuration).not.toHaveProperty('proxyUrl')
})

test('the bundle comes from here, compressed for who can read that', async () => {
  const plain = await fetch(`${service.url}/docs/scalar.js`, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.get('content-encoding')).toBe(null)
  const script = await plain.text()
  expect(script).toContain('createApiReference')
  const response = await service.app.inject({
    url: '/docs/scalar.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(response.rawPayload.length).toBeLessThan(script.length / 2)
  expect(gunzipSync(response.rawPayload).toString()).toBe(script)
})

test('a slash too much leads back', async () => {
  const { status, headers } = await fetch(`${service.url}/docs/`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, '../docs'])
})
