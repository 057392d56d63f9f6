/** Subscriptions: made, changed, deleted, and charged day by day. Their webhooks are written by `event/record.ts`. */
import type { Network } from '../access/api-key.js'
import { PLANS } from '../credits/plan.js'
import { dayOf, monthOf } from '../day.js'
import { accept, type Decision, type Refusal, type Rule, reject } from '../decision.js'
import type { Env } from '../env.js'
import { CHAINS_TENANT, type FollowedChain } from '../follow/cursor.js'
import type { AccountId, ApiKeyId, CustomerId, SubscriptionId, TenantId } from '../ids.js'
import { accountKey, customerKey, outboxKey, subscriptionKey, subscriptionsTo, watchKey } from '../key.js'
import { sightedParts } from '../sighting/object.js'
import { lookoutKey } from '../sighting/sighting.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'
import { hearersOf } from './hearers.js'
import { MAX_OF_TYPE, MAX_SUBSCRIPTIONS, type Subscription } from './subscription.js'
import { countOf, SUBSCRIPTIONS } from './table.js'
import { dailyCredits, kindOf, MEMPOOLS, PENDING_CURRENCIES, quotaOf } from './types.js'

export type Subscribe = Omit<
  Subscription,
  'id' | 'created' | 'sequence' | 'chain' | 'chainNetwork' | 'number' | 'quota'
>

export interface Subscribed {
  readonly subscription: Subscription
  /** False: the same subscription existed, and its secret is not told again. */
  readonly isNew: boolean
  /** The credits of its object for this day, if they were not charged before. */
  readonly charged: number
}

interface OnSubscription {
  readonly tenant: TenantId
  readonly id: SubscriptionId
  /** The network of the caller's API key. */
  readonly network: Network
  /** The consumer within a process that it must belong to. Default: it must belong to none. */
  readonly consumer?: string
}

export interface UpdateSubscription extends OnSubscription {
  readonly url: string
  /** Default: as it was. */
  readonly mempool?: boolean
}

interface SetHmac {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  /** Null: the header is not sent any more. */
  readonly secret: string | null
}

interface ChargeDay {
  readonly tenant: TenantId
  readonly id: SubscriptionId
}

/** Output: the subscription. One with the same type, object, attributes and receiver is not made twice. */
export const subscribe: Rule<Subscribe, Subscribed> = {
  name: 'subscribe',
  needs: (command) => [
    subscriptionsTo(command.tenant, command.object),
    watchKey(command.tenant, command.type, command.object),
    // Locked before the subscriptions are read, so that two calls at once do not both take the last place. Any other
    // object has a row that does the same: an account, a customer or a lookout.
    ...(command.object === '' ? [everyObjectKey(command.tenant)] : []),
    // It may hear of what happens in its own unit of work.
    ...countOf(command),
    ...keysOfSubject(command),
  ],
  decide(view, command, env) {
    const { tenant, object } = command
    if (!canHaveMempool(command)) return reject('subscription.type.invalid', NO_MEMPOOL)
    const known = hearersOf(view, tenant, object)
    const same = sameAs(known, command)
    // What was told before still waits for its consumer, also if nobody could subscribe to its account any more.
    if (same?.consumer != null) return resumed(same, command)
    const wrong = wrongSubject(view, command)
    if (wrong !== undefined) return wrong
    if (same !== undefined) return accept({ subscription: same, isNew: false, charged: 0 }, [])
    if (known.length >= MAX_SUBSCRIPTIONS) return reject('subscription.limit.reached', `${MAX_SUBSCRIPTIONS}`)
    if (known.filter(({ type }) => type === command.type).length >= MAX_OF_TYPE) {
      return reject('subscription.limit.reached', `${MAX_OF_TYPE} of the type ${command.type}`)
    }
    const on = sightedOn(command)
    if (isAboveLimit(view, command)) return reject('subscription.plan.limit', String(limitOf(command)))
    const number = on === undefined ? 0 : (view.find(lookoutKey(on))?.number ?? 0) + 1
    const subscription: Subscription = {
      ...command,
      id: env.newId() as SubscriptionId,
      created: env.now,
      sequence: 0,
      ...(on === undefined
        ? {}
        : { chain: on.chain, chainNetwork: on.network, number, quota: quotaOf(command.type) }),
    }
    const day = dueDay(view, env, command)
    return accept({ subscription, isNew: true, charged: day.credits }, [
      { type: 'subscription.created', subscription },
      ...day.changes,
      ...begunFor(view, command),
      ...(on === undefined ? [] : [raised(on, number)]),
    ])
  },
}

