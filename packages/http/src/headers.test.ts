/** Headers that come more than once: Node makes one of them, and which was meant nobody can know. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Funded, field, fund, KEY, type Running, startService } from './service.fixture.js'

let service: Running
let accounts: Funded
beforeAll(async () => {
  service = await startService()
  accounts = await fund(service)
})
afterAll(() => service.close())

interface Raw {
  readonly status: number
  readonly body: { readonly errorCode?: string; readonly data?: readonly object[] }
}

/** A payment of 1 whose headers go out one by one, as they stand here. */
function pay(...headers: readonly (readonly [name: string, value: string])[]): Promise<Raw> {
  const body = JSON.stringify({
    senderAccountId: accounts.sender,
    recipientAccountId: accounts.recipient,
    amount: '1',
  })
  return new Promise((resolve, reject) => {
    const sending = request(
      `${service.url}/v3/ledger/transaction`,
      {
        method: 'POST',
        // Flat, names and values in turn: Node sends these as they are.
        headers: [
          ...['host', '127.0.0.1', 'content-type', 'application/json'],
          ...['content-length', String(body.length)],
          ...headers.flat(),
        ],
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
      },
    )
    sending.once('error', reject)
    sending.end(body)
  })
}

async function balance(): Promise<string> {
  return field(
    await service.call('GET', `/v3/ledger/account/${accounts.recipient}/balance`),
    'accountBalance',
  )
}

it('an idempotency key that is sent twice is refused, and pays nothing', async () => {
  const before = await balance()
  for (const [name, other] of [
    ['Idempotency-Key', 'one'],
    ['idempotency-key', 'one'],
    ['IDEMPOTENCY-KEY', 'two'],
    ['Idempotency-Key', ''],
  ] as const) {
    const { status, body } = await pay(['x-api-key', KEY], ['Idempotency-Key', 'one'], [name, other])
    expect([status, body.errorCode]).toEqual([400, 'validation.failed'])
    expect(body.data).toEqual([
      {
        target: 'header',
        property: 'idempotency-key',
        constraints: { wellFormed: 'idempotency-key was sent 2 times: send it once' },
      },
    ])
  }
  expect(await balance()).toBe(before)
})

it('more headers than Node reads are refused: an idempotency key behind them would be lost', async () => {
  const before = Number(await balance())
  const many = Array.from({ length: 1_000 }, () => ['a', '1'] as const)
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await pay(['x-api-key', KEY], ...many, ['Idempotency-Key', 'behind'])
    expect([status, body.errorCode]).toEqual([431, 'request.head.too.large'])
  }
  expect(Number(await balance())).toBe(before)
  const few = many.slice(100)
  const first = await pay(['x-api-key', KEY], ...few, ['Idempotency-Key', 'behind'])
  expect(first.status).toBe(200)
  expect(await pay(['x-api-key', KEY], ...few, ['Idempotency-Key', 'behind'])).toEqual(first)
  expect(Number(await balance())).toBe(before + 1)
})

it('an idempotency key with a comma and a blank in it is one key', async () => {
  const before = Number(await balance())
  const first = await pay(['x-api-key', KEY], ['Idempotency-Key', 'order 7, line 2'])
  const again = await pay(['x-api-key', KEY], ['Idempotency-Key', 'order 7, line 2'])
  expect(first.status).toBe(200)
  expect(again).toEqual(first)
  expect(Number(await balance())).toBe(before + 1)
})

it('an API key or a testnet that is named twice is refused with what is wrong', async () => {
  for (const name of ['x-api-key', 'x-testnet-type']) {
    const { status, body } = await pay(['x-api-key', KEY], [name, KEY], [name, 'ethereum-sepolia'])
    expect([status, body.data]).toMatchObject([400, [{ target: 'header', property: name }]])
  }
})

it('an API key as long as the configuration takes is accepted by every call; no longer one can be made', async () => {
  const access = await service.tallystick.access()
  const wanted = { tenant: 'long', name: 'long', network: 'testnet', plan: 'paid' } as const
  const long = 'k'.repeat(256)
  await access.register(long, wanted as Parameters<typeof access.register>[1])
  const get = (key: string) => service.call('GET', '/v3/tatum/version', { key })
  expect((await get(long)).status).toBe(200)
  expect((await get(`${long}k`)).body).toMatchObject({ errorCode: 'subscription.invalid' })
  const longer = access.register(`${long}k`, wanted as Parameters<typeof access.register>[1])
  await expect(longer).rejects.toThrow('at most 256 characters; this one has 257')
})

it.each([
  ['gzip', 400],
  ['GZIP', 400],
  ['gzip, identity', 400],
  ['br', 400],
  ['identity', 200],
  ['Identity', 200],
  ['', 200],
])(
  'a body whose content-encoding is "%s" is answered with %i, and is read as it is',
  async (coding, status) => {
    const before = Number(await balance())
    const answer = await pay(['x-api-key', KEY], ['content-encoding', coding])
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.body.data).toMatchObject([{ target: 'header', property: 'content-encoding' }])
    expect(Number(await balance()) - before).toBe(status === 200 ? 1 : 0)
  },
)

it('a call without a body may say what encodes it', async () => {
  const headers = { 'content-encoding': 'gzip' }
  const { status } = await service.call('GET', '/v3/tatum/version', { headers })
  expect(status).toBe(200)
})
