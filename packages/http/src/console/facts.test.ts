/** The facts of the console: what each tells, to whom, and what it refuses. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { consoleFiles } from '@tallystick/console'
import type { TenantId } from '@tallystick/core'
import type { ReconciledCurrency } from '@tallystick/custody'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { dumpStorage } from '@tallystick/testing'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { tallystickPlugin } from '../plugin.js'
import { OTHER_KEY, OTHER_TENANT, type Running, startService, TENANT } from '../service.fixture.js'
import { EARLIER, ids, prepared, subscribed, txId } from './console.fixture.js'
import { FACTS } from './facts.js'
import { Sparing } from './sparing.js'

const AUDIT = 'the key of an audit'
let service: Running
let bitcoin: string
beforeAll(async () => {
  service = await startService({ console: true, engine: { chains: createChains(readChainsConfig({})) } })
  const wanted = { tenant: TENANT, name: 'audit', network: 'testnet', plan: 'paid', readOnly: true } as const
  await (await service.tallystick.access()).register(AUDIT, wanted)
  bitcoin = (await prepared(service)).bitcoin
  await subscribed(service, bitcoin)
})
afterAll(() => service.close())

const names = Object.keys(FACTS)
const fact = (name: string, key: string | null = AUDIT) =>
  service.call('GET', `/console/facts/${name}`, { key })

const onBitcoin = { chain: 'BTC', network: 'testnet' }
const shownSend = {
  ...{ id: ids.send, ...onBitcoin, txId, status: 'confirmed', reason: null },
  ...{ created: EARLIER, updated: EARLIER + 1_000, block: 90, confirmations: null },
}

describe('tells', () => {
  it.each([
    ['key', { tenant: 'default', role: 'read-only', network: 'testnet', plan: 'paid', frozen: false }],
    [
      'balances',
      {
        at: expect.any(Number),
        currencies: [
          { currency: 'BTC', accounts: 1, customers: '0.5', own: { world: '-0.5' }, sum: '0' },
          { currency: 'EUR', accounts: 2, customers: '100', own: { world: '-100' }, sum: '0' },
          { currency: 'VC_TEST', accounts: 2, customers: '1000', own: { mint: '-1000' }, sum: '0' },
        ],
      },
    ],
    [
      'signatures',
      { signatures: [{ id: ids.signature, ...onBitcoin, wallets: ['wallet-1'], error: 'locked' }] },
    ],
    ['sends', { sends: [shownSend] }],
    ['health', { nodes: [], following: [], webhooks: { sends: false, oldest: expect.any(Number) } }],
    ['checks', { verify: { at: null, discrepancies: null }, reconcile: null }],
    [
      'keys',
      {
        keys: expect.arrayContaining([
          expect.objectContaining({ name: 'audit', role: 'read-only', revoked: false, addresses: [] }),
          expect.objectContaining({ name: 'test', role: 'operator' }),
        ]),
        uses: [{ purpose: 'exported', ...onBitcoin, at: EARLIER }],
      },
    ],
  ])('%s', async (name, wanted) => {
    const { status, body } = await fact(name)
    expect([status, body]).toMatchObject([200, wanted])
  })

  it('deposits and withdrawals with their course, of one account too', async () => {
    const inProgress = { id: ids.deposit, amount: '1.5', status: 'InProgress', reference: null }
    const { deposits } = (await fact('deposits')).body as { deposits: object[] }
    expect(deposits).toHaveLength(2)
    // Its own block is all that is known while nobody follows the chain.
    expect(deposits).toContainEqual(
      expect.objectContaining({ ...inProgress, block: 100, confirmations: { have: 1, want: 6 } }),
    )
    expect(deposits).toContainEqual(
      expect.objectContaining({ status: 'Done', reference: expect.any(String) }),
    )
    expect((await fact(`deposits?account=${bitcoin}&offset=1`)).body).toMatchObject({ deposits: [{}] })
    expect((await fact('deposits?account=nobody')).body).toEqual({ deposits: [] })
    expect((await fact(`withdrawals?account=${bitcoin}`)).body).toMatchObject({
      withdrawals: [
        { id: ids.cancelled, status: 'Cancelled', reason: 'by ops', send: null },
        { id: ids.paid, status: 'Done', send: shownSend },
        { id: ids.withdrawal, amount: '0.5', signature: ids.signature, send: null },
      ],
    })
  })

  it('nothing that signs or hashes', async () => {
    for (const name of names) {
      const { text } = await fact(name)
      expect(text).not.toMatch(/"(hash|raw|serialized|secret|claims|wrapped|body)"/)
      expect(text).not.toContain('of the transaction')
    }
  })

  it('what the last check has found, which no request makes', async () => {
    const before = await fact('checks')
    expect(before.body).toMatchObject({ verify: { at: null } })
    // The fixture has stored withdrawals that nobody has paid for.
    const { discrepancies } = await service.tallystick.verify()
    expect(discrepancies.length).toBeGreaterThan(0)
    expect((await fact('checks')).body).toMatchObject({
      verify: { at: expect.any(Number), failed: false, discrepancies: discrepancies.length },
    })
  })

  it('of checks no sums over all tenants, and no words of a failure', async () => {
    await service.tallystick.verify()
    const problem = 'what befell another tenant'
    vi.spyOn(service.tallystick.custody, 'reconciled').mockReturnValue({ at: EARLIER, last: null, problem })
    const { body } = await fact('checks')
    vi.restoreAllMocks()
    expect(body).toEqual({
      verify: { at: expect.any(Number), failed: false, discrepancies: expect.any(Number) },
      reconcile: { at: EARLIER, failed: true, isExplained: null, currencies: [] },
    })
  })
})

describe('while chains are followed and compared', () => {
  /** A chain with 3 blocks that are not observed yet. */
  const followed = (height: number) => ({
    ...{ ...onBitcoin, node: 'a', height, behind: 3, perSecond: null, secondsLeft: null },
    ...{ deepestReorganisation: 0, untraced: false, switches: 0, problem: null },
  })
  const compared = (tenant: TenantId, currency: string): ReconciledCurrency => ({
    ...{ tenant, currency, ...onBitcoin, scale: 8, onChain: 7n, customers: 5n, clearing: 0n, fees: 0n },
    ...{ shortfall: 0n, difference: 2n, isExplained: false },
    lines: [{ what: 'nobody knows why', amount: 2n, isExplained: false }],
  })

  afterEach(() => vi.restoreAllMocks())

  it.each([
    [100, 4],
    [101, 5],
    // A node has another, shorter chain for a while.
    [90, 1],
  ])('blocks count up to the head of the node: %i is observed', async (height, have) => {
    vi.spyOn(service.tallystick.custody, 'following').mockReturnValue([followed(height)])
    const { deposits } = (await fact('deposits')).body as { deposits: { id: string }[] }
    expect(deposits.find(({ id }) => id === ids.deposit)).toMatchObject({ confirmations: { have, want: 6 } })
    expect((await fact('sends')).body).toMatchObject({
      sends: [{ block: 90, confirmations: { have: height + 3 - 90 + 1, want: 6 } }],
    })
    expect((await fact('health')).body).toMatchObject({ following: [{ ...onBitcoin, height, behind: 3 }] })
  })

  it('a tenant sees whether all is explained, and of currencies its own', async () => {
    const currencies = [compared(TENANT, 'BTC'), compared(OTHER_TENANT, 'LTC')]
    const last = {
      currencies,
      compared: 2,
      addresses: [],
      unassigned: [],
      notCompared: [],
      isExplained: false,
    }
    vi.spyOn(service.tallystick.custody, 'reconciled').mockReturnValue({ at: EARLIER, last, problem: null })
    const seen = async (key: string) => (await fact('checks', key)).body
    const own = {
      onChain: '0.00000007',
      customers: '0.00000005',
      difference: '0.00000002',
      isExplained: false,
    }
    const lines = [{ what: 'nobody knows why', amount: '0.00000002', isExplained: false }]
    for (const [key, currency] of [
      [AUDIT, 'BTC'],
      [OTHER_KEY, 'LTC'],
    ] as const) {
      expect(await seen(key)).toMatchObject({
        reconcile: { at: EARLIER, isExplained: false, currencies: [{ currency, ...own, lines }] },
      })
    }
  })
})

