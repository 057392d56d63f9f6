import { ExactNumber } from '@tallystick/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections, ExchangeFault } from './exchange.js'
import { Endpoint, Pool } from './pool.js'
import { rest } from './rest.js'
import { type Behaviour, dies, hangs, json, LoopbackServer, redirects, text } from './server.fixture.js'
import { type Rest, RpcError } from './transport.js'

function over(...servers: readonly LoopbackServer[]): Rest {
  const connections = new Connections()
  onTestFinished(() => connections.close())
  const endpoints = servers.map(
    (server) => new Endpoint(server.target({ url: new URL(`${server.url}/base/`), timeoutMs: 200 })),
  )
  return rest(connections, new Pool({ chain: 'BTC', network: 'mainnet', endpoints }))
}

const status =
  (code: number, body: unknown): Behaviour =>
  (_asked, response) =>
    json(response, body, code)

describe('REST', () => {
  it('asks for a path below the address of the endpoint, and reads the answer exactly', async () => {
    const server = await LoopbackServer.start((_asked, response) => text(response, '[0.10000000]'))
    expect(await over(server).get('/api/v2/utxo/x?confirmed=true')).toEqual([new ExactNumber('0.10000000')])
    expect(server.asked).toMatchObject([
      { method: 'GET', url: '/base/api/v2/utxo/x?confirmed=true', body: '' },
    ])
  })

  it('posts text as it is', async () => {
    const server = await LoopbackServer.start(status(200, { result: 'id' }))
    expect(await over(server).post('/api/v2/sendtx/', '00ff')).toEqual({ result: 'id' })
    expect(server.asked).toMatchObject([{ method: 'POST', url: '/base/api/v2/sendtx/', body: '00ff' }])
    expect(server.asked[0]?.headers['content-type']).toBe('text/plain')
  })

  it('posts a form, and JSON', async () => {
    const server = await LoopbackServer.start(status(200, {}))
    await over(server).post('/transactions', { form: { tx: 'A+/=', memo: 'a b&c' } })
    await over(server).post('/send', { json: { value: '1', list: [true] } })
    expect(server.asked.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'tx=A%2B%2F%3D&memo=a+b%26c'],
      ['application/json', '{"value":"1","list":[true]}'],
    ])
  })

  it('repeats a question that is posted, and posts nothing else twice', async () => {
    const [bad, good] = [await LoopbackServer.start(dies), await LoopbackServer.start(status(200, 'well'))]
    const question = { json: { num: 7 } }
    expect(await over(bad, good).post('/block', question, { repeatable: true })).toBe('well')
    await expect(over(bad, good).post('/send', question)).rejects.toMatchObject({ code: 'unreachable' })
    expect(good.asked.map(({ url }) => url)).toEqual(['/base/block'])
  })

  it.each(['get', 'post'] as const)('%s finds an error in an answer with the status 200', async (method) => {
    const server = await LoopbackServer.start(status(200, { result: false, code: 4, message: 'no funds' }))
    const other = await LoopbackServer.start(status(200, { result: true }))
    const read = (answer: unknown): unknown => {
      const { result, code, message } = answer as { result: boolean; code: number; message: string }
      if (code === 9) throw new ExchangeFault('it is starting', false)
      if (!result) throw new RpcError(code, message)
      return result
    }
    const ask = () => {
      const api = over(server, other)
      return method === 'get' ? api.get('/x', { read }) : api.post('/x', 'x', { read })
    }
    await expect(ask()).rejects.toMatchObject({ name: 'RpcError', code: 4, message: 'no funds' })
    expect(other.asked).toEqual([])
    // A node that is not ready yet is the endpoint's failure, and not the call's.
    server.behaviour = status(200, { result: false, code: 9 })
    expect(await ask()).toBe(true)
  })

  it.each([
    [400, { error: 'Transaction not found' }, 'Transaction not found'],
    [404, { error: { message: 'No such block' } }, 'No such block'],
    [400, {}, ''],
  ])('%i %j is the answer, and no other endpoint is asked', async (code, body, message) => {
    const other = await LoopbackServer.start(status(200, {}))
    const call = over(await LoopbackServer.start(status(code, body)), other).get('/tx')
    await expect(call).rejects.toMatchObject({ name: 'RpcError', code, message })
    expect(other.asked).toHaveLength(0)
  })

  it.each([
    ['500', status(500, { error: 'internal' })],
    ['503', status(503, {})],
    ['401', status(401, {})],
    ['429', status(429, {})],
    ['a page in place of JSON', (_asked, response) => text(response, '<html>')],
    ['a redirect', redirects('http://127.0.0.1:1/')],
    ['no answer', hangs],
  ] as readonly [string, Behaviour][])('%s: the next endpoint is asked', async (_name, behaviour) => {
    const bad = await LoopbackServer.start(behaviour)
    const good = await LoopbackServer.start(status(200, 'well'))
    expect(await over(bad, good).get('/')).toBe('well')
  })
})
