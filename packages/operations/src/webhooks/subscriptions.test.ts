import { type ApiKeyId, leaseReceivers, RECEIVERS_TENANT } from '@tallystick/core'
import { memoryStorage, type Queries } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { deposit, fundedAccount, keyOf, openLedger, refusal, refusalCode } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'

const TYPE = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'

it('what a handler of this process is told is in no log of callers, and no caller has it told again', async () => {
  const { ledger } = openLedger()
  const { caller } = await keyOf(ledger)
  const account = await fundedAccount(ledger, '1')
  const told: string[] = []
  await ledger.on(TYPE, ({ id }) => void told.push(id))
  const attr = { id: account, url: 'https://example.com/hook' }
  const { id: subscriptionId } = await ledger.createSubscriptionIncoming({ type: TYPE, attr })
  await deposit(ledger, account, '1')
  await expect.poll(() => told.length).toBe(1)

  const [id = expect.fail('nobody was told')] = told
  for (const calls of [ledger, ledger.as(caller)]) {
    expect(await calls.getAllWebhooks({ pageSize: 50 })).toMatchObject([{ subscriptionId }])
    expect(await calls.getAllWebhooksCount({ pageSize: 50 })).toEqual({ total: 1 })
    expect(await refusalCode(calls.replayWebhook({ id }))).toBe('webhook.not.exists')
  }
  await ledger.deliveries.replay(caller.tenant, id as Parameters<typeof ledger.deliveries.replay>[1])
  await expect.poll(() => told).toEqual([id, id])
  await ledger.close()
})

it('the report of balances has every account above the limit, and reads each page once', async () => {
  const storage = memoryStorage()
  const { ledger } = openLedger({ storage })
  const { id: payer } = await ledger.createCurrency({ name: 'VC_GOLD', supply: '900', basePair: 'EUR' })
  const poor = await ledger.createAccount({ currency: 'VC_GOLD' })
  const rich: string[] = []
  for (let batch = 0; batch < 2; batch++) {
    const accounts = Array.from({ length: 420 }, () => ({ currency: 'VC_GOLD' }))
    const opened = await ledger.createAccountBatch({ accounts })
    rich.push(...opened.map(({ id }) => id))
    const transaction = opened.map(({ id }) => ({ recipientAccountId: id, amount: '1' }))
    await ledger.sendTransactionBatch({ senderAccountId: payer, transaction })
  }
  const attr = { limit: '+0.5', typeOfBalance: 'account' } as const
  const { id } = await ledger.createSubscriptionBalance({ type: 'ACCOUNT_BALANCE_LIMIT', attr })

  const pages: Parameters<Queries['accounts']>[2][] = []
  const read = storage.query.accounts.bind(storage.query)
  storage.query.accounts = async (tenant, where, page) => {
    pages.push(page)
    const accounts = await read(tenant, where, page)
    if (pages.length === 1) await ledger.deactivateAccount({ id: poor.id })
    return accounts
  }
  const report = await ledger.getSubscriptionReport({ id })
  expect(report).toMatchObject([payer, ...rich].map((one) => ({ id: one })))
  expect(pages.map(({ offset }) => offset)).toEqual(pages.map(() => 0))
  expect(pages.length).toBe(Math.ceil((rich.length + 2) / 250))
  await ledger.close()
})

it('a ledger without chains has no subscription to an address', async () => {
  const { ledger } = openLedger()
  const asked = { pageSize: 50, address: '0x52908400098527886e0f7030069857d2e4169ee7' }
  expect(await ledger.getSubscriptions(asked)).toEqual([])
  expect(await ledger.getSubscriptionsCount(asked)).toEqual({ total: 0 })
  await ledger.close()
})

describe('a subscription with a URL, in a process that was not told who sends,', () => {
  const KMS = { type: 'KMS_COMPLETED_TX', attr: { url: 'https://example.com/hook' } } as const

  async function warned(options: Parameters<typeof openLedger>[0], uses: (ledger: Tallystick) => unknown) {
    const warnings: string[] = []
    const { ledger } = openLedger({ ...options, warn: (message) => warnings.push(message) })
    await uses(ledger)
    await ledger.close()
    return warnings
  }
  const subscribing = async (ledger: Tallystick): Promise<void> => {
    for (let call = 0; call < 3; call++) await ledger.createSubscriptionKMSSuccess(KMS)
  }

  it('is warned of once', async () => {
    expect(await warned({}, subscribing)).toEqual([expect.stringMatching(/nothing is sent.*webhooks: {}/)])
  })

  it('is not warned of where a process has sent; that one has listened tells nothing', async () => {
    const storage = memoryStorage()
    const { engine } = openLedger({ storage }).ledger
    const leased = async (name: string): Promise<void> => {
      const command = { worker: 'other', names: [name], lasts: 1 }
      const caller = { tenant: RECEIVERS_TENANT, apiKey: RECEIVERS_TENANT as string as ApiKeyId }
      const call = { caller, rule: leaseReceivers, command, price: () => 0, present: () => null }
      await engine.execute({ ...call, idempotency: null })
    }
    await leased('consumer:5fb7bdf6e0c5ae0f3c8e1d02')
    expect(await warned({ storage }, subscribing)).toHaveLength(1)
    await leased('example.com')
    expect(await warned({ storage }, subscribing)).toEqual([])
  })

  it('is told apart from one that sends nothing, and from a process that was told', async () => {
    const consumer = async (ledger: Tallystick) =>
      (await ledger.on('KMS_COMPLETED_TX', () => undefined)).end()
    const report = { type: 'ACCOUNT_BALANCE_LIMIT', attr: { limit: '1', typeOfBalance: 'account' } } as const
    expect(await warned({}, consumer)).toEqual([])
    expect(await warned({}, (ledger) => ledger.createSubscriptionBalance(report))).toEqual([])
    for (const webhooks of [{}, { sends: false }]) expect(await warned({ webhooks }, subscribing)).toEqual([])
  })
})

it.each([
  ['', 'validation.failed'],
  ['k', undefined],
  ['k'.repeat(100), undefined],
  ['k'.repeat(101), 'validation.failed'],
])('a digest whose key is "%s" is refused as %s', async (hmacSecret, code) => {
  const { ledger } = openLedger()
  const enabled = ledger.enableWebHookHmac({ hmacSecret })
  if (code === undefined) expect(await enabled).toBeNull()
  else expect(await refusalCode(enabled)).toBe(code)
  await ledger.close()
})

it('a URL that may not be called is refused with its field, and with what allows it', async () => {
  const { ledger } = openLedger()
  const attr = { url: 'http://localhost:3000/hook' }
  const { message, rejection } = await refusal(
    ledger.createSubscriptionKMSSuccess({ type: 'KMS_COMPLETED_TX', attr }),
  )
  expect(message).toBe(
    "The arguments do not fit. attr.url: The host localhost is in no public network: TALLYSTICK_WEBHOOK_TARGETS, in process webhooks: { allow: ['127.0.0.1'] }, allows private ones.",
  )
  expect(rejection.violations).toMatchObject([{ target: 'body', property: 'attr.url' }])
  await ledger.close()
})