test.each(names)('%s is for keys, of their own tenant, and changes nothing', async (name) => {
  const scope = { tenants: [TENANT, OTHER_TENANT] }
  const before = await dumpStorage(service.storage, scope)
  for (const key of [null, 'nobody']) {
    const refused = await fact(name, key)
    expect([refused.status, refused.body]).toMatchObject([401, { errorCode: 'subscription.invalid' }])
  }
  const { status, body, text } = await fact(name, OTHER_KEY)
  expect(status).toBe(200)
  for (const secret of [...Object.values(ids), bitcoin, txId, 'VC_TEST', 'audit'])
    expect(text).not.toContain(secret)
  // Its own key is all that it has.
  const lists = Object.entries(body as object).filter(
    ([list, value]) => Array.isArray(value) && list !== 'keys',
  )
  expect(lists.filter(([, value]) => value.length > 0)).toEqual([])
  expect(await dumpStorage(service.storage, scope)).toEqual(before)
})

test.each([
  ['key?offset=1', 'offset'],
  ['balances?account=a', 'account'],
  ['deposits?acount=a', 'acount'],
  ['deposits?account=', 'account'],
  ['deposits?account=%00', 'account'],
  ['deposits?account=a&account=b', 'account'],
  [`withdrawals?account=${'a'.repeat(101)}`, 'account'],
  ['sends?offset=-1', 'offset'],
  ['sends?offset=1.5', 'offset'],
  ['sends?offset=10001', 'offset'],
  ['keys?offset=1&offset=2', 'offset'],
  ['keys?__proto__=1', '__proto__'],
])('bad input is refused as everywhere: %s', async (path, property) => {
  const { status, body } = await fact(path)
  expect([status, body]).toMatchObject([
    400,
    { errorCode: 'validation.failed', data: [{ target: 'query', property }] },
  ])
})

