import { ExactNumber } from '@tallystick/core'
import { NodeFault } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections, type Target } from './exchange.js'
import { jsonRpc } from './json-rpc.js'
import { Endpoint, Pool } from './pool.js'
import {
  answers,
  type Behaviour,
  breaksOff,
  dies,
  drips,
  floods,
  hangs,
  json,
  LoopbackServer,
  redirects,
  text,
} from './server.fixture.js'
import { type JsonRpc, RpcError } from './transport.js'

interface Set {
  readonly rpc: JsonRpc
  readonly pool: Pool
}

function over(...targets: readonly Target[]): Set {
  const connections = new Connections()
  onTestFinished(() => connections.close())
  const endpoints = targets.map((target) => new Endpoint(target))
  const pool = new Pool({ chain: 'BTC', network: 'testnet', endpoints, sleep: () => Promise.resolve() })
  return { rpc: jsonRpc(connections, pool), pool }
}

async function faultOf(call: Promise<unknown>): Promise<NodeFault> {
  const error: unknown = await call.then(
    (value) => ({ value }),
    (reason: unknown) => reason,
  )
  if (!(error instanceof NodeFault)) throw new TypeError(`no NodeFault: ${JSON.stringify(error)}`)
  return error
}

const good = answers({ getblockcount: 7 })
const status =
  (code: number): Behaviour =>
  (_asked, response) =>
    text(response, '<html>sorry</html>', code)
const says =
  (answer: unknown): Behaviour =>
  (_asked, response) =>
    json(response, answer)

describe('one endpoint', () => {
  it('sends what JSON-RPC asks for, with the configured headers and path, and reads the result exactly', async () => {
    const server = await LoopbackServer.start((asked, response) =>
      text(
        response,
        `{"id":${JSON.parse(asked.body).id},"result":{"value":184467440737.09551615},"error":null}`,
      ),
    )
    const target = server.target({
      url: new URL(`${server.url}/v1/key`),
      headers: { authorization: 'Basic eA==' },
    })
    const { rpc } = over(target)
    expect(await rpc.call('getblock', ['00ff', 2])).toEqual({
      value: new ExactNumber('184467440737.09551615'),
    })
    const [asked] = server.asked
    expect(asked).toMatchObject({ method: 'POST', url: '/v1/key' })
    expect(asked?.headers).toMatchObject({ authorization: 'Basic eA==', 'content-type': 'application/json' })
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'getblock',
      params: ['00ff', 2],
    })
  })

  it('keeps its connection from call to call', async () => {
    const ports = new Set<number | undefined>()
    const server = await LoopbackServer.start((asked, response) => {
      ports.add(response.socket?.remotePort)
      good(asked, response)
    })
    const { rpc } = over(server.target())
    for (let call = 0; call < 5; call += 1) await rpc.call('getblockcount', [])
    expect(ports.size).toBe(1)
  })

  it('survives a restart of the node: a connection that was kept is not a failure', async () => {
    const server = await LoopbackServer.start(good)
    const { rpc, pool } = over(server.target())
    await rpc.call('getblockcount', [])
    await server.down()
    await server.up()
    expect(await rpc.call('getblockcount', [])).toBe(7)
    expect(pool.health()).toMatchObject([{ calls: 2, failures: 0, healthy: true }])
  })

  it.each([
    [
      'an error',
      { error: { code: -8, message: 'Block height out of range' } },
      -8,
      'Block height out of range',
    ],
    ['an error with data', { error: { code: 3, message: 'reverted', data: '0x08c379a0' } }, 3, 'reverted'],
    ['an error that is text', { error: 'unknown' }, 0, 'unknown'],
  ])('%s is the answer', async (_name, answer, code, message) => {
    const server = await LoopbackServer.start(says(answer))
    const { rpc, pool } = over(server.target(), (await LoopbackServer.start(good)).target())
    await expect(rpc.call('getblockcount', [])).rejects.toMatchObject({
      name: 'RpcError',
      code,
      message,
      unansweredBefore: false,
    })
    expect(server.asked).toHaveLength(1)
    expect(pool.health().map(({ calls, failures }) => [calls, failures])).toEqual([
      [1, 0],
      [0, 0],
    ])
  })

  it('an error is an answer whatever the status', async () => {
    const server = await LoopbackServer.start((_asked, response) =>
      json(response, { result: null, error: { code: -5, message: 'No such transaction' }, id: 1 }, 500),
    )
    const { rpc } = over(server.target())
    await expect(rpc.call('getrawtransaction', ['00'])).rejects.toMatchObject({ code: -5 })
  })
})

/** Ways not to answer; what the caller is told of each, and whether the request may have arrived. */
const failures: readonly (readonly [name: string, behaviour: Behaviour, told: RegExp])[] = [
  ['hangs', hangs, /did not answer within 200 ms/],
  ['dies', dies, /failed \(ECONNRESET\)/],
  ['drips', drips, /did not finish its answer within 200 ms/],
  ['breaks off', breaksOff, /failed \(ECONNRESET\)/],
  ['floods', floods, /answered more than 10000 bytes/],
  ['redirects', redirects('http://127.0.0.1:1/'), /redirects \(307\), which is refused/],
  ['is no JSON', (_asked, response) => text(response, '<html>'), /answered 200 and no JSON-RPC/],
  ['is a list', says([]), /answered 200 and no JSON-RPC/],
  ['has neither result nor error', says({ id: 1 }), /answered 200 without a result/],
  ['is for another call', says({ id: 99, result: 1 }), /answered another request/],
  ['refuses the credentials', status(401), /refused the credentials of the configuration \(401\)/],
  ['asks for patience', status(429), /asks for fewer calls \(429\)/],
  ['is broken', status(502), /answered 502 and no JSON-RPC/],
  ['warms up', says({ error: { code: -28, message: 'Loading block index' } }), /cannot answer now \(-28\)/],
  ['is not UTF-8', (_asked, response) => void response.end(Buffer.from([0xff, 0xfe])), /not text/],
]

