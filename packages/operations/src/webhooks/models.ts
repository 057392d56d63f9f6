/** Models of subscriptions, of what they answer, and of the log of webhooks. */
import { kindOf, SUBSCRIPTION_TYPES, type SubscriptionType } from '@tallystick/core'
import Type, { type TProperties } from 'typebox'
import { Account } from '../ledger/models/account.js'
import { Transaction } from '../ledger/models/transaction.js'
import { AmountText, closed, LedgerId, optional, text } from '../wire/fields.js'
import { ADDRESS_CHAINS, CONTRACT_CHAINS } from './sighted.js'

const url = Type.String({
  maxLength: 500,
  description: 'Where webhooks are sent to: http or https, a public address, without credentials',
})

const attrOf = <P extends TProperties>(name: string, fields: P) =>
  Type.Object(fields, { ...closed, $id: `${name}Attr` })

const account = (name: string) => attrOf(name, { id: LedgerId, url })
const customer = (name: string) =>
  attrOf(name, {
    id: Type.String({ minLength: 24, maxLength: 24, description: 'Internal ID of the customer' }),
    url,
  })
const chainOf = (chains: readonly string[]) => Type.Enum([...chains], { description: 'Chain' })
const perBlock = attrOf('CreateSubscriptionMultiTokenTransferEvent', { chain: chainOf(CONTRACT_CHAINS), url })
const tenant = (name: string) => attrOf(name, { url })

export const ATTRS = {
  createSubscriptionIncoming: account('CreateSubscriptionIncoming'),
  createSubscriptionPending: account('CreateSubscriptionPending'),
  createSubscriptionTxInTheBlock: tenant('CreateSubscriptionTxInTheBlock'),
  createSubscriptionKMSSuccess: tenant('CreateSubscriptionKMSSuccess'),
  createSubscriptionKMSError: tenant('CreateSubscriptionKMSError'),
  createSubscriptionTradeMatch: customer('CreateSubscriptionTradeMatch'),
  createSubscriptionPartialTradeMatch: customer('CreateSubscriptionPartialTradeMatch'),
  createSubscriptionNotification: attrOf('CreateSubscriptionNotification', {
    address: text(13, 128, 'Address to watch'),
    chain: chainOf(ADDRESS_CHAINS),
    url,
  }),
  createSubscriptionNftTransferEvent: perBlock,
  createSubscriptionMultiTokenTransferEvent: perBlock,
  createSubscriptionContractLogEvent: attrOf('CreateSubscriptionContractLogEvent', {
    event: text(66, 66, 'First topic of the logs: the hash of the event'),
    chain: chainOf(CONTRACT_CHAINS),
    url,
  }),
  createSubscriptionBalance: attrOf('CreateSubscriptionBalance', {
    limit: AmountText,
    typeOfBalance: Type.Enum(['account', 'available'], { description: 'The balance that is compared' }),
  }),
  createSubscriptionInterval: attrOf('CreateSubscriptionInterval', {
    interval: Type.Number({ minimum: 1, maximum: 720, description: 'Hours, counted back from the report' }),
  }),
} as const

export const SubscriptionCreated = Type.Object(
  {
    id: LedgerId,
    secret: optional(
      Type.String({
        description:
          'Verifies the signatures of the webhooks. Answered once: not for a subscription that existed, nor for a report',
        secret: 'answered',
      }),
    ),
  },
  { $id: 'SubscriptionCreated' },
)

const TYPES = Object.keys(SUBSCRIPTION_TYPES) as SubscriptionType[]

/** Of a report nothing is sent. */
const LOGGED = TYPES.map((type) => kindOf(type))
  .filter(({ about }) => about !== 'report')
  .map(({ logged }) => logged)

/** Which chains it may be said of, the rule knows. */
export const Mempool = optional(
  Type.Boolean({
    description:
      'ADDRESS_TRANSACTION: whether a transaction is also told of when it enters the mempool. Default: true on ETH, MATIC, CELO, KLAY and BSC; false on BTC, LTC, BCH and DOGE; other chains have none',
  }),
)

export const Subscription = Type.Object(
  {
    type: Type.Enum(TYPES, { description: 'Subscription type' }),
    id: LedgerId,
    attr: Type.Object(
      {
        id: optional(Type.String()),
        url: optional(Type.String()),
        limit: optional(Type.String()),
        typeOfBalance: optional(Type.String()),
        interval: optional(Type.Number()),
        address: optional(Type.String()),
        chain: optional(Type.String()),
        event: optional(Type.String()),
      },
      { description: 'As it was created, with its present URL' },
    ),
    mempool: Mempool,
  },
  { $id: 'Subscription' },
)

export const UpdateSubscription = Type.Object({ url, mempool: Mempool }, closed)

export const HmacWebHook = Type.Object(
  {
    hmacSecret: Type.String({ minLength: 1, maxLength: 100, description: 'Key of the digest', secret: true }),
  },
  { ...closed, $id: 'HmacWebHook' },
)

export const SubscriptionReport = Type.Union([Type.Array(Account), Type.Array(Transaction)], {
  $id: 'GetSubscriptionReport200Response',
})

const epoch = (description: string) => Type.Number({ description: `${description}, epoch milliseconds` })

export const WebHook = Type.Object(
  {
    type: Type.Enum(LOGGED, { description: 'Type of the event' }),
    id: LedgerId,
    subscriptionId: LedgerId,
    url: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'What is sent' }),
    nextTime: optional(epoch('The next attempt')),
    timestamp: epoch('When the event became true'),
    retryCount: Type.Number({ description: 'Attempts after the first one' }),
    failed: Type.Boolean({ description: 'It was not delivered, and no attempt follows' }),
    response: Type.Object(
      {
        code: optional(Type.Number({ description: 'HTTP status of the last attempt' })),
        data: optional(Type.String({ description: 'The beginning of the answer, or why nothing was sent' })),
        networkError: Type.Boolean({ description: 'The last attempt got no answer' }),
      },
      { $id: 'WebHookResponse' },
    ),
  },
  { $id: 'WebHook' },
)

export const Failed = optional(Type.Boolean({ description: 'Only those that failed, or only the others' }))
export const Address = optional(text(1, 100, 'Only subscriptions to this address'))
