/** The operations that subscribe: one path, told apart by the type in the body. */
import { kindOf, type Subscribe, type Subscribed, type SubscriptionType, subscribe } from '@tallystick/core'
import Type, { type Static, type TObject } from 'typebox'
import type { CallContext } from '../context.js'
import { operation } from '../operation.js'
import { perItem } from '../price.js'
import { optional } from '../wire/fields.js'
import { ATTRS, SubscriptionCreated } from './models.js'
import { area, requireTarget, SUBSCRIPTION } from './target.js'

/** The documented selector. The types that are here name no chain, so it has no effect. */
const testnetType = optional(
  Type.String({ maxLength: 50, default: 'ethereum-sepolia', description: 'Taken and not used' }),
)

interface Attributes {
  readonly id?: string
  readonly url?: string
}

/** The subscription that the attributes describe; its id is its object, and its URL changes. */
function toSubscribe({ caller, random }: CallContext, type: SubscriptionType, attr: Attributes): Subscribe {
  const { url, ...rest } = attr
  const secret = new Uint8Array(32)
  random.fill(secret)
  return {
    tenant: caller.tenant,
    apiKey: caller.apiKey,
    network: caller.network,
    plan: caller.plan,
    type,
    object: attr.id ?? '',
    attr: rest,
    consumer: null,
    secret: Buffer.from(secret).toString('base64'),
    url: url ?? null,
  }
}

const presentCreated = ({ subscription, isNew }: Subscribed): Static<typeof SubscriptionCreated> => ({
  id: subscription.id,
  ...(isNew && subscription.url !== null ? { secret: `whsec_${subscription.secret}` } : {}),
})

function describe(type: SubscriptionType, tells: string): string {
  const { daily, perWebhook } = kindOf(type)
  const costs = [
    ...(daily > 0 ? [`${daily} credits a day`] : []),
    ...(perWebhook > 0 ? [`${perWebhook} for each webhook`] : []),
  ]
  return costs.length === 0
    ? tells
    : `${tells} It costs ${costs.join(', and ')}. The day of an object is charged once, however many subscribe to it.`
}

function creating<A extends TObject>(
  id: keyof typeof ATTRS,
  type: SubscriptionType,
  attr: A,
  [summary, tells]: readonly [summary: string, tells: string],
  errors: Parameters<typeof operation>[0]['errors'],
) {
  return operation({
    id,
    area,
    method: 'POST',
    path: SUBSCRIPTION,
    summary,
    description: describe(type, tells),
    price: perItem(2, 1, "credit of the object's day", (_args, output) => (output as Subscribed).charged),
    query: { testnetType },
    body: Type.Object(
      { type: Type.Enum([type], { description: 'Type' }), attr },
      { additionalProperties: false, $id: `C${id.slice(1)}` },
    ),
    output: SubscriptionCreated,
    errors: [...errors, 'subscription.type.invalid', 'subscription.limit.reached'],
    discriminators: [`type=${type}`],
    otherwise: 'subscription.type.invalid',
    ignored: ['attr.__type'],
  }).twoPhase({
    async prepare(context, args, terms) {
      // Checked against the schema of these attributes.
      const given = (args as unknown as { readonly attr: Attributes }).attr
      requireTarget(context, 'attr.url', given.url)
      return context.engine.execute({
        ...terms,
        rule: subscribe,
        command: toSubscribe(context, type, given),
        present: presentCreated,
      })
    },
    finish: async (_context, created: Static<typeof SubscriptionCreated>) => created,
  })
}

export const createSubscriptionIncoming = creating(
  'createSubscriptionIncoming',
  'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
  ATTRS.createSubscriptionIncoming,
  [
    'Subscribes to the deposits of an account',
    'Tells of each deposit when it is credited; again, with reorg, if the chain undoes it.',
  ],
  ['subscription.attr.incoming.invalid'],
)

export const createSubscriptionPending = creating(
  'createSubscriptionPending',
  'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION',
  ATTRS.createSubscriptionPending,
  [
    'Subscribes to the deposits of an account that a block has and that are not credited yet',
    'BCH, BTC, DOGE, ETH and LTC only.',
  ],
  ['subscription.attr.pending.invalid', 'subscription.attr.currency.invalid'],
)

export const createSubscriptionTxInTheBlock = creating(
  'createSubscriptionTxInTheBlock',
  'TRANSACTION_IN_THE_BLOCK',
  ATTRS.createSubscriptionTxInTheBlock,
  [
    'Subscribes to the blocks that have transactions of withdrawals',
    'Tells of each withdrawal of the tenant.',
  ],
  [],
)

export const createSubscriptionKMSSuccess = creating(
  'createSubscriptionKMSSuccess',
  'KMS_COMPLETED_TX',
  ATTRS.createSubscriptionKMSSuccess,
  ['Subscribes to pending signatures that are completed', 'A node has their transaction.'],
  [],
)

export const createSubscriptionKMSError = creating(
  'createSubscriptionKMSError',
  'KMS_FAILED_TX',
  ATTRS.createSubscriptionKMSError,
  [
    'Subscribes to pending signatures that fail',
    'Tells of each error that differs from the one before, and of those that are deleted.',
  ],
  [],
)

export const createSubscriptionTradeMatch = creating(
  'createSubscriptionTradeMatch',
  'CUSTOMER_TRADE_MATCH',
  ATTRS.createSubscriptionTradeMatch,
  [
    'Subscribes to orders of a customer that are matched as a whole',
    'The amount is what was traded: all of the order, or all but dust.',
  ],
  ['customer.internal.not.exists'],
)

export const createSubscriptionPartialTradeMatch = creating(
  'createSubscriptionPartialTradeMatch',
  'CUSTOMER_PARTIAL_TRADE_MATCH',
  ATTRS.createSubscriptionPartialTradeMatch,
  [
    'Subscribes to orders of a customer that are matched in part',
    'Tells of each fill that leaves the order open, with its amount and price.',
  ],
  ['customer.internal.not.exists'],
)

export const createSubscriptionBalance = creating(
  'createSubscriptionBalance',
  'ACCOUNT_BALANCE_LIMIT',
  ATTRS.createSubscriptionBalance,
  ['Makes a report of the accounts above a balance', 'Read it with getSubscriptionReport. Nothing is sent.'],
  [],
)

export const createSubscriptionInterval = creating(
  'createSubscriptionInterval',
  'TRANSACTION_HISTORY_REPORT',
  ATTRS.createSubscriptionInterval,
  ['Makes a report of the last transactions', 'Read it with getSubscriptionReport. Nothing is sent.'],
  ['subscription.attr.interval.invalid'],
)
