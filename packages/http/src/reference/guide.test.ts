import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tallystickPlugin } from '../plugin.js'
import { type Running, startService } from '../service.fixture.js'

let service: Running
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = (path: string) => service.call('GET', path, { key: null })

test('a page is served without a key, under a policy that allows this origin only', async () => {
  const { status, text, headers } = await get('/docs/guide/recipes/escrow.html')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('<h1 id="escrow">')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'none'",
  )
})

test('the guide and the page that tries calls lead to each other', async () => {
  expect((await get('/docs')).text).toContain('href="docs/guide/index.html"')
  expect((await get('/docs/guide/recipes/escrow.html')).text).toContain('href="../../../docs"')
})

test.each([
  ['/docs/guide', 'guide/index.html'],
  ['/docs/guide/', 'index.html'],
  ['/docs/guide?a=/', 'guide/index.html'],
])('%s leads to the first page', async (path, location) => {
  const { status, headers } = await fetch(`${service.url}${path}`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, location])
})

test.each(['nowhere.html', '%2e%2e%2fpackage.json', 'constructor', '%00', 'a/b/c/d'])(
  'what is not there is told as everywhere: %s',
  async (path) => {
    const { status, body } = await get(`/docs/guide/${path}`)
    expect([status, body]).toMatchObject([404, { errorCode: 'operation.not.found' }])
  },
)

test('under a prefix it has the same pages', async () => {
  const app = Fastify()
  await app.register(tallystickPlugin, { prefix: '/bank', tallystick: service.tallystick })
  const answer = await app.inject('/bank/docs/guide/style.css')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect((await app.inject('/bank/docs/guide/')).headers.location).toBe('index.html')
  await app.close()
})
