import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chargesFrom, memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.js'
import { type Behaviour, call, ETH, world, XLM } from './pass-through.fixture.js'
import { KEY, OTHER_KEY, type Running, TENANT } from './service.fixture.js'

async function creditsOf({ tallystick }: Running): Promise<number> {
  await tallystick.engine.settleMeter()
  const caller = await (await tallystick.access()).identify(KEY)
  if (caller === null) throw new TypeError('the key of the tests is valid')
  const charges = await chargesFrom(tallystick.engine.query, TENANT, caller.apiKey, '2000-01-01')
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}

describe('a call', () => {
  it('reaches the node below its address, and its answer comes back digit by digit', async () => {
    const { node, service } = await world()
    const answer = await service.call('POST', ETH, { body: call('eth_blockNumber') })
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"jsonrpc":"2.0","id":1,"result":18446744073709551615}',
    ])
    expect(node.asked).toMatchObject([
      { method: 'POST', url: '/base', body: JSON.stringify(call('eth_blockNumber')) },
    ])
    expect(node.asked[0]?.headers['x-node-key']).toBe('canary-node-key')
  })

  it('brings no header of the caller to the node, and none of the node back but its content type', async () => {
    const { node, service } = await world()
    const headers = { cookie: 'canary', authorization: 'canary', 'x-forwarded-for': 'canary' }
    const answer = await service.call('POST', ETH, { body: call('net_version'), headers })
    expect(JSON.stringify({ ...node.asked[0]?.headers, 'x-node-key': '' })).not.toContain('canary')
    expect(JSON.stringify([...answer.headers])).not.toContain('canary')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('is written anew: a name that stands there twice has one meaning', async () => {
    const { node, service } = await world()
    const raw = '{"id":12345678901234567890,"method":"debug_traceCall","method":"net_version"}'
    await service.call('POST', ETH, { raw })
    expect(node.asked[0]?.body).toBe('{"id":12345678901234567890,"method":"net_version"}')
  })

  it('may be made in process', async () => {
    const { node, service } = await world()
    const answer = await service.tallystick.nodeJsonPostRpcDriver({
      chain: 'ethereum-sepolia',
      body: call('eth_blockNumber'),
    })
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: '18446744073709551615' })
    await service.tallystick.web3Driver_ethereum({ xApiKey: '', body: call('eth_chainId') as never })
    await service.tallystick.nodeJsonRpcGetDriver({ chain: 'XLM', rpcPath: 'accounts?limit=2' })
    expect(node.asked.map(({ url }) => url)).toEqual(['/base', '/base', '/base/accounts?limit=2'])
  })

  it.each([
    ['ETH', '', 'ethereum-sepolia'],
    ['ETH', '?testnetType=nothing', 'ethereum-sepolia'],
    ['ethereum-sepolia', '?testnetType=ethereum-holesky', 'ethereum-sepolia'],
  ])('%s%s is %s', async (chain, query) => {
    const { service } = await world()
    const answer = await service.call('POST', `/v3/blockchain/node/${chain}${query}`, { body: call('a') })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['of the query', '?testnetType=ethereum-holesky', {}],
    ['of the header', '', { 'x-testnet-type': 'ethereum-holesky' }],
  ])('a testnet %s is meant, and not another in its place', async (_name, query, headers) => {
    const { node, service } = await world()
    const answer = await service.call('POST', `/v3/blockchain/node/ETH${query}`, { body: call('a'), headers })
    expect(answer.body).toMatchObject({ errorCode: 'chain.not.configured' })
    expect(node.asked).toEqual([])
  })

  it('a node of another network than the key is refused', async () => {
    const { node, service } = await world()
    const answer = await service.call('POST', '/v3/blockchain/node/ethereum-mainnet', { body: call('a') })
    expect(answer.body).toMatchObject({ errorCode: 'validation.failed' })
    expect(node.asked).toEqual([])
  })

  it('by GET and PUT has its path and query, without what is ours', async () => {
    const { node, service } = await world()
    await service.call('GET', `${XLM}/accounts/GA%20B/?limit=2&nodeType=x&cursor=a%26b`)
    await service.call('PUT', `${XLM}/a/b`, { body: { a: 1 } })
    expect(node.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/base/accounts/GA%20B/?limit=2&cursor=a%26b', ''],
      ['PUT', '/base/a/b', '{"a":1}'],
    ])
  })
})

