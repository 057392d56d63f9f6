/** Several endpoints, of which some are not of the network that is meant: who is asked what, and what is said of it. */
import { NodeFault } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections } from './exchange.js'
import { jsonRpc } from './json-rpc.js'
import { type NetworkCheck, networkCheck } from './network-check.js'
import { passThrough } from './pass-through.js'
import { Endpoint, Pool } from './pool.js'
import { rest } from './rest.js'
import { answers, type Behaviour, dies, hangs, json, LoopbackServer, text } from './server.fixture.js'

const check: NetworkCheck = {
  question: 'network',
  params: ['who'],
  read: (answer) => (typeof answer === 'string' && /^\w{1,9}$/.test(answer) ? answer : undefined),
  expected: ['main'],
}

const of = (network: unknown, height: number): Behaviour => answers({ network, height })
const right = of('main', 7)
const wrong = of('test', 8)
const fails =
  (code: number): Behaviour =>
  ({ body }, response) =>
    json(response, { id: JSON.parse(body).id, error: { code, message: 'canary' } })

/** Its clock moves only when told. */
class World {
  now = 0
  readonly connections = new Connections()
  readonly pool: Pool

  constructor(
    readonly servers: readonly LoopbackServer[],
    own = check,
  ) {
    const endpoints = servers.map((server, index) => {
      const url = new URL(`${server.url}/canary-path`)
      const headers = { authorization: 'Basic canary' }
      return new Endpoint(server.target({ url, headers, timeoutMs: 200 }), `nodes[${index}]`)
    })
    this.pool = new Pool({
      chain: 'X',
      network: 'mainnet',
      endpoints,
      identify: networkCheck(this.connections, 'X on mainnet', own),
      now: () => this.now,
      sleep: () => Promise.resolve(),
    })
    onTestFinished(() => this.connections.close())
  }

  static async of(...behaviours: readonly Behaviour[]): Promise<World> {
    const servers: LoopbackServer[] = []
    for (const behaviour of behaviours) servers.push(await LoopbackServer.start(behaviour))
    return new World(servers)
  }

  /** The height that is answered; or the fault's code. */
  async call(): Promise<unknown> {
    return jsonRpc(this.connections, this.pool)
      .call('height', [])
      .catch((error: unknown) => {
        if (error instanceof NodeFault) return error.code
        throw error
      })
  }

  /** Methods, by server, in the order in which they were asked. */
  get asked(): readonly (readonly string[])[] {
    return this.servers.map(({ asked }) => asked.map(({ body }) => JSON.parse(body).method))
  }

  get problems(): readonly (string | undefined)[] {
    return this.pool.health().map(({ problem }) => problem)
  }
}

const WRONG =
  /^nodes\[\d\] is not of X on mainnet, and is not used: asked for network, it says test instead of main\./
const MUTE = /^nodes\[\d\] cannot say whether it is of X on mainnet, and is not used: /

describe('endpoints', () => {
  it.each<[what: string, behaviours: Behaviour[], answer: unknown, used: number[], problems: RegExp[]]>([
    ['right', [right], 7, [0], []],
    ['right, two of them: the second is not even asked', [right, right], 7, [0], []],
    ['wrong, right', [wrong, right], 7, [1], [WRONG]],
    ['right, wrong', [right, wrong], 7, [0], []],
    ['wrong, wrong, right', [wrong, wrong, right], 7, [2], [WRONG, WRONG]],
    ['down, wrong', [dies, wrong], 'unreachable', [], [WRONG]],
    ['wrong, down', [wrong, dies], 'unreachable', [], [WRONG]],
    ['down, right', [dies, right], 7, [1], []],
    ['down', [dies], 'unreachable', [], []],
    ['hanging, right', [hangs, right], 7, [1], []],
    ['wrong', [wrong], 'unreachable', [], [WRONG]],
    ['without the method', [answers({ height: 8 })], 'unreachable', [], [MUTE]],
    ['without the method, right', [answers({ height: 8 }), right], 7, [1], [MUTE]],
    ['refusing', [fails(-8), right], 7, [1], [MUTE]],
    ['warming up', [fails(-28), right], 7, [1], []],
    ['answering nonsense', [of({ canary: 1 }, 8), right], 7, [1], [MUTE]],
    ['answering null', [of(null, 8), right], 7, [1], [MUTE]],
    ['answering no JSON', [(_asked, response) => text(response, '<html>'), right], 7, [1], []],
  ])('%s', async (_what, behaviours, answer, used, problems) => {
    const world = await World.of(...behaviours)
    expect(await world.call()).toBe(answer)
    for (const [index, methods] of world.asked.entries()) {
      expect(methods.includes('height'), `node ${index}`).toBe(used.includes(index))
      if (methods.length > 0) expect(methods[0]).toBe('network')
    }
    const told = world.problems.filter((problem) => problem !== undefined)
    expect(told).toEqual(problems.map((problem) => expect.stringMatching(problem)))
    expect(told.join()).not.toMatch(/canary|127\.0\.0\.1/)
  })

  it('of another network: the fault says which, and neither path nor header', async () => {
    const world = await World.of(wrong, dies)
    const fault: unknown = await jsonRpc(world.connections, world.pool)
      .call('height', [])
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(
        'nodes[0] is not of X on mainnet, and is not used: asked for network, it says test instead of main.',
      ),
    })
    expect(String(fault)).not.toContain('canary')
  })

  it('several answers may be right', async () => {
    const server = await LoopbackServer.start(wrong)
    expect(await new World([server], { ...check, expected: ['main', 'test'] }).call()).toBe(8)
  })
})

