/** Answers to COMMIT that never arrive: the call must still be made exactly once, with a key and without one. */
import { openAccounts } from '@tallystick/core'
import { Engine, embeddedCaller, type Storage } from '@tallystick/engine'
import {
  chooseSeed,
  dose,
  type FaultCounts,
  Payments,
  quickOrFull,
  reportFaults,
  seededRandom,
  sumFaults,
} from '@tallystick/testing'
import { afterAll, expect, it } from 'vitest'
import { openPostgres, type PostgresOptions } from '../index.js'
import { startServer } from '../server.fixture.js'
import { each } from './load.fixture.js'
import { CommitProxy, errorResponse, type Fate } from './proxy.fixture.js'

const INTENTS = quickOrFull(200, 1_000)
const EACH = 10
const seed = chooseSeed()
const server = await startServer()
const proxy = await CommitProxy.start(server.url)
afterAll(async () => {
  await proxy.close()
  await server.stop()
})

const LIMITS = { connect: 1_000, lock: 400, statement: 2_000, answer: 300 }
const open = (url: string, options: Partial<PostgresOptions> = {}): Promise<Storage> =>
  openPostgres({ url: proxy.through(url), maxConnections: 4, limits: LIMITS, ...options })

async function prepared(storage: Storage, options: { readonly maxBatch?: number } = {}) {
  const engine = new Engine({ storage, ...options })
  return { engine, payments: await Payments.prepare(engine, { supply: 1_000_000, accounts: 4 }) }
}

it.each([
  ['without a key, one by one', 1, 1, false],
  ['without a key, in batches', 16, 4, false],
  ['with a key, in batches', 16, 4, true],
] as const)(
  `${INTENTS} intents, every tenth answer swallowed: %s`,
  { timeout: 120_000 },
  async (name, atOnce, maxBatch, keys) => {
    const storage = await open(await server.fresh())
    const { engine, payments } = await prepared(storage, { maxBatch })
    let swallowed = 0
    proxy.fate = (commit) => {
      if (commit % EACH !== 0) return 'answer'
      swallowed++
      return 'swallow'
    }
    await each(INTENTS, atOnce, (index) =>
      payments.pay(engine, `${index}`, keys ? { key: `key ${index}` } : {}),
    )
    proxy.fate = () => 'answer'
    const counts = await payments.judge(storage, swallowed)
    reportFaults(`commit answers swallowed, ${name}`, counts)
    expect(payments.problems).toEqual([])
    expect(counts).toMatchObject({ acknowledged: INTENTS, lost: 0, doubled: 0, discrepancies: 0 })
    const { accounts } = payments
    const recipient = await storage.query.account('default' as never, accounts[1] as never)
    expect(recipient?.account.balance.toString()).toMatch(new RegExp(`^${INTENTS}0*$`))
    expect(swallowed).toBeGreaterThan((INTENTS / EACH / maxBatch) * 0.9)
    await engine.close()
  },
)

const FATES: readonly Fate[] = [
  'crash',
  ...(['answer', 'answer', 'answer', 'answer', 'answer', 'answer', 'answer'] as const),
  ...(['swallow', 'swallow', 'lose', 'lose', 'late', 'late', 'stall', 'stall', 'hang'] as const),
]
const { more, timeout } = dose(1, 0.15)

it('any fate of any commit, retries of commits among them', { timeout }, async () => {
  const random = seededRandom(seed)
  console.info(`fates of commits: FC_SEED=${seed}`)
  const all: FaultCounts[] = []
  while (more()) {
    const url = await server.fresh()
    const storages = [await open(url), await open(url)]
    const [first, second] = storages
    if (first === undefined || second === undefined) throw new Error('There are two')
    const { engine, payments } = await prepared(first)
    const engines = [engine, new Engine({ storage: second })]
    let faults = 0
    proxy.fate = () => {
      const fate = FATES[random.below(FATES.length)] ?? 'answer'
      if (fate !== 'answer') faults++
      return fate
    }
    await each(150, 6, (index) => {
      const by = engines[random.below(2)] ?? engine
      const [sender, recipient] = random.below(3) === 0 ? [1, 2] : [0, 1]
      const key = random.below(2) === 0 ? { key: `key ${index}` } : {}
      // Account 1 may have nothing yet: a refusal is as good.
      return payments.pay(by, `${index}`, { sender, recipient, ...key }).catch((error: unknown) => {
        expect(String(error)).toMatch(/balance|insufficient|unknown|Nothing was written/i)
      })
    })
    proxy.fate = () => 'answer'
    all.push(await payments.judge(first, faults))
    expect(payments.problems, `FC_SEED=${seed}`).toEqual([])
    for (const one of engines) await one.close()
  }
  const counts = sumFaults(all)
  reportFaults('commits swallowed, hung, lost and late', counts)
  expect(counts).toMatchObject({ lost: 0, doubled: 0, discrepancies: 0 })
})

