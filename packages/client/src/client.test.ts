import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { buildApp } from '@tallystick/http'
import { createTallystick, DEFAULT_TENANT, Fault, memoryStorage, Rejected } from '@tallystick/operations'
import { afterEach, describe, expect, it } from 'vitest'
import { type Client, type ClientOptions, createClient } from './client.js'
import { each, nextCursor } from './index.js'

const KEY = 'key-of-the-client'
const opened: (() => unknown)[] = []

afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly key: string | string[] | undefined
  readonly at: number
}

type Answering = (response: ServerResponse, request: IncomingMessage, attempt: number) => unknown

/** A server that notes what comes and lets the test answer it. */
async function server(answering: Answering, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const http = createServer((request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, key: headers['idempotency-key'], at: Date.now() })
    request.resume()
    void answering(response, request, seen.length)
  })
  const url = await listening(http)
  return { seen, url, client: createClient({ url, apiKey: KEY, ...options }) }
}

async function listening(http: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function failure(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Error)
  return outcome as Error
}

const unavailable = (response: ServerResponse, headers: Record<string, string> = {}) =>
  response
    .writeHead(503, { 'content-type': 'application/json', ...headers })
    .end('{"statusCode":503,"errorCode":"unavailable","message":""}')

const turned = { senderAccountId: 'a', recipientAccountId: 'b', amount: '1' }

