/** Who sends to a receiver of webhooks. See docs/decisions/051-deliveries.md. */
import type { TenantId, Timestamp } from '../ids.js'
import type { Owned } from '../table.js'

/** The owner of rows about receivers, which several tenants may have. No tenant's name may end with its colon. */
export const RECEIVERS_TENANT = 'webhooks:' as TenantId

/**
 * The lease of a receiver. Only the worker that has it sends to that receiver. So a receiver gets a few webhooks at once,
 * and those of one object in their order, however many processes there are.
 */
export interface Receiver extends Owned {
  /** The host of a URL with its port, or the URL of a consumer. */
  readonly name: string
  readonly worker: string
  /** From then on another worker may lease it. */
  readonly until: Timestamp
}

export const receiverKey = (name: string) => ({ type: 'receiver', tenant: RECEIVERS_TENANT, name }) as const
