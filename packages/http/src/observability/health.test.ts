import { type Chains, NodeFault, type WatchStatus } from '@tallystick/custody'
import { Fault, memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildApp } from '../app.js'
import { tallystickPlugin } from '../plugin.js'
import { fund, type Running, startService, TENANT } from '../service.fixture.js'

const get = (service: Running, path: string) => service.call('GET', path, { key: null })

test('alive and ready need no key', async () => {
  const service = await startService()
  expect((await get(service, '/livez')).body).toEqual({ status: 'alive' })
  expect((await get(service, '/readyz')).body).toEqual({ status: 'ready' })
  await service.close()
})

test('a probe has one path, which a proxy can keep to itself', async () => {
  const service = await startService()
  for (const name of ['livez', 'readyz', 'metrics']) {
    const escaped = `%${name.charCodeAt(0).toString(16).toUpperCase()}${name.slice(1)}`
    for (const path of [`/${name}/`, `//${name}`, `/${name}//`, `/${escaped}`]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await service.app.inject({ method, url: path })
        expect([statusCode, headers['content-type']], path).toEqual([404, 'application/json; charset=utf-8'])
      }
    }
    expect((await service.app.inject(`/${name}?now=1`)).statusCode).toBe(200)
  }
  await service.close()
})

test('a probe of a plugin has one path below its prefix', async () => {
  const tallystick = createTallystick({ storage: memoryStorage() })
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await app.register(tallystickPlugin, { tallystick, prefix: '/money' })
  expect((await app.inject('/money/livez')).statusCode).toBe(200)
  expect((await app.inject('/money/livez/')).statusCode).toBe(404)
  await app.close()
  await tallystick.close()
})

test.each([
  ['fails', () => Promise.reject(new Error('connection refused by 10.0.0.7')), /its storage fails/],
  [
    'is away',
    () => Promise.reject(new Fault('none at 10.0.0.7', { code: '57P03' }, { transient: true })),
    /its storage does not answer \(57P03\)/,
  ],
  ['does not answer', () => new Promise<void>(() => undefined), /does not answer in time/],
])('not ready when the storage %s, yet alive', async (_name, ping, reason) => {
  const service = await startService({ storage: { ...memoryStorage(), ping } })
  const answer = await get(service, '/readyz')
  expect(answer.status).toBe(503)
  expect(answer.body).toEqual({
    statusCode: 503,
    errorCode: 'unavailable',
    message: expect.stringMatching(reason),
  })
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(answer.text).not.toContain('10.0.0.7')
  expect((await get(service, '/livez')).status).toBe(200)
  await service.close()
})

test('not ready once the ledger is closed', async () => {
  const service = await startService()
  await service.tallystick.close()
  expect((await get(service, '/readyz')).body).toMatchObject({
    errorCode: 'unavailable',
    message: expect.stringContaining('it is stopping'),
  })
  await service.close()
})

const node = (chain: string, host: string, healthy: boolean) => ({
  chain,
  network: 'testnet',
  host,
  healthy,
  calls: 7,
  failures: healthy ? 0 : 3,
})
const nodes = [
  node('BTC', 'a:1', true),
  node('BTC', 'b:1', false),
  node('ETH', 'a:2', true),
  node('XRP', 'c:1', false),
]
const chains: Chains = {
  chain: () => Promise.reject(new NodeFault('unconfigured', '')),
  health: () => nodes,
  passThrough: () => undefined,
  close: () => Promise.resolve(),
}

test('ready with nodes that are down, which is told without their hosts', async () => {
  const service = await startService({ engine: { chains } })
  const answer = await get(service, '/readyz')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    status: 'ready',
    chains: { 'BTC testnet': 'degraded', 'ETH testnet': 'ok', 'XRP testnet': 'down' },
  })
  await service.close()
})

test('ready with nodes of the wrong network, each of which is told once', async () => {
  const problem = 'chains.ETH.testnet.nodes[1] is not of ETH on testnet'
  const wrong = { ...node('ETH', 'b:2', false), problem }
  const health = () => [...nodes, wrong, { ...wrong, chain: 'rpc', network: 'ethereum-sepolia' }]
  const service = await startService({ engine: { chains: { ...chains, health } } })
  expect((await get(service, '/readyz')).body).toMatchObject({
    status: 'ready',
    chains: { 'ETH testnet': 'degraded', 'rpc ethereum-sepolia': 'down' },
    problems: [problem],
  })
  await service.close()
})

