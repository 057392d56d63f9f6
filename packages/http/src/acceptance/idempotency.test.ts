import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Funded, fund, OTHER_KEY, type Running, startService } from '../service.fixture.js'
import { chosen } from './storages.fixture.js'

describe.each(chosen)('on $name', ({ open }) => {
  let service: Running
  let accounts: Funded
  beforeAll(async () => {
    service = await startService({ storage: await open() })
    accounts = await fund(service)
  })
  afterAll(() => service.close())

  const pay = (key: string, amount: string, more: { readonly key?: string } = {}) =>
    service.call('POST', '/v3/ledger/transaction', {
      body: { senderAccountId: accounts.sender, recipientAccountId: accounts.recipient, amount },
      headers: { 'idempotency-key': key },
      ...more,
    })

  async function balance(): Promise<unknown> {
    return (await service.call('GET', `/v3/ledger/account/${accounts.recipient}/balance`)).body
  }

  test('fifty times at once is once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay('fifty', '1')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await balance()).toEqual({ accountBalance: '1', availableBalance: '1' })
  })

  test('the order and the spacing of the fields do not matter', async () => {
    const { text } = await pay('order', '2')
    const again = await service.call('POST', '/v3/ledger/transaction', {
      raw: `{ "amount": "2",\n"recipientAccountId": "${accounts.recipient}", "senderAccountId": "${accounts.sender}" }`,
      headers: { 'idempotency-key': 'order' },
    })
    expect(again.text).toBe(text)
  })

  test('an empty answer is given again too', async () => {
    const freeze = () =>
      service.call('PUT', `/v3/ledger/account/${accounts.recipient}/freeze`, {
        headers: { 'idempotency-key': 'freeze' },
      })
    expect([(await freeze()).status, (await freeze()).status]).toEqual([204, 204])
  })

  test('a refusal is not kept: the same call may succeed later', async () => {
    const { status } = await pay('later', '2000')
    expect(status).toBe(403)
    const { body } = await service.call('GET', `/v3/ledger/account/${accounts.sender}`)
    expect(body).toHaveProperty('currency', 'VC_TEST')
    const mint = await service.call('PUT', '/v3/ledger/virtualCurrency/mint', {
      body: { accountId: accounts.sender, amount: '5000' },
    })
    expect(mint.status).toBe(200)
    expect((await pay('later', '2000')).status).toBe(200)
  })

  test("a key of another tenant's is another key", async () => {
    const own = await pay('shared', '1')
    const theirs = await pay('shared', '1', { key: OTHER_KEY })
    expect(own.status).toBe(200)
    expect(theirs.body).toMatchObject({ errorCode: 'senderAccount.not.exists' })
  })

  test('a key of 255 characters, and one of bytes beyond ASCII', async () => {
    expect((await pay('k'.repeat(255), '1')).status).toBe(200)
    const first = await pay('clé', '1')
    expect(first.status).toBe(200)
    expect((await pay('clé', '1')).text).toBe(first.text)
  })
})