/** Its later webhooks go to the new URL; so do those that are not delivered yet: see `forwardWebhook`. */
export const updateSubscription: Rule<UpdateSubscription, null> = {
  name: 'updateSubscription',
  needs: onSubscription,
  decide(view, command) {
    const known = found(view, command)
    if ('accepted' in known) return known
    if (known.url === null) return reject('subscription.type.invalid', known.type)
    const { url, mempool = known.mempool } = command
    if (!canHaveMempool({ ...known, mempool })) return reject('subscription.type.invalid', NO_MEMPOOL)
    if (known.url === url && known.mempool === mempool) return accept(null, [])
    const subscription = { ...known, url, ...(mempool === undefined ? {} : { mempool }) }
    return accept(null, [{ type: 'subscription.updated', subscription }])
  },
}

/** Its webhooks stay in the log; those that are not delivered yet never are. */
export const unsubscribe: Rule<OnSubscription, null> = {
  name: 'unsubscribe',
  needs: onSubscription,
  decide(view, command) {
    const known = found(view, command)
    if ('accepted' in known) return known
    return accept(null, [{ type: 'subscription.deleted', subscription: known }])
  },
}

/** Sets the key of `x-payload-hash` for all webhooks of an API key. */
export const setHmac: Rule<SetHmac, null> = {
  name: 'setHmac',
  needs: ({ tenant, apiKey }) => [outboxKey(tenant, apiKey)],
  decide(view, { tenant, apiKey, secret }, env) {
    const known = view.find(outboxKey(tenant, apiKey))
    if ((known?.hmacSecret ?? null) === secret) return accept(null, [])
    const counted = known ?? { tenant, apiKey, month: monthOf(env.now), fired: 0 }
    return accept(null, [
      {
        type: known === undefined ? 'outbox.opened' : 'outbox.updated',
        outbox: { ...counted, hmacSecret: secret },
      },
    ])
  },
}

/** Output: the credits of the object for this day; 0 if they are charged already, whoever has subscribed to it. */
export const chargeDay: Rule<ChargeDay, number> = {
  name: 'chargeDay',
  needs: ({ tenant, id }) => [{ type: 'watchedSubscription', tenant, id }],
  decide(view, { tenant, id }, env) {
    const known = view.find(subscriptionKey(tenant, id))
    if (known === undefined) return accept(0, [])
    const { credits, changes } = dueDay(view, env, known)
    return accept(credits, changes)
  },
}

/** The charge of the object for today. A clock that is set back owes nothing. */
function dueDay(
  view: View,
  env: Env,
  { tenant, type, object, consumer }: Subscribe,
): { readonly credits: number; readonly changes: readonly Change[] } {
  const daily = dailyCredits(type, object)
  const known = view.find(watchKey(tenant, type, object))
  const day = dayOf(env.now)
  if (daily === 0 || consumer !== null || (known !== undefined && known.day >= day)) {
    return { credits: 0, changes: [] }
  }
  return {
    credits: daily,
    changes: [
      {
        type: known === undefined ? 'watch.begun' : 'watch.charged',
        watch: { tenant, kind: type, object, day },
      },
    ],
  }
}

const everyObjectKey = (tenant: TenantId) => watchKey(tenant, '', '')

/** Of the tenant's first subscription without an object: there is no row yet that the next one can lock. */
function begunFor(view: View, { tenant, object }: Subscribe): readonly Change[] {
  if (object !== '' || view.find(everyObjectKey(tenant)) !== undefined) return []
  return [{ type: 'watch.begun', watch: { tenant, kind: '', object, day: '' } }]
}

const NO_MEMPOOL = 'nobody is told of a mempool of this chain'

/** Only of an address, and where a chain has a mempool that is watched. */
function canHaveMempool({
  type,
  object,
  mempool,
}: Pick<Subscription, 'type' | 'object'> & { readonly mempool?: boolean | undefined }): boolean {
  if (mempool === undefined) return true
  if (type !== 'ADDRESS_TRANSACTION') return false
  const on = sightedParts(object)
  return mempool === false || on === undefined || Object.hasOwn(MEMPOOLS, on.chain)
}

/** Of the same object. Its attributes say which, in one spelling or another; those of a report are the report. */
const isSame = (one: Subscription, command: Subscribe): boolean =>
  one.type === command.type &&
  one.url === command.url &&
  one.consumer === command.consumer &&
  one.network === command.network &&
  (kindOf(one.type).about !== 'report' || namesOf(one.attr) === namesOf(command.attr))

/** A consumer has one cursor, whatever it has said of the mempool before. */
function sameAs(known: readonly Subscription[], command: Subscribe): Subscription | undefined {
  const same = known.filter((one) => isSame(one, command))
  const hearsAsMuch = same.find((one) => hearsMempool(one) === hearsMempool(command))
  return hearsAsMuch ?? same.find(({ consumer }) => consumer !== null)
}