describe('an endpoint that', () => {
  it.each(failures)('%s: the next is asked', async (_name, behaviour) => {
    const bad = await LoopbackServer.start(behaviour)
    const { rpc, pool } = over(bad.target({ timeoutMs: 200 }), (await LoopbackServer.start(good)).target())
    expect(await rpc.call('getblockcount', [])).toBe(7)
    expect(bad.asked).toHaveLength(1)
    expect(pool.health().map(({ failures, healthy }) => [failures, healthy])).toEqual([
      [1, false],
      [0, true],
    ])
    // It is tried last now.
    expect(await rpc.call('getblockcount', [])).toBe(7)
    expect(bad.asked).toHaveLength(1)
  })

  it.each(failures)(
    '%s, and is the only one: unreachable, and the URL is not told',
    async (_name, behaviour, told) => {
      const bad = await LoopbackServer.start(behaviour)
      const target = bad.target({
        url: new URL(`${bad.url}/canary-path`),
        headers: { 'x-key': 'canary-header' },
        timeoutMs: 200,
      })
      const { rpc } = over(target)
      const fault = await faultOf(rpc.call('getblockcount', ['canary-params']))
      expect(fault.code).toBe('unreachable')
      expect(fault.message).toMatch(told)
      expect(fault.message).toMatch(/^No node of BTC on testnet answered: 127\.0\.0\.1:\d+ /)
      expect(`${fault.message}${fault.stack}`).not.toContain('canary')
      // A node that fails fast is asked twice, one that keeps a call waiting once; nothing is asked more often.
      expect(bad.asked.length).toBeLessThanOrEqual(2)
    },
  )

  it('does not listen: the next is asked', async () => {
    const gone = await LoopbackServer.start(good)
    await gone.down()
    const { rpc } = over(gone.target(), (await LoopbackServer.start(good)).target())
    expect(await rpc.call('getblockcount', [])).toBe(7)
  })

  it('did not answer a send, and another that refuses: the refusal says that it is not all', async () => {
    const first = await LoopbackServer.start(hangs)
    const second = await LoopbackServer.start(says({ error: { code: -26, message: 'txn-mempool-conflict' } }))
    const { rpc } = over(first.target({ timeoutMs: 100 }), second.target())
    const error: unknown = await rpc.call('sendrawtransaction', ['00']).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -26, unansweredBefore: true })
  })

  it('never got a send, and another that refuses: the refusal is all there is', async () => {
    const gone = await LoopbackServer.start(good)
    await gone.down()
    const second = await LoopbackServer.start(says({ error: { code: -26, message: 'txn-mempool-conflict' } }))
    const { rpc } = over(gone.target(), second.target())
    await expect(rpc.call('sendrawtransaction', ['00'])).rejects.toMatchObject({
      code: -26,
      unansweredBefore: false,
    })
  })

  it('lacks a method: another is asked, without a word against the first', async () => {
    const old = await LoopbackServer.start(answers({}))
    const { rpc, pool } = over(old.target(), (await LoopbackServer.start(good)).target())
    expect(await rpc.call('getblockcount', [])).toBe(7)
    expect(pool.health()[0]).toMatchObject({ calls: 1, failures: 0, healthy: true })
  })

  it('lacks a method, as all do: unsupported', async () => {
    const { rpc } = over(
      (await LoopbackServer.start(answers({}))).target(),
      (await LoopbackServer.start(answers({}))).target(),
    )
    const fault = await faultOf(rpc.call('scantxoutset', []))
    expect(fault.code).toBe('unsupported')
    // Callers are told of it, and not of hosts.
    expect(fault.message).toMatch(/^No node of \S+ on \S+ can answer this: it has no method scantxoutset$/)
  })

  it('lacks a method that a dead one may have: unreachable', async () => {
    const old = await LoopbackServer.start(answers({}))
    const { rpc } = over(old.target(), (await LoopbackServer.start(dies)).target())
    expect((await faultOf(rpc.call('scantxoutset', []))).code).toBe('unreachable')
  })

  it('comes back is used again', async () => {
    const first = await LoopbackServer.start(good)
    const second = await LoopbackServer.start(good)
    await first.down()
    const { rpc, pool } = over(first.target(), second.target())
    await rpc.call('getblockcount', [])
    await first.up()
    await second.down()
    expect(await rpc.call('getblockcount', [])).toBe(7)
    expect(pool.health().map(({ healthy }) => healthy)).toEqual([true, false])
  })
})

it('a hundred calls to a dead node ask it at most twice each, and later ones once', async () => {
  const dead = await LoopbackServer.start(dies)
  const { rpc } = over(dead.target())
  await Promise.all(Array.from({ length: 100 }, () => faultOf(rpc.call('getblockcount', []))))
  expect(dead.asked.length).toBeLessThanOrEqual(200)
  const before = dead.asked.length
  for (let call = 0; call < 20; call += 1) await faultOf(rpc.call('getblockcount', []))
  expect(dead.asked.length - before).toBe(20)
})
