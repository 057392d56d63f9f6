/** The log of webhooks, and what is sent again from it. */
import {
  replayWebhook,
  type SubscriptionId,
  type SubscriptionType,
  type TenantId,
  type Timestamp,
  WEBHOOKS,
  type Webhook,
  type WebhookId,
  type WebhookStatus,
} from '@tallystick/core'
import { type Engine, Rejected } from '@tallystick/engine'
import { applied } from './applied.js'

/** Which webhooks are meant: those that fit everything that is given. */
export interface LogFilter {
  readonly tenant: TenantId
  readonly status?: WebhookStatus | undefined
  readonly subscription?: SubscriptionId | undefined
  readonly type?: SubscriptionType | undefined
  /** Only events from this time on. */
  readonly since?: Timestamp | undefined
}

export interface Replayed {
  /** Webhooks that are sent again. */
  readonly replayed: number
  /** Webhooks that nobody waits for any more: their subscription was deleted. */
  readonly orphaned: number
  /** Webhooks above what the plan of their API key sends in a month. */
  readonly limited: number
}

/** Webhooks that are sent again in one step. */
const STEP = 200

const whereOf = ({ tenant, status, subscription, type, since }: LogFilter) => ({
  tenant,
  status,
  subscription,
  type,
  created: since === undefined ? undefined : { from: since },
})

/** The newest first. */
export const listWebhooks = (
  { query }: Pick<Engine, 'query'>,
  filter: LogFilter,
  limit: number,
): Promise<readonly Webhook[]> => query.list(WEBHOOKS, { where: whereOf(filter), order: 'desc', limit })

/** @throws Rejected if there is none, its subscription was deleted, or its plan sends no more in this month */
export const replayOne = (
  engine: Pick<Engine, 'execute'>,
  tenant: TenantId,
  id: WebhookId,
): Promise<Webhook> => applied(engine, tenant, replayWebhook, { tenant, id })

/**
 * What was written after the call began is left alone.
 * @throws Rejected if a webhook is refused for now, as by a storage that takes nothing. Those before it are sent again
 */
export async function replayAll(
  engine: Pick<Engine, 'execute' | 'query' | 'now'>,
  filter: LogFilter,
): Promise<Replayed> {
  const began = engine.now()
  const where = whereOf(filter)
  const counts = { replayed: 0, orphaned: 0, limited: 0 }
  for (let after: WebhookId | undefined; ; ) {
    const query = { where, ...(after === undefined ? {} : { after }), limit: STEP }
    const page: readonly Webhook[] = await engine.query.list(WEBHOOKS, query)
    const known = page.filter(({ created }) => created <= began)
    const outcomes = await Promise.all(known.map(({ id }) => outcomeOf(engine, filter.tenant, id)))
    for (const outcome of outcomes) counts[outcome]++
    after = page.at(-1)?.id
    if (page.length < STEP || after === undefined) return counts
  }
}

async function outcomeOf(
  engine: Pick<Engine, 'execute'>,
  tenant: TenantId,
  id: WebhookId,
): Promise<keyof Replayed> {
  try {
    await replayOne(engine, tenant, id)
    return 'replayed'
  } catch (error) {
    const code = error instanceof Rejected ? error.rejection.code : null
    if (code === 'webhook.plan.limit') return 'limited'
    if (code === 'webhook.not.exists') return 'orphaned'
    throw error
  }
}
