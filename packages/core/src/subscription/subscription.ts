import type { Network } from '../access/api-key.js'
import type { PlanCode } from '../credits/plan.js'
import type { ApiKeyId, SubscriptionId, TenantId, Timestamp } from '../ids.js'
import type { Quota, SubscriptionType } from './types.js'

/**
 * What somebody wants to hear of. Each event of this type that concerns its object becomes a webhook, in the commit that
 * makes the event true.
 */
export interface Subscription {
  readonly id: SubscriptionId
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  readonly network: Network
  /** The plan of the API key. */
  readonly plan: PlanCode
  readonly type: SubscriptionType
  /** An account, a customer, or another name that its events have; '' for every event of its type. */
  readonly object: string
  /** What it was created with, as it is answered. An address to call is in `url` alone. */
  readonly attr: Readonly<Record<string, string | number | boolean>>
  /** The name of a consumer within a process; null for one that is called at `url`. */
  readonly consumer: string | null
  /** Base64, 32 bytes. It signs the webhooks, so it must be readable; it is answered once and never logged. */
  readonly secret: string
  readonly created: Timestamp
  /** Null: nobody is called. */
  readonly url: string | null
  /** The number of the newest webhook. */
  readonly sequence: number
  /** When the newest webhook was due first. Absent: there is none yet, or an earlier release wrote it. */
  readonly latest?: Timestamp
  /** For what a chain shows: the chain, the number among the subscriptions to it in the order of their commits, and what limits them. */
  readonly chain?: string
  readonly chainNetwork?: string
  readonly number?: number
  readonly quota?: Quota
  /** Whether the mempool is told of too, where it is not as the chain has it: see `MEMPOOLS`. */
  readonly mempool?: boolean
}

/** Where its webhooks go. */
export const webhookUrlOf = ({ url, id }: Subscription): string => url ?? `consumer:${id}`

/** The most subscriptions that one object can have, of all types and of one type: so many webhooks an event can make. */
export const MAX_SUBSCRIPTIONS = 1_000
export const MAX_OF_TYPE = 100

/** What the webhooks of one API key share. */
export interface Outbox {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  /** The key of `x-payload-hash`; null: the header is not sent. */
  readonly hmacSecret: string | null
  /** UTC, `YYYY-MM`. */
  readonly month: string
  /** The number of webhooks in that month. Counted only where the plan limits it. */
  readonly fired: number
}

/** Until when the daily credits of an object are charged, whoever has subscribed to it. */
export interface Watch {
  readonly tenant: TenantId
  /** Empty in the row that is locked by whoever subscribes without an object. */
  readonly kind: SubscriptionType | ''
  readonly object: string
  /** The last charged UTC day, `YYYY-MM-DD`; empty where nothing is charged. */
  readonly day: string
}