test('ready with an archive of a chain that is halted, which is told with the day of its last block', async () => {
  const archive = { ...node('BNB', 'd:1', true), lastBlock: '2024-12-03' }
  const health = () => [...nodes, archive]
  const service = await startService({ engine: { chains: { ...chains, health } } })
  expect((await get(service, '/readyz')).body).toMatchObject({
    status: 'ready',
    chains: { 'BNB testnet': 'ok' },
    halted: { 'BNB testnet': '2024-12-03' },
  })
  await service.close()
})

test('metrics tell of each node', async () => {
  const service = await startService({ engine: { chains } })
  // Twice, since what is read at a scrape must not add up from one to the next.
  await get(service, '/metrics')
  const { text } = await get(service, '/metrics')
  const labels = 'chain="BTC",network="testnet",host="b:1"'
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      `tallystick_node_calls_total{${labels}} 7`,
      `tallystick_node_failures_total{${labels}} 3`,
      `tallystick_node_up{${labels}} 0`,
      'tallystick_node_up{chain="ETH",network="testnet",host="a:2"} 1',
    ]),
  )
  await service.close()
})

test('metrics tell of withdrawals in progress, and of the comparison with the chains', async () => {
  const service = await startService()
  const { custody } = service.tallystick
  const shown = async (): Promise<readonly string[]> =>
    (await get(service, '/metrics')).text
      .split('\n')
      .filter((line) => /^tallystick_(withdrawals|reconciliation)/.test(line))
  expect(await shown()).toEqual([
    'tallystick_withdrawals_in_progress 0',
    'tallystick_withdrawals_oldest_seconds 0',
    'tallystick_reconciliation_addresses_that_differ 0',
  ])
  // Nobody has compared yet: its age must not look fresh.
  custody.reconciled = () => ({ at: null, last: null, problem: 'the node does not answer' })
  const [, , , age = ''] = await shown()
  expect(Number(age.split(' ')[1])).toBeGreaterThan(0)
  custody.undecided = async () => ({ count: 3, oldest: Date.now() - 90_000 })
  const compared = (unexplained: string): WatchStatus => {
    const currencies = ['BTC', 'ETH'].map((currency) => ({
      ...{ tenant: TENANT, currency, chain: currency, network: 'testnet', scale: 8, lines: [] },
      ...{ onChain: 0n, customers: 0n, clearing: 0n, fees: 0n, shortfall: 0n, difference: 0n },
      isExplained: currency !== unexplained,
    }))
    const last = {
      currencies,
      compared: 2,
      addresses: [],
      unassigned: [],
      notCompared: [],
      isExplained: false,
    }
    return { at: Date.now() - 60_000, last, problem: null }
  }
  for (const [btc, eth, unexplained] of [
    [1, 0, 'BTC'],
    [0, 1, 'ETH'],
  ] as const) {
    custody.reconciled = () => compared(unexplained)
    const name = 'tallystick_reconciliation'
    expect(await shown()).toEqual([
      'tallystick_withdrawals_in_progress 3',
      expect.stringMatching(/^tallystick_withdrawals_oldest_seconds 9\d/),
      `${name}_unexplained{tenant="default",currency="BTC"} ${btc}`,
      `${name}_unexplained{tenant="default",currency="ETH"} ${eth}`,
      `${name}_addresses_that_differ 0`,
      expect.stringMatching(/^tallystick_reconciliation_age_seconds 6\d/),
    ])
  }
  await service.close()
})

test('metrics tell of the last check of the books, and of one that is due', async () => {
  const tallystick = createTallystick({ storage: memoryStorage() })
  let status = tallystick.verified()
  const app = buildApp({ tallystick: { ...tallystick, verified: () => status } })
  const shown = async (): Promise<readonly string[]> =>
    (await app.inject('/metrics')).payload
      .split('\n')
      .filter((line) => line.startsWith('tallystick_verification'))
  expect(await shown()).toEqual([])
  // Planned, and not done yet: its age must not look fresh.
  status = { ...status, isPlanned: true }
  const [age = ''] = await shown()
  expect(Number(age.split(' ')[1])).toBeGreaterThan(0)
  const wrong = { check: 'balance', subject: 'a', stored: '1', computed: '2' } as const
  const last = { ...(await tallystick.verify()), discrepancies: [wrong, wrong] }
  status = { at: Date.now() - 60_000, last, problem: null, isPlanned: false }
  expect(await shown()).toEqual([
    'tallystick_verification_discrepancies 2',
    expect.stringMatching(/^tallystick_verification_age_seconds 6\d/),
  ])
  await app.close()
})

