/**
 * No call holds the event loop for longer than 50 ms, however much the ledger holds: an account with very many
 * blockages, one with very many records, a customer with very many accounts, a reference of very many mints.
 */
import type { Storage } from '@tallystick/engine'
import { isFull, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeStorages } from '../acceptance/storages.fixture.js'
import { type CallOptions, KEY, type Running, startService } from '../service.fixture.js'
import { type Call, type Callers, startCallers } from './callers.fixture.js'
import { longestTurn, slowness } from './held.fixture.js'

const BATCH = 1_000
const BOUND_MS = 50
/** The first calls of a kind are not compiled yet, and any may be the one that the garbage is collected in. */
const ROUNDS = 15
const CALLERS = quickOrFull(8, 16)
const CURRENCY = 'VC_LOOP'
const REFERENCE = 'a-reference-that-all-the-mints-share'
const LEDGER = '/v3/ledger'
/** That wait: several pages of a list. */
const ORDERS = 3_000
/** Seven heaps are a million records. */
const FULL = 143_000
/** Of the calls, those that are made by many at once, unless all are. */
const AT_ONCE: ReadonlySet<string> = new Set([
  'accounts by available balance',
  'a reference of many mints',
  'records of a customer',
  'orders of a customer',
  'orders counted',
  'a body of half a million invalid items',
  'a body of as many fields as may be, none known',
  'a thousand payments',
  'unfreezing, refused',
  'freezing and unfreezing',
])

/** Many of a kind, 1,024 at once. */
async function many(count: number, make: () => Promise<unknown>): Promise<void> {
  for (let made = 0; made < count; made += 1_024) {
    await Promise.all(Array.from({ length: Math.min(1_024, count - made) }, make))
  }
}

async function fill({ tallystick }: Running, heap: number) {
  const { id: source } = await tallystick.createCurrency({
    name: CURRENCY,
    supply: '1000000000',
    basePair: 'EUR',
  })
  const open = async () => (await tallystick.createAccount({ currency: CURRENCY })).id
  const [busy, ...blocked] = [await open(), await open(), await open(), await open()]
  const pay = (recipients: readonly string[]) =>
    tallystick.sendTransactionBatch({
      senderAccountId: source,
      transaction: recipients.map((recipientAccountId) => ({ recipientAccountId, amount: '1' })),
    })
  let customer = ''
  for (let made = 0; made < heap; made += BATCH) {
    const account = { currency: CURRENCY, customer: { externalId: 'many' } }
    const opened = await tallystick.createAccountBatch({ accounts: Array(BATCH).fill(account) })
    customer = opened[0]?.customerId ?? ''
    await pay(opened.map(({ id }) => id))
    await pay(Array(BATCH).fill(busy))
  }
  const { id: euros } = await tallystick.createAccount({ currency: 'EUR' })
  const accounts = { currency1AccountId: source, currency2AccountId: euros }
  const order = { type: 'SELL', pair: `${CURRENCY}/EUR`, price: '12345678.123456789', amount: '1' } as const
  await many(ORDERS, () => tallystick.createTrade({ ...order, ...accounts }))
  const middle = Date.now()
  const mint = { accountId: busy, amount: '1', reference: REFERENCE }
  await many(heap, () => tallystick.mintCurrency(mint))
  for (const id of blocked) {
    await many(heap, () => tallystick.blockAmount({ id, amount: '1', type: 'HOLD' }))
  }
  const { id: balances } = await tallystick.createSubscriptionBalance({
    type: 'ACCOUNT_BALANCE_LIMIT',
    attr: { limit: '0', typeOfBalance: 'account' },
  })
  const { id: history } = await tallystick.createSubscriptionInterval({
    type: 'TRANSACTION_HISTORY_REPORT',
    attr: { interval: 720 },
  })
  return { source, busy, blocked, customer, middle, balances, history }
}

type Request = readonly [method: string, path: string, status: number, options?: CallOptions]

export interface Ledger {
  readonly name: string
  /** A heap: seven of them are made. */
  readonly heap: number
  open(): Promise<Storage>
}

/** Milliseconds, alone and at once. */
interface Held {
  readonly alone: number
  readonly atOnce: number | null
}

