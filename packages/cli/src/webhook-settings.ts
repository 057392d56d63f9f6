/** The settings of webhooks: docs/webhooks.md. */
import { SUBSCRIPTION_TYPES, type SubscriptionType, type WebhookStatus } from '@tallystick/core'
import type { Read, Setting } from './config.js'
import { REFUSED, readCount, readOneOf } from './readers.js'

const webhooks: Setting<'yes' | 'no'> = {
  flag: 'webhooks',
  env: 'TALLYSTICK_WEBHOOKS',
  argument: '<yes|no>',
  about: 'send webhooks, and charge for subscriptions; with no, another process on the database does it',
  accepts: 'yes or no',
  unset: 'yes',
  unsetText: 'yes',
  read: (text) => (text === 'yes' || text === 'no' ? { value: text } : { refused: true }),
}

const webhookTargets: Setting<readonly string[]> = {
  flag: 'webhook-targets',
  env: 'TALLYSTICK_WEBHOOK_TARGETS',
  argument: '<ip|cidr,…>',
  about: 'private addresses that webhooks may be sent to: every client can then have them called',
  accepts: 'IP addresses and networks like 10.0.0.0/8 or fd00::/8, with commas between them',
  unset: [],
  unsetText: 'none; webhooks are sent to public addresses only',
  async read(text): Promise<Read<readonly string[]>> {
    const { Targets } = await import('@tallystick/webhooks')
    const allow = text.split(',')
    try {
      new Targets({ allow })
      return { value: allow }
    } catch {
      return { refused: true }
    }
  },
}

const webhookDays: Setting<number> = {
  flag: 'webhook-days',
  env: 'TALLYSTICK_WEBHOOK_DAYS',
  argument: '<days>',
  about: 'for how long the log keeps webhooks that were delivered; those that have failed stay',
  accepts: 'a whole number from 1 to 3650',
  unset: 30,
  unsetText: '30',
  read: (text) => {
    const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
    return days >= 1 && days <= 3_650 ? { value: days } : { refused: true }
  },
}

export const WEBHOOK_SETTINGS = { webhooks, webhookTargets, webhookDays }

const STATUSES = ['pending', 'delivered', 'failed'] as const satisfies readonly WebhookStatus[]
const TYPES = Object.keys(SUBSCRIPTION_TYPES) as readonly SubscriptionType[]

const status: Setting<WebhookStatus | null> = {
  flag: 'status',
  argument: '<status>',
  about: 'only webhooks that are pending, delivered or failed',
  accepts: `one of ${STATUSES.join(', ')}`,
  unset: null,
  unsetText: null,
  read: (text) => readOneOf(STATUSES, text),
}

const subscription: Setting<string | null> = {
  flag: 'subscription',
  argument: '<id>',
  about: 'only webhooks of this subscription',
  accepts: 'the id of a subscription, as GET /v3/subscription lists it',
  unset: null,
  unsetText: null,
  read: (text) => (/^[\x21-\x7e]{1,100}$/.test(text) ? { value: text } : REFUSED),
}

const type: Setting<SubscriptionType | null> = {
  flag: 'type',
  argument: '<type>',
  about: 'only webhooks of this type of subscription',
  accepts: `one of ${TYPES.join(', ')}`,
  unset: null,
  unsetText: null,
  read: (text) => readOneOf(TYPES, text),
}

/** Epoch milliseconds. */
const since: Setting<number | null> = {
  flag: 'since',
  argument: '<time>',
  about: 'only events from this time on, in UTC',
  accepts: 'a time like 2030-01-31 or 2030-01-31T15:00:00Z',
  unset: null,
  unsetText: null,
  read(text) {
    if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/.test(text)) return REFUSED
    const time = Date.parse(text)
    // 2030-02-31 would be a day of March.
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10))
    return isDay && time >= 0 ? { value: time } : REFUSED
  },
}

const limit: Setting<number> = {
  flag: 'limit',
  argument: '<count>',
  about: 'how many are listed at most, the newest first',
  accepts: 'a whole number from 1 to 10000',
  unset: 50,
  unsetText: '50',
  read: (text) => readCount(text, 1, 10_000),
}

/** Which webhooks of the log are meant. */
const FILTERS = { status, subscription, type, since }

export const WEBHOOK_LOG_SETTINGS = { ...FILTERS, limit }
export const WEBHOOK_REPLAY_SETTINGS = FILTERS