describe('an endpoint is asked who it is', () => {
  it('once, whatever number of calls wait for it, and is sent nothing else until it has answered', async () => {
    let answer: (() => void) | undefined
    const world = await World.of((asked, response) => {
      if (JSON.parse(asked.body).method === 'network') answer = () => right(asked, response)
      else right(asked, response)
    })
    const calls = Array.from({ length: 20 }, () => world.call())
    while (answer === undefined) await new Promise((wake) => setTimeout(wake, 1))
    expect(world.asked).toEqual([['network']])
    answer()
    expect(await Promise.all(calls)).toEqual(calls.map(() => 7))
    await world.call()
    expect(world.asked).toEqual([['network', ...Array.from({ length: 21 }, () => 'height')]])
  })

  it('once, when it is wrong and many calls wait for it; none reaches it', async () => {
    const world = await World.of(wrong, right)
    expect(await Promise.all(Array.from({ length: 20 }, () => world.call()))).toEqual(Array(20).fill(7))
    expect(world.asked).toEqual([['network'], ['network', ...Array(20).fill('height')]])
  })

  it('again when its pause is over, and not by every call: 1 s, 2 s, 4 s', async () => {
    const world = await World.of(wrong)
    const times: number[] = []
    for (world.now = 0; world.now < 8_000; world.now += 100) {
      const before = world.asked[0]?.length ?? 0
      expect(await world.call()).toBe('unreachable')
      if ((world.asked[0]?.length ?? 0) > before) times.push(world.now)
    }
    expect(times).toEqual([0, 1_000, 3_000, 7_000])
  })

  it('again, and is used once it is right', async () => {
    const world = await World.of(wrong)
    expect(await world.call()).toBe('unreachable')
    for (const server of world.servers) server.behaviour = right
    expect(await world.call()).toBe('unreachable')
    world.now += 1_001
    expect(await world.call()).toBe(7)
    expect(world.problems).toEqual([undefined])
    expect(world.pool.health()).toMatchObject([{ healthy: true }])
  })

  it.each<[what: string, back: Behaviour, answer: unknown, problem: RegExp | undefined]>([
    ['the one it was', right, 7, undefined],
    ['of another network', wrong, 9, WRONG],
    ['unable to tell', answers({ height: 8 }), 9, MUTE],
  ])('again when it failed and came back: %s', async (_what, back, answer, problem) => {
    const world = await World.of(right, of('main', 9))
    expect(await world.call()).toBe(7)
    const [first] = world.servers
    if (first === undefined) throw new TypeError('no server')
    await first.down()
    expect(await world.call()).toBe(9)
    first.behaviour = back
    await first.up()
    const before = first.asked.length
    world.now += 1_001
    expect(await world.call()).toBe(answer)
    expect(await world.call()).toBe(answer)
    const since = first.asked.slice(before).map(({ body }) => JSON.parse(body).method)
    expect(since).toEqual(answer === 7 ? ['network', 'height', 'height'] : ['network'])
    expect(world.problems[0]).toEqual(problem === undefined ? undefined : expect.stringMatching(problem))
  })

  it('again when a call failed while it answered who it is', async () => {
    // One of two calls fails at once, and has it asked anew; the other fails only then.
    const world = await World.of(right)
    await world.call()
    const [first] = world.servers
    if (first === undefined) throw new TypeError('no server')
    let fail: (() => void) | undefined
    let tell: (() => void) | undefined
    first.behaviour = (asked, response) => {
      if (JSON.parse(asked.body).method === 'network') tell = () => right(asked, response)
      else if (fail === undefined) fail = () => void response.socket?.destroy()
      else dies(asked, response)
    }
    const [old, other] = [world.call(), world.call()]
    while (tell === undefined) await new Promise((wake) => setTimeout(wake, 1))
    fail?.()
    while (world.pool.health()[0]?.failures !== 2) await new Promise((wake) => setTimeout(wake, 1))
    first.behaviour = right
    tell()
    await Promise.all([old, other])
    const before = first.asked.length
    await world.call()
    expect(first.asked.slice(before).map(({ body }) => JSON.parse(body).method)).toEqual([
      'network',
      'height',
    ])
  })

  it('and right, but failing at all else, pauses longer each time', async () => {
    const failing: Behaviour = (asked, response) =>
      JSON.parse(asked.body).method === 'network' ? right(asked, response) : dies(asked, response)
    const world = await World.of(failing, of('main', 9))
    const times: number[] = []
    for (world.now = 0; world.now < 8_000; world.now += 100) {
      const before = world.asked[0]?.length ?? 0
      expect(await world.call()).toBe(9)
      if ((world.asked[0]?.length ?? 0) > before) times.push(world.now)
    }
    expect(times).toEqual([0, 1_000, 3_000, 7_000])
  })
})

