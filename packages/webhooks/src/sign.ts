/**
 * The signatures of a webhook: that of Standard Webhooks (standardwebhooks.com), version 1, with the secret of the
 * subscription; and the older one of this API, if the API key has a secret of its own for it.
 */
import { createHmac } from 'node:crypto'

export interface ToSign {
  /** The same at each attempt, so that a receiver knows an event that it has had. */
  readonly id: string
  /** The exact text that is sent. */
  readonly body: string
  /** Of the subscription, in Base64. */
  readonly secret: string
  /** Of the API key, if it is switched on. */
  readonly hmacSecret: string | null
}

/** @param now Epoch milliseconds: a receiver refuses an attempt that is a few minutes old */
export function signed({ id, body, secret, hmacSecret }: ToSign, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    ...(hmacSecret === null
      ? {}
      : { 'x-payload-hash': createHmac('sha512', hmacSecret).update(body).digest('base64') }),
  }
}
