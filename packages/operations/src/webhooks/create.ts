/** The operations that subscribe: one path, told apart by the type in the body. */
import {
  dailyCredits,
  kindOf,
  type Subscribe,
  type Subscribed,
  type SubscriptionType,
  sightedObject,
  subscribe,
} from '@tallystick/core'
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { NODE_CODES } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { TestnetType } from '../models/wallet.js'
import { operation } from '../operation.js'
import { perItem } from '../price.js'
import { ATTRS, Mempool, SubscriptionCreated } from './models.js'
import { ADDRESS_CHAINS, type SightedAttributes, sightedBy } from './sighted.js'
import { area, requireTarget, SUBSCRIPTION } from './target.js'

interface Attributes extends Partial<SightedAttributes> {
  readonly id?: string
  readonly url?: string
}

interface Given {
  readonly attr: Attributes
  readonly testnetType?: string
  readonly mempool?: boolean
}

const isSighted = (attr: Attributes): attr is Attributes & SightedAttributes => attr.chain !== undefined

/** The subscription that the attributes describe; its id is its object, and its URL changes. */
function toSubscribe(
  { caller, random }: CallContext,
  type: SubscriptionType,
  { attr, mempool }: Given,
  object: string,
): Subscribe {
  const { url, ...rest } = attr
  const secret = new Uint8Array(32)
  random.fill(secret)
  return {
    tenant: caller.tenant,
    apiKey: caller.apiKey,
    network: caller.network,
    plan: caller.plan,
    type,
    object,
    attr: rest,
    consumer: null,
    secret: Buffer.from(secret).toString('base64'),
    url: url ?? null,
    ...(mempool === undefined ? {} : { mempool }),
  }
}

const presentCreated = ({ subscription, isNew }: Subscribed): Static<typeof SubscriptionCreated> => ({
  id: subscription.id,
  ...(isNew && subscription.url !== null ? { secret: `whsec_${subscription.secret}` } : {}),
})

/** Of an address it is the chain that tells. */
function dailyCosts(type: SubscriptionType): readonly string[] {
  if (type === 'ADDRESS_TRANSACTION') {
    const costs = ADDRESS_CHAINS.map(
      (chain) => `${chain} ${dailyCredits(type, sightedObject({ chain, network: 'mainnet' }, 'any'))}`,
    )
    return [`credits a day by chain (${costs.join(', ')})`]
  }
  const { daily } = kindOf(type)
  return daily > 0 ? [`${daily} ${daily === 1 ? 'credit' : 'credits'} a day`] : []
}

function describe(type: SubscriptionType, tells: string): string {
  const { perWebhook } = kindOf(type)
  const costs = [...dailyCosts(type), ...(perWebhook > 0 ? [`${perWebhook} for each webhook`] : [])]
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
  more: TProperties = {},
) {
  return operation({
    id,
    area,
    method: 'POST',
    path: SUBSCRIPTION,
    summary,
    description: describe(type, tells),
    price: perItem(2, 1, "credit of the object's day", (_args, output) => (output as Subscribed).charged),
    query: { testnetType: TestnetType },
    body: Type.Object(
      { type: Type.Enum([type], { description: 'Type' }), attr, ...more },
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
      const given = args as unknown as Given
      const { attr, testnetType } = given
      requireTarget(context, 'attr.url', attr.url)
      const object = isSighted(attr) ? await sightedBy(context, type, attr, testnetType) : (attr.id ?? '')
      return context.engine.execute({
        ...terms,
        rule: subscribe,
        command: toSubscribe(context, type, given, object),
        present: presentCreated,
      })
    },
    async finish({ deliveries }, created: Static<typeof SubscriptionCreated>, args) {
      const { attr } = args as unknown as Given
      if (attr.url !== undefined) await deliveries.requireSender()
      return created
    },
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
    'Subscribes to the deposits of an account that are not credited yet',
    'BCH, BTC, DOGE, ETH and LTC only. Tells of a payment in coins when it enters the mempool, where the chain is followed, and of each deposit once a block has it.',
  ],
  ['subscription.attr.pending.invalid', 'subscription.attr.currency.invalid'],
)

export const createSubscriptionTxInTheBlock = creating(
  'createSubscriptionTxInTheBlock',
  'TRANSACTION_IN_THE_BLOCK',
  ATTRS.createSubscriptionTxInTheBlock,
  [
    'Subscribes to the blocks that have transactions of withdrawals',
    'Tells of each withdrawal of the tenant that its transaction pays in a block; again, with reorg, if the chain undoes the block.',
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

/** Refusals of what only a follower of the chain can tell. */
const SIGHTED = [...NODE_CODES, 'subscription.plan.limit'] as const

export const createSubscriptionNotification = creating(
  'createSubscriptionNotification',
  'ADDRESS_TRANSACTION',
  ATTRS.createSubscriptionNotification,
  [
    'Subscribes to the transactions of an address',
    'Tells of each payment to the address, and of each from it except on BCH and DOGE: when it enters the mempool, where mempool says so, and once a block has it; again, with reorg, if the chain undoes the block. The chain must be followed.',
  ],
  SIGHTED,
  { mempool: Mempool },
)

export const createSubscriptionNftTransferEvent = creating(
  'createSubscriptionNftTransferEvent',
  'CONTRACT_NFT_TXS_PER_BLOCK',
  ATTRS.createSubscriptionNftTransferEvent,
  [
    'Subscribes to all transfers of NFTs (ERC-721) of a chain',
    'Tells of each block that mints, transfers or burns any, in batches of up to 1,000 events. The chain must be followed.',
  ],
  SIGHTED,
)

export const createSubscriptionMultiTokenTransferEvent = creating(
  'createSubscriptionMultiTokenTransferEvent',
  'CONTRACT_MULTITOKEN_TXS_PER_BLOCK',
  ATTRS.createSubscriptionMultiTokenTransferEvent,
  [
    'Subscribes to all transfers of multi tokens (ERC-1155) of a chain',
    'Tells of each block that mints, transfers or burns any, in batches of up to 1,000 events. The chain must be followed.',
  ],
  SIGHTED,
)

export const createSubscriptionContractLogEvent = creating(
  'createSubscriptionContractLogEvent',
  'CONTRACT_LOG_EVENT',
  ATTRS.createSubscriptionContractLogEvent,
  [
    'Subscribes to the logs of a chain whose first topic is this event',
    'Tells of each block that has any, of whichever contract, in batches of up to 1,000 events. The chain must be followed.',
  ],
  SIGHTED,
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
