import { setTimeout } from 'node:timers/promises'
import { NodeBusy, NodeFault } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Busy, Connections, exchange, type Outgoing, textOf } from './exchange.js'
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
  LoopbackServer,
  redirects,
} from './server.fixture.js'

const GET: Outgoing = { method: 'GET', path: '', body: null, repeatable: true, deadlineMs: 2_000 }

const SLOW = { timeout: 20_000 }

function connected(): Connections {
  const connections = new Connections()
  onTestFinished(() => connections.close())
  return connections
}

const slowly =
  (milliseconds: number): Behaviour =>
  (asked, response) =>
    void setTimeout(milliseconds).then(() => answers({ a: 'yes' })(asked, response))

const poolOf = (...endpoints: readonly Endpoint[]) =>
  new Pool({ chain: 'ETH', network: 'mainnet', endpoints })

const codeOf = (error: unknown) => (error instanceof NodeBusy ? 'busy' : (error as NodeFault).code)

/** Takes all connections that one tenant may have, with calls that do not end. */
function fill(connections: Connections, { url }: { readonly url: string }, count = 32) {
  const target = { url: new URL(url), headers: {}, timeoutMs: 60_000, maxBytes: 1 }
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  for (let calls = 0; calls < count; calls++) {
    exchange(connections, target, { ...GET, path: '/held', deadlineMs: 60_000, signal: gone.signal }).catch(
      () => undefined,
    )
  }
  return () => gone.abort()
}

it('calls that wait for a connection say nothing against the node, however long they wait', async () => {
  const server = await LoopbackServer.start(slowly(100))
  const endpoint = new Endpoint(server.target({ timeoutMs: 400 }))
  const rpc = jsonRpc(connected().of('noisy'), poolOf(endpoint))
  const results = await Promise.all(Array.from({ length: 320 }, () => rpc.call('a', [])))
  expect(new Set(results)).toEqual(new Set(['yes']))
  expect([endpoint.failures, endpoint.healthy]).toEqual([0, true])
})

it('a tenant with many calls delays only itself', async () => {
  const server = await LoopbackServer.start(slowly(50))
  const connections = connected()
  const endpoint = new Endpoint(server.target({ timeoutMs: 5_000 }))
  const of = (tenant: string) => jsonRpc(connections.of(tenant), poolOf(endpoint))
  let done = 0
  const noisy = Array.from({ length: 320 }, () =>
    of('noisy')
      .call('a', [])
      .then(() => done++),
  )
  await of('quiet').call('a', [])
  expect(done).toBeLessThan(100)
  await Promise.all(noisy)
})

it('a tenant whose calls hang leaves connections for the others', async () => {
  const server = await LoopbackServer.start(hangs)
  const connections = connected()
  fill(connections.of('noisy'), server, 200)
  await expect.poll(() => server.asked.length, SLOW).toBe(32)
  await setTimeout(50)
  expect(server.asked).toHaveLength(32)
  server.behaviour = answers({ a: 'yes' })
  const rpc = jsonRpc(connections.of('quiet'), poolOf(new Endpoint(server.target({ timeoutMs: 5_000 }))))
  expect(await rpc.call('a', [])).toBe('yes')
})

describe('a call that gets no connection in time', () => {
  it('is not sent, and says nothing against the node', async () => {
    const server = await LoopbackServer.start(hangs)
    const connections = connected()
    const end = fill(connections, server)
    await expect.poll(() => server.asked.length, SLOW).toBe(32)
    const target = server.target({ timeoutMs: 20_000 })
    const late = exchange(connections, target, { ...GET, limitMs: 100 })
    await expect(late).rejects.toBeInstanceOf(Busy)
    end()
    // Its turn comes when nobody waits for it any more, and is given on.
    server.behaviour = (_asked, response) => void response.end('{}')
    for (let calls = 0; calls < 40; calls++) {
      await textOf(await exchange(connections, target, { ...GET, limitMs: 20_000 }), 'node')
    }
    expect(server.asked).toHaveLength(32 + 40)
  })

  it.each([
    ['by a call', 'call'],
    ['by one that must not be repeated', 'callOnce'],
  ] as const)('the next node is asked %s', async (_what, way) => {
    const [first, second] = [new Endpoint(target('a')), new Endpoint(target('b'))]
    const asked: string[] = []
    const result = await poolOf(first, second)[way](async ({ host }) => {
      asked.push(host)
      if (host === 'a') throw new Busy('too many calls wait for a')
      return host
    })
    expect([result, asked, first.failures, first.healthy]).toEqual(['b', ['a', 'b'], 0, true])
  })

  it.each([
    ['all nodes', ['a', 'b'], 'busy'],
    ['one, and the other fails', ['a'], 'unreachable'],
  ])('of %s, is refused: %s is %s', async (_what, busy, code) => {
    const asked: string[] = []
    const refused = poolOf(new Endpoint(target('a')), new Endpoint(target('b'))).call(async ({ host }) => {
      asked.push(host)
      if (busy.includes(host)) throw new Busy(`too many calls wait for ${host}`)
      throw new NodeFault('unreachable', host)
    })
    expect(codeOf(await refused.catch((error: unknown) => error))).toBe(code)
    expect(asked).toEqual(['a', 'b'])
  })

  it('of one that is too busy for its network check, is refused as busy', async () => {
    const pool = new Pool({
      chain: 'BTC',
      network: 'testnet',
      endpoints: [new Endpoint(target('a'))],
      identify: async () => {
        throw new Busy('too many calls wait for a')
      },
    })
    const refused = pool.call(async () => 'answered')
    expect(codeOf(await refused.catch((error: unknown) => error))).toBe('busy')
  })

  const target = (host: string) => ({
    url: new URL(`http://${host}`),
    headers: {},
    timeoutMs: 500,
    maxBytes: 1,
  })
})

const own = (changes: Partial<Outgoing> = {}): Outgoing => ({ ...GET, deadlineMs: 100, ...changes })

/** How a call may end. */
const ENDS: readonly [how: string, behaviour: Behaviour, outgoing: () => Outgoing][] = [
  ['with an answer', (_asked, response) => void response.end('{}'), () => own()],
  ['without a body', (_asked, response) => void response.writeHead(204).end(), () => own()],
  ['with a redirect', redirects('http://127.0.0.1:1'), () => own()],
  ['with a broken connection', dies, () => own()],
  ['with half of an answer', breaksOff, () => own()],
  ['with too much of it', floods, () => own()],
  ['with an answer that does not end', drips, () => own()],
  ['without an answer', hangs, () => own()],
  ['by a new connection', (_asked, response) => void response.end('{}'), () => own({ alone: true })],
  ['by what cannot be sent', hangs, () => own({ path: '/\u0000' })],
  ['by a caller who leaves', hangs, () => own({ signal: AbortSignal.timeout(20) })],
  ['by a caller who has left', hangs, () => own({ signal: AbortSignal.abort() })],
]

it.each(ENDS)('a call that ends %s gives its connection back', async (_how, behaviour, outgoing) => {
  const server = await LoopbackServer.start(behaviour)
  const connections = connected()
  const target = server.target({ timeoutMs: 50 })
  const ask = async () => {
    const incoming = await exchange(connections, target, outgoing())
    await textOf(incoming, 'node')
  }
  await Promise.all(Array.from({ length: 40 }, () => ask().catch(() => undefined)))
  server.behaviour = hangs
  fill(connections, server)
  await expect.poll(() => server.asked.filter(({ url }) => url === '/held').length, SLOW).toBe(32)
})