it('names each item of a list in a query, as the service reads it', async () => {
  const { client, seen } = await server((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  )
  await client.getHistoricalTrades({ types: ['SELL', 'BUY'], pageSize: 3 })
  expect(seen[0]?.url).toMatch(/[?&]types=SELL&types=BUY&/)
})

describe('a call that is turned away', () => {
  it('is sent again with the same key after the time that the service asks for', async () => {
    const { client, seen } = await server((response, _request, attempt) =>
      attempt < 3
        ? unavailable(response, { 'retry-after': attempt === 1 ? '1' : '0' })
        : response.writeHead(200, { 'content-type': 'application/json' }).end('{"reference":"r"}'),
    )
    expect(await client.sendTransaction(turned)).toEqual({ reference: 'r' })
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('is refused in the end, as in process', async () => {
    const { client, seen } = await server((response) => unavailable(response, { 'retry-after': '0' }), {
      retries: 2,
    })
    expect(await failure(client.getVersion())).toMatchObject({ code: 'unavailable', status: 503 })
    expect(seen).toHaveLength(3)
  })

  it('is not sent again before the time, even if that is too long to wait', async () => {
    const { client, seen } = await server((response) => unavailable(response, { 'retry-after': '3600' }))
    expect(await failure(client.getVersion())).toBeInstanceOf(Rejected)
    expect(seen).toHaveLength(1)
  })

  it('is not sent again if waiting does not help', async () => {
    const { client, seen } = await server((response) =>
      response.writeHead(503).end('{"statusCode":503,"errorCode":"chain.not.configured","message":""}'),
    )
    expect(await failure(client.btcGetBlockChainInfo())).toMatchObject({ code: 'chain.not.configured' })
    expect(seen).toHaveLength(1)
  })
})

describe('a call whose connection breaks', () => {
  it('takes effect once, whether it broke before or after', async () => {
    const storage = memoryStorage()
    const tallystick = createTallystick({ storage })
    const access = await tallystick.access()
    await access.register(KEY, { tenant: DEFAULT_TENANT, name: 'test', network: 'testnet', plan: 'paid' })
    const app = buildApp({ tallystick })
    await app.listen({ host: '127.0.0.1', port: 0 })
    opened.push(() => app.close())
    const { port } = app.server.address() as AddressInfo
    const alice = await tallystick.createAccount({ currency: 'EUR' })
    let broken = 0
    // A proxy that passes the second attempt on and loses its answer.
    const { client } = await server(async (response, request, attempt) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const sent = () =>
        fetch(`http://127.0.0.1:${port}${request.url}`, {
          method: request.method ?? '',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        })
      if (attempt < 3) {
        if (attempt === 2) await sent()
        broken++
        response.destroy()
        return
      }
      const answer = await sent()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const { reference } = await client.fund({ id: alice.id, amount: '5' })
    expect(broken).toBe(2)
    expect(await tallystick.getAccountBalance({ id: alice.id })).toMatchObject({ accountBalance: '5' })
    expect(await tallystick.getTransactionsByReference({ reference })).toHaveLength(1)
  })

  it('fails with the key to repeat it with, and with no key of the API', async () => {
    const { client, seen } = await server((response) => response.destroy(), { retries: 1 })
    const error = await failure(client.sendTransaction(turned, { idempotencyKey: 'lunch-1' }))
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ details: { idempotencyKey: 'lunch-1' } })
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(KEY)
    expect(seen).toHaveLength(2)
  })

  const MAY_HAVE_RUN: readonly Answering[] = [
    (response) => response.destroy(),
    // Of a proxy, or of the node.
    (response) => response.writeHead(503, { 'retry-after': '0' }).end('<html>'),
    (response) => response.writeHead(429, { 'retry-after': '0' }).end('{"message":"slow down"}'),
    (response) => response.writeHead(503).end('{"statusCode":503,"errorCode":"chain.unavailable"}'),
  ]
  it.each(MAY_HAVE_RUN)('is not repeated if a node may have run it: %#', async (answering) => {
    const { client, seen } = await server(answering)
    const body = { jsonrpc: '2.0', id: 1, method: 'sendtoaddress' }
    await client.btcRpcDriver({ body } as never).catch(() => undefined)
    expect(seen).toHaveLength(1)
  })

  it('is repeated, even if a node runs it, if the service has turned it away', async () => {
    const { client, seen } = await server((response, _request, attempt) =>
      attempt === 1 ? unavailable(response, { 'retry-after': '0' }) : response.writeHead(200).end('{"id":1}'),
    )
    expect(await client.btcRpcDriver({ body: { method: 'getblockcount' } } as never)).toEqual({ id: 1 })
    expect(seen).toHaveLength(2)
  })

  const UNKNOWN: readonly Answering[] = [
    (response) => response.destroy(),
    (response) => response.writeHead(502, { 'retry-after': '0' }).end('<html>'),
    (response) => response.writeHead(500).end('{"statusCode":500,"message":"Internal error 7."}'),
    // A page in the way, such as the login of a network.
    (response) => response.writeHead(200).end('<html>'),
    (response) => response.writeHead(200).end(),
  ]
  it.each(UNKNOWN)('tells the key that the client has made, however it fails: %#', async (answering) => {
    const { client, seen } = await server(answering, { retries: 1 })
    const error = await failure(client.sendTransaction(turned))
    expect(error).toMatchObject({ name: 'Fault', details: { idempotencyKey: seen[0]?.key } })
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('that the service then turns away is no refusal: it may have taken effect', async () => {
    const { client, seen } = await server(
      (response, _request, attempt) =>
        attempt === 2 ? response.destroy() : unavailable(response, { 'retry-after': '0' }),
      { retries: 3 },
    )
    const error = await failure(client.sendTransaction(turned))
    expect(error).toMatchObject({ name: 'Fault', details: { idempotencyKey: seen[0]?.key } })
    expect(error.message).toContain('Whether the call took effect is unknown')
    expect(seen).toHaveLength(4)
  })

  it('is no refusal either if the API key is revoked meanwhile', async () => {
    const revoked = JSON.stringify({ statusCode: 401, errorCode: 'subscription.invalid', message: '' })
    const { client, seen } = await server((response, _request, attempt) =>
      attempt === 1 ? response.destroy() : response.writeHead(401).end(revoked),
    )
    const error = await failure(client.sendTransaction(turned))
    expect(error).toMatchObject({ name: 'Fault', details: { idempotencyKey: seen[0]?.key } })
    expect(seen).toHaveLength(2)
  })

  const NEXT = ' Whether the call took effect is unknown: repeat it with the same idempotencyKey.'
  const RUN = ' Whether a node has run the call is unknown.'
  const node = { body: { method: 'sendtoaddress' } } as never
  it.each<
    readonly [what: string, call: (client: Client) => Promise<unknown>, attempts: string, next: string]
  >([
    ['of a read', (client) => client.getVersion(), '2 attempts.', ''],
    ['of a command', (client) => client.sendTransaction(turned), '2 attempts.', NEXT],
    ['of what a node runs', (client) => client.btcRpcDriver(node), '1 attempt.', RUN],
  ])(
    'says where it was sent, why it was not answered, and how often: %s',
    async (_of, call, attempts, next) => {
      const gone = createServer()
      const url = await listening(gone)
      await new Promise((resolve) => gone.close(resolve))
      const client = createClient({ url: `${url}/prefix?token=hidden`, apiKey: KEY, retries: 1 })
      const { message } = await failure(call(client))
      expect(message).toBe(`No answer from ${url} (ECONNREFUSED), ${attempts}${next}`)
    },
  )

  it.each([
    ['is none', Object.assign(new Error('x'), { code: 7 }), ''],
    ['may be a key', Object.assign(new Error(KEY), { code: KEY }), ''],
    ['is its own cause', Object.assign(new Error('x'), { cause: null as unknown }), ''],
    ['is that of its cause', new TypeError('x', { cause: { code: 'NO' } }), ''],
    [
      'is that of the cause of its cause',
      new Error('', { cause: Object.assign(new Error(), { code: 'EPIPE' }) }),
      ' (EPIPE)',
    ],
  ])('repeats no text of a fetch: the code %s', async (_what, error, code) => {
    if (error.cause === null) error.cause = error
    const refusing = () => Promise.reject(error)
    const client = createClient({ url: 'https://bank.example', apiKey: KEY, retries: 0, fetch: refusing })
    const { message } = await failure(client.getVersion())
    expect(message).toBe(`No answer from https://bank.example${code}, 1 attempt.`)
  })

  it('ends when its time is over', async () => {
    const { client, url } = await server(() => undefined, { retries: 0, timeoutMs: 50 })
    const fault = await failure(client.getVersion())
    expect(fault).toBeInstanceOf(Fault)
    expect(fault.message).toBe(`No answer from ${url} (0.05 s), 1 attempt.`)
  })
})

describe('an answer that is a refusal', () => {
  const refusing = (body: object, status = 403): Promise<{ client: Client }> =>
    server((response) => response.writeHead(status).end(JSON.stringify(body)))

  it('is the error that the call throws in process', async () => {
    const message =
      'Item 3: The available balance of the sender does not cover the amount (6a). Fund the account, or delete blockages.'
    const { client } = await refusing({ statusCode: 403, errorCode: 'balance.insufficient', message })
    const error = await failure(client.sendTransaction(turned))
    expect(error).toBeInstanceOf(Rejected)
    expect(error).toMatchObject({
      rejection: { code: 'balance.insufficient', index: 3, detail: '6a' },
      message,
    })
    expect(error.stack?.split('\n')[1]).toContain('client.test.ts')
  })

  it('of a later release, or of a proxy, is a failure that says so', async () => {
    const later = await refusing({ statusCode: 403, errorCode: 'moon.full', message: 'Wait for it.' })
    expect(await failure(later.client.getVersion())).toMatchObject({
      name: 'Fault',
      message: 'Wait for it.',
      details: { status: 403, code: 'moon.full' },
    })
    const { client } = await server((response) => response.writeHead(404).end('<html>'))
    expect(await failure(client.getVersion())).toMatchObject({ name: 'Fault', details: { status: 404 } })
    const page = await server((response) => response.writeHead(200).end('<html>'))
    expect(await failure(page.client.getVersion())).toMatchObject({ name: 'Fault' })
  })
})

describe('a request', () => {
  it('never leaves the path of its operation', async () => {
    const { client, seen } = await server((response) => response.writeHead(204).end())
    for (const id of ['..', '.', '', '\uD800']) {
      expect(await failure(client.freezeAccount({ id }))).toMatchObject({ code: 'validation.failed' })
    }
    await client.freezeAccount({ id: '../../tatum/freeze?a=b#c' })
    expect(seen.map(({ url }) => url)).toEqual([
      '/v3/ledger/account/..%2F..%2Ftatum%2Ffreeze%3Fa%3Db%23c/freeze',
    ])
  })

  it('to a node has the path and the query of the node', async () => {
    const { client, seen } = await server((response) => response.writeHead(200).end('7'))
    expect(await client.nodeJsonRpcGetDriver({ chain: 'XLM', rpcPath: 'accounts/x?limit=2' })).toBe(7)
    expect(seen.map(({ url }) => url)).toEqual(['/v3/blockchain/node/XLM/accounts/x?limit=2'])
  })

  it.each(['a/%2E./../ledger', '..', 'a/..\\..\\ledger', 'a/.\t./.\n./ledger', 'a\\b', './a', '..?a=b'])(
    'to a node does not climb: %j',
    async (rpcPath) => {
      const { client, seen } = await server((response) => response.writeHead(200).end('7'))
      const climbing = client.nodeJsonRpcGetDriver({ chain: 'XLM', rpcPath })
      expect(await failure(climbing)).toMatchObject({ code: 'validation.failed' })
      expect(seen).toEqual([])
    },
  )

  it('is refused before it is sent if it makes none', async () => {
    const { client, seen } = await server((response) => response.writeHead(204).end())
    const odd = [null, 1, 'text', []] as never[]
    for (const args of odd)
      expect(await failure(client.createAccount(args))).toMatchObject({ code: 'validation.failed' })
    const key = client.createAccount({ currency: 'EUR' }, { idempotencyKey: 'a\nx-api-key: b' })
    expect(await failure(key)).toMatchObject({ code: 'validation.failed' })
    const misspelt = [{ idempotencykey: 'x' }, { idempotencyKey: null }, 'x'] as never[]
    for (const options of misspelt) {
      const { message } = await failure(client.sendTransaction(turned, options))
      expect(message).toMatch(/did you mean idempotencyKey\?|must be text|such as { idempotencyKey/)
    }
    expect(await failure(client.createAccount({ currency: 1n } as never))).toMatchObject({
      code: 'validation.failed',
    })
    for (const id of [{}, Object.create(null), Symbol('id'), null, [{}]])
      expect(await failure(client.freezeAccount({ id } as never))).toMatchObject({
        code: 'validation.failed',
      })
    expect(seen).toEqual([])
  })

  it.each<readonly [Partial<ClientOptions>, says: string]>([
    [{ retries: Number.NaN }, 'retries'],
    [{ retries: -1 }, 'retries'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ apiKey: '' }, 'apiKey must not be empty'],
    [{ apiKey: ' ' }, 'apiKey must not be empty'],
    [{ apiKey: undefined as never }, 'apiKey must not be empty'],
    [{ url: 'https://user:secret@bank.example' }, 'url must have no user name and no password'],
    [{ url: 'https://user:secret@' }, 'url must begin with https:// or http://'],
    [{ url: 'ftp://bank.example' }, 'url must begin with https:// or http://'],
    [{ url: 'localhost:3000' }, 'url must begin with https:// or http://'],
    [{ url: '127.0.0.1:3000' }, 'url must begin with https:// or http://'],
    [{ url: '' }, 'url must begin with https:// or http://'],
    [{ url: 'https://bank.example/v3' }, 'leave /v3 out'],
    [{ url: 'https://bank.example/ledger/v3//' }, 'leave /v3 out'],
  ])('has no client with the options %o', (options, says) => {
    const make = () => createClient({ url: 'https://bank.example', apiKey: KEY, ...options })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(says)
    try {
      make()
    } catch (error) {
      // With what a log would show beside the message.
      expect(inspect(error)).not.toMatch(`secret|${KEY}`)
    }
  })

  it.each([
    ['of another place', (url = '') => `http://127.0.0.1:1${url}`, 'redirected to http://127.0.0.1:1, and'],
    ['of another path', (url = '') => `/login?next=${url}`, 'redirected to another path, and'],
    ['of no place', () => 'http://', 'redirected to another place, and'],
  ])(
    'follows no redirect, which would carry the key elsewhere, and tells it once: %s',
    async (_of, to, told) => {
      const { client, seen } = await server((response, request) =>
        response.writeHead(308, { location: to(request.url) }).end(),
      )
      const fault = await failure(client.egldGenerateAddress({ mnemonic: 'canary words', index: 1 }))
      expect(fault).toBeInstanceOf(Fault)
      expect(fault.message).toContain(told)
      expect(fault.message).not.toContain('canary')
      expect(await failure(client.unfreezeApiKey())).toMatchObject({
        details: { idempotencyKey: expect.any(String) },
      })
      expect(seen).toHaveLength(2)
    },
  )

  it('has an object in the query as its members', async () => {
    const tallystick = createTallystick({ storage: memoryStorage() })
    const access = await tallystick.access()
    await access.register(KEY, { tenant: DEFAULT_TENANT, name: 'x', network: 'testnet', plan: 'paid' })
    const app = buildApp({ tallystick })
    opened.push(() => app.close())
    const client = createClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }), apiKey: KEY })
    const metadata = { plan: 'a&b=c[d] é', 'no.1': '17' }
    const account = await client.createAccount({ currency: 'EUR', metadata })
    await client.createAccount({ currency: 'EUR', metadata: { plan: 'a' } })
    expect(await client.getAccounts({ metadata })).toEqual([account])
    expect(await tallystick.getAccounts({ metadata })).toEqual([account])
    const refused = await failure(client.getAccounts({ metadata: { 'a b': 'x' } }))
    expect(refused).toBeInstanceOf(Rejected)
    // As text, it would be no object for the service.
    expect((await failure(client.getAccounts({ pageSize: {} as number }))).message).toContain('pageSize')
  })

  it('goes to the prefix of the service', async () => {
    const { url, seen } = await server((response) => response.writeHead(204).end())
    await createClient({ url: `${url}/bank/`, apiKey: KEY }).unfreezeApiKey()
    expect(seen[0]?.url).toBe('/bank/v3/tatum/freeze')
  })
})

