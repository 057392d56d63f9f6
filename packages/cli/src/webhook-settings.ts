/** The settings of webhooks: docs/webhooks.md. */
import type { Read, Setting } from './config.js'

const webhooks: Setting<'yes' | 'no'> = {
  flag: 'webhooks',
  env: 'TALLYSTICK_WEBHOOKS',
  argument: '<yes|no>',
  about: 'send webhooks to the URLs of subscriptions; with no, another process on the database does it',
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
