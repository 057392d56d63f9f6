import type { Network } from '../access/api-key.js'
import type { SubscriptionId, TenantId, Timestamp, WebhookId } from '../ids.js'
import type { SubscriptionType } from '../subscription/types.js'

export type WebhookStatus = 'pending' | 'delivered' | 'failed'

/** One event for one subscription, with the bytes that are sent each time. */
export interface Webhook {
  /** The `webhook-id` of every attempt. */
  readonly id: WebhookId
  readonly tenant: TenantId
  readonly network: Network
  readonly subscription: SubscriptionId
  readonly type: SubscriptionType
  /** The object of the event. */
  readonly object: string
  /** From 1, without gaps, for each subscription. */
  readonly sequence: number
  /** JSON. */
  readonly body: string
  readonly created: Timestamp
  /** As the subscription has it; `consumer:` and the subscription for a consumer within a process. */
  readonly url: string
  readonly status: WebhookStatus
  readonly attempts: number
  /** The time of the next attempt, while it is pending. */
  readonly nextAt: Timestamp
  /** What the last attempt was answered: the status, and the body, cut. */
  readonly code: number | null
  readonly response: string | null
  /** The last attempt got no answer. */
  readonly networkError: boolean
  /** The time of the attempt that delivered it, or after which none follows. */
  readonly finished: Timestamp | null
}

/** Every `http:` and `https:` URL is above this text, and what consumers have in place of one is below it. */
export const BELOW_URLS = 'http'
