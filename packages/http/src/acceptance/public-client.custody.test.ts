/** The public client (see public-client.test.ts) on subscriptions and managed wallets. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { beginFollowing } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { operations } from '@tallystick/operations'
import {
  NotificationSubscriptionsService as subscriptions,
  TatumApi,
  CustodialManagedWalletsService as wallets,
} from '@tatumio/api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { field, fund, KEY, type Running, startService } from '../service.fixture.js'
import { notReached } from './client.fixture.js'

/** Of BIP-32's path m/44'/1'/0'/0. */
const TPUB =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'

/** Of BIP-173, on the test network of Litecoin. */
const WATCHED = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'

let service: Running
beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  service = await startService({ engine: { chains: createChains(readChainsConfig({})) } })
  TatumApi(KEY, service.url)
})
afterAll(() => service.close())

/** What a chain shows can be subscribed to while it is followed. */
async function followedBySomebody(): Promise<void> {
  for (const chain of ['LTC', 'MATIC']) {
    await service.tallystick.engine.execute({
      caller: embeddedCaller(),
      rule: beginFollowing,
      command: { chain, network: 'testnet', block: { height: 7, hash: 'hash' } },
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
  }
}

test('subscribes, changes, lists, reports and deletes', async () => {
  const { sender, customer } = await fund(service, { name: 'VC_POINTS', externalId: 'alice' })
  const { id: bitcoin } = (
    await service.call('POST', '/v3/ledger/account', { body: { currency: 'BTC', xpub: TPUB } })
  ).body as { id: string }
  const url = 'https://example.com/hooks'
  // Client 1.x repeats the type in the attributes.
  const kinds = [
    { type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', attr: { id: sender, url } },
    { type: 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION', attr: { id: bitcoin, url } },
    { type: 'TRANSACTION_IN_THE_BLOCK', attr: { url } },
    { type: 'KMS_COMPLETED_TX', attr: { url } },
    { type: 'KMS_FAILED_TX', attr: { url } },
    { type: 'CUSTOMER_TRADE_MATCH', attr: { id: customer, url } },
    { type: 'CUSTOMER_PARTIAL_TRADE_MATCH', attr: { id: customer, url } },
    { type: 'ADDRESS_TRANSACTION', attr: { address: WATCHED, chain: 'LTC', url } },
    { type: 'CONTRACT_NFT_TXS_PER_BLOCK', attr: { chain: 'MATIC', url } },
    { type: 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK', attr: { chain: 'MATIC', url } },
    { type: 'CONTRACT_LOG_EVENT', attr: { event: `0x${'ab'.repeat(32)}`, chain: 'MATIC', url } },
    { type: 'ACCOUNT_BALANCE_LIMIT', attr: { limit: '1', typeOfBalance: 'account' } },
    { type: 'TRANSACTION_HISTORY_REPORT', attr: { interval: 1 } },
  ] as const
  await followedBySomebody()
  const ids: string[] = []
  for (const body of kinds) ids.push(String((await subscriptions.createSubscription(body as never)).id))
  expect(await subscriptions.getSubscriptions(50)).toMatchObject(
    kinds.map(({ type, attr }, at) => ({ type, attr, id: ids[at] })),
  )
  expect(await subscriptions.getSubscriptionsCount(50)).toEqual({ total: kinds.length })
  expect(await subscriptions.getSubscriptions(50, 0, WATCHED)).toMatchObject([{ attr: kinds[7].attr }])
  expect(await subscriptions.getSubscriptionsCount(50, 0, WATCHED)).toEqual({ total: 1 })
  const [first = ''] = ids
  const [limit = '', history = ''] = ids.slice(-2)
  await subscriptions.updateSubscription(first, { url: 'https://example.com/other' })
  const report = await subscriptions.getSubscriptionReport(limit)
  expect(report).toContainEqual(expect.objectContaining({ id: sender }))
  expect((await subscriptions.getSubscriptionReport(history)).length).toBeGreaterThan(0)
  await subscriptions.enableWebHookHmac({ hmacSecret: 'secret' })
  await subscriptions.disableWebHookHmac()
  expect(await subscriptions.getAllWebhooks(10)).toEqual([])
  expect(await subscriptions.getAllWebhooksCount(10)).toEqual({ total: 0 })
  for (const id of ids) await subscriptions.deleteSubscription(id)
  expect(await subscriptions.getSubscriptions(50)).toEqual([])
})

test('has a managed wallet made, shown and deleted', async () => {
  const made = (await wallets.custodialCreateWallet({ chain: 'ETH' } as never)) as object
  const { walletId } = made as { walletId: string }
  expect(await wallets.custodialGetWallets()).toMatchObject([made])
  expect(await wallets.custodialGetWallet(walletId)).toMatchObject([made])
  const exported = await service.call('GET', `/v3/custodial/wallet/${walletId}?export=true`)
  expect(field({ ...exported, body: (exported.body as object[])[0] }, 'privateKey')).toMatch(
    /^0x[0-9a-f]{64}$/,
  )
  await wallets.custodialDeleteWallet(walletId)
  expect(await wallets.custodialGetWallets()).toEqual([])
})

test('the client has been through every route, with success', async () => {
  const areas = new Set([
    'Notification subscriptions',
    'NotificationSubscriptions',
    'Custodial managed wallets',
  ])
  const own = operations.filter(({ area }) => areas.has(area))
  expect(own.length).toBeGreaterThan(15)
  // Transfers need a node: chains/src/managed-wallets.test.ts, on litesvm. The client has no replay, which is an extension.
  expect(await notReached(service, own)).toEqual(['custodialTransferManagedAddress', 'replayWebhook'])
})
