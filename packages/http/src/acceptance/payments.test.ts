/** Payments from many clients at once, and what is read of them afterwards, on every storage. */
import type { AccountId } from '@tallystick/core'
import { createTallystick } from '@tallystick/operations'
import { chooseSeed, seededRandom } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, field, fund, type Running, startService, TENANT } from '../service.fixture.js'
import { chosen, reopen } from './storages.fixture.js'

const CLIENTS = 16
const CALLS = 100
const PAGE = 7

interface Record {
  readonly accountId: string
  readonly counterAccountId?: string
  readonly amount: string
  readonly created: number
  readonly paymentId?: string
  readonly reference: string
  readonly transactionType: string
}

interface Paid {
  readonly reference: string
  readonly paymentId: string
  readonly recipient: string
  readonly cents: number
}

/** As the ledger writes an amount. */
const decimal = (cents: number): string => String(cents / 100)

/** Runs `work` for each number, so many at once. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

describe.each(chosen)('on $name', ({ open }) => {
  const seed = chooseSeed()
  const random = seededRandom(seed)
  const paid: Paid[] = []
  let service: Running
  let sender = ''
  let customer = ''
  let recipients: string[] = []

  const send = (path: string, body: object, headers = {}): Promise<Answer> =>
    service.call('POST', path, { body, headers })
  const ok = ({ status, text, body }: Answer): unknown => {
    expect(status, `FC_SEED=${seed}: ${text}`).toBe(200)
    return body
  }
  const balanceOf = async (id: string): Promise<unknown> =>
    ok(await service.call('GET', `/v3/ledger/account/${id}/balance`))

  /** Every page of a list of records, to its end. */
  async function list(path: string, filter: object, pageSize = PAGE): Promise<Record[]> {
    const all: Record[] = []
    for (;;) {
      const page = ok(await send(`${path}?pageSize=${pageSize}&offset=${all.length}`, filter)) as Record[]
      all.push(...page)
      if (page.length < pageSize) return all
    }
  }

  beforeAll(async () => {
    service = await startService({ storage: await open() })
    const funded = await fund(service, { externalId: 'customer' })
    sender = funded.sender
    customer = funded.customer
    const others = ok(
      await send('/v3/ledger/account/batch', {
        accounts: Array.from({ length: 3 }, () => ({
          currency: 'VC_TEST',
          customer: { externalId: 'customer' },
        })),
      }),
    ) as { readonly id: string }[]
    recipients = [funded.recipient, ...others.map(({ id }) => id)]
  })
  afterAll(() => service.close())

  test('payments at once: alone and in batches, with keys that are sent twice and without', async () => {
    await each(CALLS, async (index) => {
      const size = random.below(4) === 0 ? 1 + random.below(4) : 0
      const orders = Array.from({ length: Math.max(1, size) }, (_, place) => ({
        recipientAccountId: recipients[random.below(recipients.length)] ?? '',
        amount: decimal(1 + random.below(99)),
        paymentId: `${index}/${place}`,
      }))
      const [order] = orders
      const call = (headers: object): Promise<Answer> =>
        size === 0
          ? send('/v3/ledger/transaction', { senderAccountId: sender, ...order }, headers)
          : send('/v3/ledger/transaction/batch', { senderAccountId: sender, transaction: orders }, headers)
      const twice = random.below(2) === 0
      const headers = twice ? { 'idempotency-key': `payment ${index}` } : {}
      const answers = await Promise.all([call(headers), ...(twice ? [call(headers)] : [])])
      const [first, second] = answers.map(ok)
      if (twice) expect(second).toEqual(first)
      const references = size === 0 ? [(first as { reference: string }).reference] : (first as string[])
      for (const [place, { recipientAccountId, amount, paymentId }] of orders.entries()) {
        const cents = Math.round(Number(amount) * 100)
        paid.push({ reference: references[place] ?? '', paymentId, recipient: recipientAccountId, cents })
      }
    })
    expect(new Set(paid.map(({ reference }) => reference)).size).toBe(paid.length)
    const total = paid.reduce((sum, { cents }) => sum + cents, 0)
    const rest = decimal(100_000 - total)
    expect(await balanceOf(sender)).toEqual({ accountBalance: rest, availableBalance: rest })
    for (const id of recipients) {
      const own = paid.filter(({ recipient }) => recipient === id).reduce((sum, { cents }) => sum + cents, 0)
      expect(await balanceOf(id)).toMatchObject({ accountBalance: decimal(own) })
    }
  })

  const sorted = (records: readonly Record[]) =>
    records.map(({ paymentId, reference, amount }) => `${paymentId} ${reference} ${amount}`).sort()
  const asListed = (payments: readonly Paid[], sign: '' | '-' = '') =>
    payments
      .map(({ paymentId, reference, cents }) => `${paymentId} ${reference} ${sign}${decimal(cents)}`)
      .sort()

  test('page by page, a list has each of them once, newest first', async () => {
    const [first = ''] = recipients
    const own = await list('/v3/ledger/transaction/account', { id: first })
    expect(sorted(own)).toEqual(asListed(paid.filter(({ recipient }) => recipient === first)))
    expect(own.map(({ created }) => created)).toEqual(own.map(({ created }) => created).sort((a, b) => b - a))

    const ofCustomer = await list('/v3/ledger/transaction/customer', { id: customer }, 50)
    expect(sorted(ofCustomer)).toEqual(asListed(paid))
    // Pages of another size are the same list.
    expect(await list('/v3/ledger/transaction/customer', { id: customer }, 19)).toEqual(ofCustomer)

    const spent = { account: sender, opType: 'PAYMENT', transactionType: 'DEBIT_PAYMENT' }
    const ofSender = await list('/v3/ledger/transaction/ledger', spent, 50)
    expect(sorted(ofSender)).toEqual(asListed(paid, '-'))
  })

  test('a filter leaves what fits, and count says how many', async () => {
    const id = recipients[1] ?? ''
    const filters: readonly (readonly [object, (payment: Paid) => boolean])[] = [
      [{}, () => true],
      [{ amount: [{ op: 'gte', value: '0.5' }] }, ({ cents }) => cents >= 50],
      [
        {
          amount: [
            { op: 'gt', value: '0.2' },
            { op: 'lt', value: '.8' },
          ],
        },
        ({ cents }) => cents > 20 && cents < 80,
      ],
      [{ paymentId: '3/0' }, ({ paymentId }) => paymentId === '3/0'],
      [{ counterAccount: sender, currency: 'VC_TEST' }, () => true],
      [{ counterAccount: id }, () => false],
      [{ transactionTypes: ['DEBIT_PAYMENT', 'CREDIT_DEPOSIT'] }, () => false],
    ]
    for (const [filter, fits] of filters) {
      const fitting = paid.filter((payment) => payment.recipient === id && fits(payment))
      const found = await list('/v3/ledger/transaction/account', { id, ...filter })
      expect(sorted(found), JSON.stringify(filter)).toEqual(asListed(fitting))
      const count = await send('/v3/ledger/transaction/account?count=true', { id, ...filter })
      expect(count.text, JSON.stringify(filter)).toBe(String(fitting.length))
    }
  })

  test('at each past time, a balance is the sum of the records made by then', async () => {
    const [id = ''] = recipients
    const at = (time: number | string) =>
      service.call('GET', `/v3/ledger/account/${id}/balance/at?time=${time}`)
    const records = (await list('/v3/ledger/transaction/account', { id }, 50)).toReversed()
    expect(records.length).toBeGreaterThan(CALLS / 10)
    for (const time of new Set(records.flatMap(({ created }) => [created, created + 1]))) {
      const made = records.filter(({ created }) => created <= time)
      const sum = decimal(made.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0))
      expect(ok(await at(time))).toEqual({ accountBalance: sum, availableBalance: sum, time })
    }
    for (const time of [Date.now() + 60_000, 'now', '', -1]) {
      expect(await at(time)).toMatchObject({ status: 400, body: { errorCode: 'validation.failed' } })
    }
    expect(await at(0)).toMatchObject({ status: 403, body: { errorCode: 'account.not.exists' } })
  })

  test('by its reference, a payment is its two records', async () => {
    for (const { reference, recipient, cents } of paid.slice(0, 5)) {
      const records = ok(await service.call('GET', `/v3/ledger/transaction/reference/${reference}`))
      expect(records).toEqual([
        expect.objectContaining({
          accountId: sender,
          counterAccountId: recipient,
          amount: `-${decimal(cents)}`,
        }),
        expect.objectContaining({
          accountId: recipient,
          counterAccountId: sender,
          amount: decimal(cents),
        }),
      ])
    }
  })

  test('of forty that spend the same money, as many succeed as there is money for', async () => {
    const [poor = '', rich = ''] = await Promise.all(
      [0, 1].map(async () => field(await send('/v3/ledger/account', { currency: 'VC_TEST' }), 'id')),
    )
    ok(
      await send('/v3/ledger/transaction', {
        senderAccountId: sender,
        recipientAccountId: poor,
        amount: '10.5',
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        send('/v3/ledger/transaction', { senderAccountId: poor, recipientAccountId: rich, amount: '1' }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(30)
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([403, expect.objectContaining({ errorCode: 'balance.insufficient' })])
    }
    expect(await balanceOf(poor)).toEqual({ accountBalance: '0.5', availableBalance: '0.5' })
    expect(await balanceOf(rich)).toEqual({ accountBalance: '10', availableBalance: '10' })
  })

  test('a payment and a freeze at once are one after the other', async () => {
    const [first = '', second = ''] = recipients
    for (let turn = 0; turn < 4; turn++) {
      const before = await list('/v3/ledger/transaction/account', { id: second }, 50)
      const [payment, freeze] = await Promise.all([
        send('/v3/ledger/transaction', {
          senderAccountId: first,
          recipientAccountId: second,
          amount: '0.01',
        }),
        service.call('PUT', `/v3/ledger/account/${first}/freeze`),
      ])
      expect(freeze.status).toBe(204)
      const after = await list('/v3/ledger/transaction/account', { id: second }, 50)
      expect(after.length - before.length).toBe(payment.status === 200 ? 1 : 0)
      if (payment.status !== 200) expect(payment.body).toMatchObject({ errorCode: 'senderAccount.frozen' })
      const late = await send('/v3/ledger/transaction', {
        senderAccountId: first,
        recipientAccountId: second,
        amount: '0.01',
      })
      expect(late.body).toMatchObject({ statusCode: 403, errorCode: 'senderAccount.frozen' })
      expect((await service.call('PUT', `/v3/ledger/account/${first}/unfreeze`)).status).toBe(204)
    }
  })

  test('stopped under load, it has written what it answered and nothing else, and verifies', async () => {
    const account = await send('/v3/ledger/account', { currency: 'VC_TEST' })
    const recipient = field(account, 'id')
    const answered = new Set<string>()
    const refused: string[] = []
    let stopped = false
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!stopped) {
        const order = { senderAccountId: sender, recipientAccountId: recipient, amount: '0.001' }
        // No answer: the connection was refused, or closed before the service took the request.
        const answer = await send('/v3/ledger/transaction', order).catch(() => null)
        if (answer === null) return
        if (answer.status === 200) answered.add(field(answer, 'reference'))
        else refused.push(`${answer.status} ${answer.text}`)
      }
    })
    while (answered.size < 60) await new Promise((resolve) => setTimeout(resolve, 5))
    await service.close()
    stopped = true
    await Promise.all(clients)

    expect(
      refused.filter((text) => !text.startsWith('503 {"statusCode":503,"errorCode":"unavailable"')),
    ).toEqual([])
    const storage = await reopen(service.storage)
    const tallystick = createTallystick({ storage })
    const records = await storage.query.records(TENANT, recipient as AccountId, 1_000_000, 1_000_000)
    expect(new Set(records.map(({ entry }) => entry.reference))).toEqual(answered)
    expect((await tallystick.verify()).discrepancies).toEqual([])
    await tallystick.close()
  })
})