test('metrics tell of the queue, of the connections of the storage, and of refusals by their codes', async () => {
  const pools = [{ pool: 'reads', used: 3, idle: 1, waiting: 2 }]
  const service = await startService({ storage: { ...memoryStorage(), connections: () => pools } })
  for (const path of ['/v3/ledger/account/none', '/v3/ledger/account/nothing', '/v3/canary']) {
    await service.call('GET', path)
  }
  const lines = (await get(service, '/metrics')).text.split('\n')
  for (const line of [
    'tallystick_queue_oldest_seconds 0',
    'tallystick_storage_connections{pool="reads",state="used"} 3',
    'tallystick_storage_connections{pool="reads",state="idle"} 1',
    'tallystick_storage_connections{pool="reads",state="waiting"} 2',
    'tallystick_refusals_total{code="account.not.exists"} 2',
    'tallystick_refusals_total{code="operation.not.found"} 1',
  ]) {
    expect(lines).toContain(line)
  }
  expect(lines.join()).not.toContain('canary')
  await service.close()
})

test('metrics count by the catalogue, and nothing a caller sends becomes a label', async () => {
  const service = await startService()
  const { sender } = await fund(service)
  await service.call('GET', `/v3/ledger/account/${sender}`)
  await service.call('GET', '/v3/ledger/account/canary-account')
  await service.call('GET', '/canary-path')
  await service.call('CANARYMETHOD', '/v3/ledger/account').catch(() => undefined)
  await service.call('PROPFIND', '/canary-path').catch(() => undefined)
  await service.call('GET', '/v3/tatum/version', { key: 'canary-key' })
  const { status, text, headers } = await get(service, '/metrics')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = text.split('\n')
  const requests = 'tallystick_http_requests_total'
  expect(lines).toContain(`${requests}{method="GET",route="/v3/ledger/account/{id}",status="200"} 1`)
  expect(lines).toContain(`${requests}{method="GET",route="/v3/ledger/account/{id}",status="403"} 1`)
  expect(lines).toContain(`${requests}{method="GET",route="/v3/tatum/version",status="401"} 1`)
  expect(lines).toContain(`${requests}{method="(any)",route="(unknown)",status="404"} 2`)
  expect(text).toContain('tallystick_http_request_duration_seconds_bucket{le="0.001",method="GET"')
  for (const name of [
    'tallystick_queued_calls 0',
    'tallystick_running_calls 0',
    'nodejs_eventloop_lag',
    'process_cpu',
  ]) {
    expect(text).toContain(name)
  }
  expect(text).not.toMatch(/canary/i)
  expect(text).not.toContain(sender)
  await service.close()
})

test('two services in one process count apart', async () => {
  const [one, two] = [await startService(), await startService()]
  await one.call('GET', '/v3/tatum/version')
  expect((await get(two, '/metrics')).text).not.toContain('route="/v3/tatum/version"')
  await one.close()
  await two.close()
})

test('webhooks are told of where they are sent', async () => {
  const [sending, other] = [await startService({ engine: { webhooks: {} } }), await startService()]
  expect((await get(sending, '/readyz')).body).toEqual({ status: 'ready', webhooks: { inFlight: 0 } })
  expect((await get(other, '/readyz')).body).toEqual({ status: 'ready' })
  expect((await get(sending, '/metrics')).text.split('\n')).toEqual(
    expect.arrayContaining([
      'tallystick_webhook_attempts_total{outcome="delivered"} 0',
      'tallystick_webhooks_in_flight 0',
      'tallystick_webhooks_oldest_seconds 0',
    ]),
  )
  expect((await get(other, '/metrics')).text).not.toContain('tallystick_webhook_attempts_total{')
  await sending.close()
  await other.close()
})

test('a process that does not send takes subscriptions to the private addresses that the sending one calls', async () => {
  const allow = ['127.0.0.0/8']
  const [none, leaving] = [
    await startService(),
    await startService({ engine: { webhooks: { sends: false, allow } } }),
  ]
  const subscribe = { body: { type: 'KMS_FAILED_TX', attr: { url: 'http://127.0.0.1:8080/hook' } } }
  const refused = await none.call('POST', '/v3/subscription', subscribe)
  expect(refused).toMatchObject({ status: 400, body: { data: [{ property: 'attr.url' }] } })
  expect(await leaving.call('POST', '/v3/subscription', subscribe)).toMatchObject({ status: 200 })
  expect((await get(leaving, '/readyz')).body).toEqual({ status: 'ready' })
  await none.close()
  await leaving.close()
})
