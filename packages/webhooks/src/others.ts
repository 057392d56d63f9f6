import { SUBSCRIPTIONS, type TenantId } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'

/** Whether any other tenant has a subscription. A ledger of one tenant has no backlog that others are behind. */
export async function othersSubscribe(
  query: Pick<Queries, 'list'>,
  tenants: ReadonlySet<TenantId>,
): Promise<boolean> {
  for (let last: TenantId | undefined; ; ) {
    const where = last === undefined ? {} : { tenant: { above: last } }
    const [next] = await query.list(SUBSCRIPTIONS, { where, by: 'tenant', limit: 1 })
    if (next === undefined || !tenants.has(next.tenant)) return next !== undefined
    last = next.tenant
  }
}
