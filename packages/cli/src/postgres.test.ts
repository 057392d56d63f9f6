/** The command on a real PostgreSQL: everything it does on a file it does there, and it outlives the server. */

import { call, type Serving } from '@tallystick/harness'
import { describe, expect, it } from 'vitest'
import { placeWithPostgres } from './postgres.fixture.js'

const { place, server } = await placeWithPostgres()

const ACCOUNT = '/v3/ledger/account'
const EUR = { currency: 'EUR' }
const KEY = 'a-key-of-my-own-choice'
/** With it, the keys of the ledger are looked at before the first call. */
const MASTER = 'ab'.repeat(32)

async function stop(serving: Serving): Promise<void> {
  serving.signal('SIGTERM')
  expect((await serving.ended).code).toBe(0)
}

/** The same server and database, with a password that the server does not ask for. */
function secretly(url: string): string {
  const secret = new URL(url)
  secret.username = 'postgres'
  secret.password = 'canary'
  return secret.href
}

describe('on PostgreSQL', () => {
  it('TALLYSTICK_DATABASE is all it takes', async () => {
    const env = { TALLYSTICK_DATABASE: await server.fresh() }
    const { host } = new URL(env.TALLYSTICK_DATABASE)
    const shown = `postgres://${host}/postgres`

    const unmade = await place.run(['keys', 'list'], env)
    expect(unmade.code).toBe(1)
    expect(unmade.stderr).toContain('Run `tallystick migrate`')
    expect((await place.run(['migrate'], env)).stdout).toMatch(
      new RegExp(`^${shown} now has \\d+ migration`, 'm'),
    )
    expect((await place.run(['migrate'], env)).stdout).toBe(`${shown} is up to date\n`)

    const serving = await place.serve([], env)
    expect(serving.stdout()).toContain(`Database: ${shown}\n`)
    const made = await call(serving.url, serving.key ?? '', 'POST', ACCOUNT, EUR)
    expect(made).toMatchObject({ status: 200, body: { currency: 'EUR' } })
    expect(await (await fetch(`${serving.url}/readyz`)).json()).toEqual({
      status: 'ready',
      webhooks: { inFlight: 0 },
    })
    const key = (await place.run(['keys', 'create', '--quiet'], env)).stdout.trim()
    expect(await call(serving.url, key, 'GET', `${ACCOUNT}/count?pageSize=10`)).toMatchObject({
      body: { total: 1 },
    })
    await stop(serving)
    const told = serving.stdout() + serving.stderr()
    expect(told).not.toContain('search_path')

    const verified = await place.run(['verify', '--json'], env)
    expect(JSON.parse(verified.stdout)).toMatchObject({ database: shown, sound: true, accounts: 1 })
    const again = await place.serve([], {
      TALLYSTICK_DATABASE: env.TALLYSTICK_DATABASE.replace('postgres:', 'postgresql:'),
    })
    expect(again.stdout()).toContain('API key: 2 valid')
    await stop(again)
  })

  it.each([
    ['a database that does not exist', '/nowhere', 'PostgreSQL refuses: database "nowhere" does not exist'],
    ['a user that does not exist', '/postgres', 'PostgreSQL refuses: password authentication failed'],
    [
      'no TLS',
      '/postgres?sslmode=verify-full',
      'PostgreSQL refuses: The server does not support SSL connections',
    ],
    [
      'no TLS on any of several servers',
      '/postgres?sslmode=verify-full&target_session_attrs=read-write',
      'PostgreSQL refuses: ',
    ],
  ])('does not start with %s, and does not tell the password', async (_what, path, message) => {
    const url = new URL(path, server.url)
    if (path === '/postgres') url.username = 'nobody'
    if (path === '/postgres') url.password = 'canary'
    for (const args of [['serve', '--port', '0'], ['verify']]) {
      const failed = await place.run(args, { TALLYSTICK_DATABASE: url.href, TALLYSTICK_DEBUG: '1' })
      expect(failed).toMatchObject({ code: 1, stdout: '' })
      // The log of the service quotes it.
      expect(failed.stderr.replaceAll('\\"', '"')).toContain(message)
      expect(failed.stderr).not.toContain('canary')
    }
  })

  it('serves before its server does, and through its death', async () => {
    const url = await server.fresh()
    server.kill()
    const env = { TALLYSTICK_DATABASE: secretly(url), TALLYSTICK_API_KEY: KEY }
    for (const args of [['verify'], ['migrate'], ['keys', 'list']]) {
      const failed = await place.run(args, env)
      expect(failed.code).toBe(1)
      expect(failed.stderr).toContain('PostgreSQL does not answer')
    }

    const serving = await place.serve([], { ...env, TALLYSTICK_DATABASE: url, TALLYSTICK_VAULT_KEYS: MASTER })
    expect(serving.stdout()).toContain('API key: not known until the database answers')
    expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
    await expectUnavailable(serving)

    await server.restart()
    await expect.poll(() => ready(serving), { timeout: 20_000 }).toBe(200)
    expect(serving.stdout()).toContain('The database answers. API key: the one in TALLYSTICK_API_KEY')
    expect(await call(serving.url, KEY, 'POST', ACCOUNT, EUR)).toMatchObject({ status: 200 })

    server.kill()
    await expectUnavailable(serving)
    // A command waits for the server for a while. On a slow machine its key must be looked up first: 503, nothing was written.
    const made = async () => (await call(serving.url, KEY, 'POST', ACCOUNT, EUR)).status
    const waiting = expect.poll(made, { timeout: 20_000 }).toBe(200)
    await server.restart()
    await waiting
    expect(await call(serving.url, KEY, 'GET', `${ACCOUNT}/count?pageSize=10`)).toMatchObject({
      body: { total: 2 },
    })
    await stop(serving)
    const told = serving.stdout() + serving.stderr()
    expect(told).not.toContain('postgres:postgres@')
    expect(told).not.toContain('canary')
  })
})

const ready = async (serving: Serving): Promise<number> => (await fetch(`${serving.url}/readyz`)).status

/** Told by the probe with the reason, and by a call with when to come again; neither names the server. */
async function expectUnavailable(serving: Serving): Promise<void> {
  await expect.poll(() => ready(serving)).toBe(503)
  const probe = await fetch(`${serving.url}/readyz`)
  const text = await probe.text()
  expect(text).toMatch(/its storage does not answer \(\w+\)/)
  expect(text).not.toContain('127.0.0.1')
  const answer = await fetch(`${serving.url}${ACCOUNT}/count?pageSize=10`, { headers: { 'x-api-key': KEY } })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.json()).toMatchObject({
    errorCode: 'unavailable',
    message: expect.stringContaining('nothing was written'),
  })
}