describe('the key', () => {
  const strangers = { key: null }

  it.each([
    ['in the path', `${ETH}/${KEY}`, '/base'],
    ['in the path, before a path', `${XLM}/${KEY}/accounts/x`, '/base/accounts/x'],
    [
      'in the path, escaped',
      `${XLM}/${encodeURIComponent(KEY).replace('k', '%6B')}/accounts/x`,
      '/base/accounts/x',
    ],
    ['of a web3 client', `/v3/ethereum/web3/${KEY}`, '/base'],
    ['behind slashes that are doubled', `/${ETH}//${KEY}/`, '/base'],
    ['of a web3 client, with doubled slashes', `//v3//ethereum/web3//${KEY}`, '/base'],
  ])('may stand %s', async (_name, path, url) => {
    const { node, service } = await world()
    const answer = await service.call('POST', path, { ...strangers, body: call('net_version') })
    expect(answer.status).toBe(200)
    expect(node.asked.map((asked) => asked.url)).toEqual([url])
  })

  it("is in the header of a call to a route that is the chain's own", async () => {
    const { node, service } = await world()
    for (const path of ['/v3/dogecoin/node', '/v3/dogecoin//node/']) {
      expect((await service.call('POST', path, { body: call('getblockcount') })).status).toBe(200)
    }
    expect((await service.call('POST', `/v3/dogecoin/node/${KEY}`, { body: call('x') })).status).toBe(404)
    expect((await service.call('POST', '/v3/dogecoin/node', { ...strangers, body: {} })).status).toBe(401)
    expect((await service.call('POST', '/v3/dogecoin/node', { body: call('stop') })).status).toBe(400)
    expect(node.asked.map(({ url }) => url)).toEqual(['/base', '/base'])
  })

  it('may stand in the path of a request that names the host before it', async () => {
    const { node, service } = await world()
    const body = JSON.stringify(call('net_version'))
    for (const prefix of ['', 'http://host.example', 'https://host.example:8080/']) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (bytes) => (answer += String(bytes)))
      socket.write(
        `POST ${prefix}${XLM}/${KEY}/accounts/x?cursor=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      await once(socket, 'close')
      expect(answer).toMatch(/^HTTP\/1.1 200 /)
      expect(answer).toContain('"result":18446744073709551615}')
    }
    const asked = { method: 'POST', url: '/base/accounts/x?cursor=1', body }
    expect(node.asked).toMatchObject([asked, asked, asked])
  })

  it('is taken out of the path where the header has one too', async () => {
    const { node, service } = await world()
    await service.call('POST', `${XLM}/${KEY}/accounts`, { body: {} })
    expect(node.asked.map(({ url }) => url)).toEqual(['/base/accounts'])
  })

  it.each([
    ['none', ETH, {}],
    ['an unknown one in the path', `${ETH}/nobody`, {}],
    ['an unknown one in the header', ETH, { key: 'nobody' }],
    ['an unknown one in the header, a valid one in the path', `${ETH}/${KEY}`, { key: 'nobody' }],
    [
      'one of our making that is not valid, beside a valid header',
      `${XLM}/tally_test_canary/accounts`,
      { key: KEY },
    ],
    ['an unknown one of a web3 client', '/v3/ethereum/web3/nobody', {}],
    ['none of a web3 client', '/v3/ethereum/web3', {}],
  ])('%s: refused, and nothing is sent', async (_name, path, options) => {
    const { node, service } = await world()
    const answer = await service.call('POST', path, { ...strangers, ...options, body: call('net_version') })
    expect(answer.body).toMatchObject({ statusCode: 401, errorCode: 'subscription.invalid' })
    expect(node.asked).toEqual([])
  })

  it('may be left out by whoever calls from where one is tied, of the node RPC alone', async () => {
    const { node, service } = await world()
    const access = await service.tallystick.access()
    const wanted = { tenant: TENANT, name: 'x', network: 'testnet', plan: 'paid' } as const
    await access.register('tied-elsewhere-key', { ...wanted, addresses: ['192.0.2.0/24'] })
    const send = (path: string) => service.call('POST', path, { ...strangers, body: call('net_version') })
    expect((await send(ETH)).status).toBe(401)
    await access.register('tied-to-this-place', { ...wanted, addresses: ['127.0.0.0/8', '::1'] })
    expect((await send(ETH)).status).toBe(200)
    expect((await send(`${XLM}/accounts/x`)).status).toBe(200)
    expect((await send('/v3/ethereum/web3')).status).toBe(200)
    // A wrong key is wrong all the same.
    expect((await service.call('POST', ETH, { key: 'nobody', body: call('a') })).status).toBe(401)
    expect((await service.call('GET', '/v3/tatum/version', strangers)).status).toBe(401)
    expect(node.asked.map(({ url }) => url)).toEqual(['/base', '/base/accounts/x', '/base'])
  })

  it('is missing where a connection has no address, as on a Unix socket or after a reset: refused, and no fault', async () => {
    const app = buildApp({ tallystick: createTallystick({ storage: memoryStorage() }) })
    onTestFinished(() => app.close())
    const socketPath = join(tmpdir(), `tallystick-${process.pid}.sock`)
    await app.listen({ path: socketPath })
    const asking = httpRequest({ socketPath, path: ETH, method: 'POST' }).end()
    const [{ statusCode }] = await once(asking, 'response')
    expect(statusCode).toBe(401)
  })

  it.each([
    ['nobody is trusted', undefined, '192.0.2.7', 401],
    ['another proxy is trusted', ['198.51.100.1'], '192.0.2.7', 401],
    ['the proxy is trusted', ['127.0.0.0/8', '::1'], '192.0.2.7', 200],
    ['the proxy is trusted, and the caller is elsewhere', ['127.0.0.0/8', '::1'], '203.0.113.9', 401],
    ['the proxy adds to what the caller wrote', ['127.0.0.0/8', '::1'], '192.0.2.7, 203.0.113.9', 401],
    ['two proxies are trusted', ['127.0.0.0/8', '203.0.113.9'], '192.0.2.7, 203.0.113.9', 200],
    ['the proxy sends nonsense', ['127.0.0.0/8'], 'nonsense, 192.0.2.7x', 401],
  ])('an address behind a proxy: %s', async (_name, trusted, forwarded, status) => {
    const { service } = await world(undefined, undefined, trusted)
    const access = await service.tallystick.access()
    const wanted = { tenant: TENANT, name: 'x', network: 'testnet', plan: 'paid' } as const
    await access.register('tied-behind-a-proxy', { ...wanted, addresses: ['192.0.2.7'] })
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await service.call('POST', ETH, { ...strangers, headers, body: call('net_version') })
    expect(answer.status).toBe(status)
  })

  it('that is frozen reads, and sends nothing', async () => {
    const { node, service } = await world()
    await service.call('PUT', '/v3/tatum/freeze')
    expect((await service.call('POST', ETH, { body: call('a') })).body).toMatchObject({
      errorCode: 'subscription.not.active',
    })
    expect((await service.call('GET', `${XLM}/accounts`)).status).toBe(200)
    expect(node.asked).toHaveLength(1)
  })

  it.each([
    ['bnb-testnet', 'broadcast_tx_sync?tx=0xb801'],
    ['bnb-testnet', '%62roadcast_tx_commit?tx=0xb801'],
    ['bnb-testnet', 'unsafe_flush_mempool'],
    ['tron-testnet', 'wallet/broadcasthex?transaction=0a'],
  ])('sends nothing by GET, also where %s has a path for it: %s', async (chain, path) => {
    const { node, service } = await world()
    const answer = await service.call('GET', `/v3/blockchain/node/${chain}/${path}`)
    expect(answer.body).toMatchObject({ errorCode: 'validation.failed', data: [{ property: 'rpcPath' }] })
    expect((await service.call('GET', `/v3/blockchain/node/${chain}/status`)).status).toBe(200)
    const post = { body: { ...call('broadcast_tx_sync'), params: { tx: 'uAE=' } } }
    expect((await service.call('POST', `/v3/blockchain/node/${chain}`, post)).status).toBe(200)
    expect(node.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /base/status',
      'POST /base',
    ])
  })

  it.each([
    ['POST', 'unsafe_flush_mempool'],
    ['POST', '%64ial_seeds?seeds=a'],
    ['PUT', 'dial_peers?peers=a'],
  ])('acts on no node by %s of a path either: %s', async (method, path) => {
    const { node, service } = await world()
    const send = (target: string) =>
      service.call(method, `/v3/blockchain/node/bnb-testnet/${target}`, { body: call('status') })
    expect((await send(path)).body).toMatchObject({
      errorCode: 'validation.failed',
      data: [{ property: 'rpcPath' }],
    })
    expect((await send('broadcast_tx_sync?tx=0xb801')).status).toBe(200)
    expect(node.asked.map(({ url }) => url)).toEqual(['/base/broadcast_tx_sync?tx=0xb801'])
  })

  it('is in no line of the log, and in no metric', async () => {
    const { service, lines, node } = await world()
    const wrong = 'canary-wrong-key'
    for (const path of [
      `${ETH}/${KEY}`,
      `/v3/ethereum/web3/${KEY}`,
      `${ETH}/${wrong}`,
      `${XLM}/${KEY}/../${wrong}`,
    ]) {
      await service.call('POST', path, { key: null, body: call('net_version') })
    }
    node.behaviour = (response) => void response.socket?.destroy()
    await service.call('POST', `${ETH}/${KEY}`, { key: null, body: call('net_version') })
    const metrics = await service.call('GET', '/metrics', { key: null })
    const written = [...lines, metrics.text].join('\n')
    expect(written).toContain('/v3/blockchain/node/{chain}/{xApiKey}/{rpcPath}')
    for (const secret of [KEY, wrong, 'canary-node-key']) expect(written).not.toContain(secret)
  })
})

describe('credits', () => {
  it.each([
    ['a call', ETH, call('eth_getBalance'), 2],
    ['eth_call', ETH, call('eth_call'), 5],
    ['a trace', ETH, call('trace_block'), 50],
    ['a debug trace', ETH, call('debug_traceTransaction'), 50],
    ['a list', ETH, [call('eth_call'), call('debug_traceCall'), call('net_version')], 57],
    ['a web3 list', `/v3/ethereum/web3/${KEY}`, [call('eth_call'), call('eth_call')], 10],
    ['a POST by path', XLM, { a: 1 }, 2],
    ['a trace of EOS', '/v3/blockchain/node/eos-testnet/v1/trace_api/get_block', { block_num: 1 }, 50],
    ['another of EOS', '/v3/blockchain/node/eos-testnet/v1/chain/get_block', { block_num: 1 }, 2],
  ])('%s', async (_name, path, body, credits) => {
    const { service } = await world((response) => void response.end('{}'))
    expect((await service.call('POST', path, { body })).status).toBe(200)
    expect(await creditsOf(service)).toBe(credits)
  })

  const dies: Behaviour = (response) => void response.socket?.destroy()
  const status =
    (code: number): Behaviour =>
    (response) =>
      void response.writeHead(code).end('{"error":1}')
  const hangs: Behaviour = () => undefined
  const DOWN = 'http://127.0.0.1:1'

  it.each<[what: string, method: string, path: string, body: object | undefined, Behaviour, number]>([
    ['an error of the node', 'GET', `${XLM}/accounts`, undefined, status(404), 2],
    ['a failure of the node', 'GET', `${XLM}/accounts`, undefined, status(500), 2],
    ['a failure of the node with JSON-RPC', 'POST', ETH, call('trace_block'), status(500), 50],
    ['a node that broke off', 'GET', `${XLM}/accounts`, undefined, dies, 2],
    ['a node that broke off a trace', 'POST', ETH, call('trace_block'), dies, 50],
    ['a trace that took too long', 'POST', ETH, call('trace_block'), hangs, 50],
    ['a node that refuses the credentials of the service', 'POST', ETH, call('trace_block'), status(401), 0],
    ['a path that is not passed on', 'GET', `${XLM}/../accounts`, undefined, status(404), 0],
    ['a method that is not passed on', 'POST', ETH, call('admin_peers'), status(404), 0],
  ])('of %s: %s %s', async (_what, method, path, body, behaviour, credits) => {
    const { service } = await world(behaviour, { timeoutMs: 200 })
    await service.call(method, path, { body })
    expect(await creditsOf(service)).toBe(credits)
  })

  it('are not charged if no node can be reached', async () => {
    const { service } = await world(undefined, { url: DOWN })
    expect((await service.call('POST', ETH, { body: call('trace_block') })).status).toBe(503)
    expect(await creditsOf(service)).toBe(0)
  })

  it('are charged for what the node got, even if the caller has hung up', async () => {
    const { service, node } = await world(hangs)
    const gone = new AbortController()
    const send = (path: string, body?: string) =>
      fetch(`${service.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        signal: gone.signal,
        ...(body === undefined ? {} : { body }),
      }).catch(() => undefined)
    const traces = Array.from({ length: 5 }, () => send(ETH, JSON.stringify(call('trace_block'))))
    const all = [...traces, send(`${XLM}/accounts`)]
    await expect.poll(() => node.asked.length, { timeout: 20_000 }).toBe(6)
    gone.abort()
    await Promise.all(all)
    await expect.poll(() => creditsOf(service), { timeout: 20_000 }).toBe(252)
  })
})