test.each(['/console/facts', '/console/facts/nothing', '/console/nothing.js', '/console/..%2fpackage.json'])(
  'what is not there is told as everywhere: %s',
  async (path) => {
    const { status, body } = await service.call('GET', path)
    expect([status, body]).toMatchObject([404, { errorCode: 'operation.not.found' }])
  },
)

test('the page and its files need no key, under a policy that allows this origin only', async () => {
  for (const path of ['/console', ...consoleFiles().map((name) => `/console/${name}`)]) {
    const { status, headers } = await service.call('GET', path, { key: null })
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
  }
  const { status, headers } = await fetch(`${service.url}/console/`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, '../console'])
})

test('there is none unless it is wanted, and it works below a prefix', async () => {
  const app = Fastify()
  await app.register(tallystickPlugin, { prefix: '/off', tallystick: service.tallystick })
  await app.register(tallystickPlugin, { prefix: '/bank', tallystick: service.tallystick, console: true })
  const headers = { 'x-api-key': AUDIT }
  for (const [path, status] of [
    ['/off/console', 404],
    ['/off/console/main.js', 404],
    ['/off/console/facts/key', 404],
    ['/bank/console', 200],
    ['/bank/console/main.js', 200],
    ['/bank/console/facts/key', 200],
  ] as const) {
    expect([path, (await app.inject({ url: path, headers })).statusCode]).toEqual([path, status])
  }
  await app.close()
})

test('what costs much is made once for all who ask, and not again at once', async () => {
  let [made, now] = [0, 0]
  const slow = new Sparing(
    async () => {
      now += 500
      return ++made
    },
    () => now,
  )
  const first = await Promise.all([slow.get(), slow.get()])
  expect(first.map(({ value }) => value)).toEqual([1, 1])
  now += 9_999
  expect((await slow.get()).value).toBe(1)
  now += 1
  expect((await slow.get()).value).toBe(2)
  const failing = new Sparing(() => Promise.reject(new TypeError(`${++made}`)))
  await expect(failing.get()).rejects.toThrow('3')
  await expect(failing.get()).rejects.toThrow('4')
})

test('a balance that nobody has paid for shows in the sum', async () => {
  const storage = memoryStorage()
  const forged = await startService({
    console: true,
    storage: {
      ...storage,
      audit: (work) =>
        storage.audit((audit) => {
          const accounts: typeof audit.accounts = async (after, limit) =>
            (await audit.accounts(after, limit)).map(({ account, records }) => {
              const more = account.role === null ? 1n : 0n
              return { account: { ...account, balance: account.balance + more }, records }
            })
          return work(Object.assign(Object.create(audit), { accounts }))
        }),
    },
  })
  expect((await forged.call('GET', '/console/facts/balances')).body).toMatchObject({ currencies: [] })
  await forged.close()
  const again = await startService({ console: true, storage: await withMoney(forged.storage) })
  const { body } = await again.call('GET', '/console/facts/balances')
  expect(body).toMatchObject({
    currencies: [{ currency: 'EUR', customers: '5.01', own: { world: '-5' }, sum: '0.01' }],
  })
  await again.close()
})

async function withMoney(storage: Storage): Promise<Storage> {
  const ledger = createTallystick({ storage })
  const { id } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.fund({ id, amount: '5' })
  return storage
}