it('what locks nothing is made once, however late its writing reaches the server', async () => {
  const storage = await open(await server.fresh())
  const { engine } = await prepared(storage)
  const caller = embeddedCaller()
  const accounts = () => storage.query.accountCount(caller.tenant, {})
  const before = await accounts()
  const opened = 10
  const account = {
    currency: 'EUR',
    xpub: null,
    customer: null,
    accountingCurrency: null,
    accountCode: null,
    accountNumber: null,
  }
  for (let index = 0; index < opened; index++) {
    proxy.fate = () => {
      proxy.fate = () => 'answer'
      return 'stall'
    }
    await engine.execute({
      caller,
      rule: openAccounts,
      command: { tenant: caller.tenant, accounts: [account] },
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
  }
  expect(await accounts()).toBe(before + opened)
  await engine.close()
})

it('a commit that nobody knows of does not vouch for the next', { timeout: 60_000 }, async () => {
  const storage = await open(await server.fresh(), { patienceMs: 1_000 })
  const { engine, payments } = await prepared(storage)
  // The commit takes place, and no one learns of it until the patience is over.
  proxy.fate = () => {
    proxy.freeze()
    proxy.fate = () => 'answer'
    return 'answer'
  }
  await expect(payments.pay(engine, 'unknown')).rejects.toThrow(/unknown/)
  proxy.thaw()
  await expect.poll(() => payments.pay(engine, 'in between', { sender: 3 }).catch(String)).toMatch(/balance/)
  let lost = 0
  proxy.fate = () => (lost++ === 0 ? 'lose' : 'answer')
  await payments.pay(engine, 'next')
  const counts = await payments.judge(storage, 2)
  reportFaults('a commit of unknown fate, and a lost one after it', counts)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ lost: 0, doubled: 0, discrepancies: 0 })
  await engine.close()
})

it.each([
  ['as a pooler does that has lost the server', 'ERROR', '08P01'],
  ['as a server that ends idle sessions', 'ERROR', '57P05'],
  ['whatever the code', 'FATAL', 'XX000'],
])('a commit whose answer is another error is made once: %s', async (_who, severity, state) => {
  const storage = await open(await server.fresh())
  const { engine, payments } = await prepared(storage)
  proxy.crashed = errorResponse(`S${severity}`, `C${state}`, 'Mserver conn crashed?')
  let commits = 0
  proxy.fate = () => (commits++ === 0 ? 'crash' : 'answer')
  for (const name of ['one', 'two']) await payments.pay(engine, name)
  const counts = await payments.judge(storage, 1)
  expect(payments.problems).toEqual([])
  expect(counts).toMatchObject({ acknowledged: 2, lost: 0, doubled: 0, discrepancies: 0 })
  await engine.close()
})

it('a commit that was reported as failed and is there is told by the next call, and no server went back', async () => {
  const storage = await open(await server.fresh())
  const { engine, payments } = await prepared(storage)
  // No code says that the outcome is open.
  proxy.crashed = errorResponse('SERROR', 'CXX000', 'Mit has failed')
  proxy.fate = () => {
    proxy.fate = () => 'answer'
    return 'crash'
  }
  await expect(payments.pay(engine, 'one')).rejects.toThrow('it has failed')
  await expect(payments.pay(engine, 'two')).rejects.toMatchObject({
    message: expect.stringMatching(/reported as failed: its calls took effect/),
    transient: true,
  })
  await payments.pay(engine, 'three')
  const recipient = await storage.query.account('default' as never, payments.accounts[1] as never)
  expect(recipient?.account.balance.toString()).toMatch(/^20*$/)
  await engine.close()
})

it('connections that end as they open end no process', async () => {
  const storage = await open(await server.fresh())
  const { engine, payments } = await prepared(storage)
  proxy.cut()
  proxy.stillborn = 5
  // Each attempt opens one; an error that nobody hears would fail the tests.
  await payments.pay(engine, 'one')
  const counts = await payments.judge(storage, 5 - proxy.stillborn)
  reportFaults('connections ended as they open', counts)
  expect(proxy.stillborn).toBe(0)
  expect(counts).toMatchObject({ acknowledged: 1, lost: 0, doubled: 0, discrepancies: 0 })
  await engine.close()
})
