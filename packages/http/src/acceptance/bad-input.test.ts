/**
 * Thousands of requests that are wrong in one or two ways, against a service that listens. Whatever comes:
 * never a 5xx, never silence, always the documented error body, and a call that is refused leaves every
 * account, balance, blockage, customer, record and credit as it was.
 *
 * `FC_SEED` replays a run, `FC_RUNS` sets the number of requests, `-t SQLite` picks a storage.
 */
import { chainCatalogue, operations } from '@tallystick/operations'
import { chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { expect, test } from 'vitest'
import { field, fund, KEY, OTHER_KEY, type Running, startService, TENANT } from '../service.fixture.js'
import { type BadRequest, BadRequests, type Pool } from './bad-input.fixture.js'
import { hammer, type Received } from './hammer.fixture.js'
import { chosen, type TestStorage } from './storages.fixture.js'

/** As many as each can take in a few seconds. */
const REQUESTS: Readonly<Record<TestStorage['name'], number>> = {
  memory: quickOrFull(900, 20_000),
  SQLite: quickOrFull(300, 1_500),
  PostgreSQL: quickOrFull(300, 1_000),
  'PostgreSQL that refuses': quickOrFull(150, 500),
}
const RUNS = process.env['FC_RUNS']
/** Fewer, of which some may be missing in a short run. */
const SEEN_IN_LONG_RUNS = [422]
const LONG_RUN = 5_000
const SPARE_KEY = 'the-key-that-may-be-frozen'

test.each(chosen)('on $name', { timeout: 300_000 }, async ({ name, open }) => {
  const requests = Number(RUNS ?? REQUESTS[name])
  const seed = chooseSeed()
  console.info(`bad-input on ${name}: ${requests} requests, FC_SEED=${seed}`)
  const service = await startService({
    storage: await open(),
    bodyLimit: 65_536,
  })
  try {
    await hammerLedger(service, seed, requests)
  } finally {
    await service.close()
  }
})

async function hammerLedger(service: Running, seed: number, requests: number): Promise<void> {
  const access = await service.tallystick.access()
  await access.register(SPARE_KEY, { tenant: TENANT, name: 'spare', network: 'testnet', plan: 'paid' })
  const pool = await furnish(service, KEY)
  const foreign = await furnish(service, OTHER_KEY)
  const keys = { own: KEY, stranger: OTHER_KEY, spare: SPARE_KEY }
  // Those of chains: bad-input.chains.test.ts.
  const ofLedger = operations.filter(({ id }) => !Object.hasOwn(chainCatalogue, id))
  const refusedTwice = await hammer({
    service,
    source: new BadRequests(seededRandom(seed), pool, foreign, keys, ofLedger),
    seed,
    requests,
    seen: [200, 204, 400, 401, 403, 404, ...(requests < LONG_RUN ? [] : SEEN_IN_LONG_RUNS)],
    remember: (request, answer) => remember(pool, request, answer),
  })
  expect(refusedTwice).toBeGreaterThan(requests / 2)
  expect((await service.call('GET', '/readyz')).status).toBe(200)
}

/** Accounts with money, a customer, a blockage and a payment. */
async function furnish(service: Running, key: string): Promise<Pool> {
  const { sender, recipient, customer } = await fund(service, { key, name: 'VC_HAMMER' })
  const send = (path: string, body: object) => service.call('POST', path, { key, body })
  const blocked = await send(`/v3/ledger/account/block/${sender}`, { amount: '1', type: 'hold' })
  const paid = await send('/v3/ledger/transaction', {
    senderAccountId: sender,
    recipientAccountId: recipient,
    amount: '400',
  })
  const euro = await send('/v3/ledger/account', { currency: 'EUR' })
  return {
    accounts: [sender, recipient, field(euro, 'id')],
    customers: [customer],
    blockages: [field(blocked, 'id')],
    references: [field(paid, 'reference')],
    currencies: ['VC_HAMMER', 'EUR', 'BTC', 'VC_NONE'],
  }
}

const POOL_SIZE = 60

/** New objects are named by later requests, while there is room: old ones get frozen and deactivated. */
function remember(pool: Pool, request: BadRequest | undefined, { status, text }: Received): void {
  if (status !== 200 || request === undefined) return
  const answer: unknown = JSON.parse(text)
  const add = (list: string[], name: string): void => {
    const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
    if (typeof value !== 'string') return
    list.push(value)
    // The first stays: it is the one that holds the money.
    if (list.length > POOL_SIZE) list.splice(1, 1)
  }
  switch (request.operation.id) {
    case 'createAccount':
    case 'createCurrency':
      add(pool.accounts, 'id')
      add(pool.customers, 'customerId')
      break
    case 'blockAmount':
      add(pool.blockages, 'id')
      break
    case 'sendTransaction':
      add(pool.references, 'reference')
  }
}