/** Sent as it is: `fetch` would tidy it up. */
function raw(service: Running, path: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url)
    const request = httpRequest(
      { host: '127.0.0.1', port, path, headers: { 'x-api-key': KEY } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        )
      },
    )
    request.on('error', reject)
    request.end()
  })
}

describe('a hostile path', () => {
  it.each([
    '/..',
    '/../admin',
    '/a/../../admin',
    '/a/./b',
    '/%2e%2e/admin',
    '/.%2e/admin',
    '/%2E%2E%2Fadmin',
    '/..%2fadmin',
    '/a%2f..%2f..%2fadmin',
    '/..%5cadmin',
    '/..\\admin',
    '/a\\..\\b',
    '/%252e%252e/admin',
    '/%c0%ae%c0%ae/admin',
    '/..;/admin',
    '/a;b=c',
    '//evil.example/x',
    '/a//b',
    '/http://evil.example/x',
    '/http:/evil.example/x',
    '/https:evil.example',
    '/file:/etc/passwd',
    '/@evil.example/x',
    '/user:pass@evil.example/x',
    '/a%00b',
    '/a%0d%0ahost:%20evil',
    '/a%0ab',
    '/a%7fb',
    '/a%1fb',
    '/%',
    '/%zz',
    '/a?b=%0d%0aevil',
    '/a?b=%00',
    '/a|b',
    '/a"b',
    '/a<b>',
    '/a^b',
    '/a`b',
    '/a{b}',
    '/a\u00e9',
    `/${'a'.repeat(2_049)}`,
    '/a#b',
  ])('%s is refused, and nothing is sent', async (path) => {
    const { node, service } = await world()
    const { status, body } = await raw(service, `${XLM}${path}`)
    expect(status, body).toBe(400)
    expect(node.asked).toEqual([])
  })

  it.each([
    '/accounts/GABC/offers?order=desc&limit=2',
    '/chains/main/blocks/head~2/context/contracts/KT1/big_map',
    '/a.b/c-d_e~f',
    '/..a/b..',
    '/a%20b',
    '/a=b,c+d!e',
    '/blocks/12/',
    '/address/x:y',
    '?filter[a]=b',
  ])('%s is a path like any other', async (path) => {
    const { node, service } = await world()
    expect((await raw(service, `${XLM}${path}`)).status).toBe(200)
    expect(node.asked.map(({ url }) => url)).toEqual([`/base${path}`])
  })

  it('has no place where nodes are asked without one', async () => {
    const { node, service } = await world()
    const answer = await service.call('POST', `${ETH}/admin/start`, { body: call('net_version') })
    expect(answer.body).toMatchObject({ errorCode: 'validation.failed' })
    expect(node.asked).toEqual([])
  })
})