it('walks a list by its cursors, as in process', async () => {
  const tallystick = createTallystick({ storage: memoryStorage() })
  const app = buildApp({ tallystick })
  opened.push(() => app.close())
  const accounts = Array.from({ length: 7 }, () => ({ currency: 'EUR' }))
  await tallystick.createAccountBatch({ accounts })
  const made = { tenant: DEFAULT_TENANT, name: 'walk', network: 'testnet', plan: 'paid' } as const
  const { key } = await (await tallystick.access()).create(made)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient({ url, apiKey: key })
  const idsOf = async ({ getAccounts }: Pick<Client, 'getAccounts'>): Promise<readonly string[]> => {
    const ids: string[] = []
    for await (const { id } of each(getAccounts, { pageSize: 3, offset: 1 })) ids.push(id)
    return ids
  }
  const ids = await idsOf(client)
  expect(ids).toHaveLength(6)
  expect(ids).toEqual(await idsOf(tallystick))
  // A page of one is that of the other.
  const cursor = nextCursor(await client.getAccounts({ pageSize: 2 })) ?? ''
  expect(await tallystick.getAccounts({ cursor })).toMatchObject(ids.slice(1).map((id) => ({ id })))
  const answered = await fetch(`${url}/v3/ledger/account?pageSize=2`, { headers: { 'x-api-key': key } })
  expect(answered.headers.get('x-next-cursor')).toBe(cursor)
  expect((await failure(client.getAccounts({ cursor, active: true }))).message).toContain('of this list')
})

it('does not take a page for all if something has dropped its cursor', async () => {
  const page = JSON.stringify(Array.from({ length: 50 }, () => ({})))
  const { client } = await server((response) => response.writeHead(200).end(page))
  await expect(each(client.getAccounts, {}).next()).rejects.toThrow('drop the header x-next-cursor')
})
