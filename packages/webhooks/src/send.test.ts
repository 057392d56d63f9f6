import { createHmac } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOfAll, type SendOptions, send, type ToSend } from './send.js'
import { Targets } from './target.js'

const targets = new Targets({ allow: ['127.0.0.1'] })
const SECRET = Buffer.from('a secret of thirty-two characters').toString('base64')
const NOW = Date.parse('2026-01-02T03:04:05.678Z')

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let received: Received[] = []
let answer: (response: ServerResponse) => void = (response) => response.end()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function sent(webhook: Partial<ToSend> = {}, options: Partial<SendOptions> = {}) {
  received = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return send(
    {
      id: '5fb7bdf6e0c5ae0f3c8e1d02',
      body: '{"amount":"1"}',
      secret: SECRET,
      hmacSecret: null,
      sequence: 7,
      url,
      ...webhook,
    },
    { targets, now: NOW, timeoutMs: 300, ...options },
  )
}

const only = (): Received => received[0] ?? expect.fail('nothing arrived')

describe('what arrives', () => {
  it('is the body as it is stored, with the headers that name it', async () => {
    answer = (response) => response.end('thanks')
    const body = '{"text":"ü \\u0000 😀","amount":"0.10"}'
    expect(await sent({ body })).toEqual({ code: 200, response: 'thanks' })
    expect(only()).toMatchObject({
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Tallystick',
        'webhook-id': '5fb7bdf6e0c5ae0f3c8e1d02',
        'webhook-timestamp': '1767323045',
        'webhook-sequence': '7',
      },
    })
    expect(only().headers['x-payload-hash']).toBeUndefined()
  })

  it('is what the library of Standard Webhooks takes for genuine, and nothing else', async () => {
    answer = (response) => response.end()
    const id = 'another'
    const body = '{"text":"ü 😀"}'
    await sent({ id, body }, { now: Date.now() })
    const { headers, body: text } = only()
    // The library takes a header of one value only.
    const signed = headers as Record<string, string>
    const receiver = new Webhook(`whsec_${SECRET}`)
    expect(receiver.verify(text, signed)).toEqual({ text: 'ü 😀' })
    expect(() => receiver.verify(`${text} `, signed)).toThrow('No matching signature found')
    expect(() => receiver.verify(text, { ...signed, 'webhook-id': 'a' })).toThrow()
    const later = String(Number(signed['webhook-timestamp']) + 1)
    expect(() => receiver.verify(text, { ...signed, 'webhook-timestamp': later })).toThrow()
    expect(() => new Webhook(Buffer.from('other').toString('base64')).verify(text, signed)).toThrow()
  })

  it('carries the hash of the payload, if the API key has a secret for it', async () => {
    const hmacSecret = 'the secret of the key, ü'
    await sent({ hmacSecret })
    const { body, headers } = only()
    expect(headers['x-payload-hash']).toBe(createHmac('sha512', hmacSecret).update(body).digest('base64'))
    expect(headers['x-payload-hash']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
  })
})

describe('what is answered', () => {
  it.each([200, 201, 204, 299, 301, 308, 400, 404, 410, 429, 500, 503])('%i is kept', async (code) => {
    answer = (response) => response.writeHead(code, { location: '/elsewhere' }).end()
    expect(await sent()).toEqual({ code, response: '' })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['a long one', 'x'.repeat(5_000), 'x'.repeat(1_000)],
    ['an endless one', null, 'y'.repeat(1_000)],
    ['characters of four bytes', '😀'.repeat(1_000), '😀'.repeat(500)],
    ['half a character at the cut', `x${'😀'.repeat(1_000)}`, `x${'😀'.repeat(499)}`],
    ['NUL, which no database holds', 'a\0b', 'a\uFFFDb'],
    ['no text', Buffer.from([0xff, 0x41]), '\uFFFDA'],
  ] as const)('%s is cut to text', async (_, body, kept) => {
    answer = (response) => {
      if (body !== null) {
        response.end(body)
        return
      }
      const more = (): void => {
        if (!response.destroyed) response.write('y'.repeat(10_000), more)
      }
      more()
    }
    expect(await sent()).toEqual({ code: 200, response: kept })
  })

  it('is the status, if the body never ends, or the connection does', async () => {
    answer = (response) => response.writeHead(202).write('half')
    expect(await sent()).toEqual({ code: 202, response: 'half' })
    answer = (response) => {
      response.writeHead(202, { 'content-length': 100 }).write('half')
      setTimeout(() => response.destroy(), 50)
    }
    expect(await sent()).toEqual({ code: 202, response: 'half' })
  })

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['nothing', () => undefined, 'no answer within 0.3 s'],
    ['only that it goes on', (response) => response.writeProcessing(), 'no answer within 0.3 s'],
    ['the end of the connection', (response) => response.socket?.destroy(), 'ECONNRESET'],
    ['an orderly end without an answer', (response) => response.socket?.end(), 'ECONNRESET'],
    ['what is not HTTP', (response) => response.socket?.end('SSH-2.0-OpenSSH\r\n'), 'HPE_INVALID_CONSTANT'],
    [
      'more headers than anybody needs',
      (response) => response.socket?.write(`HTTP/1.1 200 OK\r\na: ${'a'.repeat(100_000)}\r\n\r\n`),
      'HPE_HEADER_OVERFLOW',
    ],
  ])('%s is no answer', async (_, reaction, response) => {
    answer = reaction
    expect(await sent()).toEqual({ code: null, response })
  })

  it('is nothing, where nobody listens, speaks TLS, or may be waited for any longer', async () => {
    expect(await sent({ url: 'http://127.0.0.1:1/' })).toMatchObject({ code: null })
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await sent({ url })).toMatchObject({ code: null })
    answer = () => undefined
    const stop = new AbortController()
    const waiting = sent({}, { signal: stop.signal, timeoutMs: 10_000 })
    setTimeout(() => stop.abort(), 50)
    expect(await waiting).toEqual({ code: null, response: 'ABORT_ERR' })
  })

  it.each([
    ['was answered', (response: ServerResponse) => void response.end()],
    ['was not', () => undefined],
  ])('leaves nothing in what may end it, once it %s', async (_how, manner) => {
    answer = manner
    const { signal } = new AbortController()
    const kept = () =>
      Object.getOwnPropertySymbols(signal).flatMap((name) => {
        const inside: unknown = Reflect.get(signal, name)
        return typeof inside === 'object' && inside !== null && 'size' in inside ? [inside.size] : []
      })
    const before = kept()
    await sent({}, { signal })
    expect([kept(), getEventListeners(signal, 'abort')]).toEqual([before, []])
  })

  it('of many attempts at once, which one signal may end, is each told, and no warning of Node', async () => {
    answer = (response) => setTimeout(() => response.end(), 20)
    const warned: Error[] = []
    const hear = (warning: Error) => warned.push(warning)
    process.on('warning', hear)
    const { signal } = endOfAll()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sent({}, { signal, timeoutMs: 10_000 })),
    )
    process.off('warning', hear)
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
    expect(warned).toEqual([])
  })
})
