/** The 13 documented types: what each costs, and what the log of webhooks calls it (api.md, "Events"; wire-custody.md, 5). */
import { expect, it } from 'vitest'
import { PLANS } from '../credits/plan.js'
import { sightedObject } from '../sighting/object.js'
import { dailyCredits, kindOf, quotaOf, SUBSCRIPTION_TYPES, type SubscriptionType } from './types.js'

const TYPES: Readonly<
  Record<SubscriptionType, readonly [daily: number, perWebhook: number, logged: string]>
> = {
  // Daily credits of an address: see below.
  ADDRESS_TRANSACTION: [0, 5, 'ADDRESS_TRANSACTION'],
  CONTRACT_NFT_TXS_PER_BLOCK: [500_000, 1, 'CONTRACT_NFT_TXS_PER_BLOCK'],
  CONTRACT_MULTITOKEN_TXS_PER_BLOCK: [0, 1, 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK'],
  CONTRACT_LOG_EVENT: [0, 1, 'CONTRACT_LOG_EVENT'],
  ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION: [1, 0, 'INCOMING_BLOCKCHAIN_HOOK'],
  ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION: [1, 0, 'PENDING_BLOCKCHAIN_HOOK'],
  CUSTOMER_TRADE_MATCH: [10, 0, 'TRADE_MATCH'],
  CUSTOMER_PARTIAL_TRADE_MATCH: [10, 0, 'TRADE_PARTIAL_FILL'],
  TRANSACTION_IN_THE_BLOCK: [10, 1, 'TRANSACTION_IN_THE_BLOCK'],
  KMS_FAILED_TX: [10, 0, 'KMS_FAILED_TX'],
  KMS_COMPLETED_TX: [10, 0, 'KMS_COMPLETED_TX'],
  ACCOUNT_BALANCE_LIMIT: [0, 0, 'ACCOUNT_BALANCE_LIMIT'],
  TRANSACTION_HISTORY_REPORT: [0, 0, 'TRANSACTION_HISTORY_REPORT'],
}

it('there are 13', () => {
  expect(Object.keys(SUBSCRIPTION_TYPES).toSorted()).toEqual(Object.keys(TYPES).toSorted())
  expect(Object.keys(TYPES)).toHaveLength(13)
})

it.each(Object.entries(TYPES))('%s costs what is documented', (type, [daily, perWebhook, logged]) => {
  const known = type as SubscriptionType
  expect(kindOf(known)).toMatchObject({ daily, perWebhook, logged })
  if (known !== 'ADDRESS_TRANSACTION') expect(dailyCredits(known, 'any')).toBe(daily)
})

it.each([
  ['SOL', 50],
  ['ETH', 25],
  ['MATIC', 40],
  ['CELO', 25],
  ['KLAY', 25],
  ['BTC', 5],
  ['LTC', 7],
  ['BCH', 5],
  ['DOGE', 7],
  ['TRON', 30],
  ['BSC', 40],
  // Of no other chain can an address be watched.
  ['XRP', 0],
])('an address of %s costs %i credits a day', (chain, credits) => {
  const object = sightedObject({ chain, network: 'testnet' }, 'address')
  expect(dailyCredits('ADDRESS_TRANSACTION', object)).toBe(credits)
})

it('the free plan has ten addresses, one kind of events of blocks, and a thousand webhooks a month', () => {
  const { free, paid } = PLANS
  expect([free[quotaOf('ADDRESS_TRANSACTION')], free[quotaOf('CONTRACT_LOG_EVENT')]]).toEqual([10, 1])
  expect(free.webhooksPerMonth).toBe(1_000)
  expect([paid.watchedAddresses, paid.perBlockEvents, paid.webhooksPerMonth]).toEqual([null, null, null])
})
