/**
 * What becomes of a webhook after it was written: what an attempt has settled, and when the next one comes.
 * Its body never changes. See docs/decisions/051-deliveries.md.
 */
import type { Network } from '../access/api-key.js'
import { accept, type Rule, reject } from '../decision.js'
import type { TenantId, Timestamp, WebhookId } from '../ids.js'
import { subscriptionKey, webhookKey } from '../key.js'
import { count } from '../subscription/count.js'
import { webhookUrlOf } from '../subscription/subscription.js'
import type { Change } from '../tables.js'
import { nextAttempt } from './schedule.js'
import type { Webhook } from './webhook.js'

interface OnWebhook {
  readonly tenant: TenantId
  readonly id: WebhookId
}

export interface SettleWebhook extends OnWebhook {
  /** How many attempts came before this one. If another worker has settled it meanwhile, this one changes nothing. */
  readonly before: number
  /** When the attempt was due. If the webhook was replayed meanwhile, this attempt does not count for the replay. */
  readonly due: Timestamp
  /** What the receiver answered; null if it did not answer. */
  readonly code: number | null
  /** The body of the answer, cut; or why there is none. */
  readonly response: string
}

/** Settles an attempt. @returns The webhook; null if there is none any more */
export const settleWebhook: Rule<SettleWebhook, Webhook | null> = {
  name: 'settleWebhook',
  needs: onWebhook,
  decide(view, { tenant, id, before, due, code, response }, env) {
    const known = view.find(webhookKey(tenant, id))
    if (known === undefined) return accept(null, [])
    if (known.status !== 'pending' || known.attempts !== before) return accept(known, [])
    if (known.nextAt !== due) return accept(known, [])
    const attempts = before + 1
    const subscription = view.find(subscriptionKey(tenant, known.subscription))
    // Nobody waits for what is sent to a subscription that was deleted.
    const nextAt = subscription === undefined ? null : nextAttempt(subscription.plan, attempts, env.now)
    const after = { ...known, attempts, code, response, networkError: code === null }
    if (isDelivered(code)) return changed({ ...after, status: 'delivered', finished: env.now })
    if (nextAt === null) return changed({ ...after, status: 'failed', finished: env.now })
    return changed({ ...after, nextAt })
  },
}

export const isDelivered = (code: number | null): boolean => code !== null && code >= 200 && code <= 299

/** Has a webhook go to where its subscription goes now, if that was changed since. @returns Whether it was */
export const forwardWebhook: Rule<OnWebhook, boolean> = {
  name: 'forwardWebhook',
  needs: onWebhook,
  decide(view, { tenant, id }) {
    const known = view.find(webhookKey(tenant, id))
    const subscription = known && view.find(subscriptionKey(tenant, known.subscription))
    if (known?.status !== 'pending' || subscription === undefined) return accept(false, [])
    const url = webhookUrlOf(subscription)
    if (url === known.url) return accept(false, [])
    return accept(true, [{ type: 'webhook.updated', webhook: { ...known, url } }])
  },
}

interface ReplayWebhook extends OnWebhook {
  /** Only one of this network, that went to a URL: as an API key sees it. Default: any. */
  readonly network?: Network
}

/**
 * Has a webhook sent once more, at once, byte for byte as before: one that has failed, one that waits for its next
 * attempt, and one that was delivered to somebody who has lost it. It has all attempts of its plan again, and counts as
 * one more that is sent.
 */
export const replayWebhook: Rule<ReplayWebhook, Webhook> = {
  name: 'replayWebhook',
  needs: ({ tenant, id }) => [{ type: 'replayedWebhook', tenant, id }],
  decide(view, { tenant, id, network }, env) {
    const known = view.find(webhookKey(tenant, id))
    if (known === undefined || (network ?? known.network) !== known.network)
      return reject('webhook.not.exists')
    const subscription = view.find(subscriptionKey(tenant, known.subscription))
    if (subscription === undefined) return reject('webhook.not.exists', 'its subscription was deleted')
    if (network !== undefined && subscription.url === null) return reject('webhook.not.exists')
    const { limit, changes } = count(view, env, subscription)
    if (limit !== null) return reject('webhook.plan.limit', String(limit))
    const url = webhookUrlOf(subscription)
    const again = { url, status: 'pending', attempts: 0, nextAt: env.now, finished: null } as const
    return changed({ ...known, ...again }, changes)
  },
}

interface PruneWebhooks {
  readonly webhooks: readonly OnWebhook[]
  /** Only those that were delivered before. */
  readonly before: Timestamp
}

/** Forgets deliveries. Those that have failed stay. @returns How many there were */
export const pruneWebhooks: Rule<PruneWebhooks, number> = {
  name: 'pruneWebhooks',
  needs: ({ webhooks }) => webhooks.flatMap(onWebhook),
  decide(view, { webhooks, before }) {
    const found = webhooks.flatMap(({ tenant, id }) => view.find(webhookKey(tenant, id)) ?? [])
    const old = found.filter(
      ({ status, finished }) => status === 'delivered' && finished !== null && finished < before,
    )
    return accept(
      old.length,
      old.map((webhook): Change => ({ type: 'webhook.pruned', webhook })),
    )
  },
}

const changed = (webhook: Webhook, more: readonly Change[] = []) =>
  accept(webhook, [{ type: 'webhook.updated', webhook }, ...more])

function onWebhook({ tenant, id }: OnWebhook) {
  return [webhookKey(tenant, id)]
}