describe('a send', () => {
  it('that an endpoint refuses was refused by all: the one that hung was only asked who it is', async () => {
    const refuses: Behaviour = (asked, response) =>
      JSON.parse(asked.body).method === 'network' ? right(asked, response) : fails(-26)(asked, response)
    const world = await World.of(hangs, refuses)
    await expect(jsonRpc(world.connections, world.pool).call('send', ['00'])).rejects.toMatchObject({
      name: 'RpcError',
      code: -26,
      unansweredBefore: false,
    })
  })
})

describe('a pass-through', () => {
  const send = (world: World) =>
    passThrough(world.connections, world.pool, 'x').send({
      method: 'POST',
      target: '',
      body: '{"id":1,"method":"height"}',
      signal: new AbortController().signal,
    })

  it.each<[what: string, first: Behaviour]>([
    ['is of another network', wrong],
    ['hangs', hangs],
    ['cannot say', answers({ height: 8 })],
  ])('goes on to the next when the first %s', async (_what, first) => {
    const world = await World.of(first, right)
    const { status, body } = await send(world)
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    expect([status, JSON.parse(Buffer.concat(chunks).toString()).result]).toEqual([200, 7])
    expect(world.asked).toEqual([['network'], ['network', 'height']])
  })

  it('is unavailable when there is no other', async () => {
    const world = await World.of(wrong)
    await expect(send(world)).rejects.toMatchObject({ name: 'NodeFault', code: 'unreachable' })
    expect(world.asked).toEqual([['network']])
  })
})

describe('by path', () => {
  const { params: _, ...byPath } = check
  const own: NetworkCheck = {
    ...byPath,
    question: '/who',
    read: (answer) => String(Reflect.get(Object(answer), 'is')),
  }
  const says =
    (is: string, status = 200): Behaviour =>
    ({ url }, response) =>
      url.endsWith('/who') ? json(response, { is }, status) : json(response, is)

  it.each<[what: string, behaviours: Behaviour[], answer: unknown]>([
    ['right', [says('main')], 'main'],
    ['wrong, right', [says('test'), says('main')], 'main'],
    ['unable to tell, right', [says('', 404), says('main')], 'main'],
    ['wrong', [says('test')], 'unreachable'],
  ])('%s', async (_what, behaviours, answer) => {
    const servers: LoopbackServer[] = []
    for (const behaviour of behaviours) servers.push(await LoopbackServer.start(behaviour))
    const world = new World(servers, own)
    const got: unknown = await rest(world.connections, world.pool)
      .get('/what')
      .catch((error: unknown) => (error instanceof NodeFault ? error.code : error))
    expect(got).toBe(answer)
    for (const server of servers)
      expect(server.asked[0]).toMatchObject({ method: 'GET', url: '/canary-path/who' })
  })

  it('is asked by POST where its nodes are asked so', async () => {
    const [wrong, right] = [
      await LoopbackServer.start(says('test')),
      await LoopbackServer.start(says('main')),
    ]
    const world = new World([wrong, right], { ...own, body: { json: { visible: true } } })
    expect(await rest(world.connections, world.pool).get('/what')).toBe('main')
    for (const { asked } of [wrong, right]) {
      expect(asked[0]).toMatchObject({ method: 'POST', url: '/canary-path/who', body: '{"visible":true}' })
    }
    expect(wrong.asked).toHaveLength(1)
  })
})
