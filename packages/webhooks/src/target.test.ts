/** What may not be called, in every spelling that somebody might try; and that an attempt sends nothing there. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resolve } from './resolve.js'
import { send } from './send.js'
import { Targets } from './target.js'

/** Calls that have reached this machine. */
let calls: string[] = []
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.socket.localAddress} ${request.url}`)
    if (request.url === '/redirect') response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` })
    response.end()
  })
  // All of 127.0.0.0/8, so that addresses of it stand for different hosts.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const attempt = (targets: Targets, url: string) => {
  calls = []
  const webhook = { id: 'id', body: '{}', secret: 'c2VjcmV0', hmacSecret: null, sequence: 1, url }
  return send(webhook, { targets, now: 0, timeoutMs: 2_000 })
}

const NOT_PUBLIC = expect.stringMatching(/^The host \S+ is in no public network: /)
const CREDENTIALS = 'The URL has a user name or a password; the receiver checks the signature instead'
const SCHEME = 'The URL begins with neither https:// nor http://'
const PORT = 'The port is neither 80 nor 443, and below 1024'

/** `PORT` stands for that of a server that must not be reached. */
const FORBIDDEN: readonly (readonly [url: string, why: string])[] = [
  // This machine.
  ['http://127.0.0.1:PORT/', NOT_PUBLIC],
  ['http://127.1.2.3:PORT/', NOT_PUBLIC],
  ['http://127.1:PORT/', NOT_PUBLIC],
  ['http://2130706433:PORT/', NOT_PUBLIC],
  ['http://0x7f000001:PORT/', NOT_PUBLIC],
  ['http://0x7f.0.0.1:PORT/', NOT_PUBLIC],
  ['http://0177.0.0.1:PORT/', NOT_PUBLIC],
  ['http://017700000001:PORT/', NOT_PUBLIC],
  ['http://127.0.0.1.:PORT/', NOT_PUBLIC],
  ['http://①②⑦.⓪.⓪.①:PORT/', NOT_PUBLIC],
  ['http://127。0。0。1:PORT/', NOT_PUBLIC],
  ['http://%31%32%37.0.0.1:PORT/', NOT_PUBLIC],
  ['http://0:PORT/', NOT_PUBLIC],
  ['http://0.0.0.0:PORT/', NOT_PUBLIC],
  ['http://[::]:PORT/', NOT_PUBLIC],
  ['http://[::1]:PORT/', NOT_PUBLIC],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', NOT_PUBLIC],
  ['http://[::ffff:127.0.0.1]:PORT/', NOT_PUBLIC],
  ['http://[::ffff:7f00:1]:PORT/', NOT_PUBLIC],
  ['http://[::127.0.0.1]:PORT/', NOT_PUBLIC],
  ['http://[64:ff9b::127.0.0.1]/', NOT_PUBLIC],
  ['http://[2002:7f00:1::]/', NOT_PUBLIC],
  ['http://localhost:PORT/', NOT_PUBLIC],
  ['http://LOCALHOST.:PORT/', NOT_PUBLIC],
  ['http://a.localhost:PORT/', NOT_PUBLIC],
  // The network around it.
  ['http://10.0.0.1/', NOT_PUBLIC],
  ['http://172.16.0.1/', NOT_PUBLIC],
  ['http://192.168.0.1/', NOT_PUBLIC],
  ['http://100.64.0.1/', NOT_PUBLIC],
  ['http://198.18.0.1/', NOT_PUBLIC],
  ['http://224.0.0.1/', NOT_PUBLIC],
  ['http://255.255.255.255/', NOT_PUBLIC],
  ['http://[fe80::1]/', NOT_PUBLIC],
  ['http://[fec0::1]/', NOT_PUBLIC],
  ['http://[fc00::1]/', NOT_PUBLIC],
  ['http://[ff02::1]/', NOT_PUBLIC],
  // What clouds show to their machines.
  ['http://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['http://0xa9fea9fe/latest/meta-data/', NOT_PUBLIC],
  ['http://[::ffff:a9fe:a9fe]/', NOT_PUBLIC],
  ['http://[fd00:ec2::254]/', NOT_PUBLIC],
  ['http://192.0.0.192/', NOT_PUBLIC],
  ['http://100.100.100.200/', NOT_PUBLIC],
  ['http://168.63.129.16/', NOT_PUBLIC],
  // Other than a plain URL of HTTP.
  ['http://user@example.com/', CREDENTIALS],
  ['https://user:password@example.com/', CREDENTIALS],
  ['https://example.com@127.0.0.1/', CREDENTIALS],
  ['ftp://example.com/', SCHEME],
  ['file:///etc/passwd', SCHEME],
  ['gopher://127.0.0.1:PORT/_POST', SCHEME],
  ['data:text/plain,1', SCHEME],
  ['javascript:1', SCHEME],
  ['ws://example.com/', SCHEME],
  // What tells URLs from consumers is how they are written.
  ['HTTPS://example.com/', SCHEME],
  [' https://example.com/', SCHEME],
  ['https:/example.com/', SCHEME],
  ['http://example.com:22/', PORT],
  ['https://example.com:25/', PORT],
  ['//example.com/', 'It is not an absolute URL'],
  ['example.com', 'It is not an absolute URL'],
  ['http://', 'It is not an absolute URL'],
  ['http://[fe80::1%25eth0]/', 'It is not an absolute URL'],
  ['http://256.256.256.256/', 'It is not an absolute URL'],
  [`https://example.com/${'a'.repeat(500)}`, 'The URL has more than 500 characters'],
]

describe('a URL that is refused when it is registered, and at each attempt', () => {
  it.each(FORBIDDEN)('%s', async (text, why) => {
    const url = text.replace('PORT', String(port))
    const targets = new Targets({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    expect(targets.refusal(url)).toEqual(why)
    expect(await attempt(targets, url)).toEqual({ code: null, response: why })
    expect(calls).toEqual([])
  })
})

it.each([
  'https://example.com/hooks?of=1#a',
  'http://example.com:8080/',
  'http://example.com:80/',
  'http://93.184.215.14/',
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
])('%s may be registered', (url) => {
  expect(new Targets().refusal(url)).toBeNull()
})

it('a refusal names the host, what allows it, and no address that a name has', async () => {
  const refused = (url: string) => new Targets().refusal(url)
  const allow =
    "TALLYSTICK_WEBHOOK_TARGETS, in process webhooks: { allow: ['127.0.0.1'] }, allows private ones"
  expect(refused('http://localhost:3000/')).toBe(`The host localhost is in no public network: ${allow}`)
  expect(refused('http://[::1]/')).toContain('The host [::1] is in no public network: TALLYSTICK')
  expect(new Targets({ allow: ['127.0.0.1'] }).refusal('http://localhost:3000/')).toBeNull()
  const { response } = await attempt(new Targets({ resolve: named(['10.1.2.3']) }), 'http://inside.example/')
  expect(response).toContain('The host inside.example is in no public network')
  expect(response).not.toContain('10.1.2.3')
})

it('does not change its mind after many calls', () => {
  const targets = new Targets()
  for (let call = 0; call < 20_000; call++) expect(targets.refusal('https://bücher.example/')).toBeNull()
})

/** A name that has these addresses at one attempt after the other. */
const named =
  (...answers: readonly (readonly string[])[]): Resolve =>
  async () => {
    const [next = []] = answers.length > 1 ? (answers as string[][]).splice(0, 1) : answers
    return next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

describe('a name', () => {
  it.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['::ffff:7f00:1']],
    [['::127.0.0.1']],
    [['168.63.129.16']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
  ])('that leads to %s is not called', async (addresses) => {
    const targets = new Targets({ resolve: named(addresses) })
    const url = `http://receiver.example:${port}/`
    expect(targets.refusal(url)).toBeNull()
    expect(await attempt(targets, url)).toEqual({ code: null, response: NOT_PUBLIC })
    expect(calls).toEqual([])
  })

  it('that leads elsewhere by the next attempt is not called there', async () => {
    const targets = new Targets({ allow: ['127.0.0.2'], resolve: named(['127.0.0.2'], ['127.0.0.1']) })
    const url = `http://receiver.example:${port}/`
    expect(await attempt(targets, url)).toEqual({ code: 200, response: '' })
    expect(calls).toEqual(['127.0.0.2 /'])
    expect(await attempt(targets, url)).toEqual({ code: null, response: NOT_PUBLIC })
    expect(calls).toEqual([])
  })

  it('is looked up once for an attempt, so that the address that is called is the one that was checked', async () => {
    let lookups = 0
    const resolve: Resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
    const targets = new Targets({ allow: ['127.0.0.2'], resolve })
    await attempt(targets, `http://receiver.example:${port}/`)
    expect([lookups, calls]).toEqual([1, ['127.0.0.2 /']])
  })

  it('that nobody knows is an attempt without an answer', async () => {
    const unknown = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    const targets = new Targets({ resolve: () => Promise.reject(unknown) })
    expect(await attempt(targets, 'http://nobody.example/')).toEqual({ code: null, response: 'ENOTFOUND' })
  })
})

it('a redirect is not followed', async () => {
  const targets = new Targets({ allow: ['127.0.0.2'] })
  expect(await attempt(targets, `http://127.0.0.2:${port}/redirect`)).toEqual({ code: 307, response: '' })
  expect(calls).toEqual(['127.0.0.2 /redirect'])
})

describe('private targets that are allowed', () => {
  it.each([['127.0.0.0/8'], ['127.0.0.1'], ['fd00::/8', '127.0.0.1/32']])('%s', async (...allow) => {
    const targets = new Targets({ allow })
    for (const host of ['127.0.0.1', '2130706433', 'localhost']) {
      const url = `http://${host}:${port}/`
      expect(targets.refusal(url)).toBeNull()
      expect(await attempt(targets, url)).toMatchObject({ code: 200 })
    }
    expect(targets.refusal('http://10.0.0.1/')).toEqual(NOT_PUBLIC)
    expect(targets.refusal('http://[fe80::1]/')).toEqual(NOT_PUBLIC)
  })

  it.each(['', 'example.com', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1', '10/8'])(
    'does not take %j for a network',
    (network) => {
      expect(() => new Targets({ allow: [network] })).toThrow(
        `${JSON.stringify(network)} is not an IP address or a network such as 10.0.0.0/8`,
      )
    },
  )
})
