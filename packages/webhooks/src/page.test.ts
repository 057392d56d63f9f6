/** The receiver of docs/webhooks.md, run as it stands there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECRET } from './receivers.fixture.js'
import { send } from './send.js'
import { Targets } from './target.js'

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
let receiver: ChildProcess
let port = 0
let printed = ''

/** One that nobody has at the moment. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

beforeAll(async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  writeFileSync(join(folder, 'receiver.mjs'), code)
  port = await freePort()
  const env = { ...process.env, PORT: String(port), SECRET: `whsec_${SECRET}` }
  receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receiver.stdout?.on('data', (data) => {
    printed += String(data)
  })
})
afterAll(() => {
  receiver.kill()
  rmSync(folder, { recursive: true })
})

async function attempt({ id = 'one', body = '{"amount":"0.10"}', secret = SECRET, now = Date.now() }) {
  const webhook = { id, body, secret, hmacSecret: null, sequence: 1, url: `http://127.0.0.1:${port}/` }
  return (await send(webhook, { targets: new Targets({ allow: ['127.0.0.1'] }), now })).code
}

it('checks, remembers and answers at once, in about twenty lines', async () => {
  // Once it listens.
  await expect.poll(() => attempt({ secret: 'b3RoZXI=' }), { timeout: 20_000 }).toBe(401)
  expect(await attempt({})).toBe(204)
  expect(await attempt({})).toBe(204)
  expect(await attempt({ id: 'two', body: '{"amount":"0.20"}' })).toBe(204)
  expect(await attempt({ id: 'three', secret: 'b3RoZXI=' })).toBe(401)
  expect(await attempt({ id: 'four', now: Date.now() - 600_000 })).toBe(401)
  await expect.poll(() => printed).toBe('{"amount":"0.10"}\n{"amount":"0.20"}\n')
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(24)
})

const head = (signature: string, length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\nwebhook-id: x\r\nwebhook-timestamp: 1\r\nwebhook-signature: ${signature}\r\ncontent-length: ${length}\r\n\r\n`

it.each([
  ['a body that breaks off', `${head('v1,x', 10)}half`, ''],
  // As long as a signature is, with a letter that is two bytes in UTF-8.
  ['a signature with a letter of Latin-1', head(`v1,${'\u00e9'.repeat(44)}`, 0), 'HTTP/1.1 401'],
])('%s leaves it running', async (name, request, told) => {
  await expect.poll(() => attempt({ secret: 'b3RoZXI=' }), { timeout: 20_000 }).toBe(401)
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.on('error', () => resolve(''))
    socket.once('close', () => resolve(''))
  })
  await new Promise<unknown>((written) => socket.write(Buffer.from(request, 'latin1'), written))
  if (told === '') socket.destroy()
  expect(await answer).toContain(told)
  socket.destroy()
  expect(await attempt({ id: `after ${name}`, body: `{"after":"${told}"}` })).toBe(204)
  await expect.poll(() => printed).toContain(`{"after":"${told}"}`)
  expect(receiver.exitCode).toBeNull()
})

it('reads a letter that two pieces of a body share', async () => {
  const letters = '\u00e9'.repeat(200_000)
  expect(await attempt({ id: 'long', body: JSON.stringify({ letters }) })).toBe(204)
  await expect.poll(() => printed).toContain(letters)
})
