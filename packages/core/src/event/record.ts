/** Writes what subscribers are told: a webhook for each fact and each subscription that it concerns. */
import { NotLoadedFault } from '../apply.js'
import type { Env } from '../env.js'
import type { ApiKeyId, TenantId, Timestamp, WebhookId } from '../ids.js'
import type { Items } from '../items.js'
import { subscriptionsTo } from '../key.js'
import { isOfNetwork } from '../signature/signature.js'
import { count } from '../subscription/count.js'
import { hearersOf } from '../subscription/hearers.js'
import { type Subscription, webhookUrlOf } from '../subscription/subscription.js'
import { SUBSCRIPTIONS } from '../subscription/table.js'
import { kindOf } from '../subscription/types.js'
import { nameOf } from '../table.js'
import type { Change } from '../tables.js'
import type { Webhook } from '../webhook/webhook.js'
import type { Fact } from './facts.js'

/** A view. */
type Applying = Items & { apply(change: Change): void }

/** Charges credits to an API key. */
export type ChargeKey = (
  caller: { readonly tenant: TenantId; readonly apiKey: ApiKeyId },
  credits: number,
) => void

/** Applies the webhooks of the facts to the view, in the order of the facts. */
export function recordFacts(view: Applying, env: Env, facts: readonly Fact[], charge: ChargeKey): void {
  const concerned = lookUp(view)
  /** Those that hear of a fact, with the numbers of their newest webhooks: each row is written once. */
  const hearing = new Map<string, Subscription>()
  for (const fact of facts) {
    for (const id of new Set([...concerned(fact, fact.object), ...concerned(fact, '')])) {
      const known = hearing.get(id) ?? view.byId(SUBSCRIPTIONS, id)
      if (known === undefined || !isHeard(known, fact)) continue
      const latest = dueAfter(known.latest, env.now)
      const subscription = { ...known, sequence: known.sequence + 1, latest }
      hearing.set(id, subscription)
      const isSent = tell(view, env, fact, subscription)
      // A consumer within the process is not sent to, so it costs nothing.
      if (isSent && subscription.url !== null) charge(subscription, kindOf(fact.type).perWebhook)
    }
  }
  for (const subscription of hearing.values()) view.apply({ type: 'subscription.updated', subscription })
}

/**
 * Finds the subscriptions to the type of a fact and to an object, by their ids, in their order. A batch may have loaded
 * those of thousands of other objects.
 */
function lookUp(view: Applying): (fact: Fact, of: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return ({ tenant, type }, of) => {
    const place = nameOf([tenant, type, of])
    const before = known.get(place)
    if (before !== undefined) return before
    // If there are more subscriptions than the limit, only the loaded ones hear of it.
    if (!view.isLoaded(subscriptionsTo(tenant, of))) {
      throw new NotLoadedFault(`A subscription to ${type} of ${of === '' ? 'the tenant' : of}`)
    }
    const ids = hearersOf(view, tenant, of).flatMap((one) => (one.type === type ? [one.id] : []))
    known.set(place, ids)
    return ids
  }
}

const isHeard = ({ network, mempool }: Subscription, fact: Fact): boolean =>
  (fact.network === null || isOfNetwork(fact.network, network)) &&
  (fact.mempool === undefined || (mempool ?? fact.mempool))

/** By so much may the clocks of two processes differ: see docs/decisions/051-deliveries.md. */
const MOST_APART_MS = 40_000

/**
 * When the next webhook of a subscription is due: not before the one before it, which a process may have written whose clock
 * is ahead. Of one that is too far ahead, nobody waits for the time.
 */
const dueAfter = (before: Timestamp | undefined, now: Timestamp): Timestamp =>
  before !== undefined && before > now && before - now <= MOST_APART_MS ? before : now

/** @returns Whether it may be sent: the log has it also if the plan does not send it. */
function tell(
  view: Applying,
  env: Env,
  fact: Fact,
  subscription: Subscription & Required<Pick<Subscription, 'latest'>>,
): boolean {
  const { tenant, id, network, type, sequence, latest } = subscription
  const { limit, changes } = count(view, env, subscription)
  for (const change of changes) view.apply(change)
  const webhook: Webhook = {
    id: env.newId() as WebhookId,
    tenant,
    network,
    subscription: id,
    type,
    object: fact.object,
    sequence,
    body: JSON.stringify(fact.body(env.now)),
    created: env.now,
    url: webhookUrlOf(subscription),
    status: limit === null ? 'pending' : 'failed',
    attempts: 0,
    nextAt: latest,
    code: null,
    response: limit === null ? null : `The plan of the API key sends ${limit} webhooks a month`,
    networkError: false,
    finished: limit === null ? null : env.now,
  }
  view.apply({ type: 'webhook.queued', webhook })
  return limit === null
}
