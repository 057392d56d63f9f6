/** How many webhooks an API key is sent in a month, where its plan limits them. */
import { PLANS } from '../credits/plan.js'
import { monthOf } from '../day.js'
import type { Env } from '../env.js'
import type { Items } from '../items.js'
import { outboxKey } from '../key.js'
import type { Change } from '../tables.js'
import type { Subscription } from './subscription.js'

export interface Counted {
  /** Null if one more may be sent; else how many there may be. */
  readonly limit: number | null
  readonly changes: readonly Change[]
}

/** Counts one more webhook. A consumer within the process is not sent to. */
export function count(items: Items, env: Env, { tenant, apiKey, plan, url }: Subscription): Counted {
  const limit = PLANS[plan].webhooksPerMonth
  if (limit === null || url === null) return { limit: null, changes: [] }
  const month = monthOf(env.now)
  const known = items.find(outboxKey(tenant, apiKey))
  // A clock that is set back does not begin an earlier month again.
  const isSameMonth = known !== undefined && known.month >= month
  const fired = isSameMonth ? known.fired : 0
  if (fired >= limit) return { limit, changes: [] }
  const outbox = {
    tenant,
    apiKey,
    hmacSecret: known?.hmacSecret ?? null,
    month: isSameMonth ? known.month : month,
    fired: fired + 1,
  }
  return {
    limit: null,
    changes: [{ type: known === undefined ? 'outbox.opened' : 'outbox.updated', outbox }],
  }
}