/** What the consumer says of the mempool now counts from now on. */
function resumed(same: Subscription, { mempool }: Subscribe): Decision<Subscribed> {
  const { mempool: before, ...rest } = same
  const subscription = { ...rest, ...(mempool === undefined ? {} : { mempool }) }
  const changes: Change[] = mempool === before ? [] : [{ type: 'subscription.updated', subscription }]
  return accept({ subscription, isNew: false, charged: 0 }, changes)
}

const hearsMempool = ({ object, mempool }: Pick<Subscription, 'object' | 'mempool'>): boolean =>
  mempool ?? MEMPOOLS[sightedParts(object)?.chain ?? ''] === true

/** In whichever order they were written. */
const namesOf = (attr: Subscription['attr']): string => JSON.stringify(Object.entries(attr).sort())

/** The chain whose followers look for the object; undefined if none does. */
function sightedOn({ type, object }: Subscribe): FollowedChain | undefined {
  return kindOf(type).about === 'chain' ? sightedParts(object) : undefined
}

/** Followers read the subscriptions above the last number that they know. */
const raised = ({ chain, network }: FollowedChain, number: number): Change => ({
  type: number === 1 ? 'lookout.begun' : 'lookout.raised',
  lookout: { tenant: CHAINS_TENANT, chain, network, number },
})

/** The most objects of this kind that the plan of the API key has; null: any number. */
function limitOf(command: Subscribe): number | null {
  if (command.url === null || sightedOn(command) === undefined) return null
  return PLANS[command.plan][quotaOf(command.type)]
}

/** All that count, and one more than an object may have. */
const withinKey = ({ tenant, apiKey, type }: Subscribe) =>
  ({
    type: 'subscriptionsWithin',
    tenant,
    apiKey,
    quota: quotaOf(type),
    limit: MAX_SUBSCRIPTIONS + 1,
  }) as const

function isAboveLimit(view: View, command: Subscribe): boolean {
  const limit = limitOf(command)
  if (limit === null) return false
  const quota = quotaOf(command.type)
  const own = [...view.all(SUBSCRIPTIONS)].filter(
    (one) =>
      one.tenant === command.tenant &&
      one.apiKey === command.apiKey &&
      one.url !== null &&
      one.quota === quota,
  )
  const nameOfObject = ({ type, object }: Pick<Subscription, 'type' | 'object'>) => `${type} ${object}`
  const objects = new Set([...own, command].map(nameOfObject))
  return objects.size > limit || own.length > MAX_SUBSCRIPTIONS
}

function keysOfSubject(command: Subscribe): readonly Key[] {
  const { tenant, type, object } = command
  const { about } = kindOf(type)
  const on = sightedOn(command)
  if (on !== undefined) return [lookoutKey(on), ...(limitOf(command) === null ? [] : [withinKey(command)])]
  if (about === 'account') return [accountKey(tenant, object as AccountId)]
  return about === 'customer' ? [customerKey(tenant, object as CustomerId)] : []
}

/** Why nobody can subscribe to that. A consumer within the process hears of all accounts and customers. */
function wrongSubject(view: View, { tenant, type, object, attr, consumer }: Subscribe): Refusal | undefined {
  const { about } = kindOf(type)
  if (consumer !== null && object === '') return undefined
  if (about === 'chain' && sightedParts(object) === undefined) {
    return reject('subscription.type.invalid', type)
  }
  if (about === 'customer') {
    return view.find(customerKey(tenant, object as CustomerId)) === undefined
      ? reject('customer.internal.not.exists', object)
      : undefined
  }
  if (type === 'TRANSACTION_HISTORY_REPORT' && !Number.isInteger(attr['interval'])) {
    return reject('subscription.attr.interval.invalid', String(attr['interval']))
  }
  if (about !== 'account') return undefined
  const isPending = type === 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  const account = view.account(tenant, object as AccountId)
  if (account?.active !== true) {
    return reject(
      isPending ? 'subscription.attr.pending.invalid' : 'subscription.attr.incoming.invalid',
      object,
    )
  }
  return isPending && !PENDING_CURRENCIES.includes(account.currency)
    ? reject('subscription.attr.currency.invalid', account.currency)
    : undefined
}

function onSubscription({ tenant, id }: OnSubscription): readonly Key[] {
  return [subscriptionKey(tenant, id)]
}

/** Of a caller. Consumers within a process are no business of callers. */
function found(view: View, { tenant, id, network, consumer }: OnSubscription): Subscription | Refusal {
  const known = view.find(subscriptionKey(tenant, id))
  if (known === undefined || known.consumer !== (consumer ?? null) || known.network !== network) {
    return reject('subscription.not.exists', id)
  }
  return known
}