describe('a hostile node', () => {
  const LIMITS = { timeoutMs: 300, maxAnswerBytes: 65_536 }
  const unavailable = { statusCode: 503, errorCode: 'chain.unavailable' }
  const unknown = { statusCode: 409, errorCode: 'rpc.unknown' }

  it.each<[string, Behaviour, object]>([
    [
      'redirects',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      unknown,
    ],
    ['hangs', () => undefined, unknown],
    ['dies', (response) => void response.socket?.destroy(), unknown],
    ['refuses our credentials', (response) => void response.writeHead(401).end('canary'), unavailable],
    ['forbids', (response) => void response.writeHead(403).end('canary'), unavailable],
    ['has enough', (response) => void response.writeHead(429).end('canary'), unavailable],
    ['has a page for its failure', (response) => void response.writeHead(500).end('<html>canary'), unknown],
  ])('that %s: what is told is true, and its words are not repeated', async (_name, behaviour, expected) => {
    const { node, service } = await world(behaviour, LIMITS)
    const answer = await service.call('POST', ETH, { body: call('eth_sendRawTransaction') })
    expect(answer.body).toMatchObject(expected)
    expect(answer.text).not.toMatch(/canary|127\.0\.0\.1/)
    // What is sent may be a payment: it is not sent again.
    expect(node.asked).toHaveLength(1)
  })

  it('that has nothing to say of a call without an id has taken it', async () => {
    const { service } = await world((response) => void response.writeHead(204).end(), LIMITS)
    const answer = await service.call('POST', ETH, { body: { jsonrpc: '2.0', method: 'x', params: [] } })
    expect([answer.status, answer.text]).toEqual([204, ''])
  })

  const torn = (service: Running) =>
    service.call('POST', ETH, { body: call('x') }).then(
      (answer) => `whole: ${answer.text.length}`,
      () => 'torn',
    )

  it('that floods is cut off, and the caller sees that it is not whole', async () => {
    let sent = 0
    const { service } = await world((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
      }
      response.on('drain', more)
      more()
    }, LIMITS)
    expect(await torn(service)).toBe('torn')
    // No more than the limit and what was in the buffers on the way.
    expect(sent).toBeLessThan(20_000_000)
  })

  it('that breaks off in the middle: the caller sees that it is not whole', async () => {
    const { service } = await world((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"jsonrpc":"2.0",', () => response.socket?.destroy())
    }, LIMITS)
    expect(await torn(service)).toBe('torn')
  })

  it.each([
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['application/json, text/html', 'application/octet-stream'],
    ['application/problem+json; charset=utf-8', 'application/problem+json; charset=utf-8'],
    ['text/plain', 'text/plain'],
  ])('that answers %s: told as %s, which no browser runs', async (given, told) => {
    const { service } = await world(
      (response) => void response.writeHead(200, { 'content-type': given }).end('<script>'),
    )
    const answer = await service.call('GET', `${XLM}/x`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, told])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([400, 404, 422])('that answers %i by path: as it is', async (status) => {
    const { service } = await world((response) => {
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end('{"title":"no"}')
    })
    const answer = await service.call('GET', `${XLM}/accounts/x`)
    expect([answer.status, answer.text]).toEqual([status, '{"title":"no"}'])
  })

  it('that says an error of JSON-RPC with status 500: the error is the answer', async () => {
    const error = '{"result":null,"error":{"code":-5,"message":"No such block"},"id":1}'
    const { service } = await world((response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end(error)
    })
    const answer = await service.call('POST', ETH, { body: call('getblock') })
    expect([answer.status, answer.text]).toEqual([200, error])
  })

  it('is let go when the caller has gone', async () => {
    let closed = false
    let asked = (): void => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const { service, lines } = await world((response) => {
      response.on('close', () => {
        closed = true
      })
      asked()
    })
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    const body = JSON.stringify(call('x'))
    socket.write(
      `POST ${ETH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await isAsked
    socket.destroy()
    await expect.poll(() => closed).toBe(true)
    // Nothing is said against the node, nor against the service.
    expect(service.tallystick.chains.health().every(({ healthy }) => healthy)).toBe(true)
    await service.close()
    expect(lines).toEqual([])
  })

  it('is waited for by others, if a tenant does not read many of them', async () => {
    const { service, node } = await world((response, { body }) =>
      body.includes('big') ? response.end('x'.repeat(12_000_000)) : response.end('{}'),
    )
    const body = JSON.stringify(call('big'))
    const sockets = Array.from({ length: 64 }, () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
      socket
        .pause()
        .write(
          `POST ${ETH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      return socket
    })
    await expect.poll(() => node.asked.length, { timeout: 20_000 }).toBe(32)
    const other = await service.call('POST', ETH, { key: OTHER_KEY, body: call('small') })
    expect(other.status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('is let go for each call that waits on a connection, when the caller has gone', async () => {
    const many = 20
    let open = 0
    const { node, service } = await world((response) => {
      open++
      response.on('close', () => open--)
    })
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    const body = JSON.stringify(call('x'))
    const request = `POST ${ETH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    socket.write(request.repeat(many))
    await expect.poll(() => node.asked.length).toBe(many)
    socket.destroy()
    await expect.poll(() => open).toBe(0)
    const running = async () => (await service.call('GET', '/metrics', { key: null })).text
    await expect.poll(running).toContain('\ntallystick_running_calls 0\n')
  })

  it('is let go when the caller had gone before it could be asked', async () => {
    const { service } = await world()
    const access = await service.tallystick.access()
    let go: (() => void) | undefined
    access.identifyAddress = async () => {
      await new Promise<void>((resolve) => {
        go = resolve
      })
      return access.identify(KEY)
    }
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(`GET ${XLM}/accounts HTTP/1.1\r\nhost: x\r\n\r\n`)
    await expect.poll(() => go).toBeDefined()
    socket.destroy()
    const connections = () =>
      new Promise((resolve) => service.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(0)
    go?.()
    const running = async () => (await service.call('GET', '/metrics', { key: null })).text
    await expect.poll(running).toContain('\ntallystick_running_calls 0\n')
  })
})
