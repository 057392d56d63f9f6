/** The documented types of subscriptions, as data. */
import { sightedParts } from '../sighting/object.js'

/**
 * What the object of a subscription is. `tenant`: it has none, its events are all of the tenant. `chain`: something that a
 * chain shows, see `sightedObject`.
 */
export type Subject = 'account' | 'customer' | 'tenant' | 'report' | 'chain'

interface SubscriptionKind {
  readonly about: Subject
  /** Credits for each day and object. Of an address they are the chain's: see `dailyCredits`. */
  readonly daily: number
  /** Credits for each webhook. */
  readonly perWebhook: number
  /** The name of the type in the log of webhooks. */
  readonly logged: string
}

const kind = (about: Subject, daily: number, perWebhook: number, logged: string): SubscriptionKind => ({
  about,
  daily,
  perWebhook,
  logged,
})

export const SUBSCRIPTION_TYPES = {
  ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION: kind('account', 1, 0, 'INCOMING_BLOCKCHAIN_HOOK'),
  ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION: kind('account', 1, 0, 'PENDING_BLOCKCHAIN_HOOK'),
  TRANSACTION_IN_THE_BLOCK: kind('tenant', 10, 1, 'TRANSACTION_IN_THE_BLOCK'),
  KMS_COMPLETED_TX: kind('tenant', 10, 0, 'KMS_COMPLETED_TX'),
  KMS_FAILED_TX: kind('tenant', 10, 0, 'KMS_FAILED_TX'),
  CUSTOMER_TRADE_MATCH: kind('customer', 10, 0, 'TRADE_MATCH'),
  CUSTOMER_PARTIAL_TRADE_MATCH: kind('customer', 10, 0, 'TRADE_PARTIAL_FILL'),
  ADDRESS_TRANSACTION: kind('chain', 0, 5, 'ADDRESS_TRANSACTION'),
  CONTRACT_NFT_TXS_PER_BLOCK: kind('chain', 500_000, 1, 'CONTRACT_NFT_TXS_PER_BLOCK'),
  CONTRACT_MULTITOKEN_TXS_PER_BLOCK: kind('chain', 0, 1, 'CONTRACT_MULTITOKEN_TXS_PER_BLOCK'),
  CONTRACT_LOG_EVENT: kind('chain', 0, 1, 'CONTRACT_LOG_EVENT'),
  ACCOUNT_BALANCE_LIMIT: kind('report', 0, 0, 'ACCOUNT_BALANCE_LIMIT'),
  TRANSACTION_HISTORY_REPORT: kind('report', 0, 0, 'TRANSACTION_HISTORY_REPORT'),
} as const satisfies Readonly<Record<string, SubscriptionKind>>

export type SubscriptionType = keyof typeof SUBSCRIPTION_TYPES

/** Own keys only: nobody subscribes to `constructor`. */
export function isSubscriptionType(type: string): type is SubscriptionType {
  return Object.hasOwn(SUBSCRIPTION_TYPES, type)
}

export const kindOf = (type: SubscriptionType): SubscriptionKind => SUBSCRIPTION_TYPES[type]

/** Credits for each day and watched address. Of other chains nobody can watch one. */
const ADDRESS_DAY: Readonly<Record<string, number>> = {
  SOL: 50,
  ETH: 25,
  MATIC: 40,
  CELO: 25,
  KLAY: 25,
  BTC: 5,
  LTC: 7,
  BCH: 5,
  DOGE: 7,
  TRON: 30,
  BSC: 40,
}

/**
 * Chains whose mempool is watched, and whether ADDRESS_TRANSACTION tells of it unless the subscription says otherwise: as
 * documented, on EVM chains.
 */
export const MEMPOOLS: Readonly<Record<string, boolean>> = {
  ...{ ETH: true, MATIC: true, CELO: true, KLAY: true, BSC: true },
  ...{ BTC: false, LTC: false, BCH: false, DOGE: false },
}

/** Credits of a day for an object, however many subscribe to it. */
export function dailyCredits(type: SubscriptionType, object: string): number {
  if (type !== 'ADDRESS_TRANSACTION') return kindOf(type).daily
  return ADDRESS_DAY[sightedParts(object)?.chain ?? ''] ?? 0
}

/** What of a plan limits the number of objects across all chains. */
export type Quota = 'watchedAddresses' | 'perBlockEvents'

export const quotaOf = (type: SubscriptionType): Quota =>
  type === 'ADDRESS_TRANSACTION' ? 'watchedAddresses' : 'perBlockEvents'

/** Chains of which ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION tells. */
export const PENDING_CURRENCIES: readonly string[] = ['BCH', 'BTC', 'DOGE', 'ETH', 'LTC']
