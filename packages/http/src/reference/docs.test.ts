import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from '../service.fixture.js'

let service: Running
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const get = (path: string) => service.call('GET', path, { key: null })

test.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/try.js', 'text/javascript; charset=utf-8'],
  ['/docs/try.css', 'text/css; charset=utf-8'],
])('%s is served to anybody, and names no other host', async (path, type) => {
  const { status, text, headers } = await get(path)
  expect([status, headers.get('content-type')]).toEqual([200, type])
  expect(text).not.toMatch(/[a-z]:\/\/[a-z]/i)
})

test('the browser is told to ask no other host, and to run nothing inside the page', async () => {
  const { headers, text } = await get('/docs')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  )
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]+ (?:style|on\w+)=/)
})

test('a slash too much leads back', async () => {
  const { status, headers } = await fetch(`${service.url}/docs/`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, '../docs'])
})
