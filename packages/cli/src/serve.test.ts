import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, type Serving, Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

const ACCOUNT = '/v3/ledger/account'
const EUR = { currency: 'EUR' }

async function stop(serving: Serving): Promise<void> {
  serving.signal('SIGTERM')
  const { code, stderr } = await serving.ended
  expect(stderr).toContain('SIGTERM: stopping')
  expect(stderr).toContain('Stopped. Everything that was accepted is written.')
  // A collector reads each line as JSON.
  for (const line of stderr.trimEnd().split('\n')) {
    expect(JSON.parse(line), line).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
  }
  expect(code).toBe(0)
}

async function statusesOfConsole({ url }: Serving): Promise<readonly number[]> {
  const page = await fetch(`${url}/console`)
  const { status } = await fetch(`${url}/console/facts/key`)
  return [page.status, status]
}

describe('serve', () => {
  it('has a console if it is told so', async () => {
    const more = ['--console', 'yes', '--verify-every', '1']
    const serving = await place.serve(['--database', place.path('console.db'), ...more])
    expect(await statusesOfConsole(serving)).toEqual([200, 401])
    await stop(serving)
  })

  it('makes a key at the first start only, and keeps what was written', async () => {
    const args = ['--database', place.path('new/folder/first.db')]
    const first = await place.serve(args)
    expect(first.stdout()).toContain('new/folder/first.db (new)')
    expect(first.stdout()).toContain('shown once')
    expect(first.stdout()).not.toContain('\u001b')
    const key = first.key ?? ''
    expect(key).toMatch(/^tally_test_[\w-]{43}$/)
    const made = await call(first.url, key, 'POST', ACCOUNT, EUR)
    expect(made).toMatchObject({ status: 200, body: { currency: 'EUR' } })
    await stop(first)
    expect(first.stderr()).not.toContain(key)

    const second = await place.serve(args)
    expect(second.key).toBeNull()
    expect(second.stdout()).toContain('API key: 1 valid; tallystick keys list shows them')
    expect(second.stdout()).not.toContain('tally_')
    const { id } = made.body as { id: string }
    expect(await call(second.url, key, 'GET', `${ACCOUNT}/${id}`)).toMatchObject({ status: 200 })
    expect(await call(second.url, `${key}x`, 'GET', `${ACCOUNT}/${id}`)).toMatchObject({ status: 401 })
    await stop(second)
  })

  it('prints a first call that works as it is, and has no console unless it is told so', async () => {
    const serving = await place.serve(['--database', place.path('curl.db')])
    const line = /^Open an account: curl (\S+) -H '(.*?): (.*?)' -H '(.*?): (.*?)' -d '(.*)'$/m.exec(
      serving.stdout(),
    )
    const [, url = '', n1 = '', v1 = '', n2 = '', v2 = '', body = ''] = line ?? []
    const response = await fetch(url, { method: 'POST', headers: { [n1]: v1, [n2]: v2 }, body })
    expect(response.status).toBe(200)
    expect((await fetch(/^Reference: (\S+)$/m.exec(serving.stdout())?.[1] ?? '')).status).toBe(200)
    expect(await statusesOfConsole(serving)).toEqual([404, 404])
    await stop(serving)
  })

  it('accepts TALLYSTICK_API_KEY from the first start, never prints it, and says when it was revoked', async () => {
    const key = 'canary-key-of-my-own-choice'
    const env = { TALLYSTICK_API_KEY: key, TALLYSTICK_API_KEY_SECRET: 'ab'.repeat(32) }
    const args = ['--database', place.path('given.db')]
    const serving = await place.serve(args, env)
    expect(serving.key).toBeNull()
    expect(await call(serving.url, key, 'POST', ACCOUNT, EUR)).toMatchObject({ status: 200 })
    const listed = await place.run(['keys', 'list', '--json', ...args])
    const [apiKey] = JSON.parse(listed.stdout) as {
      id: string
      network: string
      plan: string
      tenant: string
    }[]
    expect(apiKey).toMatchObject({ network: 'testnet', plan: 'paid', tenant: 'default' })
    await place.run(['keys', 'revoke', apiKey?.id ?? '', ...args])
    await stop(serving)

    const again = await place.serve(args, env)
    expect(again.stderr()).toContain('was revoked, which is for good')
    expect(await call(again.url, key, 'POST', ACCOUNT, EUR)).toMatchObject({ status: 401 })
    await stop(again)
    for (const { stdout, stderr } of [await serving.ended, await again.ended]) {
      expect(stdout + stderr).not.toContain(key)
    }
  })

  it('does not start with a policy that names what is no address of its chain', async () => {
    const file = place.path('policy.json')
    await writeFile(file, '{"deny":{"ETH":["0x123"]}}')
    const args = ['serve', '--database', place.path('policy.db'), '--policy', file]
    const { stderr, code } = await place.run(args)
    expect([code, stderr]).toEqual([1, expect.stringContaining('deny.ETH[0] is not an address of ETH')])
    expect(stderr).toContain('TALLYSTICK_POLICY')
  })

  it('keeps to its limits', async () => {
    const limits = ['--body-limit', '1024', '--max-queue', '1']
    const serving = await place.serve(['--database', place.path('limits.db'), ...limits])
    const key = serving.key ?? ''
    expect(await call(serving.url, key, 'POST', ACCOUNT, { currency: 'x'.repeat(1_100) })).toMatchObject({
      status: 400,
      body: { errorCode: 'request.too.large' },
    })
    // In one packet, so that the server has them all before it can have finished one.
    const body = JSON.stringify(EUR)
    const one = `POST ${ACCOUNT} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const burst = async () => {
      const socket = connect(Number(new URL(serving.url).port), '127.0.0.1').setEncoding('utf8')
      let answers = ''
      socket.on('data', (text: string) => {
        answers += text
      })
      socket.write(one.repeat(5))
      await expect.poll(() => answers.match(/HTTP\/1\.1 \d/g), { timeout: 10_000 }).toHaveLength(5)
      socket.destroy()
      return new Set(answers.match(/(?<=HTTP\/1\.1 )\d+/g))
    }
    // A busy machine may make the event loop late, and then the answer is 503; so it is asked again.
    await expect.poll(burst, { timeout: 20_000 }).toEqual(new Set(['200', '429']))
    await stop(serving)
  })

  it('fetches prices from a URL, and never shows it; and warns when other machines can reach it', async () => {
    const serving = await place.serve(['--host', '0.0.0.0', '--database', place.path('rates.db')], {
      TALLYSTICK_RATES: 'http://canary.invalid/prices?key=secret',
    })
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await expect.poll(serving.stderr).toContain('0.0.0.0 can be reached from other machines')
    expect(serving.stdout()).toContain('Rates: from canary.invalid, every minute')
    await expect.poll(serving.stderr).toContain('Rates: ')
    await stop(serving)
    expect(serving.stdout() + serving.stderr()).not.toContain('secret')
  })
})

describe('a start that cannot be', () => {
  it('serves on when nobody reads its banner and its log any more', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await once(free.close(), 'close')
    const serving = place.beginUnread([
      'serve',
      '--port',
      String(port),
      '--database',
      place.path('unread.db'),
    ])
    const status = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null))?.status
    await expect.poll(() => status('/readyz'), { timeout: 10_000 }).toBe(200)
    // After the banner.
    await sleep(200)
    expect(await status('/readyz')).toBe(200)
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  it('names the port that is in use, and makes no key that nobody saw', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as AddressInfo
    const args = ['--database', place.path('held.db')]
    const failed = await place.run(['serve', '--port', String(port), ...args])
    holder.close()
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain(`127.0.0.1:${port} is in use by another program.`)
    expect(JSON.parse(failed.stderr)).toMatchObject({ remedy: expect.stringContaining('--port 0') })
    const serving = await place.serve(args)
    expect(serving.key).not.toBeNull()
    await stop(serving)
  })

  it.each([
    ['192.0.2.1', '192.0.2.1 is not an address of this machine.'],
    ['nowhere.invalid', 'nowhere.invalid is no host name that this machine can resolve.'],
  ])('names the host %s', async (host, cause) => {
    const failed = await place.run(['serve', '--port', '0', '--host', host, '--database', place.path('h.db')])
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain(cause)
    expect(failed.stderr).toContain('--host 127.0.0.1')
  })

  it('names a database that cannot be opened', async () => {
    const failed = await place.run(['serve', '--port', '0', '--database', place.folder])
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain(place.folder)
  })
})

describe('stopping', () => {
  it('finishes what was accepted: every answered call is in the books, and nothing else', async () => {
    const args = ['--database', place.path('stop.db')]
    const serving = await place.serve(args)
    const key = serving.key ?? ''
    const calls = Array.from({ length: 300 }, () =>
      call(serving.url, key, 'POST', ACCOUNT, EUR).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    await Promise.race(calls)
    serving.signal('SIGTERM')
    const outcomes = await Promise.all(calls)
    expect((await serving.ended).code).toBe(0)

    const answered = outcomes.filter((outcome) => outcome === 200).length
    expect(answered).toBeGreaterThan(0)
    for (const outcome of outcomes) expect([200, 503, 'refused']).toContain(outcome)
    const again = await place.serve(args)
    const { body } = await call(again.url, key, 'GET', `${ACCOUNT}/count?pageSize=10`)
    expect(body).toEqual({ total: answered })

    // Two signals at once are one: npm passes on what the terminal has sent already.
    again.signal('SIGINT')
    again.signal('SIGINT')
    const { code, stderr } = await again.ended
    expect(code).toBe(0)
    expect(stderr).toContain('SIGINT: stopping')
    expect(stderr).not.toContain('again')
  })

  it('waits for a request under way, and stops at once when asked a second time', async () => {
    const serving = await place.serve(['--database', place.path('slow.db')])
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST ${ACCOUNT} HTTP/1.1\r\nhost: x\r\nx-api-key: ${serving.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    )
    await call(serving.url, serving.key ?? '', 'GET', `${ACCOUNT}?pageSize=10`)
    serving.signal('SIGTERM')
    await expect.poll(serving.stderr).toContain('SIGTERM: finishing 1 request; once more to stop at once')
    await new Promise((resolve) => setTimeout(resolve, 600))
    serving.signal('SIGTERM')
    const { code, stderr } = await serving.ended
    expect(stderr).toContain('SIGTERM again: stopping at once.')
    expect(code).toBe(1)
  })
})