/** @param some In `npm test`. */
export const heapOf = (some: number): number => (isFull ? FULL : some)

/** Registers the suite. */
export function holdsNobodyUp({ name: storageName, heap, open }: Ledger): void {
  const deep = heap - 50
  const table = new Map<string, Held>()
  let service: Running
  let books: Awaited<ReturnType<typeof fill>>
  let callers: Callers

  beforeAll(async () => {
    callers = startCallers()
    const storage = await open()
    service = await startService({ storage })
    const start = performance.now()
    books = await fill(service, heap)
    console.info(
      `${storageName}: ${7 * heap} records in ${Math.round((performance.now() - start) / 1_000)} s`,
    )
  }, 1_800_000)

  afterAll(async () => {
    await service.close()
    await callers.stop()
    await closeStorages()
    const line = ([call, { alone, atOnce }]: [string, Held]) =>
      `${alone.toFixed(1).padStart(7)} ${(atOnce?.toFixed(1) ?? '').padStart(7)} ms  ${call}`
    console.info(`${storageName}, alone and ${CALLERS} at once:\n${[...table].map(line).join('\n')}`)
  }, 60_000)

  function callOf([method, path, , { body, raw } = {}]: Request): Call {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    return {
      method,
      url: `${service.url}${path}`,
      headers: { 'x-api-key': KEY, ...(content === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(content === undefined ? {} : { body: String(content) }),
    }
  }

  /**
   * The least of several rounds. One within the bound shows that the calls need not take longer. What is over it is
   * measured against the core as it is at that time, which others may slow down.
   *
   * @param requests One after the other, each by so many callers at once.
   */
  async function least(
    callersAtOnce: number,
    requests: (round: number) => readonly Request[],
  ): Promise<number> {
    let found = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && found > BOUND_MS; round++) {
      const calls = requests(round).map((request) => [request, callOf(request)] as const)
      const longest = await longestTurn(async () => {
        for (const [[, , status], call] of calls) {
          const outcomes = await callers.call(call, callersAtOnce)
          // Of several that change the same, the later ones may find it changed; several that read all take too long.
          const expected = callersAtOnce === 1 ? [status] : [status, call.method === 'PUT' ? 403 : 503]
          for (const { status: told, text } of outcomes) expect(expected, `${told} ${text}`).toContain(told)
        }
      })
      found = Math.min(found, longest <= BOUND_MS ? longest : longest / slowness())
    }
    return found
  }

  async function expectBounded(name: string, requests: (round: number) => readonly Request[]): Promise<void> {
    const alone = await least(1, requests)
    const atOnce = isFull || AT_ONCE.has(name) ? await least(CALLERS, requests) : null
    table.set(name, { alone, atOnce })
    expect(alone, `${name}, alone`).toBeLessThanOrEqual(BOUND_MS)
    expect(atOnce ?? 0, `${name}, at once`).toBeLessThanOrEqual(BOUND_MS)
  }

  const timeout = 300_000

  it.each<[name: string, path: () => string]>([
    ['accounts', () => '/account?pageSize=50'],
    ['accounts, far behind', () => `/account?pageSize=50&offset=${deep}`],
    ['accounts by available balance', () => '/account?pageSize=50&sortBy=available_balance&sort=desc'],
    [
      'accounts by balance, far behind',
      () => `/account?pageSize=50&sortBy=account_balance&offset=${Math.min(9_950, deep)}`,
    ],
    ['accounts by number', () => '/account?pageSize=50&sortBy=account_number'],
    ['accounts that are frozen: none', () => '/account?pageSize=50&frozen=true'],
    [
      'accounts with a balance, far behind',
      () => `/account?pageSize=50&onlyNonZeroBalance=true&offset=${deep}`,
    ],
    ['count of accounts', () => '/account/count?pageSize=50'],
    ['count of accounts of a currency', () => `/account/count?currency=${CURRENCY}`],
    ['count of accounts with a balance', () => '/account/count?onlyNonZeroBalance=true'],
    [
      "a customer's accounts, far behind",
      () => `/account/customer/${books.customer}?pageSize=50&offset=${deep}`,
    ],
    ['a past balance', () => `/account/${books.busy}/balance/at?time=${books.middle}`],
    ['blockages', () => `/account/block/${books.blocked[0]}?pageSize=50`],
    ['blockages, far behind', () => `/account/block/${books.blocked[0]}?pageSize=50&offset=${deep}`],
    ['a reference of many mints', () => `/transaction/reference/${REFERENCE}`],
    [
      'a reference of many mints, far behind',
      () => `/transaction/reference/${REFERENCE}?pageSize=50&offset=${deep}`,
    ],
  ])('%s', { timeout }, (name, path) => expectBounded(name, () => [['GET', LEDGER + path(), 200]]))

  it.each([
    ['first', 0, 50],
    ['last', deep, 50],
    ['part of a', heap - 10, 10],
    ['empty', heap, 0],
  ])('the %s page of a reference of many mints', async (_which, offset, count) => {
    const page = { reference: REFERENCE, pageSize: 50, offset }
    expect(await service.tallystick.getTransactionsByReference(page)).toHaveLength(count)
  })

  const whose: readonly (readonly [name: string, path: string, id: () => object])[] = [
    ['an account', 'account', () => ({ id: books.busy })],
    ['a customer', 'customer', () => ({ id: books.customer })],
    ['the ledger', 'ledger', () => ({})],
  ]
  const asked: readonly (readonly [name: string, query: string, filter: () => object])[] = [
    ['', 'pageSize=50', () => ({})],
    [', far behind', `pageSize=50&offset=${deep}`, () => ({})],
    [', half way', `pageSize=50&offset=${heap / 2}`, () => ({})],
    [' with a note: none', 'pageSize=50', () => ({ paymentId: 'none' })],
    [' to a time', 'pageSize=50', () => ({ to: books.middle })],
    [', counted', 'count=true', () => ({})],
    [' from a time, counted', 'count=true', () => ({ from: books.middle })],
    [' of an amount, counted', 'count=true', () => ({ amount: [{ op: 'gt', value: '1' }] })],
  ]
  it.each(
    whose.flatMap(([of, path, id]) =>
      asked.map(
        ([how, query, filter]) =>
          [`records of ${of}${how}`, `/transaction/${path}?${query}`, id, filter] as const,
      ),
    ),
  )('%s', { timeout }, (name, path, id, filter) =>
    expectBounded(name, () => [['POST', LEDGER + path, 200, { body: { ...id(), ...filter() } }]]),
  )

  it.each(['balances', 'history'] as const)('a report, of %s', { timeout }, (of) =>
    expectBounded(`a report of ${of}`, () => [['GET', `/v3/subscription/report/${books[of]}`, 200]]),
  )

  it('orders of a customer with many accounts', { timeout }, () =>
    expectBounded('orders of a customer', () => [
      ['POST', '/v3/trade/history', 200, { body: { customerId: books.customer, pageSize: 50 } }],
    ]),
  )

  /** As many conditions as may be, which all orders meet; and all sorts. */
  const neither = Array(20).fill({ op: 'neq', value: '3.14159265358979323846264338327950288419' })
  const conditions = { price: neither, amount: neither, fill: neither, created: neither }
  const sort = ['FEE_ASC', 'FILL_ASC', 'AMOUNT_ASC', 'PRICE_ASC', 'CREATED_ASC', 'FEE_DESC']
  it.each([
    ['counted', { count: true }],
    ['sorted', { sort }],
  ])('orders that many conditions are asked of, %s', { timeout }, (how, more) =>
    expectBounded(`orders ${how}`, () => [
      ['POST', '/v3/trade/sell', 200, { body: { pageSize: 50, ...conditions, ...more } }],
    ]),
  )

  const LONG = '12345678901234567890'
  const list = (items: readonly unknown[]) => `{"senderAccountId":"${books.source}","transaction":[${items}]}`
  const fields = (count: number, value: string) =>
    `{${Array.from({ length: count }, (_, index) => `"name${index}":${value}`)}}`

  it.each<[name: string, raw: () => string]>([
    ['half a million invalid items', () => list(Array(500_000).fill('0'))],
    [
      'a thousand invalid items',
      () =>
        list(Array(BATCH).fill('{"amount":1,"recipientAccountId":"nobody","anonymous":"no","more":[[[]]]}')),
    ],
    ['as many values as may be', () => list(Array(49_000).fill('0'))],
    ['as many fields as may be, none known', () => fields(24_900, '0')],
    ['as many texts with escapes as may be', () => list(Array(49_000).fill('"\\u0041\\u00e9"'))],
    [
      'as many long numbers as may be',
      () => list([...Array(2_500).fill(LONG), ...Array(46_500).fill('0.5')]),
    ],
    ['more long numbers than may be', () => list(Array(45_000).fill(LONG))],
    ['an unknown object of as many names as may be', () => `{"senderAccountId":${fields(24_900, '0')}}`],
    ['a thousand items of as many unknown names as may be', () => list(Array(BATCH).fill(fields(23, '0')))],
    ['an item of as many names as may be', () => list([fields(24_900, '0')])],
    ['lists in lists', () => list(['['.repeat(24_000) + ']'.repeat(24_000)])],
  ])('a body of %s', { timeout }, (name, raw) =>
    expectBounded(`a body of ${name}`, () => [['POST', `${LEDGER}/transaction/batch`, 400, { raw: raw() }]]),
  )

  /** As many names as may be, in an object that the caller may choose the names of, and in one that has its own. */
  it.each<[name: string, method: string, path: () => string, body: () => string]>([
    [
      'a new account',
      'POST',
      () => '/account',
      () => `{"currency":"${CURRENCY}","metadata":${fields(24_000, '"0"')}}`,
    ],
    [
      'a change of an account',
      'PUT',
      () => `/account/${books.busy}`,
      () => `{"metadata":${fields(24_000, '"0"')}}`,
    ],
    [
      'a filter of records',
      'POST',
      () => '/transaction/ledger',
      () => `{"metadata":${fields(24_000, '"0"')}}`,
    ],
    [
      'a long number beside',
      'PUT',
      () => `/account/${books.busy}`,
      () => `{"accountCode":${LONG},"metadata":${fields(24_000, '"0"')}}`,
    ],
    [
      'a customer',
      'POST',
      () => '/account',
      () => `{"currency":"${CURRENCY}","customer":${fields(24_000, '"0"')}}`,
    ],
    [
      'a new account of a batch',
      'POST',
      () => '/account/batch',
      () => `{"accounts":[{"currency":"${CURRENCY}","metadata":${fields(24_000, '"0"')}}]}`,
    ],
  ])('very many names: %s', { timeout }, (name, method, path, body) =>
    expectBounded(`very many names: ${name}`, () => [[method, LEDGER + path(), 400, { raw: body() }]]),
  )

  it('a thousand payments in a body', { timeout }, () => {
    const body = {
      senderAccountId: books.source,
      transaction: Array(BATCH).fill({ recipientAccountId: books.busy, amount: '1' }),
    }
    return expectBounded('a thousand payments', () => [
      ['POST', `${LEDGER}/transaction/batch`, 200, { body }],
    ])
  })

  it('a thousand accounts in a body', { timeout }, () => {
    const body = {
      accounts: Array(BATCH).fill({ currency: CURRENCY, customer: { externalId: 'many' } }),
    }
    return expectBounded('a thousand accounts', () => [['POST', `${LEDGER}/account/batch`, 200, { body }]])
  })

  it('unfreezing an account of many blockages, and a refused call of it', { timeout }, async () => {
    const account = `${LEDGER}/account/${books.blocked[0]}`
    await expectBounded('unfreezing, refused', () => [['PUT', `${account}/unfreeze`, 403]])
    await expectBounded('freezing and unfreezing', () => [
      ['PUT', `${account}/freeze`, 204],
      ['PUT', `${account}/unfreeze`, 204],
    ])
  })

  it('deleting all blockages of an account', { timeout }, () =>
    expectBounded('deleting all blockages', (round) => [
      ['DELETE', `${LEDGER}/account/block/account/${books.blocked[round]}`, 204],
    ]),
  )
}
