/** Refusals of subscriptions. */
import { type RejectionRow, row } from './row.js'

export const SUBSCRIPTION_REJECTIONS = {
  'subscription.type.invalid': row(
    403,
    'No subscription has this type, or its type has no URL',
    'Use a type of docs/reference/operations.md',
  ),
  'subscription.attr.incoming.invalid': row(
    403,
    'The tenant has no active account with the ID in attr',
    'Name an active account',
  ),
  'subscription.attr.pending.invalid': row(
    403,
    'The tenant has no active account with the ID in attr',
    'Name an active account',
  ),
  'subscription.attr.currency.invalid': row(
    403,
    'The account has another currency than BCH, BTC, DOGE, ETH and LTC, which alone have pending transactions',
    'Subscribe to ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
  ),
  'subscription.attr.interval.invalid': row(
    403,
    'The interval is not a whole number of hours',
    'Send a whole number from 1 to 720',
  ),
  'subscription.limit.reached': row(
    403,
    'The object has as many subscriptions as it can have',
    'Delete some of them, or send the webhooks on from one receiver to others',
  ),
  'subscription.plan.limit': row(
    403,
    'The API key watches as many addresses, or as many kinds of events of blocks, as its plan allows',
    'Delete a subscription that is not used any more, or use an API key of a paid plan',
  ),
  'webhook.plan.limit': row(
    403,
    'The API key has as many webhooks sent in this month as its plan allows',
    'Wait for the next month, or subscribe with an API key of a paid plan',
  ),
  'subscription.not.exists': row(
    403,
    'No subscription has this ID on this network',
    'List the subscriptions with GET /v3/subscription',
  ),
} as const satisfies Record<string, RejectionRow>
