/** What signs webhooks. */
import { outboxKey, type Subscription, subscriptionKey, type Webhook } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'

export interface Secrets {
  readonly subscriptions: ReadonlyMap<string, Subscription>
  /** By the owner of a subscription. */
  readonly hmacSecrets: ReadonlyMap<string, string | null>
}

export const ownerOf = ({ tenant, apiKey }: Pick<Subscription, 'tenant' | 'apiKey'>): string =>
  `${tenant} ${apiKey}`

/** Reads what signs these webhooks. */
export async function secretsOf(query: Queries, webhooks: readonly Webhook[]): Promise<Secrets> {
  if (webhooks.length === 0) return { subscriptions: new Map(), hmacSecrets: new Map() }
  const ids = new Map(webhooks.map(({ tenant, subscription }) => [subscription, tenant]))
  const found = await query.findAll([...ids].map(([id, tenant]) => subscriptionKey(tenant, id)))
  const owners = new Map(found.map((subscription) => [ownerOf(subscription), subscription]))
  const outboxes = await query.findAll(
    [...owners.values()].map(({ tenant, apiKey }) => outboxKey(tenant, apiKey)),
  )
  return {
    subscriptions: new Map(found.map((subscription) => [subscription.id, subscription])),
    hmacSecrets: new Map(outboxes.map((outbox) => [ownerOf(outbox), outbox.hmacSecret])),
  }
}
