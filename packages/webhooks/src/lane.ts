/** Which webhooks wait for each other: those of one tenant to one receiver, and among them those of one object. */
import { BELOW_URLS, type Webhook } from '@tallystick/core'
import { urlIn } from '@tallystick/engine'

/** A host with its port; for a consumer, its URL. */
export const receiverOf = ({ url }: Pick<Webhook, 'url'>): string =>
  (url.startsWith(BELOW_URLS) ? urlIn(url)?.host : undefined) ?? url

/** What one tenant sends to one receiver. Neither of the two has NUL. */
export const laneOf = (tenant: string, receiver: string): string => `${tenant}\0${receiver}`

export const laneOfWebhook = (webhook: Webhook): string => laneOf(webhook.tenant, receiverOf(webhook))

export const receiverIn = (lane: string): string => lane.slice(lane.indexOf('\0') + 1)

/** Webhooks with the same text are sent one after the other. Those of types without an object concern different things. */
export const lineOf = ({ subscription, object }: Webhook): string | null =>
  object === '' ? null : `${subscription} ${object}`

/** In the order of their first items. */
export function grouped<Item, Name>(items: readonly Item[], nameOf: (item: Item) => Name): Map<Name, Item[]> {
  const groups = new Map<Name, Item[]>()
  for (const item of items) {
    const name = nameOf(item)
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [item])
    else known.push(item)
  }
  return groups
}
