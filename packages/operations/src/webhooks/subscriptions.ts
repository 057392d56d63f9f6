/** Operations on subscriptions, their reports, and the log of webhooks. */
import {
  BELOW_URLS,
  type Subscription as CoreSubscription,
  isSubscriptionType,
  kindOf,
  replayWebhook as replayRule,
  SUBSCRIPTIONS,
  type SubscriptionId,
  setHmac,
  subscriptionKey,
  unsubscribe,
  updateSubscription as updateRule,
  WEBHOOKS,
  type Webhook,
  type WebhookId,
  type Where,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import Type, { type Static } from 'typebox'
import type { CallContext } from '../context.js'
import { EntitiesCount } from '../ledger/models/account.js'
import { operation } from '../operation.js'
import { perItem, unstated } from '../price.js'
import { Cursor } from '../wire/cursor.js'
import { Offset, optional, PageSize, PathId, Sort } from '../wire/fields.js'
import {
  Address,
  Failed,
  HmacWebHook,
  Subscription,
  SubscriptionReport,
  UpdateSubscription,
  WebHook,
} from './models.js'
import { LONGEST_REPORT, reportOf } from './reports.js'
import { objectsOf } from './sighted.js'
import { area, requireTarget, SUBSCRIPTION } from './target.js'

const presentSubscription = ({
  id,
  type,
  attr,
  url,
  mempool,
}: CoreSubscription): Static<typeof Subscription> => ({
  type,
  id,
  attr: { ...attr, ...(url === null ? {} : { url }) },
  ...(mempool === undefined ? {} : { mempool }),
})

const page = { pageSize: PageSize, offset: optional(Offset) }

/** Of the caller. Consumers within a process are left out. */
async function own(context: CallContext, address?: string): Promise<Where<CoreSubscription>> {
  const { tenant, network } = context.caller
  const all = { tenant, network, consumer: null }
  return address === undefined ? all : { ...all, object: { in: await objectsOf(context, address) } }
}

export const getSubscriptions = operation({
  id: 'getSubscriptions',
  area,
  method: 'GET',
  path: SUBSCRIPTION,
  summary: 'Returns subscriptions',
  description: 'The oldest first; with address, only those of ADDRESS_TRANSACTION to it.',
  price: unstated(1),
  query: { ...page, cursor: optional(Cursor), address: Address },
  output: Type.Array(Subscription),
  errors: [],
}).paged({
  async read(context, { address }, place) {
    const where = await own(context, address)
    return context.engine.query.list(SUBSCRIPTIONS, { where, ...place })
  },
  idOf: ({ id }) => id,
  show: (found) => found.map(presentSubscription),
})

export const getSubscriptionsCount = operation({
  id: 'getSubscriptionsCount',
  area,
  method: 'GET',
  path: `${SUBSCRIPTION}/count`,
  summary: 'Returns the number of subscriptions',
  price: unstated(1),
  query: { ...page, address: Address },
  output: EntitiesCount,
  errors: [],
}).read(async (context, { address }) => ({
  total: await context.engine.query.count(SUBSCRIPTIONS, await own(context, address)),
}))

export const updateSubscription = operation({
  id: 'updateSubscription',
  area,
  method: 'PUT',
  path: `${SUBSCRIPTION}/{id}`,
  summary: 'Changes the URL of a subscription',
  description: 'Its secret stays. Webhooks that are not delivered yet go to the new URL too.',
  price: unstated(1),
  params: { id: PathId },
  body: UpdateSubscription,
  output: null,
  errors: ['subscription.not.exists', 'subscription.type.invalid'],
}).command(
  updateRule,
  ({ id, url, mempool }, { tenant, network }) => ({
    ...{ tenant, network, id: id as SubscriptionId, url },
    ...(mempool === undefined ? {} : { mempool }),
  }),
  () => null,
  { before: (context, { url }) => requireTarget(context, 'url', url) },
)

export const deleteSubscription = operation({
  id: 'deleteSubscription',
  area,
  method: 'DELETE',
  path: `${SUBSCRIPTION}/{id}`,
  summary: 'Deletes a subscription',
  description: 'Its webhooks stay in the log. Those that are not delivered yet are not sent any more.',
  price: unstated(1),
  params: { id: PathId },
  output: null,
  errors: ['subscription.not.exists'],
}).command(
  unsubscribe,
  ({ id }, { tenant, network }) => ({ tenant, network, id: id as SubscriptionId }),
  () => null,
)

export const enableWebHookHmac = operation({
  id: 'enableWebHookHmac',
  area,
  method: 'PUT',
  path: SUBSCRIPTION,
  summary: 'Sends x-payload-hash with the webhooks of this API key',
  description:
    'The header has the HMAC-SHA512 of the body, as Base64. A second call replaces the key of the digest.',
  price: unstated(2),
  body: HmacWebHook,
  output: null,
  errors: [],
  onCaller: true,
}).command(
  setHmac,
  ({ hmacSecret }, { tenant, apiKey }) => ({ tenant, apiKey, secret: hmacSecret }),
  () => null,
)

export const disableWebHookHmac = operation({
  id: 'disableWebHookHmac',
  area,
  method: 'DELETE',
  path: SUBSCRIPTION,
  summary: 'Stops sending x-payload-hash',
  price: unstated(2),
  output: null,
  errors: [],
  onCaller: true,
}).command(
  setHmac,
  (_args, { tenant, apiKey }) => ({ tenant, apiKey, secret: null }),
  () => null,
)

export const getSubscriptionReport = operation({
  id: 'getSubscriptionReport',
  area,
  method: 'GET',
  path: `${SUBSCRIPTION}/report/{id}`,
  summary: 'Returns the report of a subscription',
  description: `ACCOUNT_BALANCE_LIMIT: the active accounts above the limit, the oldest first. TRANSACTION_HISTORY_REPORT: the transactions of the interval, counted back from the call, newest first. At most ${LONGEST_REPORT} records.`,
  price: perItem(1, 1, '50 returned records', (_args, records) =>
    Math.ceil((records as readonly unknown[]).length / 50),
  ),
  params: { id: PathId },
  output: SubscriptionReport,
  errors: ['subscription.not.exists', 'subscription.type.invalid'],
}).read(async (context, { id }) => {
  const { engine, caller } = context
  const found = await engine.query.find(subscriptionKey(caller.tenant, id as SubscriptionId))
  if (found === undefined || found.consumer !== null || found.network !== caller.network) {
    throw new Rejected({ code: 'subscription.not.exists', detail: id })
  }
  return reportOf(context, found)
})

/** What went to a URL. Events of consumers within a process are no business of callers. */
const logged = ({ caller: { tenant, network } }: CallContext, failed?: boolean): Where<Webhook> => ({
  tenant,
  network,
  url: { above: BELOW_URLS },
  ...(failed === undefined ? {} : { status: failed ? 'failed' : { not: 'failed' } }),
})

function presentWebhook(webhook: Webhook): Static<typeof WebHook> {
  const { id, subscription, type, url, body, status, attempts, nextAt, code, response } = webhook
  return {
    type: isSubscriptionType(type) ? kindOf(type).logged : type,
    id,
    subscriptionId: subscription,
    url,
    // As `recordEvents` wrote it.
    data: JSON.parse(body) as Record<string, unknown>,
    ...(status === 'pending' ? { nextTime: nextAt } : {}),
    timestamp: webhook.created,
    retryCount: Math.max(0, attempts - 1),
    failed: status === 'failed',
    response: {
      ...(code === null ? {} : { code }),
      ...(response === null ? {} : { data: response }),
      networkError: webhook.networkError,
    },
  }
}

const log = { ...page, direction: optional(Sort), failed: Failed }

export const getAllWebhooks = operation({
  id: 'getAllWebhooks',
  area,
  method: 'GET',
  path: `${SUBSCRIPTION}/webhook`,
  summary: 'Returns webhooks, with what they were answered',
  description:
    'The newest first, unless direction is asc. What handlers within a process are told is left out.',
  price: unstated(1),
  query: { ...log, cursor: optional(Cursor) },
  output: Type.Array(WebHook),
  errors: [],
}).paged({
  read: (context, { direction = 'desc', failed }, place) =>
    context.engine.query.list(WEBHOOKS, { where: logged(context, failed), order: direction, ...place }),
  idOf: ({ id }) => id,
  show: (found) => found.map(presentWebhook),
})

export const getAllWebhooksCount = operation({
  id: 'getAllWebhooksCount',
  area,
  method: 'GET',
  path: `${SUBSCRIPTION}/webhook/count`,
  summary: 'Returns the number of webhooks',
  price: unstated(1),
  query: log,
  output: EntitiesCount,
  errors: [],
}).read(async (context, { failed }) => ({
  total: await context.engine.query.count(WEBHOOKS, logged(context, failed)),
}))

export const replayWebhook = operation({
  id: 'replayWebhook',
  area,
  method: 'POST',
  path: `${SUBSCRIPTION}/webhook/{id}/replay`,
  summary: 'Has a webhook sent again',
  description:
    "Tallystick's own. It is sent at once, byte for byte as before, to where its subscription goes now, and has all attempts of its plan again: one that has failed, one that waits, and one that was delivered. It counts as one more of those that its plan sends in a month.",
  price: unstated(1),
  params: { id: PathId },
  output: WebHook,
  errors: ['webhook.not.exists', 'webhook.plan.limit'],
}).command(
  replayRule,
  ({ id }, { tenant, network }) => ({ tenant, network, id: id as WebhookId }),
  presentWebhook,
)
