/** Who hears of an event: each of them is a webhook in the unit of work that makes it true. */
import type { TenantId } from '../ids.js'
import type { Items } from '../items.js'
import { subscriptionsTo } from '../key.js'
import type { Subscription } from './subscription.js'

/** About how many webhooks a unit of work makes at most, where another one can go on. */
export const MAX_WEBHOOKS = 1_000

/** The loaded subscriptions to the object, in the order of their ids; '': those to every object. */
export const hearersOf = (items: Items, tenant: TenantId, object: string): readonly Subscription[] => [
  ...items.found(subscriptionsTo(tenant, object)),
]
