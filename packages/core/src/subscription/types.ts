/** The documented types of subscriptions, as data. */

/** What the object of a subscription is. `tenant`: it has none, its events are all of the tenant. */
export type Subject = 'account' | 'customer' | 'tenant' | 'report'

export interface SubscriptionKind {
  readonly about: Subject
  /** Credits for each day and object. */
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
  ACCOUNT_BALANCE_LIMIT: kind('report', 0, 0, 'ACCOUNT_BALANCE_LIMIT'),
  TRANSACTION_HISTORY_REPORT: kind('report', 0, 0, 'TRANSACTION_HISTORY_REPORT'),
} as const satisfies Readonly<Record<string, SubscriptionKind>>

export type SubscriptionType = keyof typeof SUBSCRIPTION_TYPES

/** Own keys only: nobody subscribes to `constructor`. */
export function isSubscriptionType(type: string): type is SubscriptionType {
  return Object.hasOwn(SUBSCRIPTION_TYPES, type)
}

export const kindOf = (type: SubscriptionType): SubscriptionKind => SUBSCRIPTION_TYPES[type]

/** Chains of which ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION tells. */
export const PENDING_CURRENCIES: readonly string[] = ['BCH', 'BTC', 'DOGE', 'ETH', 'LTC']
