/** What is sent once reaches one node once, whatever becomes of the connection; and answers that are judged together. */
import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { NodeFault } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections } from './exchange.js'
import { jsonRpc } from './json-rpc.js'
import { Endpoint, Pool } from './pool.js'
import { rest } from './rest.js'
import { type Asked, answers, type Behaviour, dies, hangs, json, LoopbackServer } from './server.fixture.js'
import { pinned, RpcError } from './transport.js'

const SEND = 'eth_sendRawTransaction'

function over(...servers: readonly LoopbackServer[]) {
  const connections = new Connections()
  onTestFinished(() => connections.close())
  const endpoints = servers.map((server) => new Endpoint(server.target()))
  const pool = new Pool({ chain: 'ETH', network: 'testnet', endpoints, sleep: () => Promise.resolve() })
  return { rpc: jsonRpc(connections, pool), rest: rest(connections, pool) }
}

const methodOf = ({ body }: Asked): string => (body === '' ? '' : JSON.parse(body).method)
/** The first request of the method goes to the first, all others to the second: as a balancer would. */
function balanced(method: string, first: Behaviour, second: Behaviour): Behaviour {
  let isFirst = true
  return (asked, response) => {
    const own = methodOf(asked) === method && isFirst
    if (own) isFirst = false
    ;(own ? first : second)(asked, response)
  }
}
const tooLow: Behaviour = ({ body }, response) =>
  json(response, {
    jsonrpc: '2.0',
    id: JSON.parse(body).id,
    error: { code: -32_000, message: 'nonce too low' },
  })

describe('what is sent once', () => {
  it('is not sent again when the connection is reset behind a balancer: the second backend is not asked', async () => {
    const server = await LoopbackServer.start(answers({ eth_blockNumber: '0x1' }))
    const { rpc } = over(server)
    // There is a connection that was kept, as there is in a service that runs.
    await rpc.call('eth_blockNumber', [])
    server.behaviour = balanced(SEND, dies, tooLow)
    await expect(rpc.call(SEND, ['0x00'], undefined, true)).rejects.toThrow(NodeFault)
    expect(server.asked.map(methodOf)).toEqual(['eth_blockNumber', SEND])
  })

  it('does not fail on a connection that was kept and is closed by now', async () => {
    const server = await LoopbackServer.start(answers({ eth_blockNumber: '0x1', [SEND]: '0x2' }))
    const { rpc } = over(server)
    await rpc.call('eth_blockNumber', [])
    await server.down()
    await server.up()
    expect(await rpc.call(SEND, ['0x00'], undefined, true)).toBe('0x2')
  })

  it.each<[string, Behaviour]>([
    ['dies', dies],
    ['hangs', hangs],
  ])(
    'goes to no second node when the first %s: that would judge what the first may have',
    async (_how, first) => {
      const servers = [await LoopbackServer.start(first), await LoopbackServer.start(tooLow)]
      await expect(over(...servers).rpc.call(SEND, ['0x00'], undefined, true)).rejects.toThrow(NodeFault)
      expect(servers.map(({ asked }) => asked.length)).toEqual([1, 0])
    },
  )

  it('goes to the next when the first surely did not get it, or has no such method', async () => {
    const [down, other, last] = [
      await LoopbackServer.start(),
      await LoopbackServer.start(answers({})),
      await LoopbackServer.start(answers({ [SEND]: '0x2' })),
    ]
    await down.down()
    expect(await over(down, other, last).rpc.call(SEND, ['0x00'], undefined, true)).toBe('0x2')
  })

  it('by path neither', async () => {
    const servers = [await LoopbackServer.start(dies), await LoopbackServer.start(answers({}))]
    await expect(over(...servers).rest.post('/api/v2/sendtx/', '00')).rejects.toThrow(NodeFault)
    expect(servers.map(({ asked }) => asked.length)).toEqual([1, 0])
  })
})

describe('answers that are judged together', () => {
  it('are of the one that gave the first, also when that fails: none is made of two', async () => {
    const [first, second] = [
      await LoopbackServer.start(answers({ eth_blockNumber: '0x1' })),
      await LoopbackServer.start(answers({ eth_blockNumber: '0x9', eth_gasPrice: '0x9' })),
    ]
    const one = pinned(over(first, second).rpc)
    expect(await one.call('eth_blockNumber', [])).toBe('0x1')
    await expect(one.call('eth_gasPrice', [])).rejects.toMatchObject({ code: 'unsupported' })
    first.behaviour = dies
    await expect(one.call('eth_blockNumber', [])).rejects.toMatchObject({ code: 'unreachable' })
    expect(second.asked).toEqual([])
  })

  it('are of the second when the first is away, or of one that answers with an error', async () => {
    const [first, second] = [await LoopbackServer.start(dies), await LoopbackServer.start(tooLow)]
    const one = pinned(over(first, second).rpc)
    await expect(one.call('eth_call', [])).rejects.toThrow(RpcError)
    first.behaviour = answers({ eth_call: '0x1' })
    await expect(one.call('eth_call', [])).rejects.toThrow(RpcError)
    // Another judgement begins anew.
    expect(first.asked).toHaveLength(1)
  })
})

describe('a connection that was kept', () => {
  it('fails twice, and the request is sent again once: nothing is left that nobody waits for', async () => {
    const unheard: unknown[] = []
    const hear = (reason: unknown) => void unheard.push(reason)
    const requests: ClientRequest[] = []
    const note = (message: unknown) => void requests.push((message as { request: ClientRequest }).request)
    process.on('unhandledRejection', hear)
    diagnostics.subscribe('http.client.request.start', note)
    onTestFinished(() => {
      process.off('unhandledRejection', hear)
      diagnostics.unsubscribe('http.client.request.start', note)
    })
    const server = await LoopbackServer.start(answers({ eth_blockNumber: '0x1' }))
    const connections = new Connections()
    onTestFinished(() => connections.close())
    const endpoints = [new Endpoint({ ...server.target(), timeoutMs: 100 })]
    const rpc = jsonRpc(connections, new Pool({ chain: 'ETH', network: 'testnet', endpoints }))
    await rpc.call('eth_blockNumber', [])
    server.behaviour = hangs
    const call = rpc.call('eth_blockNumber', []).catch((error: unknown) => error)
    await expect.poll(() => server.asked.length).toBe(2)
    const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    const kept = requests.at(-1)
    for (const _ of [1, 2]) kept?.emit('error', reset())
    expect(await call).toBeInstanceOf(NodeFault)
    await new Promise((wake) => setTimeout(wake, 300))
    expect(unheard).toEqual([])
  })
})
